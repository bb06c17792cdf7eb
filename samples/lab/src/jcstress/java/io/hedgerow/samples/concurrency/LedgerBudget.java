// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.concurrency;

import io.hedgerow.dp.ledger.InsecureVolatileLedger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two threads ask for one ε twice each, of a budget of three: three are granted, and three are recorded. */
@JCStressTest
@Outcome(id = "2, 1, 3", expect = Expect.ACCEPTABLE, desc = "the second thread is refused once")
@Outcome(id = "1, 2, 3", expect = Expect.ACCEPTABLE, desc = "the first thread is refused once")
@Outcome(expect = Expect.FORBIDDEN, desc = "more is granted or recorded than the budget has, or less")
@State
public class LedgerBudget {
    private final InsecureVolatileLedger ledger = StressLedger.ofBudget(3);

    @Actor
    public void first(III_Result r) {
        r.r1 = StressLedger.reserve(ledger, 0) + StressLedger.reserve(ledger, 1);
    }

    @Actor
    public void second(III_Result r) {
        r.r2 = StressLedger.reserve(ledger, 2) + StressLedger.reserve(ledger, 3);
    }

    @Arbiter
    public void afterwards(III_Result r) {
        r.r3 = StressLedger.recorded(ledger);
    }
}
