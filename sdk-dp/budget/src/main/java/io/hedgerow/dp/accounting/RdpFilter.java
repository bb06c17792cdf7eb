// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.accounting.Search;
import java.util.Objects;

/**
 * A privacy filter: decides before each event whether the budget covers it, where the events, their noise and their
 * number may be chosen from earlier outputs. What was admitted in total is (ε, δ)-differentially private.
 *
 * <p>One order α is fixed before the first event. The filter adds up Rényi divergences of that order and admits an
 * event while the sum r stays within {@code ε ≥ r + ln(1 − 1/α) − (ln δ + ln α)/(α − 1)} (Feldman and Zrnic 2021, arXiv
 * 2008.11193, theorem 3.1, with the conversion of Canonne, Kamath and Steinke 2020, proposition 12). The order must not
 * be chosen later: the best order of what happened to be spent is a function of the outputs.
 *
 * <p>For plans that are fixed in advance {@link FixedPlanAccountant} certifies a smaller ε. The two share no type on
 * purpose: a total that is partly filtered and partly certified means nothing. Thread-safe.
 */
public final class RdpFilter {
    private final PrivacyBudget budget;
    private final double order;
    private final double offset;
    private double spent;

    /**
     * Creates a filter that has admitted nothing.
     *
     * @param budget the bound on everything that will be admitted; its δ must be &gt; 0
     * @param order α, fixed from now on; finite and &gt; 1
     * @throws IllegalArgumentException when the order leaves nothing of the budget, see {@link #orderFor}
     */
    public RdpFilter(PrivacyBudget budget, double order) {
        this.budget = Objects.requireNonNull(budget, "budget");
        this.order = requireOrder(order);
        if (!(budget.delta() > 0)) {
            throw new IllegalArgumentException("delta must be > 0 for a filter, was " + budget.delta());
        }
        this.offset = offset(budget.delta(), order);
        if (!(budget.epsilon() > offset)) {
            throw new IllegalArgumentException("order must leave a part of epsilon " + budget.epsilon() + " at delta "
                    + budget.delta() + ", was " + order + ", which costs " + offset);
        }
    }

    /**
     * Returns the order that lets most Gaussian noise calls through: the α that maximises {@code capacity/α}.
     *
     * @param budget the bound; its δ must be &gt; 0
     * @throws IllegalArgumentException when δ is 0
     */
    public static double orderFor(PrivacyBudget budget) {
        if (!(budget.delta() > 0)) {
            throw new IllegalArgumentException("delta must be > 0 for a filter, was " + budget.delta());
        }
        double best = Search.argMin(
                u -> {
                    double alpha = 1 + StrictMath.exp(u);
                    return (offset(budget.delta(), alpha) - budget.epsilon()) / alpha;
                },
                StrictMath.log(1e-5),
                StrictMath.log(1e9));
        return 1 + StrictMath.exp(best);
    }

    /** {@return the order of this filter: α} */
    public double order() {
        return order;
    }

    /** {@return the budget of this filter} */
    public PrivacyBudget budget() {
        return budget;
    }

    /**
     * Says whether the budget covers an event in addition to those admitted. Changes nothing.
     *
     * @param event the calls in question
     * @return whether {@link #spend} would succeed
     * @throws IllegalArgumentException when a part of the event has no guarantee
     */
    public synchronized boolean admits(MechanismEvent event) {
        return offset + after(event) <= budget.epsilon();
    }

    /**
     * Admits an event, before it happens.
     *
     * @param event the calls
     * @throws BudgetExhaustedException when the budget does not cover it; nothing is charged
     * @throws IllegalArgumentException when a part of the event has no guarantee
     */
    public synchronized void spend(MechanismEvent event) {
        if (!admits(event)) {
            throw new BudgetExhaustedException(
                    "the event must fit into epsilon " + budget.epsilon() + " at delta " + budget.delta()
                            + ", of which " + spent() + " is spent at order " + order,
                    event);
        }
        spent = after(event);
    }

    /**
     * {@return the ε of everything admitted so far, at the budget's δ and this filter's order: ε, rounded up; 0 when
     * nothing was admitted}
     */
    public synchronized double spent() {
        return spent == 0 ? 0 : Math.max(0, Math.nextUp(offset + spent));
    }

    private double after(MechanismEvent event) {
        return Math.nextUp(spent + RenyiAccountant.divergence(event, order));
    }

    /** The number that the conversion adds to the divergence, rounded up. */
    private static double offset(double delta, double alpha) {
        double logs = -(StrictMath.log(delta) + StrictMath.log(alpha)) / (alpha - 1);
        return logs + StrictMath.log1p(-1 / alpha) + 1e-14 * (Math.abs(logs) + 1 / (alpha - 1));
    }

    private static double requireOrder(double order) {
        if (!(order > 1) || order == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("order must be finite and > 1, was " + order);
        }
        return order;
    }
}
