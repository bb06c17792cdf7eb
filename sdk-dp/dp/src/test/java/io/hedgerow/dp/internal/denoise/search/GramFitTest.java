// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.dp.internal.denoise.GramTarget;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GramFitTest {

    private static final int D = 7;
    private final WeightMatrix truth = new ErdosRenyi(D, 8).generate(3);
    private final double[] covariance = LinearSem.of(truth, Noise.GAUSSIAN).covariance();

    private GramTarget target(double[] matrix, double spread) {
        Random random = new Random(1);
        double[] root = new double[D * D];
        for (int k = 0; k < D * D; k++) {
            root[k] = 0.2 * random.nextGaussian();
        }
        double[] precision = GramTarget.product(D, root, GramTarget.transpose(D, root));
        for (int j = 0; j < D; j++) {
            precision[j * (D + 1)] += 1;
        }
        return new GramTarget(D, matrix, precision, new double[D], spread);
    }

    private double[] perturbed(long seed) {
        Random random = new Random(seed);
        double[] matrix = covariance.clone();
        for (int i = 0; i < D; i++) {
            for (int j = 0; j <= i; j++) {
                matrix[i * D + j] += 0.1 * random.nextGaussian();
                matrix[j * D + i] = matrix[i * D + j];
            }
        }
        return matrix;
    }

    private GramGraph graph(double factor) {
        GramGraph graph = new GramGraph(D, 6, EdgeKnowledge.none(D));
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                if (truth.hasEdge(i, j)) {
                    graph.add(i, j, factor * truth.get(i, j));
                }
            }
        }
        return graph;
    }

    private static double discrepancy(GramTarget target, GramGraph graph) {
        return new GramFit(target, graph).discrepancy();
    }

    @Test
    void discrepancy_atTheTruth_isZero() {
        GramFit fit = new GramFit(target(covariance, 0.1), graph(1));
        fit.refit(50, 1e-14);
        // squares of round-off
        assertEquals(0, fit.discrepancy(), 1e-9);
        for (int j = 0; j < D; j++) {
            assertEquals(1, fit.omega(j), 1e-4);
        }
    }

    @Test
    void refit_fromWrongWeights_recoversThem() {
        GramFit fit = new GramFit(target(covariance, 0.1), graph(0.6));
        fit.refit(100, 1e-16);
        for (int edge = 0; edge < fit.graph().size(); edge++) {
            double expected = truth.get(fit.graph().from(edge), fit.graph().to(edge));
            assertEquals(expected, fit.graph().weight(edge), 1e-4);
        }
    }

    @Test
    void refit_towardsAGoal_isGivenUpAfterAStepThatCannotLeadThere_andOtherwiseAsWithout() {
        GramFit full = new GramFit(target(perturbed(2), 0.1), graph(0.6));
        double start = full.discrepancy();
        full.refit(100, 1e-12);
        GramFit hopeless = new GramFit(target(perturbed(2), 0.1), graph(0.6));
        // no Q is below 0, and the first step cannot gain more than Q
        hopeless.refit(100, 1e-12, -3 * start);
        GramFit single = new GramFit(target(perturbed(2), 0.1), graph(0.6));
        single.refit(1, 1e-12);
        assertEquals(single.discrepancy(), hopeless.discrepancy());
        assertTrue(hopeless.discrepancy() > full.discrepancy() + 1e-6, "the fit needs more than one step");
        GramFit hopeful = new GramFit(target(perturbed(2), 0.1), graph(0.6));
        hopeful.refit(100, 1e-12, start);
        assertEquals(full.discrepancy(), hopeful.discrepancy());
    }

    @Test
    void gradient_matchesFiniteDifferences_forEdgesInTheGraphAndNot() {
        GramTarget target = target(perturbed(1), 0.2);
        GramFit fit = new GramFit(target, graph(0.9));
        GramCurvature curvature = fit.curvature();
        double h = 1e-5;
        int checked = 0;
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                if (i == j || fit.graph().reached(j)[i]) {
                    continue;
                }
                double numeric = (discrepancy(target, moved(i, j, h)) - discrepancy(target, moved(i, j, -h))) / (2 * h);
                // central differences: h² times third derivatives of order 100, and round-off 1e-16·Q/h
                assertEquals(numeric, curvature.gradient(i, j), 1e-4 * (1 + Math.abs(numeric)));
                checked++;
            }
        }
        assertTrue(checked > truth.edgeCount(), "edges outside the graph must be among them");
    }

    /** The graph with one weight moved, or one edge added. */
    private GramGraph moved(int from, int to, double by) {
        GramGraph graph = graph(0.9);
        for (int edge = 0; edge < graph.size(); edge++) {
            if (graph.from(edge) == from && graph.to(edge) == to) {
                graph.setWeight(edge, graph.weight(edge) + by);
                return graph;
            }
        }
        graph.add(from, to, by);
        return graph;
    }

    @Test
    void own_whereTheFitIsExact_isTheSecondDerivative() {
        GramTarget target = target(covariance, 1);
        // from the fitted noise variances on, nothing but one weight moves
        GramFit exact = new GramFit(target, graph(1));
        exact.refit(60, 1e-16);
        GramFit.State state = exact.state();
        GramBlock block = new GramBlock(exact);
        double[][] own = new double[D][D];
        for (int k = 0; k < D * D; k++) {
            own[k / D][k % D] = k / D == k % D ? 0 : block.own(k / D, k % D);
        }
        double h = 1e-4;
        for (int edge = 0; edge < exact.graph().size(); edge++) {
            exact.restore(state);
            double weight = exact.graph().weight(edge);
            int from = exact.graph().from(edge);
            int to = exact.graph().to(edge);
            exact.graph().setWeight(edge, weight + h);
            exact.refit(0, 1);
            double above = exact.discrepancy();
            // Q and its slope are 0 here; error h times third derivatives
            assertEquals(2 * above / (h * h), own[from][to], 0.02 * own[from][to]);
        }
    }

    @Test
    void gainAndLoss_toSecondOrder_areNearWhatARefitGains() {
        GramTarget target = target(perturbed(2), 0.2);
        GramFit whole = new GramFit(target, graph(1));
        whole.refit(60, 1e-12);
        GramBlock block = new GramBlock(whole);
        double[] losses = new double[whole.graph().size()];
        Arrays.setAll(losses, block::lossOfDropping);
        int weakest = 0;
        for (int edge = 0; edge < losses.length; edge++) {
            weakest = losses[edge] < losses[weakest] ? edge : weakest;
        }
        int from = whole.graph().from(weakest);
        int to = whole.graph().to(weakest);
        double before = whole.discrepancy();
        whole.graph().remove(weakest);
        whole.refit(60, 1e-12);
        double lost = whole.discrepancy() - before;
        assertTrue(lost > 0);
        double gain = new GramBlock(whole).gainOfAdding(from, to);
        // second order: the same within a factor of 2, which is enough to rank moves
        assertTrue(gain > 0.5 * lost && gain < 2 * lost, gain + " of " + lost);
        assertTrue(losses[weakest] > 0.5 * lost && losses[weakest] < 2 * lost, losses[weakest] + " of " + lost);
    }

    @Test
    void climb_fromTheEmptyGraph_neverRaisesTheScore() {
        GramClimb climb =
                new GramClimb(new GramFit(target(perturbed(3), 0.1), new GramGraph(D, 6, EdgeKnowledge.none(D))), 4);
        double before = climb.score();
        climb.climb();
        assertTrue(climb.score() < before);
        assertTrue(climb.fit().graph().size() > 0);
    }

    /** What the truth does not need is dropped from a graph that has every edge. */
    @Test
    void climb_fromAFullGraph_dropsWhatIsNotWorthItsPrice() {
        GramGraph full = new GramGraph(D, D, EdgeKnowledge.none(D));
        for (int to = 1; to < D; to++) {
            for (int from = 0; from < to; from++) {
                full.add(from, to, 0.1);
            }
        }
        GramClimb climb = new GramClimb(new GramFit(target(perturbed(3), 0.1), full), 4);
        int edges = full.size();
        climb.climb();
        assertTrue(
                climb.fit().graph().size() < edges / 2,
                "has " + climb.fit().graph().size() + " of " + edges);
    }

    @Test
    void graph_keepsItsEdgesAndOrderThroughChanges() {
        GramGraph graph = new GramGraph(4, 2, EdgeKnowledge.none(4));
        graph.add(3, 1, 0.5);
        graph.add(1, 0, -1);
        graph.add(3, 0, 2);
        assertTrue(graph.full(0));
        assertTrue(graph.reached(3)[0]);
        assertFalse(graph.reached(0)[3]);
        graph.remove(0);
        assertEquals(2, graph.size());
        assertFalse(graph.adjacent(3, 1));
        assertTrue(graph.adjacent(0, 3));
        assertFalse(graph.full(1));
    }
}
