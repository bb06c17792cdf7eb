// SPDX-License-Identifier: Apache-2.0
/** Sums of rows with categories, and the network of numbers and categories. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.categories {
    requires transitive io.hedgerow.vocabulary;
    requires transitive io.hedgerow.tables;
    requires transitive io.hedgerow.search;
    requires static transitive org.jspecify;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.internal.block to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.category to
            io.hedgerow.core;
}
