package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.MechanismEvent;

/** The Rényi divergence of an event at one order, rounded up. Implementations are thread-safe. */
@FunctionalInterface
public interface RenyiCost {

    /**
     * The divergence.
     *
     * @param event what is done, in chronological order
     * @param order α &gt; 1
     * @return an upper bound of D_α(P‖Q) over adjacent data sets
     * @throws IllegalArgumentException when the event holds a part without a guarantee
     */
    double divergence(MechanismEvent event, double order);
}
