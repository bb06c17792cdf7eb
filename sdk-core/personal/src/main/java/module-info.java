// SPDX-License-Identifier: Apache-2.0
/** Networks of clients that may differ. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.personal {
    requires transitive io.hedgerow.vocabulary;
    requires transitive io.hedgerow.search;
    requires static transitive org.jspecify;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.internal.personal to
            io.hedgerow.core;
}
