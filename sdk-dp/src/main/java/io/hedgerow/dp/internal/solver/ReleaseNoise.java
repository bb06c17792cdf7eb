// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.StructureSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/**
 * What the noise of a released matrix of moments adds to squared partial correlations of which nothing is true.
 *
 * <p>Symbols: G: [q, q] the moments, N: [q, q] their noise; u, v: [q] two combinations of columns, of variance 1 and
 * uncorrelated in truth. Then their correlation in a release is about uᵀ N v, with variance
 *
 * <pre>V(u, v) = τ² (|u|² |v|² + (u · v)²)</pre>
 *
 * <p>where entries beside the diagonal have noise of variance τ² and those on it of 2 τ², each of its own. In moments
 * of series an entry of C_l is as often as columns are l steps apart ({@link SeriesMoments}), so that
 *
 * <pre>V(u, v) = Σ_e τ_e² (Σ_ab u_a v_b)²,   the inner sum over all places (a, b) of the entry e</pre>
 *
 * <p>A sample of n rows adds 1 / n; so correlations are as wide as those of 1 / (1 / n + V) rows, and a score takes as
 * many of them for true as from so many rows without noise. Immutable.
 */
final class ReleaseNoise {

    private static final int ROUNDS = 3;

    private final int d;
    private final int q;
    private final ToDoubleBiFunction<double[], double[]> variance;

    private ReleaseNoise(int d, int q, ToDoubleBiFunction<double[], double[]> variance) {
        this.d = d;
        this.q = q;
        this.variance = variance;
    }

    /** Of a matrix whose entries have noise of their own, τ² beside the diagonal. */
    static ReleaseNoise ofEntries(int variables, double variance) {
        return new ReleaseNoise(variables, variables, (u, v) -> {
            double shared = product(u, v);
            return variance * (product(u, u) * product(v, v) + shared * shared);
        });
    }

    private static double product(double[] u, double[] v) {
        double sum = 0;
        for (int a = 0; a < u.length; a++) {
            sum += u[a] * v[a];
        }
        return sum;
    }

    /** Of series: of d targets in the present. */
    static ReleaseNoise of(SeriesMoments moments) {
        int d = moments.variables();
        return new ReleaseNoise(d, d * (moments.lags() + 1), (u, v) -> ofSeries(moments, u, v));
    }

    private static double ofSeries(SeriesMoments moments, double[] u, double[] v) {
        int q = u.length;
        int d = moments.variables();
        double[] sums = new double[q * d];
        for (int a = 0; a < q; a++) {
            for (int b = 0; u[a] != 0 && b < q; b++) {
                sums[SeriesMoments.entry(d, a, b)] += u[a] * v[b];
            }
        }
        double variance = 0;
        for (int e = 0; e < sums.length; e++) {
            variance += sums[e] == 0 ? 0 : sums[e] * sums[e] * moments.noise(e) * moments.noise(e);
        }
        return variance;
    }

    /** V. */
    double variance(double[] u, double[] v) {
        return variance.applyAsDouble(u, v);
    }

    /**
     * The mean of V over what is left of the present and of x_{t−l}, given all lags between them: what a vector
     * autoregression gains by a lag that is not needed.
     */
    double ofLag(double[] matrix, int lag) {
        List<double[]> present = left(matrix, lag, 0);
        List<double[]> past = left(matrix, lag, lag);
        return present.stream()
                .flatMapToDouble(u -> past.stream().mapToDouble(v -> variance(u, v)))
                .average()
                .orElse(0);
    }

    private List<double[]> left(double[] matrix, int lag, int block) {
        MomentCombinations given = new MomentCombinations(q, matrix);
        for (int a = d; a < lag * d; a++) {
            given.add(a);
        }
        List<double[]> left = new ArrayList<>();
        for (int j = block * d; j < (block + 1) * d; j++) {
            given.add(j).ifPresent(left::add);
        }
        return left;
    }

    /**
     * n_eff: how many rows without noise the matrix is worth to a search. What noise does depends on the network, and
     * the network on what noise does, so both are found in rounds.
     *
     * @param climbing searches {@code searched}
     * @param rows n
     * @param matrix G
     * @param searched the same in the units of the search
     */
    double rows(StructureSearch climbing, double rows, double[] matrix, double[] searched) {
        double left = rows(rows, matrix, WeightMatrix.empty(q));
        for (int round = 0; round < ROUNDS; round++) {
            left = rows(rows, matrix, climbing.search(searched, left).network());
        }
        return left;
    }

    /** 1 / n_eff = 1 / n + max_j mean_i V(u_j, v_i). */
    double rows(double rows, double[] matrix, WeightMatrix network) {
        return Math.max(StructureSearch.LEAST_ROWS, 1 / (1 / rows + ofNetwork(matrix, network)));
    }

    /** n_l: 1 / n_l = 1 / n + the mean of V over what is tested of a lag. */
    double rowsOfLag(double rows, double[] matrix, int lag) {
        return 1 / (1 / rows + ofLag(matrix, lag));
    }

    /**
     * What a network gains by edges that are not true: the largest over all targets of the mean of V, over what its
     * parents leave of it and of every other column.
     */
    double ofNetwork(double[] matrix, WeightMatrix network) {
        double worst = 0;
        for (int j = 0; j < d; j++) {
            MomentCombinations parents = new MomentCombinations(q, matrix);
            for (int i = 0; i < q; i++) {
                if (network.hasEdge(i, j)) {
                    parents.add(i);
                }
            }
            worst = Math.max(worst, meanOver(parents, network, j));
        }
        return worst;
    }

    private double meanOver(MomentCombinations parents, WeightMatrix network, int j) {
        double[] own = parents.left(j).orElseGet(() -> new double[q]);
        double sum = 0;
        int others = 0;
        for (int i = 0; i < q; i++) {
            if (i != j && !network.hasEdge(i, j)) {
                sum += parents.left(i).map(v -> variance(own, v)).orElse(0.0);
                others++;
            }
        }
        return others == 0 ? 0 : sum / others;
    }
}
