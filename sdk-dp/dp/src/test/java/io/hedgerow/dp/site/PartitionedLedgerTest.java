// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.ledger.SpendingPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionedLedgerTest {

    private static final SpendingPlan DEAR = plan(0.2);
    private static final SpendingPlan CHEAP = plan(0.1);

    private final List<ReservationRequest> drawn = new ArrayList<>();
    private final PartitionedLedger parts = new PartitionedLedger(drawn::add, DEAR, List.of(CHEAP, DEAR));

    private static SpendingPlan plan(double mu) {
        MechanismEvent round = new MechanismEvent.Gaussian(mu, 1);
        return new SpendingPlan("s", "solver", "noise", List.of(round, round, round), 1e-6);
    }

    private static ReservationRequest asks(SpendingPlan plan, int round) {
        return new ReservationRequest(
                new DatasetIdentity("file"),
                new PrivacyUnit.RecordUnit(),
                Adjacency.REPLACE_ONE,
                "s",
                round,
                plan.rounds().get(round));
    }

    @Test
    void reserve_ofEveryPart_drawsARoundOnce_atTheDearestPartsCost() {
        BudgetLedger first = parts.of(0);
        BudgetLedger second = parts.of(1);
        for (int round = 0; round < 3; round++) {
            first.reserve(asks(CHEAP, round));
            second.reserve(asks(DEAR, round));
        }
        assertEquals(List.of(asks(DEAR, 0), asks(DEAR, 1), asks(DEAR, 2)), drawn);
    }

    @Test
    void reserve_again_orBackwards_orForSomethingElse_isRefused() {
        BudgetLedger first = parts.of(0);
        first.reserve(asks(CHEAP, 1));
        assertThrows(LedgerException.class, () -> first.reserve(asks(CHEAP, 1)));
        assertThrows(LedgerException.class, () -> first.reserve(asks(CHEAP, 0)));
        assertThrows(LedgerException.class, () -> first.reserve(asks(DEAR, 2)));
        assertEquals(1, drawn.size());
    }

    /** What the file's ledger refuses no part gets, also when it asks again. */
    @Test
    void reserve_whenTheLedgerRefuses_isRefusedForEveryPart() {
        PartitionedLedger refused = new PartitionedLedger(
                request -> {
                    throw new LedgerException("no");
                },
                DEAR,
                List.of(DEAR, DEAR));
        for (int part : new int[] {0, 0, 1}) {
            assertThrows(LedgerException.class, () -> refused.of(part).reserve(asks(DEAR, 0)));
        }
    }
}
