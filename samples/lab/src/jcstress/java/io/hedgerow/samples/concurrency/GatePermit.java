// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.concurrency;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DataPermit;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyGate.Reservation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads open data with one reservation, as {@code SiteData.open} does: the data opens once. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one of them opens")
@Outcome(expect = Expect.FORBIDDEN, desc = "one reservation opens twice, or not at all")
@State
public class GatePermit {
    private final Reservation reservation = PrivacyGate.enforcing(
                    StressLedger.ofBudget(1), StressLedger.DATASET, StressLedger.UNIT, Adjacency.REPLACE_ONE)
            .reserve("study", 0, StressLedger.ONE);

    @Actor
    public void one(II_Result r) {
        r.r1 = open();
    }

    @Actor
    public void other(II_Result r) {
        r.r2 = open();
    }

    private int open() {
        try {
            DataPermit permit = reservation.permit();
            permit.use(StressLedger.DATASET);
            return 1;
        } catch (IllegalStateException e) {
            return 0;
        }
    }
}
