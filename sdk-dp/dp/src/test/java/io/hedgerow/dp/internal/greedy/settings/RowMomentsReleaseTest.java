// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.denoise.LogSquareBias;
import io.hedgerow.dp.internal.greedy.CountingNoise;
import io.hedgerow.dp.internal.greedy.gradient.Rows;
import io.hedgerow.dp.internal.greedy.gradient.SampleBlocks;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RowMomentsReleaseTest {

    private static final Smoothness.PrivateMoments RANGE = new Smoothness.PrivateMoments(3, 0.2, 20, 0.5);
    private static final double H = 1L << 24;

    private static RowMomentsRelease release(Adjacency adjacency, long n, double mu) {
        return new RowMomentsRelease(ProtectedUnits.records(adjacency, n), 3, mu);
    }

    private static double[][] normal(long seed, int n, double... deviations) {
        Random random = new Random(seed);
        double[][] rows = new double[n][deviations.length];
        for (double[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] = deviations[i] * random.nextGaussian();
            }
        }
        return rows;
    }

    @Test
    void secondMoments_ofNormalRowsWithoutNoise_areThoseOfTheRows() {
        double[][] rows = normal(1, 40_000, 0.8, 2, 7);
        double[] moments = release(Adjacency.REPLACE_ONE, 40_000, 0.5)
                .secondMoments(Rows.blocks(rows), RANGE, new CountingNoise(true));
        double[] expected = {0.64, 4, 49};
        for (int i = 0; i < 3; i++) {
            // a log square has standard deviation 2.2, so a mean of 40,000 has 0.011; six of them
            assertEquals(1, moments[i] / expected[i], 0.07);
        }
    }

    @Test
    void secondMoments_staysInTheRange() {
        double[] moments = release(Adjacency.REPLACE_ONE, 100, 0.5)
                .secondMoments(Rows.blocks(normal(2, 100, 1e-9, 1e200, 0)), RANGE, new CountingNoise(true));
        assertEquals(0.04, moments[0], 1e-6);
        assertEquals(400, moments[1], 1e-3);
        // zeros say nothing: the middle of the range of logarithms, corrected for a normal variable there
        assertTrue(moments[2] > 0.04 && moments[2] < 400);
    }

    @Test
    void mean_withoutNoise_isTheMeanOfClippedCells() {
        double[][] rows = {{1, 9, -9}, {3, 1, -1}};
        double[] mean = release(Adjacency.REPLACE_ONE, 2, 0.5)
                .mean(Rows.blocks(rows), new double[] {4, 2, 4}, new CountingNoise(true));
        assertEquals(2, mean[0], 1e-6);
        assertEquals(1.5, mean[1], 1e-6);
        assertEquals(-2.5, mean[2], 1e-6);
    }

    @Test
    void event_isOneGaussianCallOfMu_andTheNoiseMatchesTheNormOfAContribution() {
        for (Adjacency adjacency : Adjacency.values()) {
            CountingNoise noise = new CountingNoise(true);
            RowMomentsRelease release = release(adjacency, 2, 0.5);
            release.secondMoments(Rows.blocks(normal(3, 2, 1, 1, 1)), RANGE, noise);
            MechanismEvent.Sequence event = (MechanismEvent.Sequence) release.event();
            double mu = ((MechanismEvent.Gaussian) event.steps().get(0)).mu();
            assertTrue(mu <= 0.5);
            assertEquals(0.5, mu, 1e-10);
            assertEquals(3, noise.gaussians.size());
            double s = adjacency == Adjacency.REPLACE_ONE ? 2 : 1;
            for (double sigma : noise.gaussians) {
                assertTrue(s * H * Math.sqrt(3) / sigma <= mu);
                assertEquals(mu, s * H * Math.sqrt(3) / sigma, 1e-6);
            }
        }
    }

    /** Brute force over extreme rows: the released vector of steps moves by at most s·H·√q. */
    @Property(tries = 100)
    void replacingARow_movesTheVectorByAtMostTheSensitivity(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 300) int spread) {
        Random random = new Random(seed);
        double[][] rows = normal(seed, 20, 1, 1, 1);
        rows[4] = extreme(random, spread);
        double[] bounds = {2, 2, 2};
        double[][][] neighbours = {rows, Rows.with(rows, 4, extreme(random, spread)), Rows.with(rows, 4, new double[3])
        };
        double[][] means = new double[3][];
        double[][] logs = new double[3][];
        for (int k = 0; k < 3; k++) {
            SampleBlocks samples = Rows.blocks(neighbours[k]);
            RowMomentsRelease release = release(Adjacency.REPLACE_ONE, 20, 0.5);
            means[k] = release.mean(samples, bounds, new CountingNoise(true));
            logs[k] = release.meanLogSquares(samples, RANGE, new CountingNoise(true));
        }
        // steps of 1/H, in means of 20 rows; the sums themselves are whole numbers
        assertTrue(distance(means[0], means[1]) * 20 / 2 <= 2 * Math.sqrt(3) * (1 + 1e-9));
        assertTrue(distance(logs[0], logs[1]) * 20 <= 2 * Math.sqrt(3) * (1 + 1e-9));
        assertTrue(distance(means[0], means[2]) * 20 / 2 <= Math.sqrt(3) * (1 + 1e-9));
        assertTrue(distance(logs[0], logs[2]) * 20 <= Math.sqrt(3) * (1 + 1e-9));
    }

    private static double[] extreme(Random random, int spread) {
        double[] row = new double[3];
        for (int i = 0; i < 3; i++) {
            row[i] = random.nextGaussian() * StrictMath.pow(10, random.nextInt(2 * spread + 1) - spread);
        }
        return row;
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return Math.sqrt(sum);
    }

    @Test
    void users_countOnceWhateverTheirRows() {
        double[][] rows = new double[100][];
        for (int k = 0; k < 100; k++) {
            rows[k] = k < 91 ? new double[] {2, 2, 2} : new double[] {-1, -1, -1};
        }
        List<Integer> keys =
                IntStream.range(0, 100).map(k -> Math.max(0, k - 90)).boxed().toList();
        ProtectedUnits units = ProtectedUnits.users(Adjacency.REPLACE_ONE, 10, 100);
        double[] mean = new RowMomentsRelease(units, 3, 0.5)
                .mean(Rows.ofUsers(rows, keys), new double[] {2, 2, 2}, new CountingNoise(true));
        assertEquals((2 - 9) / 10.0, mean[0], 1e-6);
    }

    @Test
    void logSquareBias_isItsOwnInverse_andKnowsTheMeanOfALogChiSquare() {
        LogSquareBias wide = new LogSquareBias(-60, 60);
        // E ln χ²₁ = −γ − ln 2, γ the Euler–Mascheroni constant; the grid of 0.01 and its cut at −60 are far below
        assertEquals(-0.5772156649015329 - StrictMath.log(2), wide.mean(0), 1e-9);
        LogSquareBias clipped = new LogSquareBias(-3, 6);
        for (double log = -2.9; log < 6; log += 0.37) {
            assertEquals(log, clipped.logVariance(clipped.mean(log)), 1e-9);
        }
    }

    @Test
    void release_refusesWhatCannotWork() {
        assertThrows(IllegalArgumentException.class, () -> release(Adjacency.REPLACE_ONE, 5, 0));
        assertThrows(IllegalArgumentException.class, () -> release(Adjacency.REPLACE_ONE, 5, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> new Smoothness.PrivateMoments(3, 2, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> new Smoothness.PrivateMoments(0, 1, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> new Smoothness.PublicMoments(List.of()));
        assertThrows(IllegalArgumentException.class, () -> new Smoothness.PublicMoments(List.of(0.0)));
        assertThrows(IllegalArgumentException.class, () -> new RowCentre.PrivateMean(List.of(-1.0), 1));
        assertThrows(IllegalArgumentException.class, () -> new RowCentre.PublicCentre(List.of(Double.NaN)));
        RowMomentsRelease three = release(Adjacency.REPLACE_ONE, 5, 1);
        SampleBlocks two = Rows.blocks(normal(4, 5, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> three.secondMoments(two, RANGE, new CountingNoise(true)));
    }
}
