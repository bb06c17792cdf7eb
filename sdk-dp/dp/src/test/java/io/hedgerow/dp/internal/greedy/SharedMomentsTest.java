// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Paper 002, the remark of A.3: the mean of the second moments that sites release. */
class SharedMomentsTest {

    private static final int D = 3;
    private static final int ROWS = 80;

    private static final Smoothness.PrivateMoments OWN = new Smoothness.PrivateMoments(D, 0.1, 20, 0.3);
    private static final Smoothness.PrivateMoments SHARED = new Smoothness.PrivateMoments(D, 0.1, 20, 0.3, true);

    private static final OpenedMoments DATA = data();

    private static OpenedMoments data() {
        Random random = new Random(9);
        double[][] rows = new double[ROWS][D];
        for (double[] row : rows) {
            for (int i = 0; i < D; i++) {
                row[i] = (1 + i) * random.nextGaussian() + (i > 0 ? row[i - 1] : 0);
            }
        }
        return OpenedMoments.ofRows(rows);
    }

    private static GreedyOptions options(Smoothness smoothness) {
        return new GreedyOptions(
                ProtectedUnits.records(Adjacency.REPLACE_ONE, ROWS),
                new GreedySteps(6, 1, 1, Diagonal.MASKED),
                new GreedyCost(0.1, 0.05),
                smoothness,
                new RowCentre.Origin());
    }

    private static DpProximalGreedySolver solver(Smoothness smoothness) {
        return new DpProximalGreedySolver(options(smoothness), new CountingNoise(true), new ExactSteps());
    }

    private static Task round(int number) {
        return new Task("s", number, 1, Payload.empty(), Set.of());
    }

    /** W with 0.2 beside the diagonal, and what is told of moments, where the layout has room for it. */
    private static LocalProblem problem(double... told) {
        int q = D + (told.length > 0 ? 1 : 0);
        double[] consensus = new double[D * q];
        for (int j = 0; j < D; j++) {
            for (int i = 0; i < q; i++) {
                consensus[j * q + i] = i == D ? told[j] : i == j ? 0 : 0.2;
            }
        }
        ParameterLayout layout = q == D ? ParameterLayout.linear(D) : SharedMoments.layout(D);
        Parameters none = Parameters.zeros(layout.size());
        return new LocalProblem(layout, Parameters.takeOver(consensus), none, none, 0.8, 0.05, 1, Centring.NONE);
    }

    private static double[] solve(DpProximalGreedySolver solver, int round, LocalProblem problem) {
        solver.plan(round(round));
        try (DataView view = DATA.open()) {
            return solver.solve(problem, view).parameters().toArray();
        }
    }

    private static double[] weights(double[] all) {
        double[] weights = new double[D * D];
        for (int j = 0; j < D; j++) {
            System.arraycopy(all, j * (D + 1), weights, j * D, D);
        }
        return weights;
    }

    private static double[] moments(double[] all) {
        double[] moments = new double[D];
        Arrays.setAll(moments, j -> all[j * (D + 1) + D]);
        return moments;
    }

    @Test
    void roundZero_isThatOfASiteByItself_andSendsWhatWasReleased() {
        double[] alone = solve(solver(OWN), 0, problem());
        DpProximalGreedySolver sharing = solver(SHARED);
        double[] sent = solve(sharing, 0, problem(0, 0, 0));
        assertArrayEquals(alone, weights(sent));
        double[] released = moments(sent);
        assertTrue(Arrays.stream(released).allMatch(m -> m > 0.01 && m < 400), Arrays.toString(released));
        assertArrayEquals(released, moments(solve(sharing, 1, problem(2, 3, 5))), "the same in every round");
    }

    /** Without noise of the steps, later rounds are those of a solver that was told the mean by others. */
    @Test
    void laterRounds_haveTheMomentsThatAreTold() {
        DpProximalGreedySolver sharing = solver(SHARED);
        solve(sharing, 0, problem(0, 0, 0));
        double[] later = weights(solve(sharing, 1, problem(2, 3, 5)));
        double[] expected = solve(solver(new Smoothness.PublicMoments(List.of(2.0, 3.0, 5.0))), 1, problem());
        assertArrayEquals(expected, later);
        double[] others = solve(solver(new Smoothness.PublicMoments(List.of(5.0, 3.0, 2.0))), 1, problem());
        assertTrue(!Arrays.equals(expected, others), "moments matter");
    }

    @Test
    void cost_isThatOfMomentsThatAreKept() {
        assertEquals(solver(OWN).roundPlan(5), solver(SHARED).roundPlan(5));
        GreedyOptions scaled = options(SHARED).scaled(0.5);
        assertTrue(((Smoothness.PrivateMoments) scaled.smoothness()).shared(), "calibration keeps the choice");
    }

    /** No consensus leads steps out of the public range; where nothing was told yet, the own moments stand. */
    @Test
    void told_isCutToTheRange_andNoNumberIsRefused() {
        assertEquals(400, SHARED.told(1e9, 1));
        assertEquals(0.1 * 0.1, SHARED.told(1e-9, 1));
        assertEquals(7, SHARED.told(7, 1));
        assertEquals(1, SHARED.told(0, 1));
        assertEquals(1, SHARED.told(-3, 1));
        assertThrows(IllegalArgumentException.class, () -> SHARED.told(Double.NaN, 1));
    }

    @Test
    void restartedSite_goesOnWithWhatItReleased() {
        DpProximalGreedySolver quiet = solver(SHARED);
        solve(quiet, 0, problem(0, 0, 0));
        DpProximalGreedySolver restarted = solver(SHARED);
        restarted.restore(quiet.releasedState());
        LocalProblem told = problem(2, 3, 5);
        assertArrayEquals(solve(quiet, 1, told), solve(restarted, 1, told));
        DpProximalGreedySolver late = solver(SHARED);
        assertThrows(IllegalStateException.class, () -> late.plan(round(1)), "round 0 was missed");
    }

    @Test
    void layoutOfTheOtherChoice_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> solve(solver(SHARED), 0, problem()));
        assertThrows(IllegalArgumentException.class, () -> solve(solver(OWN), 0, problem(0, 0, 0)));
    }
}
