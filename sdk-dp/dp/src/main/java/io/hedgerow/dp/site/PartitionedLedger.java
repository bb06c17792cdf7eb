// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.ledger.SpendingPlan;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Shares the ledger of one data set among the gates of its parts. Every user, or row, is in one part, so a round of all
 * parts costs the data set as much as the dearest part's round: it is drawn once, by the part that comes first, and
 * each part is let through once. The proof: {@code docs/privacy-proofs/ledger.md}.
 *
 * <p>Thread-safe.
 */
final class PartitionedLedger {

    private final BudgetLedger ledger;
    private final SpendingPlan declared;
    private final List<SpendingPlan> plans;
    private final int[] last;
    private final BitSet drawn = new BitSet();

    /** Takes a study that was declared by the dearest of the parts' plans, which are in their order. */
    PartitionedLedger(BudgetLedger ledger, SpendingPlan declared, List<SpendingPlan> plans) {
        this.ledger = ledger;
        this.declared = declared;
        this.plans = List.copyOf(plans);
        this.last = new int[plans.size()];
        Arrays.fill(last, -1);
    }

    /** The ledger for one part's gate. */
    BudgetLedger of(int part) {
        return new BudgetLedger() {
            @Override
            public void reserve(ReservationRequest request) {
                PartitionedLedger.this.reserve(part, request);
            }

            @Override
            public void requireLetThrough(ReservationRequest request) {
                PartitionedLedger.this.requireLetThrough(part, request);
            }
        };
    }

    private synchronized void requireLetThrough(int part, ReservationRequest request) {
        int round = request.round();
        if (!request.study().equals(declared.study())
                || round != last[part]
                || !plans.get(part).rounds().get(round).equals(request.event())) {
            throw new LedgerException("study " + request.study() + " round " + round
                    + " cannot be computed again: the ledger did not let this computation through last");
        }
    }

    private synchronized void reserve(int part, ReservationRequest request) {
        SpendingPlan plan = plans.get(part);
        int round = request.round();
        String where = "study " + request.study() + " round " + round;
        if (!request.study().equals(declared.study())
                || round >= plan.rounds().size()
                || !plan.rounds().get(round).equals(request.event())) {
            throw new LedgerException(
                    where + " must have the event of this part's plan, has another one: reserve the planned event");
        }
        if (round <= last[part]) {
            throw new LedgerException(where + " is spent: every round of a part is let through once and in order");
        }
        if (!drawn.get(round)) {
            ledger.reserve(new ReservationRequest(
                    request.dataset(),
                    request.unit(),
                    request.adjacency(),
                    request.study(),
                    round,
                    declared.rounds().get(round)));
            drawn.set(round);
        }
        last[part] = round;
    }
}
