// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
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
 *
 * <p>A variable may have several columns, such as the indicators of a category. How these depend on each other is
 * known: each is explained by those before it, and G joins variables.
 */
public final class EvidenceMatrix {

    private static final int ROUNDS = 4;
    /** Deviations of an edge from 0, beyond doubt. */
    private static final double SURE = 6;

    /** After as many, next to nothing is left beside the diagonal. */
    private static final int MOST_ROUNDS = 200;

    private static final double PIVOT = 1e-9;

    private final int q;
    private final int[][] blocks;
    private final double[] s;
    private final double rows;
    private final MomentNoise noise;

    private EvidenceMatrix(int[][] blocks, double[] correlation, double rows, MomentNoise noise) {
        this.q = (int) Math.round(Math.sqrt(correlation.length));
        this.blocks = blocks.clone();
        this.s = correlation;
        this.rows = rows;
        this.noise = noise;
    }

    /** Takes covariances, [d, d], of n rows but for the noise of their correlations, and returns others. */
    public static double[] of(StructureSearch climbing, double[] covariance, double rows, MomentNoise noise) {
        int d = (int) Math.round(Math.sqrt(covariance.length));
        int[][] alone = IntStream.range(0, d).mapToObj(j -> new int[] {j}).toArray(int[][]::new);
        return of(alone, s -> climbing.search(s, rows).network(), covariance, rows, noise);
    }

    /**
     * Takes covariances of the columns of variables, [q, q], of n rows but for the noise of their correlations.
     *
     * @param blocks the columns of each variable: [d][], no column of two
     * @param climbing finds a network of the variables, [d, d], in covariances like these, of n rows
     */
    public static double[] of(
            int[][] blocks,
            Function<double[], WeightMatrix> climbing,
            double[] covariance,
            double rows,
            MomentNoise noise) {
        int q = (int) Math.round(Math.sqrt(covariance.length));
        double[] units = new double[q];
        Arrays.setAll(units, a -> Math.sqrt(covariance[a * (q + 1)]));
        EvidenceMatrix matrix = new EvidenceMatrix(blocks, MomentMatrix.correlation(q, covariance), rows, noise);
        double[] evidence = matrix.beside(WeightMatrix.empty(blocks.length));
        for (int round = 0; round < ROUNDS; round++) {
            WeightMatrix network = climbing.apply(inUnits(evidence, units));
            evidence = matrix.beside(matrix.sure(network));
        }
        return inUnits(evidence, units);
    }

    private static double[] inUnits(double[] correlation, double[] units) {
        int q = units.length;
        double[] scaled = new double[q * q];
        Arrays.setAll(scaled, k -> correlation[k] * units[k / q] * units[k % q]);
        return scaled;
    }

