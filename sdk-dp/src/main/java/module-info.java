/** Mechanisms, accounting, the durable ledger, private methods and audits. */
module io.hedgerow.dp {
    requires transitive io.hedgerow.core;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires commons.math3;

    exports io.hedgerow.dp.accounting;
    exports io.hedgerow.dp.audit;
    exports io.hedgerow.dp.ledger;
    exports io.hedgerow.dp.mechanism;
    exports io.hedgerow.dp.method;
    exports io.hedgerow.dp.solver;

    uses io.hedgerow.dp.mechanism.NoiseSourceProvider;

    provides io.hedgerow.core.method.MethodProvider with
            io.hedgerow.dp.method.PrivateMethods;
}
