// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.release.NoisySum;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.Lattice;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.NormClipping;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;
import java.util.List;

/**
 * Sums u uᵀ with ‖u‖ ≤ 1 over units, with Gaussian noise of σ on the diagonal and σ/√2 beside it.
 *
 * <p>With y_j = (x_j − c_j) / a_j: as <i>directions</i> u = y / ‖y‖, with radius R u = y / max(R, ‖y‖). u is rounded to
 * whole steps with Σ u_i² ≤ r² in whole numbers, r = 2^b, and the products of whole numbers are exact. So replacing a
 * row moves the matrix by at most √2·r² steps² in Frobenius norm and a row that vanishes by r²; nothing is lost to
 * rounding. The matrices of a user's rows are summed and the sum is clipped to Frobenius norm r² by
 * {@link UserProducts}. The upper triangle is released: a shift (Δ_ij) of norm ≤ Δ has, in units of the noise, the
 * length √(Σ_i Δ_ii² / σ² + Σ_{i&lt;j} Δ_ij² / (σ²/2)) = ‖Δ‖_F / σ. Proof note:
 * {@code docs/privacy-proofs/noisy-gram.md}.
 */
public class GramSum extends NoisySum {

    private static final int FINEST = 16;
    /** The finest bits for users with several rows: squares of matrix entries up to 2³⁰ are compared in longs. */
    private static final int FINEST_OF_PERSONS = 15;

    private static final int COARSEST = 10;

    private final int d;
    private final double radius;
    private final NormClipping clipping;
    private final double beside;
    private final double step;
    private final long[] steps;
    private final double[] scaled;
    private final UserProducts users;

    /** Creates a sum over rows; a {@code radius} of 0 means directions. */
    public GramSum(
            int variables, long rows, Adjacency adjacency, boolean zeroRowVanishes, double radius, double multiplier) {
        this(variables, rows, adjacency, zeroRowVanishes, radius, multiplier, 1, false);
    }

    /** Creates a sum with noise that {@code sites} sites draw together, of rows or of users. */
    public GramSum(
            int variables,
            long rows,
            Adjacency adjacency,
            boolean zeroRowVanishes,
            double radius,
            double multiplier,
            int sites,
            boolean byUser) {
        super(
                new GaussianMechanism(
                        sensitivity(adjacency, zeroRowVanishes, bits(multiplier, byUser)), multiplier, sites),
                variables,
                variables * (variables + 1) / 2,
                Math.scalb(1.0, -2 * bits(multiplier, byUser)));
        this.d = variables;
        this.radius = radius;
        int bits = bits(multiplier, byUser);
        this.step = Math.scalb(1.0, -bits);
        this.clipping = new NormClipping(new Lattice(step), 1);
        // a quotient of correctly rounded operations: two steps up cover both roundings
        this.beside = Math.nextUp(Math.nextUp(mechanism.drawnSigma() / Math.sqrt(2)));
        fit(rows, adjacency, clipping.normSteps() * clipping.normSteps(), sites);
        this.steps = new long[d];
        this.scaled = new double[d];
        this.users = new UserProducts(d, Math.min(bits, FINEST_OF_PERSONS));
    }

    /** The bits of a step, as fine as noise below 2³⁹ steps² allows, by the multiplier only, which is public. */
    private static int bits(double multiplier, boolean byUser) {
        int fine = Math.max(COARSEST, Math.min(FINEST, (37 - Math.getExponent(multiplier)) / 2));
        return Math.min(fine, byUser ? FINEST_OF_PERSONS : FINEST);
    }

    private static Sensitivity sensitivity(Adjacency adjacency, boolean zeroRowVanishes, int bits) {
        Sensitivity bound =
                Sensitivity.ofOuterProducts(zeroRowVanishes ? adjacency : Adjacency.REPLACE_ONE, 1L << bits);
        return new Sensitivity(adjacency, bound.steps());
    }

    @Override
    public MechanismEvent event() {
        // η of a number beside the diagonal is twice that of one on it: d + 2·d(d−1)/2 = d² times the latter
        return mechanism.event(1, d * d);
    }

    @Override
    public void add(double[] row) {
        // A little shorter than 1, so that rounding to steps seldom lifts the norm above the bound; were it lifted, the
        // clipping would cut it.
        scale(row, 1 - 0.5 * Math.sqrt(d) * step);
        clipping.clip(scaled, steps);
        int at = 0;
        for (int i = 0; i < d; i++) {
            long own = steps[i];
            for (int j = i; j < d; j++) {
                sums[at++] += own * steps[j];
            }
        }
    }

    @Override
    public void addUser(List<double[]> rows) {
        double[][] own = new double[rows.size()][];
        for (int k = 0; k < own.length; k++) {
            scale(rows.get(k), 1);
            own[k] = scaled.clone();
        }
        users.addTo(sums, own);
    }

    /** The row as a vector of a given length, or of less when it is shorter than the radius. */
    private void scale(double[] row, double length) {
        double largest = 0;
        for (int j = 0; j < d; j++) {
            double y = (row[j] - centre[j]) / units[j];
            scaled[j] = Math.abs(y) <= Double.MAX_VALUE ? y : 0;
            largest = Math.max(largest, Math.abs(scaled[j]));
        }
        double norm = 0;
        for (int j = 0; largest > 0 && j < d; j++) {
            double share = scaled[j] / largest;
            norm += share * share;
        }
        norm = Math.sqrt(norm) * largest;
        double factor = length / Math.max(norm, Math.max(radius, Double.MIN_NORMAL));
        for (int j = 0; j < d; j++) {
            scaled[j] *= factor;
        }
    }

    @Override
    public double[] sigmas() {
        double[] sigmas = new double[sums.length];
        int at = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++) {
                sigmas[at++] = i == j ? mechanism.drawnSigma() : beside;
            }
        }
        return sigmas;
    }

    /** Returns the upper triangle, row by row. */
    @Override
    public double[] finish(NoiseSource noise) {
        double[] result = new double[sums.length];
        int at = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++, at++) {
                long drawn = noise.gaussian(i == j ? mechanism.drawnSigma() : beside);
                result[at] = Math.addExact(sums[at], drawn) * step * step;
            }
        }
        Arrays.fill(sums, 0);
        return result;
    }
}
