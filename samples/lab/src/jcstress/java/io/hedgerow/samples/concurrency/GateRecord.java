// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.concurrency;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DataPermit;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.dp.ledger.InsecureVolatileLedger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thread that gets a permit from another one finds its cost in the ledger. */
@JCStressTest
@Outcome(
        id = {"0, 0", "0, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "no permit yet")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "a permit, and its record")
@Outcome(expect = Expect.FORBIDDEN, desc = "a permit without a record")
@State
public class GateRecord {
    private final InsecureVolatileLedger ledger = StressLedger.ofBudget(1);
    private volatile @Nullable DataPermit handedOver;

    @Actor
    public void gate() {
        handedOver = PrivacyGate.enforcing(ledger, StressLedger.DATASET, StressLedger.UNIT, Adjacency.REPLACE_ONE)
                .reserve("study", 0, StressLedger.ONE)
                .permit();
    }

    @Actor
    public void reader(II_Result r) {
        r.r1 = handedOver != null ? 1 : 0;
        r.r2 = ledger.spent().spentEpsilon() > 0 ? 1 : 0;
    }
}
