// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.Centred;
import io.hedgerow.dp.internal.release.RawRows;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.internal.release.moments.GramSum;
import io.hedgerow.dp.internal.release.series.SeriesFixtures;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a unit moves it by is in {@link ChargedShiftTest}. */
class ScoreDesignTest {

    private static final int D = 2;

    private static ScoreDesign options(double mu) {
        return new ScoreDesign(
                new ReleaseOptions(D, 100, Adjacency.REPLACE_ONE, 0.02, 3000, true, ReleaseCentre.none(D), mu));
    }

    @Test
    void roundPlan_isTwoGaussianEvents_thatTogetherAreMu() {
        ReleaseChecks.requireTogether(0.7, 2, new ReleaseSolver(options(0.7)));
    }

    @Test
    void solve_needsAPlan_aPublicCentre_andTheDeclaredRows() {
        ScoreDesign options = options(1);
        ReleaseSolver solver = new ReleaseSolver(options, GramFixtures.SILENT);
        ReleaseChecks.requirePlanCentreAndRows(solver, options.layout(), D);
        ReleaseOptions mean = Centred.at(new ReleaseCentre.PrivateMean(), options.options());
        assertThrows(IllegalArgumentException.class, () -> new ScoreDesign(mean));
    }

    /** u = y / max(1, ‖y‖), y the scores of the cells of (x − c) / a; of a cell that is no number 0. */
    @Test
    void aRowIsItsScores_shortenedTo1() {
        ScoreDesign options = options(1);
        double[] scores = new double[D * ScoreDesign.CELLS];
        scores[options.bins().bin(1 / 0.02)] = 0.6;
        scores[ScoreDesign.CELLS + options.bins().bin(-7 / 0.02)] = -0.3;
        scores[ScoreDesign.CELLS + options.bins().bin(5e9)] = 8;
        assertArrayEquals(new double[] {0.36, -0.18, 0.09}, product(options, scores, 1, -7), 2e-4);
        double norm = Math.sqrt(0.36 + 64);
        double[] cut = {0.36 / (norm * norm), 4.8 / (norm * norm), 64 / (norm * norm)};
        assertArrayEquals(cut, product(options, scores, 1, 1e9), 2e-4);
        assertArrayEquals(new double[] {0.36, 0, 0}, product(options, scores, 1, Double.NaN), 2e-4);
        assertArrayEquals(new double[3], product(options, scores, 40, 40), 2e-4);
    }

    /** Rounded to steps of 2⁻¹⁶ and a little shorter. */
    private static double[] product(ScoreDesign options, double[] scores, double... row) {
        GramSum sum = options.products(scores);
        sum.begin(new double[0], new double[0]);
        sum.add(row);
        return sum.finish(GramFixtures.SILENT);
    }

    /** A message of a coordinator that has no scores at all bounds nothing less. */
    @ParameterizedTest
    @ValueSource(doubles = {1e300, -Double.MAX_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NaN})
    void nonsenseThatIsAnnounced_movesNothingBeyondTheBound(double announced) {
        ScoreDesign options = options(1);
        ReleaseSolver solver = new ReleaseSolver(options, GramFixtures.SILENT);
        double[] nonsense = new double[options.layout().size()];
        Arrays.fill(nonsense, announced);
        solver.plan(ReleaseChecks.task(1));
        try (DataView view = RawRows.open(RawRows.of(SeriesFixtures.normal(1, 100, D)))) {
            Parameters sent = Parameters.copyOf(nonsense);
            Parameters found = solver.solve(ReleaseChecks.problem(options.layout(), sent, Centring.NONE), view)
                    .parameters();
            double[] products = options.released(1, found);
            assertTrue(products[0] + products[2] <= 100, "‖u‖ ≤ 1 for each of 100 rows");
            // a row whose norm is beyond doubles, or no number, counts as one of zeros
            assertEquals(announced == 1e300, products[0] > 40, "rows were shortened, found " + products[0]);
        }
    }

    @Test
    void whatIsProtected_andItsName() {
        ScoreDesign options = options(1);
        ReleaseSolver own = new ReleaseSolver(options);
        assertEquals("dp-gram", own.id());
        assertEquals(1, own.sitesInSum());
        assertTrue(!own.protectsUsers());
        ReleaseSolver users = new ReleaseSolver(
                new ScoreDesign(options.options().withNoiseSharedBy(3).withUsers(100)));
        assertEquals("dp-gram-shared-noise", users.id());
        assertEquals(3, users.sitesInSum());
        assertTrue(users.protectsUsers());
        assertEquals(Adjacency.REPLACE_ONE, users.adjacency());
    }
}
