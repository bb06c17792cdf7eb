// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.NeighbourSearch;
import io.hedgerow.dp.mechanism.Clipping;
import io.hedgerow.dp.mechanism.ColumnSelection;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.ExponentialMechanism;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.LaplaceMechanism;
import io.hedgerow.dp.mechanism.Lattice;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.SecureBits;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * Audits the mechanisms, each on a pair of inputs at which its privacy loss is largest.
 *
 * <p>Noise comes from the production source, so runs cannot be repeated exactly. Stateless; each case is for one
 * thread.
 */
public final class MechanismCases {

    private static final int ROWS = 20;
    private static final int GRID = 8;

    private MechanismCases() {}

    /** One number on the lattice with Gaussian noise, 0 or Δ; the output itself is the best statistic. */
    public static AuditCase gaussian(double mu, double delta) {
        GaussianMechanism mechanism =
                new GaussianMechanism(Sensitivity.ofClippedSum(Adjacency.REPLACE_ONE, 1 << 23), 1 / mu);
        NoiseSource noise = DiscreteNoise.secure();
        long moved = mechanism.sensitivity().steps();
        return new AuditCase(
                "gaussian",
                mechanism.event(1),
                delta,
                () -> mechanism.add(moved, noise),
                () -> mechanism.add(0, noise));
    }

    /** One number on the lattice with Laplace noise, 0 or Δ; at δ = 0. */
    public static AuditCase laplace(double epsilon) {
        LaplaceMechanism mechanism =
                new LaplaceMechanism(Sensitivity.ofClippedSum(Adjacency.REPLACE_ONE, 1 << 23), 1 / epsilon);
        NoiseSource noise = DiscreteNoise.secure();
        long moved = mechanism.sensitivity().steps();
        return new AuditCase(
                "laplace", mechanism.event(1), 0, () -> mechanism.add(moved, noise), () -> mechanism.add(0, noise));
    }

    /**
     * Selection among 64 candidates, of which one gains what all others lose, at δ = 0: whether that one was selected.
     */
    public static AuditCase selection(double boundedRange) {
        ExponentialMechanism mechanism = ExponentialMechanism.ofBoundedRange(1, 0, boundedRange);
        SecureBits bits = new SecureBits();
        return new AuditCase(
                "selection",
                mechanism.event(1),
                0,
                () -> mechanism.select(scores(0.5), bits) == 0 ? 1 : 0,
                () -> mechanism.select(scores(-0.5), bits) == 0 ? 1 : 0);
    }

    /** The same by columns of a grid, as the private solvers select. */
    public static AuditCase columnSelection(double boundedRange) {
        ExponentialMechanism mechanism = ExponentialMechanism.ofBoundedRange(1, 0, boundedRange);
        return new AuditCase(
                "column-selection",
                mechanism.event(1),
                0,
                columns(mechanism, scores(0.5)),
                columns(mechanism, scores(-0.5)));
    }

    private static DoubleSupplier columns(ExponentialMechanism mechanism, double[] scores) {
        ColumnSelection selection = mechanism.columns(GRID, GRID, new boolean[GRID * GRID], new SecureBits());
        for (int j = 0; j < GRID; j++) {
            selection.update(j, Arrays.copyOfRange(scores, j * GRID, (j + 1) * GRID));
        }
        return () -> selection.select() == 0 ? 1 : 0;
    }

    private static double[] scores(double first) {
        double[] scores = new double[GRID * GRID];
        Arrays.fill(scores, -first);
        scores[0] = first;
        return scores;
    }

    /** A sum of clipped contributions with Gaussian noise; the canary is far outside the bound. */
    public static AuditCase clippedSum(double mu, double delta) {
        Clipping clipping = new Clipping(new Lattice(0x1p-22), 1.5);
        GaussianMechanism mechanism = new GaussianMechanism(clipping.sensitivity(Adjacency.REPLACE_ONE), 1 / mu);
        NoiseSource noise = DiscreteNoise.secure();
        return new AuditCase(
                "clipped-sum",
                mechanism.event(1),
                delta,
                () -> mechanism.add(sum(clipping, 1e9), noise),
                () -> mechanism.add(sum(clipping, -1e9), noise));
    }

    private static long sum(Clipping clipping, double canary) {
        long sum = clipping.clip(canary);
        for (int k = 1; k < ROWS; k++) {
            sum += clipping.clip(0.1 * k);
        }
        return sum;
    }

    public static NeighbourSearch.Target searchedSum(double mu, double delta) {
        return SearchedCases.clippedSum(mu, delta);
    }

    public static NeighbourSearch.Target searchedSelection(double boundedRange) {
        return SearchedCases.selection(boundedRange);
    }

    /** Numbers in [0, 1) that follow from a seed, for what is no noise. */
    public static DoubleSupplier uniform(long seed) {
        return new Canary(1, seed)::uniform;
    }
}
