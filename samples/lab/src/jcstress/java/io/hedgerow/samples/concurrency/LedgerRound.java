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

/** Two threads ask for the same round, of a budget that has room for both: it is let through once. */
@JCStressTest
@Outcome(
        id = {"1, 0, 1", "0, 1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one of them")
@Outcome(expect = Expect.FORBIDDEN, desc = "the round is let through twice, or not at all")
@State
public class LedgerRound {
    private final InsecureVolatileLedger ledger = StressLedger.ofBudget(9);

    @Actor
    public void one(III_Result r) {
        r.r1 = StressLedger.reserve(ledger, 0);
    }

    @Actor
    public void other(III_Result r) {
        r.r2 = StressLedger.reserve(ledger, 0);
    }

    @Arbiter
    public void afterwards(III_Result r) {
        r.r3 = StressLedger.recorded(ledger);
    }
}
