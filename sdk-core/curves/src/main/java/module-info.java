// SPDX-License-Identifier: Apache-2.0
/** Additive models: each variable as several columns. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.curves {
    requires transitive io.hedgerow.vocabulary;
    requires transitive io.hedgerow.search;
    requires static transitive org.jspecify;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.internal.feature to
            io.hedgerow.core,
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.feature.moments to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.feature.search to
            io.hedgerow.dp;
}
