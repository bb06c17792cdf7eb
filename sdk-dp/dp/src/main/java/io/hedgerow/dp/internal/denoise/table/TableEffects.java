// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.internal.effect.BlockEffects;
import io.hedgerow.core.internal.search.chain.OrderSampler;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.dp.internal.denoise.RaisedMoments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Total effects among categories in tables with noise: regressions of indicators of levels, as of rows without noise
 * ({@link BlockEffects}), on the covariances that the tables of each two tell, each with the noise of its cells and
 * with as many rows as have both.
 *
 * <p>Symbols: p the shares of the levels of a variable; u, v combinations of indicators of all variables; z_l = u_l − Σ
 * p u on the k levels of one of them. Noise of variance s² in each cell of the table of i and j, of n_ij rows, adds to
 * the variance of the covariance of u and v
 *
 * <pre>
 * s² / n_ij² (|z_i(u)|² |z_j(v)|² + |z_i(v)|² |z_j(u)|² + 2 (z_i(u) · z_i(v)) (z_j(u) · z_j(v)))
 * </pre>
 *
 * <p>Where cells are missing, that the rows n_ij are fewer than n adds the same with products weighed by p, times 1 /
 * n_ij − 1 / n.
 */
final class TableEffects {

    /** Deviations of noise that the rows of a level are more than, so that it has a column. */
    private static final double SEEN = 4;

    private final NoisyTables tables;
    private final int d;
    private final double[][] shares;
    /** Of a cell of each two and of each: [d, d]. */
    private final double[] noise;
    /** n_ij: [d, d]. */
    private final double[] rows;

    private final List<int[]> columns = new ArrayList<>();
    /** The variable and the level of each column. */
    private final int[] variable;

    private final int[] level;
    private final int[] references;

    TableEffects(NoisyTables tables) {
        this.tables = tables;
        this.d = tables.variables();
        this.shares = new double[d][];
        this.noise = new double[d * d];
        this.rows = new double[d * d];
        this.references = new int[d];
        List<Integer> variables = new ArrayList<>();
        List<Integer> levels = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            shares[j] = tables.shares(j);
            for (int i = 0; i <= j; i++) {
                int[] set = i == j ? new int[] {j} : new int[] {i, j};
                noise[i * d + j] = tables.of(set).orElseThrow().variance();
                noise[j * d + i] = noise[i * d + j];
                rows[i * d + j] = tables.rows(set);
                rows[j * d + i] = rows[i * d + j];
            }
            int own = j;
            references[j] = IntStream.range(0, shares[j].length)
                    .reduce(0, (most, l) -> shares[own][l] > shares[own][most] ? l : most);
            double least = SEEN * Math.sqrt(noise[j * (d + 1)]) / rows[j * (d + 1)];
            int first = variables.size();
            for (int l = 0; l < shares[j].length; l++) {
                if (l != references[j] && shares[j][l] > least) {
                    variables.add(j);
                    levels.add(l);
                }
            }
            columns.add(IntStream.range(first, variables.size()).toArray());
        }
        this.variable = variables.stream().mapToInt(Integer::intValue).toArray();
        this.level = levels.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The effects over the graphs of chains; empty where there are none, or too many. */
    Optional<TotalEffects> find(OrderSampler.Sampled sampled, EquivalenceClass pattern) {
        if (variable.length == 0) {
            return Optional.empty();
        }
        double[] covariance = RaisedMoments.of(covariance());
        double[] deviations = RaisedMoments.deviations(covariance);
        return BlockEffects.behind(
                        new BlockEffects.Columns(columns, columns, level, references, covariance),
                        (double) tables.units(),
                        sampled.wide(),
                        pattern,
                        sampled.best(),
                        new MomentNoise(
                                level.length,
                                level.length,
                                (u, v) -> variance(over(u, deviations), over(v, deviations))),
                        MomentMatrix.correlation(level.length, covariance))
                .find();
    }

