// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import io.hedgerow.core.internal.text.BudgetRange;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.mechanism.Rounding;
import java.util.List;

/**
 * Releases whole numbers of lattice steps with Gaussian noise at cost μ = Δ/σ per call, plus a charge for the
 * difference between discrete and continuous noise.
 *
 * <p>Δ is the integer sensitivity, in Euclidean norm when several numbers are released together; z is the noise
 * multiplier; σ = z·Δ steps, rounded up. Noise is at least 2²⁰ steps, so the charge is tiny: 2η per number released
 * with η = (c² + 1)/(24σ²), c = 14, at most 1.5·10⁻¹¹. It is a shift of ε: an accountant must add it to ε, not compose
 * it as if it were a random loss of mean zero, and an accountant of Rényi or zero-concentrated privacy needs no such
 * charge. The noise beyond 14σ adds less than 10⁻⁴³·(1 + e^ε) per number to δ and e^η multiplies δ: the accountant
 * takes a lower δ for both, and Rényi's bound where that does not cover them. Proof note:
 * {@code docs/privacy-proofs/discrete-gaussian.md}.
 *
 * <p>Immutable and thread-safe; the noise source is not.
 */
public final class GaussianMechanism {

    /** The least standard deviation in lattice steps. */
    public static final double LEAST_SIGMA = 0x1p20;

    private static final double LARGEST_SIGMA = 0x1p40;
    private static final double TAIL = 14;

    /**
     * The largest pure charge that an accountant adds to ε as it is; it may take a larger one for a loss of its own.
     */
    private static final double LARGEST_CHARGE = 1e-3;

    private final Sensitivity sensitivity;
    private final double sigma;
    private final double drawn;

    /**
     * Creates a mechanism with a sensitivity and noise.
     *
     * @param sensitivity Δ in lattice steps
     * @param noiseMultiplier z = σ/Δ; finite and &gt; 0, with σ from 2²⁰ to 2⁴⁰ steps
     */
    public GaussianMechanism(Sensitivity sensitivity, double noiseMultiplier) {
        this(sensitivity, noiseMultiplier, 1);
    }

    /**
     * Creates a mechanism whose noise several sites draw together: each adds noise of σ/√k, so that a sum over k of
     * them has noise of σ at least. <b>Private only as a part of such a sum</b>; the noise of one site is not enough
     * for its own release. Proof note: {@code docs/privacy-proofs/shared-noise.md}.
     *
     * @param sensitivity Δ in lattice steps
     * @param noiseMultiplier z = σ/Δ of the sum
     * @param sites k, sites whose noise is certainly in every sum that anyone sees; at least 1
     */
    public GaussianMechanism(Sensitivity sensitivity, double noiseMultiplier, int sites) {
        if (sites < 1) {
            throw new IllegalArgumentException("sites must be at least 1, was " + sites);
        }
        this.sensitivity = sensitivity;
        this.sigma = Rounding.up(noiseMultiplier * Rounding.doubleAbove(sensitivity.steps()));
        // a root and a quotient, each correctly rounded: two steps up cover both
        this.drawn = sites == 1 ? sigma : Rounding.up(Rounding.up(sigma / Math.sqrt(sites)));
        if (!(noiseMultiplier > 0 && drawn >= LEAST_SIGMA && sigma <= LARGEST_SIGMA)) {
            String given = "noiseMultiplier was " + noiseMultiplier + " at a sensitivity of " + sensitivity.steps()
                    + " steps, and must give each site a standard deviation from 2^20 to 2^40 steps";
            throw sigma > LARGEST_SIGMA ? BudgetRange.tooSmall(given) : BudgetRange.tooLarge(given);
        }
    }

    /** {@return the sensitivity of the released numbers} */
    public Sensitivity sensitivity() {
        return sensitivity;
    }

    /** {@return the standard deviation of the noise: σ in lattice steps} */
    public double sigma() {
        return sigma;
    }

    /**
     * The standard deviation of the noise that one site draws: σ/√k in lattice steps, rounded up; σ when noise is not
     * shared.
     */
    public double drawnSigma() {
        return drawn;
    }

    /** {@return the cost of one call without the charge for the lattice: Δ/σ, rounded up} */
    public double mu() {
        return Rounding.up(Rounding.doubleAbove(sensitivity.steps()) / sigma);
    }

    /**
     * The cost of releases of one number each.
     *
     * @param count number of releases; at least 1
     * @return a Gaussian event, then the charge for the lattice
     */
    public MechanismEvent event(long count) {
        return event(count, 1);
    }

    /**
     * Returns the cost of releases of vectors, to which the sensitivity applies in Euclidean norm.
     *
     * @param count number of releases; at least 1
     * @param coordinates numbers per release; at least 1, and not so many that the charge for the lattice exceeds 1e-3
     * @return a Gaussian event, then the charge for the lattice
     */
    public MechanismEvent event(long count, int coordinates) {
        if (coordinates < 1) {
            throw new IllegalArgumentException("coordinates must be at least 1, was " + coordinates);
        }
        double eta = Rounding.up((TAIL * TAIL + 1) / (24 * Rounding.down(drawn * drawn)));
        double charge = Rounding.up(2.0 * coordinates * eta);
        if (charge > LARGEST_CHARGE) {
            throw new IllegalArgumentException("coordinates must cost at most " + LARGEST_CHARGE
                    + " for the lattice, were " + coordinates + " at " + charge + ": release fewer numbers at once");
        }
        return new MechanismEvent.Sequence(
                List.of(new MechanismEvent.Gaussian(mu(), count), new MechanismEvent.PureDp(charge, count)));
    }

    /**
     * Adds noise to one number.
     *
     * @param value a number of steps
     * @param noise source of the noise
     * @throws ArithmeticException when the sum leaves the range of longs
     */
    public long add(long value, NoiseSource noise) {
        return Math.addExact(value, noise.gaussian(drawn));
    }

    /**
     * Adds noise of the same σ to every number, independently.
     *
     * @param values numbers of steps; modified
     * @param noise source of the noise
     * @throws ArithmeticException when a sum leaves the range of longs
     */
    public void addTo(long[] values, NoiseSource noise) {
        for (int i = 0; i < values.length; i++) {
            values[i] = add(values[i], noise);
        }
    }
}
