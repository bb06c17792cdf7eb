// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.search.Evidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A fitted linear network without cycles: x_j = a_j + Σ_i W[i, j] x_i + u_j, the u_j independent with variances v_j.
 * Immutable. Not private.
 */
public final class LinearNetwork {

    /** Less of a variance is round-off. */
    private static final double SMALLEST_SHARE = 1e-12;

    private final VariableSchema schema;
    private final WeightMatrix weights;
    private final double[] intercepts;
    private final double[] noises;
    private final int[] order;

    private LinearNetwork(
            VariableSchema schema, WeightMatrix weights, double[] intercepts, double[] noises, int[] order) {
        this.schema = schema;
        this.weights = weights;
        this.intercepts = intercepts;
        this.noises = noises;
        this.order = order;
    }

    /**
     * {@return the equations of a result without categories}
     *
     * @param source what messages call the network
     * @throws DataException when its parameters are not those of a complete linear network in the unit of the data
     */
    static LinearNetwork of(String source, NetworkPart fitted) {
        fitted.whyNotLinear().ifPresent(why -> {
            throw new DataException(source + ": " + why);
        });
        List<Evidence.Equation> equations = fitted.equations();
        WeightMatrix weights = fitted.network().weights();
        return new LinearNetwork(
                fitted.network().schema(),
                weights,
                equations.stream().mapToDouble(Evidence.Equation::intercept).toArray(),
                equations.stream().mapToDouble(Evidence.Equation::noiseVariance).toArray(),
                Dag.of(weights).topologicalOrder());
    }

    /** {@return the variables} */
    public VariableSchema schema() {
        return schema;
    }

    /** The places of the variables, causes first. */
    int[] order() {
        return order.clone();
    }

    /**
     * The network after do(x_j = v) for some variables by their places (Pearl 2009, section 3.2): these no longer
     * depend on their parents and have no noise; all other equations stay.
     */
    LinearNetwork setting(Map<Integer, Double> values) {
        int d = schema.size();
        double[] left = weights.toRows();
        double[] constants = intercepts.clone();
        double[] variances = noises.clone();
        values.forEach((j, value) -> {
            for (int i = 0; i < d; i++) {
                left[i * d + j] = 0;
            }
            constants[j] = value;
            variances[j] = 0;
        });
        return new LinearNetwork(schema, WeightMatrix.ofRows(d, left), constants, variances, order);
    }

    /**
     * {@return a_j, in the unit of the variable}
     *
     * @param j the place of a variable
     */
    public double intercept(int j) {
        return intercepts[j];
    }

    /**
     * {@return v_j, in the square of the unit of the variable}
     *
     * @param j the place of a variable
     */
    public double noiseVariance(int j) {
        return noises[j];
    }

    /** {@return W: [d, d]} */
    public WeightMatrix weights() {
        return weights;
    }

    /**
     * {@return the places of its parents, ascending}
     *
     * @param j the place of a variable
     */
    public int[] parents(int j) {
        return IntStream.range(0, schema.size())
                .filter(i -> weights.hasEdge(i, j))
                .toArray();
    }

    /** a_j + Σ_i W[i, j] x_i of a row. */
    double fromParents(int j, double[] row) {
        double value = intercepts[j];
        for (int i : parents(j)) {
            value += weights.get(i, j) * row[i];
        }
        return value;
    }

    /** The means that the network implies: m_j = a_j + Σ_i W[i, j] m_i, causes first. */
    double[] means() {
        double[] means = new double[schema.size()];
        for (int j : order) {
            means[j] = fromParents(j, means);
        }
        return means;
    }

    /** The covariance that the network implies, (I − W)⁻ᵀ diag(v) (I − W)⁻¹: [d, d], column by column, causes first. */
    double[][] covariance() {
        int d = schema.size();
        double[][] effects = new double[d][d];
        for (int j : order) {
            effects[j][j] = 1;
            for (int i : parents(j)) {
                for (int k = 0; k < d; k++) {
                    effects[j][k] += weights.get(i, j) * effects[i][k];
                }
            }
        }
        double[][] covariance = new double[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                for (int k = 0; k < d; k++) {
                    covariance[i][j] += effects[i][k] * noises[k] * effects[j][k];
                }
            }
        }
        return covariance;
    }

    /**
     * Conditions all variables on some: E[x_u | x_g] = m_u + S_ug S_gg⁻¹ (x_g − m_g), exact for normal noises and the
     * best linear prediction for others.
     *
     * @param given places of g; none gives the means
     * @return [d, d]: entry [u, g] of S_ug S_gg⁻¹, and [u, u] the variance of u that is left, S_uu − S_ug S_gg⁻¹ S_gu
     * @throws DataException when one of the given follows from the others without noise
     */
    double[][] conditional(int[] given) {
        double[][] s = covariance();
        if (sweep(s, given).length < given.length) {
            throw new DataException("given must be columns of which none follows from the others without noise, were "
                    + Arrays.stream(given).mapToObj(schema.names()::get).collect(Collectors.joining(", ")));
        }
        return s;
    }

    /**
     * Conditions a covariance on places, but for those that follow from the ones before without noise.
     *
     * @param s becomes what {@link #conditional} gives
     * @return the places that it was conditioned on
     */
    int[] sweep(double[][] s, int[] given) {
        double[] variances =
                IntStream.range(0, s.length).mapToDouble(j -> s[j][j]).toArray();
        List<Integer> used = new ArrayList<>();
        for (int k : given) {
            // what the columns before leave of the variance, as a share of it: the same in every unit
            if (s[k][k] > SMALLEST_SHARE * variances[k]) {
                sweep(s, k);
                used.add(k);
            }
        }
        return used.stream().mapToInt(k -> k).toArray();
    }

    /** Symmetric sweep of row and column k (Goodnight 1979): swept by g, entries [u, g] are S_ug S_gg⁻¹. */
    private static void sweep(double[][] s, int k) {
        double pivot = s[k][k];
        double[] old = s[k].clone();
        for (int i = 0; i < s.length; i++) {
            for (int j = 0; j < s.length; j++) {
                if (i != k && j != k) {
                    s[i][j] -= old[i] * old[j] / pivot;
                }
            }
        }
        for (int i = 0; i < s.length; i++) {
            s[i][k] = i == k ? -1 / pivot : old[i] / pivot;
            s[k][i] = s[i][k];
        }
    }
}
