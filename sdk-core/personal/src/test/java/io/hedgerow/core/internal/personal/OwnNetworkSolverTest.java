// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.solver.LocalProblem;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A site between rounds: what it releases, keeps and restores. */
class OwnNetworkSolverTest {

    private static final int D = 2;
    private static final int Q = 4;
    private static final PersonalSumLayout LAYOUT = new PersonalSumLayout(D, Q);

    private static OwnNetworkSolver solver() {
        EdgeKnowledge knowledge = EdgeKnowledge.none(Q).parentsOnlyFrom(D);
        return new OwnNetworkSolver(new OwnNetworkSolver.Options(LAYOUT, lags -> knowledge, 3, 7, Centring.LOCAL_MEAN));
    }

    private static double[][] rows(int count) {
        SplittableRandom random = new SplittableRandom(count);
        double[][] rows = new double[count][Q];
        for (double[] row : rows) {
            Arrays.setAll(row, j -> random.nextGaussian());
            row[0] += 2 * row[2];
            row[1] += 2 * row[0];
        }
        return rows;
    }

    private static double[] question(PersonalQuestion.Kind kind, SharingMode mode) {
        return new PersonalQuestion(
                        kind,
                        1,
                        1,
                        Map.of(NoiseAssumption.EQUAL, new HyperParameters(1, 1, 0.4, 0.2)),
                        mode,
                        new double[1 + Q])
                .told(LAYOUT);
    }

    private static Parameters solve(OwnNetworkSolver solver, double[][] rows, double[] told, Parameters before) {
        Parameters zero = Parameters.zeros(LAYOUT.layout().size());
        LocalProblem problem =
                new LocalProblem(LAYOUT.layout(), LAYOUT.with(zero, told), zero, before, 1, 0, 1, Centring.NONE);
        try (DataView view = OpenedMoments.ofRows(rows).open()) {
            return solver.solve(problem, view).parameters();
        }
    }

    private static Parameters first(OwnNetworkSolver solver, double[][] rows) {
        return solve(
                solver,
                rows,
                new double[LAYOUT.size()],
                Parameters.zeros(LAYOUT.layout().size()));
    }

    @Test
    void firstRelease_isTheMomentsOfAllRows_andLaterOnesKeepThem() {
        double[][] rows = rows(40);
        OwnNetworkSolver solver = solver();
        Parameters first = first(solver, rows);
        try (DataView view = OpenedMoments.ofRows(rows).open()) {
            assertArrayEquals(SiteSums.of(view).toArray(), LAYOUT.moments(first).toArray(), 0);
        }
        assertArrayEquals(new double[LAYOUT.size()], LAYOUT.answers(first), 0);
        SharingMode pool = SharingMode.Kind.POOL.modes().get(0);
        Parameters second = solve(solver, rows, question(PersonalQuestion.Kind.START, pool), first);
        assertEquals(LAYOUT.moments(first), LAYOUT.moments(second));
        assertNotEquals(first, second);
    }

    /** Eleven rows are blocks of 3, 2, 2, 2 and 2 consecutive ones: their counts, each less its part of a mean. */
    @Test
    void blocks_areOfConsecutiveRows() {
        SharingMode pool = SharingMode.Kind.POOL.modes().get(0);
        OwnNetworkSolver solver = solver();
        double[][] rows = rows(11);
        Parameters sent = solve(solver, rows, question(PersonalQuestion.Kind.START, pool), first(solver, rows));
        double[] answers = LAYOUT.answers(sent);
        double[] mean = new double[Q];
        for (double[] row : rows) {
            Arrays.setAll(mean, j -> mean[j] + row[j] / 11);
        }
        int from = 0;
        for (int block = 0; block < PersonalSearch.BLOCKS; block++) {
            int count = block == 0 ? 3 : 2;
            assertEquals(count * 10 / 11.0, answers[LAYOUT.moments(block)], 1e-9);
            double product = 0;
            for (int r = from; r < from + count; r++) {
                product += (rows[r][0] - mean[0]) * (rows[r][1] - mean[1]);
            }
            assertEquals(product, answers[LAYOUT.moments(block) + 2], 1e-9, "block " + block);
            from += count;
        }
    }

    @Test
    void network_isKept_andRestoredFromTheJournal() {
        OwnNetworkSolver solver = solver();
        double[][] rows = rows(200);
        assertTrue(solver.ownNetwork().isEmpty() && solver.releasedState().size() == 0);
        Parameters before = first(solver, rows);
        double[] asked = question(PersonalQuestion.Kind.NETWORK, SharingMode.LOCAL);
        Parameters sent = solve(solver, rows, asked, before);
        assertEquals(before, sent, "the network does not leave the site");
        WeightMatrix network = solver.ownNetwork().orElseThrow();
        assertEquals(2, network.get(2, 0), 0.3);
        assertEquals(2, network.get(0, 1), 0.3);
        assertTrue(solver.ownProbabilities().orElseThrow().get(2, 0) > 0.9);
        OwnNetworkSolver restarted = solver();
        restarted.restore(solver.releasedState());
        assertEquals(network, restarted.ownNetwork().orElseThrow());
        assertEquals(solver.ownProbabilities(), restarted.ownProbabilities());
        OwnNetworkSolver again = solver();
        solve(again, rows, asked, first(again, rows));
        assertEquals(network, again.ownNetwork().orElseThrow(), "the same rows, question and seed");
    }

    @Test
    void stateOfAnotherSize_isRefused() {
        for (int bytes : new int[] {0, 8, Q * Q * 8 - 8, Q * Q * 8 + 8, 3 * Q * Q * 8}) {
            Payload wrong = Payload.copyOf(new byte[bytes]);
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> solver().restore(wrong));
            assertTrue(refused.getMessage().endsWith("had " + bytes + " bytes"), refused.getMessage());
        }
    }

    @Test
    void fewRows_noRows_andTwoSites_areRefusedWithARemedy() {
        IllegalArgumentException few = assertThrows(IllegalArgumentException.class, () -> first(solver(), rows(9)));
        assertEquals(
                "a network of a site's own needs at least 10 rows that have their lags, had 9: leave the site out, or"
                        + " learn one network for all",
                few.getMessage());
        first(solver(), rows(10));
        Parameters zero = Parameters.zeros(LAYOUT.layout().size());
        LocalProblem problem = new LocalProblem(LAYOUT.layout(), zero, zero, zero, 1, 0, 1, Centring.NONE);
        try (DataView view = OpenedMoments.of(new double[Q][Q]).open()) {
            assertThrows(DataException.class, () -> solver().solve(problem, view));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> new OwnNetworkSolver.Options(LAYOUT, lags -> EdgeKnowledge.none(Q), 2, 7, Centring.NONE));
    }
}
