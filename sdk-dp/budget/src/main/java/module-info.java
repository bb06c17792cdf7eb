// SPDX-License-Identifier: Apache-2.0
/** Mechanisms, accountants, and the durable ledger that a site keeps. */
module io.hedgerow.budget {
    requires transitive io.hedgerow.vocabulary;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;

    exports io.hedgerow.dp.accounting;
    exports io.hedgerow.dp.ledger;
    exports io.hedgerow.dp.mechanism;
    exports io.hedgerow.dp.plan;
    exports io.hedgerow.dp.solver;

    uses io.hedgerow.dp.ledger.DataNames;
    uses io.hedgerow.dp.mechanism.NoiseSourceProvider;
}
