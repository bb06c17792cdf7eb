// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.MomentCombinations;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Covariances in which every relation has the weight of the rows that tell of it, so that a search may take all for as
 * sure as n rows are. No one number of rows is right where columns have different cells: with the mean of all pairs,
 * partial correlations that are 0 vary up to three times too much.
 *
 * <p>A network G of the relations that are beyond doubt is kept as it is: x = Wᵀ x + e. Of all else, the correlations
 * of the residuals e_i and e_j, r n_ij rows tell, 1 / n_ij = 1 / n + V ({@link MomentNoise}), and they are made r
 * √(n_ij / n), whose Fisher's z is as many deviations from 0 among n rows as r is among n_ij. Then S' = (I − W)⁻ᵀ E (I
 * − W)⁻¹. G and its relations depend on each other, and are found in rounds.
 */
public final class EvidenceMatrix {

    private static final int ROUNDS = 4;
    /** Deviations of an edge from 0, beyond doubt. */
    private static final double SURE = 6;

    /** After as many, next to nothing is left beside the diagonal. */
    private static final int MOST_ROUNDS = 200;

    private static final double PIVOT = 1e-9;

    private final int d;
    private final double[] s;
    private final double rows;
    private final MomentNoise noise;

    private EvidenceMatrix(int variables, double[] correlation, double rows, MomentNoise noise) {
        this.d = variables;
        this.s = correlation;
        this.rows = rows;
        this.noise = noise;
    }

    /** Takes covariances, [d, d], of n rows but for the noise of their correlations, and returns others. */
    public static double[] of(StructureSearch climbing, double[] covariance, double rows, MomentNoise noise) {
        int d = (int) Math.round(Math.sqrt(covariance.length));
        double[] units = new double[d];
        Arrays.setAll(units, j -> Math.sqrt(covariance[j * (d + 1)]));
        EvidenceMatrix matrix = new EvidenceMatrix(d, MomentMatrix.correlation(d, covariance), rows, noise);
        double[] evidence = matrix.beside(WeightMatrix.empty(d));
        for (int round = 0; round < ROUNDS; round++) {
            WeightMatrix network =
                    climbing.search(inUnits(evidence, units), rows).network();
            evidence = matrix.beside(matrix.sure(network));
        }
        return inUnits(evidence, units);
    }

    private static double[] inUnits(double[] correlation, double[] units) {
        int d = units.length;
        double[] scaled = new double[d * d];
        Arrays.setAll(scaled, k -> correlation[k] * units[k / d] * units[k % d]);
        return scaled;
    }

    /** The edges that are beyond doubt, given the other parents. */
    private WeightMatrix sure(WeightMatrix network) {
        double[] kept = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                if (network.hasEdge(i, j)) {
                    MomentCombinations others = new MomentCombinations(d, s);
                    for (int k = 0; k < d; k++) {
                        if (k != i && network.hasEdge(k, j)) {
                            others.add(k);
                        }
                    }
                    Optional<double[]> cause = others.left(i);
                    Optional<double[]> effect = others.left(j);
                    if (cause.isPresent() && effect.isPresent()) {
                        double r = product(cause.get(), effect.get());
                        double variance = 1 / rows + noise.variance(effect.get(), cause.get());
                        double inside = Math.max(-1 + PIVOT, Math.min(1 - PIVOT, r));
                        double z = 0.5 * Math.log((1 + inside) / (1 - inside)) / Math.sqrt(variance);
                        kept[i * d + j] = Math.abs(z) > SURE ? network.get(i, j) : 0;
                    }
                }
            }
        }
        return WeightMatrix.ofRows(d, kept);
    }

    private double product(double[] u, double[] v) {
        return product(s, u, v);
    }

    /** uᵀ M v. */
    private static double product(double[] matrix, double[] u, double[] v) {
        int d = u.length;
        double sum = 0;
        for (int a = 0; a < d; a++) {
            for (int b = 0; u[a] != 0 && b < d; b++) {
                sum += u[a] * matrix[a * d + b] * v[b];
            }
        }
        return sum;
    }

    /** The correlations in which what a network leaves has the weight of the rows that tell of it. */
    private double[] beside(WeightMatrix network) {
        Residuals left = Residuals.of(d, s, network);
        double[] e = weighed(left);
        makePositive(e);
        double[] all = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                all[i * d + j] = product(e, left.causes[i], left.causes[j]);
            }
        }
        double[] correlation = new double[d * d];
        Arrays.setAll(correlation, k -> all[k] / Math.sqrt(all[k / d * (d + 1)] * all[k % d * (d + 1)]));
        return correlation;
    }

    /** The correlations r of residuals, made r √(n_ij / n): [d, d]. */
    private double[] weighed(Residuals left) {
        double[] e = new double[d * d];
        for (int i = 0; i < d; i++) {
            e[i * (d + 1)] = 1;
            for (int j = i + 1; j < d; j++) {
                double r = product(left.residual[i], left.residual[j]);
                double told = 1 / (1 + rows * noise.variance(left.residual[i], left.residual[j]));
                e[i * d + j] = r * Math.sqrt(told);
                e[j * d + i] = e[i * d + j];
            }
        }
        return e;
    }

    /** Takes a tenth off what is beside the diagonal until the matrix is positive definite. */
    private void makePositive(double[] e) {
        for (int round = 0; round < MOST_ROUNDS && !SmallCholesky.factor(e.clone(), d, 1e-3); round++) {
            for (int k = 0; k < e.length; k++) {
                e[k] *= k / d == k % d ? 1 : 0.9;
            }
        }
    }

    /**
     * What a network leaves of each column, of variance 1: e_j in columns, and x_j in the residuals, [d][d] each. With
     * its slopes fitted, x = Wᵀ x + V^½ e.
     */
    @SuppressWarnings("ArrayRecordComponent") // of one round
    private record Residuals(double[][] residual, double[][] causes) {

        static Residuals of(int d, double[] s, WeightMatrix network) {
            double[][] residual = new double[d][];
            double[][] causes = new double[d][];
            for (int j : ParentSets.of(network, Math.max(1, d - 1)).topologicalOrder()) {
                TargetRegression regression = new TargetRegression(d, s, j, d);
                int[] parents = IntStream.range(0, d)
                        .filter(i -> network.hasEdge(i, j) && regression.add(i))
                        .toArray();
                double[] b = regression.coefficients(new double[parents.length]);
                double[] e = new double[d];
                double[] x = new double[d];
                e[j] = 1;
                for (int p = 0; p < parents.length; p++) {
                    e[parents[p]] = -b[p];
                    for (int k = 0; k < d; k++) {
                        x[k] += b[p] * causes[parents[p]][k];
                    }
                }
                double deviation = Math.sqrt(product(s, e, e));
                x[j] = deviation;
                residual[j] = Arrays.stream(e).map(value -> value / deviation).toArray();
                causes[j] = x;
            }
            return new Residuals(residual, causes);
        }
    }
}
