// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.mechanism.Rounding;

/**
 * Releases whole numbers of lattice steps with discrete Laplace noise at cost ε = Δ/s per number of pure differential
 * privacy, exactly: for noise P(k) ∝ e^(−|k|/s) and inputs that differ by at most Δ the loss never exceeds Δ/s.
 *
 * <p>Δ is the integer sensitivity of one number; s = Δ·scale steps, rounded up. The event is that of the continuous
 * Laplace mechanism at loss Δ/s + 1/4s², whose whole trade-off curve bounds that of the discrete one. At Δ/s alone it
 * would not: the discrete noise has an atom at 0. Noise is at least 2²⁰ steps, so the difference is below 10⁻¹².
 *
 * <p>Immutable and thread-safe; the noise source is not. Proof note: {@code docs/privacy-proofs/discrete-laplace.md}.
 */
public final class LaplaceMechanism {

    private static final double LEAST_SCALE = 0x1p20;
    private static final double LARGEST_SCALE = 0x1p40;

    private final Sensitivity sensitivity;
    private final double scaleSteps;

    /**
     * Creates a mechanism with a sensitivity and noise.
     *
     * @param sensitivity Δ of one number, in lattice steps
     * @param scale s/Δ; finite and &gt; 0, with s from 2²⁰ to 2⁴⁰ steps
     */
    public LaplaceMechanism(Sensitivity sensitivity, double scale) {
        this.sensitivity = sensitivity;
        this.scaleSteps = Rounding.up(scale * Rounding.doubleAbove(sensitivity.steps()));
        if (!(scale > 0 && scaleSteps >= LEAST_SCALE && scaleSteps <= LARGEST_SCALE)) {
            throw new IllegalArgumentException("scale must give noise of 2^20 to 2^40 steps at a sensitivity of "
                    + sensitivity.steps() + " steps, was " + scale);
        }
    }

    /** {@return the sensitivity of the released numbers} */
    public Sensitivity sensitivity() {
        return sensitivity;
    }

    /** The scale s of the noise, in lattice steps. */
    public double scaleSteps() {
        return scaleSteps;
    }

    /**
     * {@return the cost of releases of one number each: the event of scale 1/(Δ/s + 1/4s²), rounded down, which rounds
     * the loss up}
     *
     * @param count number of releases; at least 1
     */
    public MechanismEvent event(long count) {
        double charged = Rounding.up(Rounding.doubleAbove(sensitivity.steps()) + 1 / (4 * scaleSteps));
        return new MechanismEvent.Laplace(Rounding.down(scaleSteps / charged), count);
    }

    /**
     * Adds noise to one number.
     *
     * @param value a number of steps
     * @param noise source of the noise
     * @throws ArithmeticException when the sum leaves the range of longs
     */
    public long add(long value, NoiseSource noise) {
        return Math.addExact(value, noise.laplace(scaleSteps));
    }

    /**
     * Adds noise of the same scale to every number, independently.
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
