// SPDX-License-Identifier: Apache-2.0
/** Simulated sites, and known networks to measure against. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.simulation {
    requires transitive io.hedgerow.vocabulary;
    requires static transitive org.jspecify;
    requires de.siegmar.fastcsv;
    requires ejml.core;
    requires ejml.ddense;

    exports io.hedgerow.core.simulation;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.internal.simulation to
            io.hedgerow.core;
    exports io.hedgerow.core.internal.simulation.mixed to
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.simulation.model to
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.truth to
            io.hedgerow.samples;
}
