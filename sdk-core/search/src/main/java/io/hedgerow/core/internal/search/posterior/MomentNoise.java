// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The share of noise in squared partial correlations that are 0 in truth, from a private release or from ties.
 *
 * <p>Symbols: G: [q, q] the moments, N: [q, q] their noise; u, v: [q] two combinations of columns, of variance 1 and
 * uncorrelated in truth. Then their correlation is about uᵀ N v, with variance V(u, v) = τ² (|u|² |v|² + (u · v)²),
 * where entries beside the diagonal have noise of variance τ² and those on it of 2 τ², each of its own. A sample of n
 * rows adds 1 / n, so a score takes correlations as from 1 / (1 / n + V) rows without noise. Immutable.
 */
public final class MomentNoise {

    private static final int ROUNDS = 3;

    private final int d;
    private final int q;
    private final ToDoubleBiFunction<double[], double[]> variance;
    private final boolean uneven;

    /** The noise of a private release of q columns, the first d of them targets, with variance V. */
    public MomentNoise(int d, int q, ToDoubleBiFunction<double[], double[]> variance) {
        this(d, q, variance, false);
    }

    private MomentNoise(int d, int q, ToDoubleBiFunction<double[], double[]> variance, boolean uneven) {
        this.uneven = uneven;
        this.d = d;
        this.q = q;
        this.variance = variance;
    }

    /** The noise of a matrix whose entries have independent noise, τ² beside the diagonal. */
    public static MomentNoise ofEntries(int variables, double variance) {
        return new MomentNoise(variables, variables, (u, v) -> {
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

    /**
     * The noise of correlations that vary more by chance than those of rows: by (τ_a² + τ_b²) / 2 each, and not on the
     * diagonal, τ²: [d]. V is then the sum over a ≠ b of that times u_a v_b (u_a v_b + u_b v_a).
     */
    public static MomentNoise ofVariables(double[] variances) {
        int d = variances.length;
        return new MomentNoise(
                d,
                d,
                (u, v) -> {
                    double[] weighted = new double[d];
                    double both = 0;
                    for (int a = 0; a < d; a++) {
                        weighted[a] = variances[a] * u[a];
                        both += 2 * variances[a] * u[a] * u[a] * v[a] * v[a];
                    }
                    double[] other = new double[d];
                    for (int a = 0; a < d; a++) {
                        other[a] = variances[a] * v[a];
                    }
                    double sum = product(weighted, u) * product(v, v) + product(other, v) * product(u, u);
                    return Math.max(0, sum / 2 + product(weighted, v) * product(u, v) - both);
                },
                true);
    }

    /** The same so many times as large. */
    public MomentNoise times(double factor) {
        return new MomentNoise(d, q, (u, v) -> factor * variance(u, v), uneven);
    }

    public double variance(double[] u, double[] v) {
        return variance.applyAsDouble(u, v);
    }

    /** The mean of V over residuals of the present and x_{t−l}, given the lags between: what an unneeded lag gains. */
    public double ofLag(double[] matrix, int lag) {
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
     * n_eff: the number of rows without noise that are as good for a search as the matrix G; {@code searched} is G in
     * the units of the search. The effect of noise and the network depend on each other, and are found in rounds.
     */
    public double rows(StructureSearch climbing, double rows, double[] matrix, double[] searched) {
        double left = rows(rows, matrix, WeightMatrix.empty(q));
        for (int round = 0; round < ROUNDS; round++) {
            left = rows(rows, matrix, climbing.search(searched, left).network());
        }
        return left;
    }

    /** 1 / n_eff = 1 / n + max_j mean_i V(u_j, v_i); for ties the mean over j. */
    public double rows(double rows, double[] matrix, WeightMatrix network) {
        return Math.max(StructureSearch.LEAST_ROWS, 1 / (1 / rows + ofNetwork(matrix, network)));
    }

    /** n_l: 1 / n_l = 1 / n + the mean of V over the tested entries of a lag. */
    public double rowsOfLag(double rows, double[] matrix, int lag) {
        return 1 / (1 / rows + ofLag(matrix, lag));
    }

    /**
     * The gain of a network by false edges: the largest over all targets of the mean of V, over the residuals, given
     * its parents, of the target and of every other column. For ties it is the mean over targets, as only few have any.
     */
    public double ofNetwork(double[] matrix, WeightMatrix network) {
        DoubleStream ofTargets = ofTargets(matrix, network);
        return uneven ? ofTargets.average().orElse(0) : ofTargets.max().orElse(0);
    }

    private DoubleStream ofTargets(double[] matrix, WeightMatrix network) {
        return IntStream.range(0, d).mapToDouble(j -> {
            MomentCombinations parents = new MomentCombinations(q, matrix);
            for (int i = 0; i < q; i++) {
                if (network.hasEdge(i, j)) {
                    parents.add(i);
                }
            }
            return meanOver(parents, network, j);
        });
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
