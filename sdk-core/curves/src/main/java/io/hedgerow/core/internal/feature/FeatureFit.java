// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.search.FeaturePrior;
import io.hedgerow.core.internal.feature.search.FeatureScores;
import io.hedgerow.core.internal.feature.search.FeatureSearch;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Tests whether an additive model explains how columns vary together: rows are drawn from it ({@link DrawnRows}), and
 * their columns are compared with those of the sites. Of series the rows are those of many series.
 *
 * <p>Symbols: φ_a the columns of single variables, m_a their means and G_ab their covariances at the sites, n rows; ψ_a
 * = φ_a − m_a; S_ab and V_ab mean and variance of ψ_a ψ_b, and S_a, V_a of ψ_a, over N = {@value #DRAWN} drawn rows; of
 * series, whose rows depend on each other, V is {@value #BATCH} times the variance of means of so many steps:
 *
 * <pre>
 * Q_ij = mean over columns a of i and b of j of (G_ab − S_ab)² / (V_ab (1/n + 1/N))
 * Q_j  = mean over columns a of j of S_a² / (V_a (1/n + 1/N))
 * </pre>
 *
 * <p>are about 1 where the network is right. Q_ij is large where i and j have to do with each other in a way that the
 * curves do not have: as causes that act together, through a hidden cause, or when the noise of one varies with the
 * other. Q_j is large where the noise of j is not normal. Thresholds were measured, see {@code docs/results.md}.
 *
 * <p>After noise drawn rows are shortened as those of the sites were, the noise's variance and {@value #SHORTENED}² V
 * are added to that of every difference, and S_ab is a covariance: histograms with noise move the means of what is
 * drawn, so Q_j tells nothing. Immutable after construction. O(N (d m)²).
 */
public final class FeatureFit {

    private static final int DRAWN = 10_000;
    private static final int BATCH = 50;
    private static final int FORGOTTEN = 50;

    /** An allowance, in deviations, for curves that were fitted to rows which were shortened by their effects, too. */
    private static final double SHORTENED = 0.02;

    private static final double UNEXPLAINED = 3;
    private static final double NOT_NORMAL = 4;
    private static final double LEAST = 1e-6;

    private final FeatureMoments moments;
    private final Optional<Shortening> release;
    private final int d;
    private final int m;
    /** The number of variables of the present; all when rows are no series. */
    private final int present;
    /** Rows whose sum is one observation. */
    private final int batch;
    /** Σ ψ_a ψ_b below the diagonal and Σ ψ_a on it, [d m, d m]. */
    private final double[] sums;
    /** Σ over batches of the squares of such sums. */
    private final double[] squares;

    private final double[] drawn;
    /** The rows for which shortened rows count. */
    private double counted;

    FeatureFit(FeatureMoments moments, FeatureSearch.Best best, SearchRandom random) {
        this(moments, best, random, Optional.empty());
    }

    /** Draws from moments as {@code released} and as made positive definite, for regressions; {@code rows} is n_eff. */
    public static FeatureFit behindNoise(
            FeatureMoments released,
            FeatureMoments regular,
            WeightMatrix network,
            FeaturePrior prior,
            double rows,
            Shortening release,
            long seed) {
        int d = network.variables();
        FeatureScores scores = new FeatureScores(regular, EdgeKnowledge.none(d), rows, 0, prior);
        FeatureSearch.Best best = new FeatureSearch.Best(ParentSets.of(network, d), scores, 0, 0);
        return new FeatureFit(released, best, new SearchRandom(seed), Optional.of(release));
    }

    private FeatureFit(
            FeatureMoments moments, FeatureSearch.Best best, SearchRandom random, Optional<Shortening> release) {
        this.moments = moments;
        this.release = release;
        this.d = moments.map().variables();
        this.m = moments.map().width();
        this.present = best.scores().targets().length;
        this.batch = present < d ? BATCH : 1;
        this.sums = new double[d * m * d * m];
        this.squares = new double[sums.length];
        this.drawn = new double[sums.length];
        DrawnRows rows = new DrawnRows(moments, best, random);
        for (int r = 0; r < DRAWN; r++) {
            if (present < d && r % batch == 0) {
                // of a variable that stays where it began for long, some series are in each place
                rows.restart(FORGOTTEN);
            }
            add(rows.next(), (r + 1) % batch == 0);
        }
    }

    private void add(double[] columns, boolean last) {
        int size = d * m;
        double share = release.map(shortened -> shortened.share(columns)).orElse(1.0);
        counted += share;
        for (int a = 0; a < size; a++) {
            double own = columns[a] - moments.mean(a);
            columns[a] = own;
            int at = a * size;
            // products of earlier steps with each other are those of the present again
            int end = Math.min(a, present * m);
            for (int b = 0; b < end; b++) {
                add(at + b, share * own * columns[b], last);
            }
            add(at + a, share * own, last);
        }
    }

    private void add(int at, double value, boolean last) {
        double all = drawn[at] + value;
        drawn[at] = last ? 0 : all;
        if (last) {
            sums[at] += all;
            squares[at] += all * all;
        }
    }

    private double drawn(int a, int b) {
        return sums[a * d * m + b] / counted;
    }

    /** The squared difference of observed and drawn moment, by its variance; 0 where nothing varies. */
    private double square(int a, int b, double gap) {
        int at = a * d * m + b;
        double mean = sums[at] / DRAWN;
        double share = counted / DRAWN;
        double variance = (squares[at] / DRAWN - batch * mean * mean) / (share * share);
        double chance = variance * (1 / moments.rows() + 1.0 / DRAWN);
        if (release.isPresent()) {
            chance += release.get().variance(a, b) + variance * SHORTENED * SHORTENED;
        }
        return variance > LEAST ? gap * gap / chance : 0;
    }

    double between(int i, int j) {
        int low = Math.min(i, j) * m;
        int high = Math.max(i, j) * m;
        double sum = 0;
        for (int a = high; a < high + m; a++) {
            for (int b = low; b < low + m; b++) {
                double means = release.isPresent() ? drawn(a, a) * drawn(b, b) : 0;
                sum += square(a, b, moments.covariance(a, b) - drawn(a, b) + means);
            }
        }
        return sum / (m * m);
    }

    double own(int j) {
        return IntStream.range(j * m, (j + 1) * m)
                .mapToDouble(a -> square(a, a, drawn(a, a)))
                .average()
                .orElseThrow();
    }

    /** The largest Q_ij, one of both of the present; 0 of one variable. */
    public double unexplained() {
        return IntStream.range(0, d)
                .mapToDouble(i -> IntStream.range(0, Math.min(i, present))
                        .mapToDouble(j -> between(i, j))
                        .max()
                        .orElse(0))
                .max()
                .orElse(0);
    }

    /** Whether two variables vary together in a way that the curves do not have. */
    Finding structure() {
        double q = unexplained();
        return Finding.of(Misfit.UNEXPLAINED, OptionalDouble.of(q), q > UNEXPLAINED);
    }

    /** Whether noises have another distribution than a normal one. */
    Finding normality() {
        return Finding.of(
                Misfit.NOT_GAUSSIAN,
                IntStream.range(0, present).mapToDouble(this::own).anyMatch(own -> own > NOT_NORMAL));
    }

    /**
     * The effect of a private release on its moments: rows [c, w_a φ_a] were clipped to norm R, infinite when none was,
     * and entries beside the diagonal, of weighted columns, have noise of a deviation. Immutable.
     */
    public record Shortening(double constant, IntToDoubleFunction weight, double radius, double noise) {

        /** The weight of a row: the square of the share of its length that is left. */
        double share(double[] columns) {
            double square = constant * constant;
            for (int a = 0; a < columns.length; a++) {
                square += Math.pow(weight.applyAsDouble(a) * columns[a], 2);
            }
            return Math.min(1, radius * radius / square);
        }

        /** The noise's variance of the moment of two columns. */
        double variance(int a, int b) {
            return Math.pow(noise / (weight.applyAsDouble(a) * weight.applyAsDouble(b)), 2);
        }
    }
}
