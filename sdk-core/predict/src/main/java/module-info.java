// SPDX-License-Identifier: Apache-2.0
/** Fitted networks: what they say of rows, what follows where variables are set, and rows drawn from them. */
module io.hedgerow.predict {
    requires transitive io.hedgerow.vocabulary;
    requires transitive io.hedgerow.tables;
    requires transitive io.hedgerow.result;
    requires static transitive org.jspecify;

    exports io.hedgerow.core.predict;
}
