// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.greedy.DpProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.LaplaceProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.moments.DpClosedFormSolver;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.internal.release.moments.GramSum;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.internal.release.scale.MeanSum;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every solver with a plan says of its guarantee, and what it does with cells that hold no number. */
class PlannedSolverTest {

    private static final int D = 3;

    private static ReleaseOptions gram(Adjacency adjacency) {
        return new ReleaseOptions(D, 40, adjacency, 0.1, 100, false, ReleaseCentre.none(D), 0.5);
    }

    private static GreedyOptions greedy(ProtectedUnits units) {
        return new GreedyOptions(
                units,
                new GreedySteps(2, 1, 1, Diagonal.MASKED),
                new GreedyCost(0.1, 0.05),
                new Smoothness.PublicMoments(List.of(1.0)),
                new RowCentre.Origin());
    }

    @ParameterizedTest
    @EnumSource(Adjacency.class)
    void everySolver_saysTheUnitAndTheNeighboursOfItsOptions(Adjacency adjacency) {
        ProtectedUnits records = ProtectedUnits.records(adjacency, 40);
        ProtectedUnits users = ProtectedUnits.users(adjacency, 40, 100);
        List<PlannedSolver> ofRecords = List.of(
                new DpProximalGreedySolver(greedy(records)),
                new LaplaceProximalGreedySolver(greedy(records)),
                new ReleaseSolver(new MomentDesign(gram(adjacency))),
                new DpClosedFormSolver(gram(adjacency), 7, 0.01, Diagonal.FREE));
        List<PlannedSolver> ofUsers = List.of(
                new DpProximalGreedySolver(greedy(users)),
                new LaplaceProximalGreedySolver(greedy(users)),
                new ReleaseSolver(new MomentDesign(gram(adjacency).withUsers(40))));
        for (PlannedSolver solver : ofRecords) {
            assertFalse(solver.protectsUsers(), solver.id());
            assertEquals(adjacency, solver.adjacency(), solver.id());
        }
        for (PlannedSolver solver : ofUsers) {
            assertTrue(solver.protectsUsers(), solver.id());
            assertEquals(adjacency, solver.adjacency(), solver.id());
        }
    }

    @ParameterizedTest
    @EnumSource(Adjacency.class)
    void everyPhaseOfARelease_countsACellThatHoldsNoNumberAsZero(Adjacency adjacency) {
        double[] bad = {Double.NaN, 2, Double.NEGATIVE_INFINITY};
        double[] zeroed = {0, 2, 0};
        double[] ones = {1, 1, 1};
        boolean vanishes = adjacency == Adjacency.ZERO_OUT;
        for (NoisyRound phase : List.of(
                new ScaleSum(gram(adjacency), 2, vanishes),
                new MeanSum(gram(adjacency), 2),
                new GramSum(D, 40, adjacency, vanishes, 0, 2),
                new GramSum(D, 40, adjacency, vanishes, 7, 2))) {
            assertArrayEquals(sum(phase, ones, zeroed), sum(phase, ones, bad), phase.toString());
            phase.begin(new double[D], ones);
            phase.addUser(List.of(zeroed, new double[] {1, 1, 1}));
            double[] expected = phase.finish(GramFixtures.SILENT);
            phase.begin(new double[D], ones);
            phase.addUser(List.of(bad, new double[] {1, 1, 1}));
            assertArrayEquals(expected, phase.finish(GramFixtures.SILENT), phase.toString());
        }
    }

    private static double[] sum(NoisyRound phase, double[] units, double[] row) {
        phase.begin(new double[D], units);
        phase.add(row);
        return phase.finish(GramFixtures.SILENT);
    }

    @Test
    void wholeRowsOfCellsThatHoldNoNumber_addNothing() {
        double[] none = {Double.NaN, Double.NaN, Double.NaN};
        GramSum sum = new GramSum(D, 40, Adjacency.REPLACE_ONE, false, 0, 2);
        assertArrayEquals(new double[D * (D + 1) / 2], sum(sum, new double[] {1, 1, 1}, none));
    }
}
