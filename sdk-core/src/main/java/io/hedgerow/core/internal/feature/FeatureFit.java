// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import io.hedgerow.core.internal.search.SearchRandom;
import io.hedgerow.core.search.Misfit;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Whether a network of curves says how columns vary together: rows are drawn from it, variables without parents from
 * their histograms, the others as the mean that their curves give plus normal noise, and the columns of these rows are
 * compared with those of the sites.
 *
 * <p>Symbols: φ_a the columns of single variables, m_a their means and G_ab their covariances at the sites, n rows; ψ_a
 * = φ_a − m_a; S_ab and V_ab mean and variance of ψ_a ψ_b, and S_a, V_a of ψ_a, over N = {@value #DRAWN} drawn rows:
 *
 * <pre>
 * Q_ij = mean over columns a of i and b of j of (G_ab − S_ab)² / (V_ab (1/n + 1/N))
 * Q_j  = mean over columns a of j of S_a² / (V_a (1/n + 1/N))
 * </pre>
 *
 * <p>are about 1 where the network is right. Q_ij is large where i and j have to do with each other in a way that the
 * curves do not have: as causes that act together, through a hidden cause, or when the noise of one varies with the
 * other. Q_j is large where the noise of j is not normal. What is large was measured, see {@code docs/results.md}. More
 * rows than N find no smaller misfits. Immutable after construction. O(N (d m)²).
 */
final class FeatureFit {

    private static final int DRAWN = 10_000;
    private static final double UNEXPLAINED = 3;
    private static final double NOT_NORMAL = 4;
    /** A column that does not vary says nothing. */
    private static final double LEAST = 1e-6;

    private final FeatureMoments moments;
    private final int d;
    private final int m;
    /** Σ ψ_a ψ_b below the diagonal and Σ ψ_a on it, [d m, d m]. */
    private final double[] sums;
    /** The same of squares. */
    private final double[] squares;

    /**
     * Draws.
     *
     * @param moments of the sites
     * @param best network of all variables
     * @param random of the drawn rows
     */
    FeatureFit(FeatureMoments moments, FeatureSearch.Best best, SearchRandom random) {
        this.moments = moments;
        this.d = moments.map().variables();
        this.m = moments.map().width();
        this.sums = new double[d * m * d * m];
        this.squares = new double[sums.length];
        DrawnRows rows = new DrawnRows(moments, best, random);
        for (int r = 0; r < DRAWN; r++) {
            add(rows.next());
        }
    }

    private void add(double[] columns) {
        int size = d * m;
        for (int a = 0; a < size; a++) {
            double own = columns[a] - moments.mean(a);
            columns[a] = own;
            int at = a * size;
            for (int b = 0; b < a; b++) {
                double product = own * columns[b];
                sums[at + b] += product;
                squares[at + b] += product * product;
            }
            sums[at + a] += own;
            squares[at + a] += own * own;
        }
    }

    /** The square of what is observed beside what was drawn, by its variance; 0 where nothing varies. */
    private double square(int at, double observed) {
        double mean = sums[at] / DRAWN;
        double variance = squares[at] / DRAWN - mean * mean;
        double gap = observed - mean;
        return variance > LEAST ? gap * gap / (variance * (1 / moments.rows() + 1.0 / DRAWN)) : 0;
    }

    /** Q_ij. */
    double between(int i, int j) {
        int low = Math.min(i, j) * m;
        int high = Math.max(i, j) * m;
        double sum = 0;
        for (int a = high; a < high + m; a++) {
            for (int b = low; b < low + m; b++) {
                sum += square(a * d * m + b, moments.covariance(a, b));
            }
        }
        return sum / (m * m);
    }

    /** Q_j. */
    double own(int j) {
        return IntStream.range(j * m, (j + 1) * m)
                .mapToDouble(a -> square(a * (d * m + 1), 0))
                .average()
                .orElseThrow();
    }

    /** The largest Q_ij; 0 of one variable. */
    double unexplained() {
        return IntStream.range(0, d)
                .mapToDouble(i -> IntStream.range(0, i)
                        .mapToDouble(j -> between(i, j))
                        .max()
                        .orElse(0))
                .max()
                .orElse(0);
    }

    Set<Misfit> flags() {
        Set<Misfit> flags = EnumSet.noneOf(Misfit.class);
        if (unexplained() > UNEXPLAINED) {
            flags.add(Misfit.UNEXPLAINED);
        }
        if (IntStream.range(0, d).mapToDouble(this::own).anyMatch(own -> own > NOT_NORMAL)) {
            flags.add(Misfit.NOT_GAUSSIAN);
        }
        return flags;
    }
}
