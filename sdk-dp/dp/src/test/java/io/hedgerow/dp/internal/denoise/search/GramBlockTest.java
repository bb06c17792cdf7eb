// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.dp.internal.denoise.GramTarget;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is computed of a few parameters is what the formulas on whole matrices give. */
class GramBlockTest {

    private static final int D = 9;
    /** Sums of some hundred products in another order. */
    private static final double ROUND_OFF = 1e-9;

    private final WeightMatrix truth = new ErdosRenyi(D, 12).generate(5);
    private final GramTarget target = target();
    private final GramFit fit = new GramFit(target, graph());

    private GramTarget target() {
        Random random = new Random(4);
        double[] root = IntStream.range(0, D * D)
                .mapToDouble(k -> 0.2 * random.nextGaussian())
                .toArray();
        double[] precision = GramTarget.product(D, root, GramTarget.transpose(D, root));
        double[] matrix = LinearSem.of(truth, Noise.GAUSSIAN).covariance();
        for (int i = 0; i < D; i++) {
            precision[i * (D + 1)] += 1;
            for (int j = 0; j <= i; j++) {
                matrix[i * D + j] += 0.1 * random.nextGaussian();
                matrix[j * D + i] = matrix[i * D + j];
            }
        }
        return new GramTarget(D, matrix, precision, new double[D], 0.3);
    }

    private GramGraph graph() {
        GramGraph graph = new GramGraph(D, 6, EdgeKnowledge.none(D));
        for (int k = 0; k < D * D; k++) {
            if (truth.hasEdge(k / D, k % D)) {
                graph.add(k / D, k % D, 0.8 * truth.get(k / D, k % D));
            }
        }
        return graph;
    }

    /** Σ = Bᵀ diag(ω) B and Q = ½ tr(KΔKΔ) + Σ (t − t̄)² / 2τ², with whole matrices. */
    @Test
    void discrepancy_isThatOfWholeMatrices() {
        fit.refit(0, 1);
        double[] diagonal = new double[D * D];
        for (int j = 0; j < D; j++) {
            diagonal[j * (D + 1)] = fit.omega(j);
        }
        double[] half = fit.graph().timesFromRight(diagonal);
        double[] implied = fit.graph().timesFromRight(GramTarget.transpose(D, half));
        double[] delta = new double[D * D];
        for (int k = 0; k < delta.length; k++) {
            delta[k] = target.matrix()[k] - implied[k];
        }
        double[] weighted = GramTarget.product(D, target.precision(), delta);
        double[] square = GramTarget.product(D, weighted, weighted);
        double expected = 0;
        for (int j = 0; j < D; j++) {
            double t = fit.deviations()[j];
            expected += 0.5 * square[j * (D + 1)] + t * t / (2 * 0.3 * 0.3);
            assertArrayEquals(java.util.Arrays.copyOfRange(implied, j * D, (j + 1) * D), fit.implied(j)[j], ROUND_OFF);
        }
        assertEquals(expected, fit.discrepancy(), ROUND_OFF * expected);
        assertTrue(expected > 1, "the fit must not be exact");
    }

    @Test
    void gradient_isThatOfWholeMatrices() {
        GramCurvature whole = fit.curvature();
        GramBlock block = new GramBlock(fit);
        for (int j = 0; j < D; j++) {
            double[] into = block.gradientInto(j);
            double[] out = block.gradientOut(j);
            for (int i = 0; i < D; i++) {
                double size = 1 + Math.abs(whole.gradient(i, j)) + Math.abs(whole.gradient(j, i));
                assertEquals(whole.gradient(i, j), into[i], ROUND_OFF * size);
                assertEquals(whole.gradient(j, i), out[i], ROUND_OFF * size);
                assertTrue(2 * block.strength(j) * block.size(i) <= block.own(i, j) * (1 + ROUND_OFF));
            }
        }
    }

    @Test
    void stepOfAllParameters_isTheStepOfTheWholeMatrix() {
        GramParameters all = GramParameters.all(fit.graph());
        GramBlock block = new GramBlock(fit);
        GramFactor factor = new GramFactor(block.matrix(all), 0.01);
        double[] step = factor.backward(factor.forward(block.gradient(all), 0));
        // a well conditioned system of 21 equations
        assertArrayEquals(fit.curvature().step(0.01), step, 1e-7);
    }

    @Test
    void loss_whereEverythingIsNear_isThatOfTheWholeMatrix() {
        GramGraph graph = new GramGraph(D, D, EdgeKnowledge.none(D));
        for (int j = 1; j < D; j++) {
            graph.add(0, j, 0.3);
        }
        GramFit star = new GramFit(target, graph);
        GramBlock block = new GramBlock(star);
        GramFactor whole = new GramFactor(block.matrix(GramParameters.all(graph)), 1e-9);
        for (int edge = 0; edge < graph.size(); edge++) {
            double weight = graph.weight(edge);
            double loss = 0.5 * weight * weight / whole.variance(edge);
            assertEquals(loss, block.lossOfDropping(edge), 1e-6 * loss);
        }
    }

