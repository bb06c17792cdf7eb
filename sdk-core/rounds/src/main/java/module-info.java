// SPDX-License-Identifier: Apache-2.0
/** Local solvers, the gate, sessions of sites and the coordinator of rounds. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.rounds {
    requires transitive io.hedgerow.vocabulary;
    requires static transitive org.jspecify;
    requires ejml.core;
    requires ejml.ddense;

    exports io.hedgerow.core.method;
    exports io.hedgerow.core.method.descriptor;
    exports io.hedgerow.core.method.own;
    exports io.hedgerow.core.method.rounds;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.internal.acyclicity to
            io.hedgerow.core,
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.federation.coordinator to
            io.hedgerow.core,
            io.hedgerow.dp,
            io.hedgerow.samples,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.federation.site to
            io.hedgerow.core,
            io.hedgerow.samples,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.solver to
            io.hedgerow.core,
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.solver.notears to
            io.hedgerow.core;
    exports io.hedgerow.core.internal.vote to
            io.hedgerow.core,
            io.hedgerow.dp,
            io.hedgerow.samples;

    uses io.hedgerow.core.method.MethodProvider;
}
