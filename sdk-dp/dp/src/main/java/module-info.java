// SPDX-License-Identifier: Apache-2.0
/** Private methods, their ledgers in one process, forecasts and audits. */
@SuppressWarnings("module") // the application is compiled later, and has no module
module io.hedgerow.dp {
    requires transitive io.hedgerow.budget;
    requires transitive io.hedgerow.core;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.annotation;
    requires commons.math3;

    exports io.hedgerow.dp.method;
    exports io.hedgerow.dp.method.settings;
    exports io.hedgerow.dp.site;

    // For the command line, which administers and audits.
    exports io.hedgerow.dp.internal.audit to
            io.hedgerow.samples;
    exports io.hedgerow.dp.internal.audit.cases to
            io.hedgerow.samples;

    exports io.hedgerow.dp.internal.options to
            io.hedgerow.samples;

    exports io.hedgerow.dp.internal.forecast to
            io.hedgerow.samples;

    provides io.hedgerow.core.method.MethodProvider with
            io.hedgerow.dp.method.PrivateMethods;
    provides io.hedgerow.dp.ledger.DataNames with
            io.hedgerow.dp.site.ChargedNames;
}
