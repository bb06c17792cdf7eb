// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fitted network in {@code result.json}, as much of it as there is: x_j = intercept + Σ weight · parent + noise. It
 * predicts, so it has all edges of the best acyclic network, also those that are likelier absent than there and are not
 * shown. As private as what it was computed from.
 *
 * @param meaning the same as a sentence
 * @param scale of all numbers: {@code data}, as the columns were given, or {@code normal-scores}
 * @param equations of every variable, in the order of the variables; empty where weights are no effects
 */
public record ParametersEntry(Model model, String meaning, String scale, List<Equation> equations) {

    /** The scale of columns that are learned from as they are. */
    public static final String DATA = "data";

    public ParametersEntry {
        equations = List.copyOf(equations);
    }

    /** What equations are. */
    public enum Model {
        /** A linear network, complete. */
        LINEAR("every equation of a linear network: enough to predict"),
        /** One member of an equivalence class, complete. */
        CLASS_MEMBER("every equation of one member of the class of equivalent networks: other members have other "
                + "weights, and the same joint distribution if noise is normal"),
        /** Without intercepts and noise variances, which nobody computed. */
        WEIGHTS_ONLY("weights only: no message had means and noise variances, so deviations from the means can "
                + "be predicted, but not values"),
        /** Relations bend. */
        CURVES("means and noise variances; each curve shows how a variable depends on one parent, averaged over "
                + "the others, which is not enough to predict"),
        /** Neural networks. */
        NORMS("none: weights are norms of first-layer weights, and the networks behind them are not written");

        private final String meaning;

        Model(String meaning) {
            this.meaning = meaning;
        }
    }

    /**
     * One variable's equation.
     *
     * @param intercept in its unit; left out where nobody computed it. Of curves the variable's mean
     * @param noiseVariance in the square of its unit; left out where nobody computed it
     * @param parents with an edge to it; none of curves
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Equation(
            String variable,
            @Nullable Double intercept,
            @Nullable Double noiseVariance,
            List<Parent> parents) {
        public Equation {
            parents = List.copyOf(parents);
        }
    }

    /**
     * A term of an equation.
     *
     * @param lag how many steps it is before; only of dynamic networks
     * @param weight the change of the variable when the parent grows by 1
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Parent(String variable, @Nullable Integer lag, double weight) {}

    /**
     * The fitted network.
     *
     * @param evidence of a search, which knows means and noises
     * @param pooled moments of all rows, where the run may look at them: intercepts and noise variances are then those
     *     of the learned weights on all rows, about their means; empty where it may not
     * @param norms whether weights are norms
     */
    public static ParametersEntry of(
            NamedNetwork network,
            Optional<Evidence> evidence,
            Optional<SufficientStatistics> pooled,
            boolean norms,
            String scale) {
        List<Evidence.Equation> known = evidence.map(Evidence::equations).orElseGet(List::of);
        boolean curves = evidence.isPresent() && !evidence.get().curves().isEmpty();
        int d = network.slices().map(TimeSlices::size).orElse(network.size());
        if (norms) {
            return new ParametersEntry(Model.NORMS, Model.NORMS.meaning, scale, List.of());
        }
        List<Equation> equations = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            Double intercept = null;
            Double noise = null;
            if (known.size() > j) {
                intercept = known.get(j).intercept();
                noise = known.get(j).noiseVariance();
            } else if (pooled.isPresent()) {
                intercept = intercept(network.weights(), pooled.get(), j);
                noise = noiseVariance(network.weights(), pooled.get(), j);
            }
            equations.add(new Equation(network.name(j), intercept, noise, curves ? List.of() : parents(network, j)));
        }
        boolean complete = !known.isEmpty() || pooled.isPresent();
        Model model = curves
                ? Model.CURVES
                : !complete ? Model.WEIGHTS_ONLY : isClass(network) ? Model.CLASS_MEMBER : Model.LINEAR;
        return new ParametersEntry(model, model.meaning, scale, equations);
    }

    private static boolean isClass(NamedNetwork network) {
        return network.pairs()
                .flatMap(PairProbabilities::pattern)
                .map(pattern -> pattern.undirected() > 0)
                .orElse(false);
    }

    private static List<Parent> parents(NamedNetwork network, int j) {
        Optional<TimeSlices> slices = network.slices();
        List<Parent> parents = new ArrayList<>();
        for (int i = 0; i < network.size(); i++) {
            if (network.weights().hasEdge(i, j)) {
                int column = i;
                parents.add(new Parent(
                        network.name(slices.map(known -> known.variable(column)).orElse(column)),
                        slices.map(known -> known.lag(column)).orElse(null),
                        network.weights().get(i, j)));
            }
        }
        return parents;
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