    /** The edges that are beyond doubt, given the other parents. */
    private WeightMatrix sure(WeightMatrix network) {
        int d = blocks.length;
        double[] kept = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                kept[i * d + j] = network.hasEdge(i, j) && isSure(network, i, j) ? network.get(i, j) : 0;
            }
        }
        return WeightMatrix.ofRows(d, kept);
    }

    /** Whether Σ z² over the pairs of columns is larger than their number by as much as z² of one pair is than 1. */
    private boolean isSure(WeightMatrix network, int i, int j) {
        List<double[]> causes = left(network, i, j, i);
        List<double[]> effects = left(network, i, j, j);
        double beyond = 0;
        for (double[] cause : causes) {
            for (double[] effect : effects) {
                double r = product(s, effect, cause);
                double variance = 1 / rows + noise.variance(effect, cause);
                double inside = Math.max(-1 + PIVOT, Math.min(1 - PIVOT, r));
                double z = 0.5 * Math.log((1 + inside) / (1 - inside));
                beyond += z * z / variance - 1;
            }
        }
        return beyond > SURE * SURE - 1;
    }

    /** The columns of a variable, one after the other, given the parents of j other than i. */
    private List<double[]> left(WeightMatrix network, int i, int j, int variable) {
        MomentCombinations given = new MomentCombinations(q, s);
        for (int k = 0; k < blocks.length; k++) {
            if (k != i && network.hasEdge(k, j)) {
                Arrays.stream(blocks[k]).forEach(given::add);
            }
        }
        List<double[]> left = new ArrayList<>();
        for (int column : blocks[variable]) {
            given.add(column).ifPresent(left::add);
        }
        return left;
    }

    /** uᵀ M v. */
    private static double product(double[] matrix, double[] u, double[] v) {
        int q = u.length;
        double sum = 0;
        for (int a = 0; a < q; a++) {
            for (int b = 0; u[a] != 0 && b < q; b++) {
                sum += u[a] * matrix[a * q + b] * v[b];
            }
        }
        return sum;
    }

    /** The correlations in which what a network leaves has the weight of the rows that tell of it. */
    private double[] beside(WeightMatrix network) {
        Residuals left = Residuals.of(s, blocks, network);
        double[] e = weighed(left);
        makePositive(e);
        double[] all = new double[q * q];
        for (int a = 0; a < q; a++) {
            for (int b = 0; b < q; b++) {
                all[a * q + b] = product(e, left.causes[a], left.causes[b]);
            }
        }
        double[] correlation = new double[q * q];
        Arrays.setAll(correlation, k -> all[k] / Math.sqrt(all[k / q * (q + 1)] * all[k % q * (q + 1)]));
        return correlation;
    }

    /** The correlations r of residuals, made r √(n_ij / n); 0 of columns of one variable: [q, q]. */
    private double[] weighed(Residuals left) {
        double[] e = new double[q * q];
        for (int i = 0; i < blocks.length; i++) {
            for (int j = 0; j < i; j++) {
                for (int a : blocks[i]) {
                    for (int b : blocks[j]) {
                        double r = product(s, left.residual[a], left.residual[b]);
                        double told = 1 / (1 + rows * noise.variance(left.residual[a], left.residual[b]));
                        e[a * q + b] = r * Math.sqrt(told);
                        e[b * q + a] = e[a * q + b];
                    }
                }
            }
        }
        for (int a = 0; a < q; a++) {
            e[a * (q + 1)] = 1;
        }
        return e;
    }

    /** Takes a tenth off what is beside the diagonal until the matrix is positive definite. */
    private void makePositive(double[] e) {
        for (int round = 0; round < MOST_ROUNDS && !SmallCholesky.factor(e.clone(), q, 1e-3); round++) {
            for (int k = 0; k < e.length; k++) {
                e[k] *= k / q == k % q ? 1 : 0.9;
            }
        }
    }

    /**
     * What a network leaves of each column, of variance 1: e_a in columns, and x_a in the residuals, [q][q] each. With
     * its slopes fitted, x = Wᵀ x + V^½ e.
     */
    @SuppressWarnings("ArrayRecordComponent") // of one round
    private record Residuals(double[][] residual, double[][] causes) {

        static Residuals of(double[] s, int[][] blocks, WeightMatrix network) {
            int q = (int) Math.round(Math.sqrt(s.length));
            Residuals all = new Residuals(new double[q][], new double[q][]);
            int d = blocks.length;
            for (int j : ParentSets.of(network, Math.max(1, d - 1)).topologicalOrder()) {
                IntStream.Builder parents = IntStream.builder();
                for (int i = 0; i < d; i++) {
                    if (network.hasEdge(i, j)) {
                        Arrays.stream(blocks[i]).forEach(parents);
                    }
                }
                int[] explaining = parents.build().toArray();
                for (int column : blocks[j]) {
                    all.add(s, column, explaining);
                    explaining = Arrays.copyOf(explaining, explaining.length + 1);
                    explaining[explaining.length - 1] = column;
                }
            }
            return all;
        }

        private void add(double[] s, int column, int[] explaining) {
            int q = residual.length;
            TargetRegression regression = new TargetRegression(q, s, column, q);
            int[] parents = Arrays.stream(explaining).filter(regression::add).toArray();
            double[] b = regression.coefficients(new double[parents.length]);
            double[] e = new double[q];
            double[] x = new double[q];
            e[column] = 1;
            for (int p = 0; p < parents.length; p++) {
                e[parents[p]] = -b[p];
                for (int k = 0; k < q; k++) {
                    x[k] += b[p] * causes[parents[p]][k];
                }
            }
            double deviation = Math.sqrt(product(s, e, e));
            x[column] = deviation;
            residual[column] = Arrays.stream(e).map(value -> value / deviation).toArray();
            causes[column] = x;
        }
    }
}
