// SPDX-License-Identifier: Apache-2.0
/** Networks of tables of categories, and inference on them. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.tables {
    requires transitive io.hedgerow.vocabulary;
    requires static transitive org.jspecify;
    requires commons.math3;

    exports io.hedgerow.core.table;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.internal.table to
            io.hedgerow.categories,
            io.hedgerow.dp,
            io.hedgerow.search;
}
