// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.CausalOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A linear structural equation model, from which rows and exact population moments can be had: x_j = Σ_i W[i, j] x_i +
 * z_j with independent noise z_j of mean 0 and variance ω_j.
 *
 * <p>Symbols: W: [d, d], acyclic, W[i, j] ≠ 0 ⇔ i → j; Ω = diag(ω). Its covariance is Σ = (I − W)⁻ᵀ Ω (I − W)⁻¹.
 *
 * <p>Immutable and thread-safe. A row costs O(d + edges). Not private: simulated records belong to no one.
 */
public final class LinearSem {

    private final WeightMatrix weights;
    private final Noise noise;
    private final double[] variances;
    private final CausalOrder order;

    private LinearSem(WeightMatrix weights, Noise noise, double[] variances) {
        this.weights = weights;
        this.noise = Objects.requireNonNull(noise, "noise");
        this.variances = variances;
        this.order = CausalOrder.of(weights);
    }

    /**
     * A model with noise variances of its own for every variable.
     *
     * @param weights W, acyclic
     * @param noise shape of the noise
     * @param variances ω: [d], finite and &gt; 0; copied
     * @throws IllegalArgumentException when W has a cycle
     */
    public static LinearSem of(WeightMatrix weights, Noise noise, double[] variances) {
        if (variances.length != weights.variables()) {
            throw new IllegalArgumentException(
                    "variances must have length " + weights.variables() + ", was " + variances.length);
        }
        for (double variance : variances) {
            if (!(variance > 0 && variance < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("noise variances must be finite and > 0, was " + variance);
            }
        }
        return new LinearSem(weights, noise, variances.clone());
    }

    /**
     * A model whose noises all have variance 1, which makes it identifiable from its covariance (Peters and Bühlmann
     * 2014).
     *
     * @param weights W, acyclic
     * @param noise shape of the noise
     */
    public static LinearSem of(WeightMatrix weights, Noise noise) {
        double[] ones = new double[weights.variables()];
        Arrays.fill(ones, 1);
        return of(weights, noise, ones);
    }

    /** {@return W, the weights} */
    public WeightMatrix weights() {
        return weights;
    }

    /** {@return ω, the noise variances; a copy} */
    public double[] noiseVariances() {
        return variances.clone();
    }

    /**
     * {@return the same model in other units: x_j becomes c_j x_j, so W[i, j] becomes W[i, j] c_j / c_i and ω_j becomes
     * c_j² ω_j}
     *
     * @param factors c: [d], finite and &gt; 0
     */
    public LinearSem rescaled(double[] factors) {
        int d = weights.variables();
        if (factors.length != d) {
            throw new IllegalArgumentException("factors must have length " + d + ", was " + factors.length);
        }
        double[] w = weights.toRows();
        double[] omega = new double[d];
        for (int i = 0; i < d; i++) {
            omega[i] = variances[i] * factors[i] * factors[i];
            for (int j = 0; j < d; j++) {
                w[i * d + j] *= factors[j] / factors[i];
            }
        }
        return of(WeightMatrix.ofRows(d, w), noise, omega);
    }

    /**
     * {@return the same model in the units in which every variable has population variance 1, which hide what sorting
     * by variance can find on raw data}
     */
    public LinearSem standardised() {
        return rescaled(
                Arrays.stream(deviations()).map(deviation -> 1 / deviation).toArray());
    }

    /**
     * Rows that are drawn anew, and identically, at every pass: any number of them needs no memory.
     *
     * @param rows n; at least 0
     * @param seed any number
     * @return the source, with variables x1, x2, …; thread-safe
     */
    public RowSource rows(long rows, long seed) {
        if (rows < 0) {
            throw new IllegalArgumentException("rows must be >= 0, was " + rows);
        }
        return rows(rows, seed, order::propagate);
    }

    /** The noises of the same rows, made into values by equations instead of the linear ones. */
    RowSource rows(long rows, long seed, Consumer<double[]> equations) {
        return new Rows(VariableSchema.numbered(weights.variables()), rows, seed, equations);
    }

    /**
     * {@return the same rows as {@link #rows(long, long)}, in memory: [n][d], a new array}
     *
     * @param rows n; at least 0
     * @param seed any number
     */
    public double[][] sample(int rows, long seed) {
        double[][] sample = new double[rows][];
        int[] next = {0};
        rows(rows, seed).forEachRow(row -> sample[next[0]++] = row.clone());
        return sample;
    }

    /**
     * The exact covariance Σ = (I − W)⁻ᵀ Ω (I − W)⁻¹, by recursion along the causal order without an inverse: Σ[k, j] =
     * Σ_i Σ[k, i] W[i, j] for k before j, and Σ[j, j] = ω_j + Σ_i W[i, j] Σ[i, j]. Cost: O(d · edges).
     *
     * @return [d, d] row by row, symmetric, a new array
     */
    public double[] covariance() {
        int d = weights.variables();
        double[] sigma = new double[d * d];
        for (int position = 0; position < d; position++) {
            int j = order.variable(position);
            for (int before = 0; before < position; before++) {
                int k = order.variable(before);
                double sum = 0;
                for (int i : order.parents(j)) {
                    sum += sigma[k * d + i] * weights.get(i, j);
                }
                sigma[k * d + j] = sum;
                sigma[j * d + k] = sum;
            }
            double own = variances[j];
            for (int i : order.parents(j)) {
                own += weights.get(i, j) * sigma[i * d + j];
            }
            sigma[j * d + j] = own;
        }
        return sigma;
    }

    double[] deviations() {
        int d = weights.variables();
        double[] covariance = covariance();
        double[] deviations = new double[d];
        Arrays.setAll(deviations, j -> Math.sqrt(covariance[j * d + j]));
        return deviations;
    }

    /**
     * {@return the exact population moments, mean 0 and the covariance, as if infinitely many rows had been seen: the
     * noise-free oracle of tests}
     *
     * @param rows the n that methods with a penalty depending on n will see; at least 1
     */
    public SufficientStatistics population(long rows) {
        return SufficientStatistics.ofMoments(rows, new double[weights.variables()], covariance());
    }

    @Override
    public String toString() {
        return "LinearSem[" + weights + ", noise=" + noise + "]";
    }

    private final class Rows implements RowSource {
        private final VariableSchema schema;
        private final long rows;
        private final long seed;
        private final Consumer<double[]> equations;

        Rows(VariableSchema schema, long rows, long seed, Consumer<double[]> equations) {
            this.schema = schema;
            this.rows = rows;
            this.seed = seed;
            this.equations = equations;
        }

        @Override
        public VariableSchema schema() {
            return schema;
        }

        @Override
        public boolean keepsOrder() {
            return true;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            RandomStream random = new RandomStream(seed);
            double[] deviations = new double[variances.length];
            for (int j = 0; j < deviations.length; j++) {
                deviations[j] = Math.sqrt(variances[j]);
            }
            double[] row = new double[deviations.length];
            for (long r = 0; r < rows; r++) {
                for (int j = 0; j < row.length; j++) {
                    row[j] = noise.draw(random) * deviations[j];
                }
                equations.accept(row);
                consumer.accept(row);
            }
        }
    }
}