    private static double[] over(double[] u, double[] deviations) {
        double[] own = new double[u.length];
        Arrays.setAll(own, a -> u[a] / deviations[a]);
        return own;
    }

    /** Of the indicators of the columns: [r, r]. */
    double[] covariance() {
        int r = level.length;
        double[] covariance = new double[r * r];
        for (int a = 0; a < r; a++) {
            for (int b = 0; b <= a; b++) {
                covariance[a * r + b] = covariance(a, b);
                covariance[b * r + a] = covariance[a * r + b];
            }
        }
        return covariance;
    }

    private double covariance(int a, int b) {
        int i = variable[b];
        int j = variable[a];
        if (i == j) {
            double p = shares[j][level[a]];
            return a == b ? p * (1 - p) : 0.0 - p * shares[j][level[b]];
        }
        double[] counts = tables.of(i, j).orElseThrow().counts().counts();
        int k = shares[i].length;
        double both = 0;
        double first = 0;
        double second = 0;
        double all = 0;
        for (int cell = 0; cell < counts.length; cell++) {
            boolean ofFirst = cell % k == level[b];
            boolean ofSecond = cell / k == level[a];
            all += counts[cell];
            first += ofFirst ? counts[cell] : 0;
            second += ofSecond ? counts[cell] : 0;
            both += ofFirst && ofSecond ? counts[cell] : 0;
        }
        double n = Math.max(1, all);
        return both / n - first / n * second / n;
    }

    /** V of two combinations of the columns. */
    double variance(double[] u, double[] v) {
        double sum = 0;
        Part[] parts = new Part[d];
        for (int j = 0; j < d; j++) {
            parts[j] = part(j, u, v);
            double n = rows[j * (d + 1)];
            sum += noise[j * (d + 1)] / n / n * parts[j].square
                    + (1 / n - 1.0 / tables.units()) * parts[j].squareOfRows;
            for (int i = 0; i < j; i++) {
                double both = rows[i * d + j];
                sum += noise[i * d + j] / both / both * product(parts[i].noise, parts[j].noise)
                        + (1 / both - 1.0 / tables.units()) * product(parts[i].rows, parts[j].rows);
            }
        }
        return Math.max(0, sum);
    }

    /** Of |z(u)|², |z(v)|² and z(u) · z(v) of two variables. */
    private static double product(double[] one, double[] other) {
        return one[0] * other[1] + one[1] * other[0] + 2 * one[2] * other[2];
    }

    /**
     * A variable's part of two combinations.
     *
     * @param noise |z(u)|², |z(v)|², z(u) · z(v)
     * @param rows the same, weighed by shares
     * @param square Σ h², h = z(u) z(v) about its mean
     * @param squareOfRows Σ p h²
     */
    @SuppressWarnings("ArrayRecordComponent") // of one sum
    private record Part(double[] noise, double[] rows, double square, double squareOfRows) {}

    private Part part(int j, double[] u, double[] v) {
        double[] p = shares[j];
        double[] first = about(j, u);
        double[] second = about(j, v);
        double[] ofNoise = new double[3];
        double[] ofRows = new double[3];
        for (int l = 0; l < p.length; l++) {
            double[] products = {first[l] * first[l], second[l] * second[l], first[l] * second[l]};
            for (int k = 0; k < products.length; k++) {
                ofNoise[k] += products[k];
                ofRows[k] += p[l] * products[k];
            }
        }
        double square = 0;
        double squareOfRows = 0;
        for (int l = 0; l < p.length; l++) {
            double h = first[l] * second[l] - ofRows[2];
            square += h * h;
            squareOfRows += p[l] * h * h;
        }
        return new Part(ofNoise, ofRows, square, squareOfRows);
    }

    /** z: [k]. */
    private double[] about(int j, double[] u) {
        double[] z = new double[shares[j].length];
        double mean = 0;
        for (int column : columns.get(j)) {
            z[level[column]] = u[column];
            mean += shares[j][level[column]] * u[column];
        }
        for (int l = 0; l < z.length; l++) {
            z[l] -= mean;
        }
        return z;
    }
}
