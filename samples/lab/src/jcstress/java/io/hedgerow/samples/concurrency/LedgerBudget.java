// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.concurrency;

import io.hedgerow.dp.ledger.InsecureVolatileLedger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Three threads ask for one ε each, of a budget of two: two are granted, and two are recorded. */
@JCStressTest
@Outcome(id = "1, 1, 0, 2", expect = Expect.ACCEPTABLE, desc = "the third is refused")
@Outcome(id = "1, 0, 1, 2", expect = Expect.ACCEPTABLE, desc = "the second is refused")
@Outcome(id = "0, 1, 1, 2", expect = Expect.ACCEPTABLE, desc = "the first is refused")
@Outcome(expect = Expect.FORBIDDEN, desc = "more is granted or recorded than the budget has, or less")
@State
public class LedgerBudget {
    private final InsecureVolatileLedger ledger = StressLedger.ofBudget(2);

    @Actor
    public void first(IIII_Result r) {
        r.r1 = StressLedger.reserve(ledger, 0);
    }

    @Actor
    public void second(IIII_Result r) {
        r.r2 = StressLedger.reserve(ledger, 1);
    }

    @Actor
    public void third(IIII_Result r) {
        r.r3 = StressLedger.reserve(ledger, 2);
    }

    @Arbiter
    public void afterwards(IIII_Result r) {
        r.r4 = ledger.recorded().size();
    }
}
