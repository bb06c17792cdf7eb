// SPDX-License-Identifier: Apache-2.0
/** Files and pictures of learned networks. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.result {
    requires transitive io.hedgerow.vocabulary;
    requires transitive io.hedgerow.tables;
    requires transitive io.hedgerow.search;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;

    exports io.hedgerow.core.graph.export;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.internal.result to
            io.hedgerow.core,
            io.hedgerow.predict,
            io.hedgerow.samples;
}
