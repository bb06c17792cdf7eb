// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.CausalOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The structural equations of one study, one function for each variable with parents, the same at all sites. Immutable,
 * thread-safe.
 */
final class StructuralEquations {

    /** Enough rows for a standard deviation to about 1 in 100. */
    private static final int ROWS_FOR_DEVIATIONS = 10_000;

    private final CausalOrder order;
    private final Mechanism mechanism;
    private final List<ToDoubleFunction<double[]>> functions;

    private StructuralEquations(CausalOrder order, Mechanism mechanism, List<ToDoubleFunction<double[]>> functions) {
        this.order = order;
        this.mechanism = mechanism;
        this.functions = functions;
    }

    /** Draws the functions of a graph; each variable's come from a stream of its own. */
    static StructuralEquations draw(WeightMatrix graph, Mechanism mechanism, long seed) {
        CausalOrder order = CausalOrder.of(graph);
        List<ToDoubleFunction<double[]>> functions = new ArrayList<>();
        for (int j = 0; j < graph.variables(); j++) {
            int[] parents = order.parents(j);
            double[] weights = new double[parents.length];
            for (int a = 0; a < parents.length; a++) {
                weights[a] = graph.get(parents[a], j);
            }
            RandomStream random = new RandomStream(RandomStream.derive(seed, 0, j));
            functions.add(parents.length == 0 ? x -> 0 : mechanism.draw(weights, random));
        }
        return new StructuralEquations(order, mechanism, functions);
    }

    /** A graph with 1 at every edge, for models with functions instead of weights. */
    static WeightMatrix edges(WeightMatrix graph) {
        double[] entries = graph.toRows();
        Arrays.setAll(entries, k -> entries[k] == 0 ? 0 : 1);
        return WeightMatrix.ofRows(graph.variables(), entries);
    }

    /** Turns noise into values in place: x_j = f_j(x_parents) + z_j, or what the mechanism makes of the two. */
    void propagate(double[] row) {
        for (int position = 0; position < row.length; position++) {
            int j = order.variable(position);
            int[] parents = order.parents(j);
            double[] x = new double[parents.length];
            for (int a = 0; a < x.length; a++) {
                x[a] = row[parents[a]];
            }
            row[j] = mechanism.value(functions.get(j).applyAsDouble(x), row[j]);
        }
    }

    /** The variables' standard deviations, which have no closed form, over simulated rows. */
    double[] deviations(LinearSem noise, long seed) {
        double[] deviations = new double[functions.size()];
        StatisticsAccumulator rows = new StatisticsAccumulator(deviations.length);
        noise.rows(ROWS_FOR_DEVIATIONS, seed, this::propagate).forEachRow(rows::add);
        SufficientStatistics found = rows.finish();
        Arrays.setAll(deviations, j -> Math.sqrt(found.covariance(j, j)));
        return deviations;
    }
}
