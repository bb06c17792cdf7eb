// SPDX-License-Identifier: Apache-2.0
/** Ancestral graphs: directions that are known when causes may be hidden. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.hidden {
    requires transitive io.hedgerow.vocabulary;
    requires static transitive org.jspecify;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.internal.ancestral to
            io.hedgerow.search;
}
