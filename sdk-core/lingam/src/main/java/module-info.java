// SPDX-License-Identifier: Apache-2.0
/** Causal order from noise that is not Gaussian. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.lingam {
    requires transitive io.hedgerow.vocabulary;
    requires transitive io.hedgerow.search;
    requires static transitive org.jspecify;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.internal.lingam to
            io.hedgerow.core;
    exports io.hedgerow.core.internal.lingam.contrast to
            io.hedgerow.core;
}
