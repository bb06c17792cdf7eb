// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.accounting.DistanceCharge;
import io.hedgerow.dp.internal.accounting.EventTotals;
import java.math.BigDecimal;
import java.util.List;

/**
 * Draws noise for differential privacy, as whole numbers on a lattice whose step the caller chooses. Never seeded
 * outside test code. An implementation is named explicitly and its name goes into the ledger.
 *
 * <p>Not thread-safe: one instance per thread.
 */
public interface NoiseSource {

    /**
     * The name of the implementation, for ledgers and results.
     *
     * @return a short stable identifier
     */
    String id();

    /** {@return the law of the draws, from which their charge follows} */
    Law law();

    /**
     * Opens the source of a name: {@value DiscreteNoise#ID} is built in, others come from a
     * {@link NoiseSourceProvider}. An unknown name is refused, never replaced by another source, and so is one that
     * cannot draw: a number of each law is drawn before it is returned.
     *
     * @param id name of the implementation
     * @return a new source for one thread
     * @throws IllegalArgumentException when there is no source of that name, or more than one, or it cannot draw here
     */
    static NoiseSource byId(String id) {
        return NoiseSources.byId(id);
    }

    /**
     * {@return the law of the source of a name, without opening it}
     *
     * @param id name of the implementation
     * @throws IllegalArgumentException when there is no source of that name, or more than one
     */
    static Law lawOf(String id) {
        return NoiseSources.lawOf(id);
    }

    /** {@return a new source of exact discrete noise, which is taken where none is named} */
    static NoiseSource usual() {
        return DiscreteNoise.secure();
    }

    /**
     * Mixes fresh entropy of the operating system into this source. Called before each release, so that machines that
     * were cloned, with this source in their memory, do not draw the same noise. Does nothing unless an implementation
     * keeps a state that decides about later draws.
     *
     * @throws IllegalStateException when the platform gives no entropy; nothing may be drawn then
     */
    default void refresh() {}

    /**
     * Draws (discrete or rounded) Gaussian noise with mean 0.
     *
     * @param sigma standard deviation in lattice steps; finite, from 1 to 2⁴⁰
     * @return the noise in lattice steps
     */
    long gaussian(double sigma);

    /**
     * Draws discrete Laplace noise: P(k) ∝ exp(−|k| / scale).
     *
     * @param scale in lattice steps; finite, from 1 to 2⁴⁰
     * @return the noise in lattice steps
     */
    long laplace(double scale);

    /**
     * The accuracy of a noise source: the total-variation distance of one draw from the requested distribution, which
     * determines the charge. A distance τ costs (1 + e^ε)·τ of δ for every number. No generator's distance from true
     * randomness is in it.
     *
     * <p>Immutable. Proof note: {@code docs/privacy-proofs/noise-source.md}.
     *
     * @param gaussianDistance of {@link #gaussian} at any scale: from the discrete Gaussian, or from a continuous one
     *     that is rounded; 0 for the discrete Gaussian itself
     * @param laplaceDistance of {@link #laplace} at any scale, from the discrete Laplace; 0 for that itself
     * @param coversShares whether the charge holds for sums of shares of several sites: that needs exact laws
     */
    record Law(double gaussianDistance, double laplaceDistance, boolean coversShares) {

        /** The law of exact discrete noise, which costs no δ, alone or in sums of shares. */
        public static final Law EXACT = new Law(0, 0, true);

        private static final double LARGEST = 0x1p-20;

        public Law {
            requireDistance("gaussianDistance", gaussianDistance);
            requireDistance("laplaceDistance", laplaceDistance);
            if (coversShares && (gaussianDistance > 0 || laplaceDistance > 0)) {
                throw new IllegalArgumentException(
                        "coversShares must be false for a law that is not exact: distances of shares are not those of"
                                + " their sum");
            }
        }

        /** Says whether draws have exactly the requested distribution. */
        public boolean isExact() {
            return gaussianDistance == 0 && laplaceDistance == 0;
        }

        /**
         * Returns the event that charges Gaussian draws of this law.
         *
         * @param event the cost of a release with noise of the law that was asked for
         * @param draws how many numbers are drawn for it; at least 0
         * @return the cost with noise of this law: the event itself where it is exact
         */
        public MechanismEvent ofGaussians(MechanismEvent event, long draws) {
            return gaussianDistance == 0 || draws == 0
                    ? event
                    : new MechanismEvent.Sequence(List.of(event, new MechanismEvent.Distance(gaussianDistance, draws)));
        }

        /**
         * {@return the budget of the noise that is asked for: with what is left of δ when draws of this law take their
         * part}
         *
         * @param budget of everything
         * @param draws how many Gaussian numbers are drawn; at least 0
         * @throws IllegalArgumentException when nothing is left of δ
         */
        public PrivacyBudget left(PrivacyBudget budget, long draws) {
            double taken = EventTotals.roundUp(new BigDecimal(gaussianDistance).multiply(BigDecimal.valueOf(draws)));
            double rest = new DistanceCharge(taken).rest(budget.epsilon(), budget.delta());
            if (taken > 0 && !(rest > 0)) {
                throw new IllegalArgumentException(
                        "noise whose law is within " + gaussianDistance + " of the stated one takes"
                                + " (1 + e^epsilon) times that of delta for each of " + draws
                                + " numbers, which is more than delta "
                                + budget.delta() + " at epsilon " + budget.epsilon()
                                + ": allow a larger delta, a smaller epsilon, or take noise discrete");
            }
            return new PrivacyBudget(budget.epsilon(), rest);
        }

        private static void requireDistance(String name, double distance) {
            if (!(distance >= 0 && distance <= LARGEST)) {
                throw new IllegalArgumentException(name + " must be from 0 to 2^-20, was " + distance);
            }
        }
    }
}
