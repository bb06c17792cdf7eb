// SPDX-License-Identifier: Apache-2.0
/** Fitted networks: what they say of rows, what follows where variables are set, and rows drawn from them. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.predict {
    requires transitive io.hedgerow.vocabulary;
    requires transitive io.hedgerow.tables;
    requires transitive io.hedgerow.result;
    requires static transitive org.jspecify;

    exports io.hedgerow.core.predict;

    exports io.hedgerow.core.internal.predict.simulation to
            io.hedgerow.samples;
}