    @Test
    void refitAround_movesWhatIsNearAndLowersTheDiscrepancy() {
        int edge = fit.graph().size() - 1;
        int from = fit.graph().from(edge);
        int to = fit.graph().to(edge);
        GramParameters near = GramParameters.around(fit.graph(), from, to);
        double[] weights = IntStream.range(0, fit.graph().size())
                .mapToDouble(fit.graph()::weight)
                .toArray();
        double before = fit.discrepancy();
        GramFit.State state = fit.state();
        fit.refitAround(6, 1e-3, from, to);
        assertTrue(fit.discrepancy() < before);
        int held = 0;
        for (int k = 0; k < weights.length; k++) {
            if (java.util.Arrays.binarySearch(near.edges(), k) < 0) {
                assertEquals(weights[k], fit.graph().weight(k));
                held++;
            }
        }
        assertTrue(held > 0, "some edges must be far");
        fit.restore(state);
        assertEquals(before, fit.discrepancy());
        fit.refit(0, 1);
        assertEquals(before, fit.discrepancy());
    }

    /** Acyclic, better than the start, and with nothing left that one look at all pairs would add. */
    @Test
    void climb_fromTheEmptyGraph_endsWhereNoEdgeIsMissed() {
        GramClimb climb = new GramClimb(new GramFit(target, new GramGraph(D, 6, EdgeKnowledge.none(D))), 4);
        double before = climb.score();
        climb.climb();
        double climbed = climb.score();
        CompoundMoves.polish(climb);
        assertTrue(climbed < before && climb.score() <= climbed);
        assertTrue(climb.fit().graph().size() >= truth.edgeCount() / 2);
        for (GramCandidates.Candidate left : new GramCandidates(climb.fit(), 4).everywhere()) {
            assertTrue(left.gain() < 5 * 4, "an edge worth " + left.gain() + " is missing");
        }
    }

    @Test
    void candidates_ofSomeVariables_areThoseOfAllPairsThatTouchThem() {
        GramFit empty = new GramFit(target, new GramGraph(D, 6, EdgeKnowledge.none(D)));
        empty.refit(10, 1e-3);
        GramCandidates candidates = new GramCandidates(empty, 4);
        TreeSet<Integer> centre = new TreeSet<>(java.util.List.of(1, 4));
        TreeSet<String> touching = new TreeSet<>();
        for (GramCandidates.Candidate found : candidates.everywhere()) {
            if (centre.contains(found.from()) || centre.contains(found.to())) {
                touching.add(found.from() + " " + found.to());
            }
        }
        TreeSet<String> near = new TreeSet<>();
        candidates.at(centre).forEach(found -> near.add(found.from() + " " + found.to()));
        assertEquals(touching, near);
        assertFalse(near.isEmpty());
    }

    @Test
    void trials_areDueAgainOnlyAfterAChangeNextToThem() {
        GramGraph graph = new GramGraph(5, 4, EdgeKnowledge.none(5));
        graph.add(0, 1, 1);
        graph.add(1, 2, 1);
        FailedMoves trials = new FailedMoves(5);
        assertTrue(trials.due(FailedMoves.TURN, graph, 0, 1));
        trials.failed(FailedMoves.TURN, 0, 1);
        assertFalse(trials.due(FailedMoves.TURN, graph, 0, 1));
        assertTrue(trials.due(FailedMoves.EXCHANGE, graph, 0, 1));
        trials.changed(3, 4);
        assertFalse(trials.due(FailedMoves.TURN, graph, 0, 1));
        long[] changes = trials.changes();
        trials.changed(2);
        assertTrue(trials.due(FailedMoves.TURN, graph, 0, 1));
        trials.back(changes);
        assertFalse(trials.due(FailedMoves.TURN, graph, 0, 1));
    }

    /** Around a variable with so many children only what is said of both ends is refitted. */
    @Test
    void lossOfDropping_nextToManyChildren_isThatOfDroppingToSecondOrder() {
        int d = 60;
        double[] weights = new double[d * d];
        for (int j = 1; j < d; j++) {
            weights[j] = j == 1 ? 0.05 : 0.6;
        }
        double[] precision = new double[d * d];
        for (int j = 0; j < d; j++) {
            precision[j * (d + 1)] = 1;
        }
        LinearSem star = LinearSem.of(WeightMatrix.ofRows(d, weights), Noise.GAUSSIAN);
        GramTarget hub = new GramTarget(d, star.covariance(), precision, new double[d], 0.1);
        GramGraph graph = new GramGraph(d, 6, EdgeKnowledge.none(d));
        for (int j = 1; j < d; j++) {
            graph.add(0, j, weights[j]);
        }
        GramFit full = new GramFit(hub, graph);
        full.refit(30, 1e-12);
        int edge = graph.edge(0, 1);
        double loss = new GramBlock(full).lossOfDropping(edge);
        double before = full.discrepancy();
        graph.remove(edge);
        full.refit(30, 1e-12);
        double risen = full.discrepancy() - before;
        // an edge of weight 0.05 is so small that the second order is nearly all of it
        assertEquals(risen, loss, 0.1 * risen);
    }
}
