// SPDX-License-Identifier: Apache-2.0
/** Searches for graphs and their posterior from sums of moments. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.search {
    requires transitive io.hedgerow.vocabulary;
    requires transitive io.hedgerow.hidden;
    requires transitive io.hedgerow.tables;
    requires static transitive org.jspecify;
    requires commons.math3;
    requires ejml.core;
    requires ejml.ddense;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.internal.effect to
            io.hedgerow.categories,
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.search.chain to
            io.hedgerow.categories,
            io.hedgerow.core,
            io.hedgerow.curves,
            io.hedgerow.dp,
            io.hedgerow.personal;
    exports io.hedgerow.core.internal.search.climb to
            io.hedgerow.categories,
            io.hedgerow.curves,
            io.hedgerow.dp,
            io.hedgerow.lingam,
            io.hedgerow.personal;
    exports io.hedgerow.core.internal.search.graph to
            io.hedgerow.categories,
            io.hedgerow.core,
            io.hedgerow.curves,
            io.hedgerow.dp,
            io.hedgerow.lingam,
            io.hedgerow.personal;
    exports io.hedgerow.core.internal.search.missing to
            io.hedgerow.categories,
            io.hedgerow.core;
    exports io.hedgerow.core.internal.search.posterior to
            io.hedgerow.categories,
            io.hedgerow.core,
            io.hedgerow.curves,
            io.hedgerow.dp,
            io.hedgerow.personal,
            io.hedgerow.result;
    exports io.hedgerow.core.internal.search.regression to
            io.hedgerow.categories,
            io.hedgerow.core,
            io.hedgerow.dp,
            io.hedgerow.lingam,
            io.hedgerow.personal;
    exports io.hedgerow.core.internal.search.score to
            io.hedgerow.categories,
            io.hedgerow.core,
            io.hedgerow.curves,
            io.hedgerow.dp,
            io.hedgerow.personal;
    exports io.hedgerow.core.internal.search.sites to
            io.hedgerow.categories,
            io.hedgerow.core,
            io.hedgerow.curves,
            io.hedgerow.dp,
            io.hedgerow.lingam;
    exports io.hedgerow.core.internal.search.sums to
            io.hedgerow.categories,
            io.hedgerow.core,
            io.hedgerow.curves,
            io.hedgerow.dp,
            io.hedgerow.lingam,
            io.hedgerow.personal;
}
