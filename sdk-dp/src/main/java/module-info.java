// SPDX-License-Identifier: Apache-2.0
/** Mechanisms, accounting, the durable ledger, private methods and audits. */
@SuppressWarnings("module") // the application is compiled later, and has no module
module io.hedgerow.dp {
    requires transitive io.hedgerow.core;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires commons.math3;

    exports io.hedgerow.dp.accounting;
    exports io.hedgerow.dp.ledger;
    exports io.hedgerow.dp.mechanism;
    exports io.hedgerow.dp.method;
    exports io.hedgerow.dp.method.settings;
    exports io.hedgerow.dp.site;
    exports io.hedgerow.dp.solver;

    // For the command line, which administers and audits.
    exports io.hedgerow.dp.internal.audit to
            io.hedgerow.samples;
    exports io.hedgerow.dp.internal.audit.cases to
            io.hedgerow.samples;

    uses io.hedgerow.dp.mechanism.NoiseSourceProvider;

    provides io.hedgerow.core.method.MethodProvider with
            io.hedgerow.dp.method.PrivateMethods;
}
