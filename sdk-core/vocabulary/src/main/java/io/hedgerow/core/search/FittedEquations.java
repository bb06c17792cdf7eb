// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The fitted equations of the numeric variables of a learned network: x_j = intercept_j + Σ_i W[i, j] x_i + noise_j.
 *
 * @param equations of every variable, in the order of the schema; empty where means and noise variances are not known
 * @param scale of all numbers: {@value #DATA}, as the columns were given, or {@value #NORMAL_SCORES}
 * @param norms whether weights are norms of the first layers of neural networks, which have no equations
 */
public record FittedEquations(List<Evidence.Equation> equations, String scale, boolean norms) {

    /** The scale of columns whose values are used as they are. */
    public static final String DATA = "data";

    /** The scale of columns whose values were replaced by normal scores of their ranks. */
    public static final String NORMAL_SCORES = "normal-scores";

    /** No equation is known, and numbers are in the units of the data. */
    public static final FittedEquations NONE = new FittedEquations(List.of(), DATA, false);

    public FittedEquations {
        equations = List.copyOf(equations);
        Objects.requireNonNull(scale, "scale");
    }

    /**
     * {@return a copy in another scale}
     *
     * @param other such as {@value #NORMAL_SCORES}
     */
    public FittedEquations in(String other) {
        return new FittedEquations(equations, other, norms);
    }

    /**
     * Fits the intercepts and noise variances of a network to rows.
     *
     * @param network W: [d, d], or of series [(p + 1) d, (p + 1) d], of which the present has equations
     * @param rows of the same columns
     * @param variables d
     * @return the equation of each of the first d columns; O(d³)
     */
    public static List<Evidence.Equation> on(SufficientStatistics rows, WeightMatrix network, int variables) {
        return IntStream.range(0, variables)
                .mapToObj(j -> new Evidence.Equation(intercept(network, rows, j), noiseVariance(network, rows, j)))
                .toList();
    }

    /** m_j − Σ_i W[i, j] m_i. */
    private static double intercept(WeightMatrix w, SufficientStatistics all, int j) {
        double intercept = all.mean(j);
        for (int i = 0; i < w.variables(); i++) {
            intercept -= w.get(i, j) * all.mean(i);
        }
        return intercept;
    }

    /** S_jj − 2 Σ_i W[i, j] S_ij + Σ_ik W[i, j] S_ik W[k, j], S about the means. */
    private static double noiseVariance(WeightMatrix w, SufficientStatistics all, int j) {
        double variance = all.covariance(j, j);
        for (int i = 0; i < w.variables(); i++) {
            if (w.hasEdge(i, j)) {
                double term = -2 * all.covariance(i, j);
                for (int k = 0; k < w.variables(); k++) {
                    term += w.hasEdge(k, j) ? all.covariance(i, k) * w.get(k, j) : 0;
                }
                variance += w.get(i, j) * term;
            }
        }
        // round-off may leave less than nothing
        return Math.max(0, variance);
    }
}
