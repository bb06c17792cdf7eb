// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.List;
import java.util.Objects;

/**
 * The cost of a computation on site data, stated before the data is opened. An event is a fact; accountants interpret
 * it.
 *
 * <p>Symbols: μ is sensitivity divided by the noise standard deviation; ε0 is the bounded-range parameter of one
 * selection. A {@code count} is the number of identical calls in a row.
 *
 * <p>The set is closed so that an accountant can prove that it handles every case. Immutable.
 */
public sealed interface MechanismEvent {

    /**
     * Gaussian noise on a query.
     *
     * @param mu sensitivity divided by the standard deviation of one call; finite and &gt; 0
     * @param count number of calls; at least 1
     */
    record Gaussian(double mu, long count) implements MechanismEvent {
        public Gaussian {
            requirePositive("mu", mu);
            requireCount(count);
        }
    }

    /**
     * Selection by the exponential mechanism with one uniform scale.
     *
     * @param boundedRange the bounded-range parameter ε0 of one call; finite and &gt; 0
     * @param count number of calls; at least 1
     */
    record Selection(double boundedRange, long count) implements MechanismEvent {
        public Selection {
            requirePositive("boundedRange", boundedRange);
            requireCount(count);
        }
    }

    /**
     * Laplace noise on a query.
     *
     * @param scale noise scale in units of the ℓ1 sensitivity; finite and &gt; 0
     * @param count number of calls; at least 1
     */
    record Laplace(double scale, long count) implements MechanismEvent {
        public Laplace {
            requirePositive("scale", scale);
            requireCount(count);
        }
    }

    /**
     * A mechanism known only to be ε-differentially private.
     *
     * @param epsilon the parameter of one call; finite and &gt; 0
     * @param count number of calls; at least 1
     */
    record PureDp(double epsilon, long count) implements MechanismEvent {
        public PureDp {
            requirePositive("epsilon", epsilon);
            requireCount(count);
        }
    }

    /**
     * Noise whose distribution approximates the stated one: each draw differs by at most a given total-variation
     * distance. Costs δ, and has no Rényi divergence.
     *
     * @param totalVariation the largest distance of one number; finite and &gt; 0
     * @param count how many numbers are drawn; at least 1
     */
    record Distance(double totalVariation, long count) implements MechanismEvent {
        public Distance {
            requirePositive("totalVariation", totalVariation);
            requireCount(count);
        }
    }

    /**
     * Several events in chronological order.
     *
     * @param steps the events, first call first; at least one
     */
    record Sequence(List<MechanismEvent> steps) implements MechanismEvent {
        public Sequence {
            steps = List.copyOf(steps);
            if (steps.isEmpty()) {
                throw new IllegalArgumentException("steps must hold at least one event, was empty");
            }
        }
    }

    /**
     * A computation without any privacy guarantee. A gate that enforces a budget refuses it.
     *
     * @param reason what computes without protection, for the ledger's reader
     */
    record NonPrivate(String reason) implements MechanismEvent {
        public NonPrivate {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** {@return whether this event or one of its steps is {@link NonPrivate}, without a privacy guarantee} */
    default boolean containsNonPrivate() {
        if (this instanceof Sequence sequence) {
            return sequence.steps().stream().anyMatch(MechanismEvent::containsNonPrivate);
        }
        return this instanceof NonPrivate;
    }

    private static void requirePositive(String name, double value) {
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(name + " must be finite and > 0, was " + value);
        }
    }

    private static void requireCount(long count) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, was " + count);
        }
    }
}
