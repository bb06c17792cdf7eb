// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CovarianceStepsTest {

    private static final int D = 5;

    private static SeenCells cells(long seed, double share) {
        Random random = new Random(seed);
        return HoledRows.cells(HoledRows.normal(HoledRows.covariance(D, random), 400, share, random));
    }

    private static double[] unrelated() {
        double[] variances = new double[D];
        Arrays.setAll(variances, j -> (1 + j) * (1 + j));
        return variances;
    }

    /** How far a step leads, in deviations. */
    private static double change(double[] s, double[] mean) {
        double most = 0;
        for (int k = 0; k < s.length; k++) {
            double unit = Math.sqrt(mean[k / D * (D + 1)] * mean[k % D * (D + 1)]);
            most = Math.max(most, Math.abs(mean[k] - s[k]) / unit);
        }
        return most;
    }

    private static int plainSteps(SeenCells cells) {
        double[] s = new double[D * D];
        for (int j = 0; j < D; j++) {
            s[j * (D + 1)] = unrelated()[j];
        }
        for (int step = 1; ; step++) {
            double[] mean = HoledRows.step(cells, s);
            if (change(s, mean) <= 1e-5) {
                return step;
            }
            s = mean;
        }
    }

    private static int steps(SeenCells cells, CovarianceSteps steps) {
        for (int step = 1; step < 500; step++) {
            double[] s = steps.covariance();
            steps.take(HoledRows.step(cells, s), cells.expected(s).deviance());
            if (steps.settled()) {
                return step;
            }
        }
        return 500;
    }

    /** Of ten studies; EM alone takes twice as many evaluations, over all of them. */
    @Test
    void theFixedPoint_isReachedInFewerStepsThanThoseOfEm() {
        int all = 0;
        int plain = 0;
        for (int seed = 1; seed <= 10; seed++) {
            SeenCells cells = cells(seed, 0.4);
            CovarianceSteps steps = new CovarianceSteps(unrelated());
            all += steps(cells, steps);
            plain += plainSteps(cells);
            double[] s = steps.covariance();
            double left = change(s, HoledRows.step(cells, s));
            assertTrue(left <= 2e-5, "T(S) is " + left + " deviations from S");
        }
        assertTrue(2 * all < plain, all + " steps, " + plain + " of EM");
    }

    /** 300 more steps of EM lower the deviance by far less than the 1 that chance does by each covariance. */
    @Property(tries = 20)
    void whatIsSettled_isTheLikeliest(@ForAll @LongRange(min = 1, max = 300) long seed) {
        assertLikeliest(seed);
    }

    /**
     * The others leave less than a thousandth of the columns' variances, and a millionth: small changes are much of it.
     */
    @ParameterizedTest
    @ValueSource(longs = {159, 183})
    void whatIsSettled_isTheLikeliest_whereColumnsNearlyDependOnEachOther(long seed) {
        assertLikeliest(seed);
    }

    private static void assertLikeliest(long seed) {
        SeenCells cells = cells(seed, 0.3);
        CovarianceSteps steps = new CovarianceSteps(unrelated());
        assertTrue(steps(cells, steps) < 200);
        double[] s = steps.covariance();
        double deviance = cells.expected(s).deviance();
        for (int step = 0; step < 300; step++) {
            s = HoledRows.step(cells, s);
        }
        assertEquals(cells.expected(s).deviance(), deviance, 0.05);
    }

    private static double[] mean(int step) {
        double[] mean = new double[D * D];
        for (int k = 0; k < mean.length; k++) {
            mean[k] = k % (D + 1) == 0 ? 1 + Math.pow(0.5, step) : 0.1 * Math.pow(0.8, step);
        }
        return mean;
    }

    @Test
    void aCombinationThatMakesRowsLessLikely_isTakenBack() {
        CovarianceSteps steps = new CovarianceSteps(new double[] {1, 1, 1, 1, 1});
        steps.take(mean(1), 100);
        steps.take(mean(2), 90);
        double change = change(mean(2), steps.covariance());
        assertTrue(change > 0.01, "the next is a combination, " + change + " from the step");
        steps.take(mean(3), 95);
        assertArrayEquals(mean(2), steps.covariance());
        assertFalse(steps.settled());
        // and on from there, without those before
        steps.take(mean(4), 89);
        assertArrayEquals(mean(4), steps.covariance());
    }

    /** Steps that near a border: twice as far is beyond it. */
    @Test
    void aCombinationThatIsNotPositiveDefinite_isNotTaken() {
        CovarianceSteps steps = new CovarianceSteps(new double[] {1, 1, 1, 1, 1});
        double[] near = related(0.6);
        double[] nearer = related(0.9);
        steps.take(near, 100);
        steps.take(nearer, 90);
        assertArrayEquals(nearer, steps.covariance());
    }

    /** Of the first two columns. */
    private static double[] related(double r) {
        double[] mean = new double[D * D];
        for (int j = 0; j < D; j++) {
            mean[j * (D + 1)] = 1;
        }
        mean[1] = r;
        mean[D] = r;
        return mean;
    }

    @Test
    void aSingularStep_leavesAlittleOfEachVariance_andSettles() {
        CovarianceSteps steps = new CovarianceSteps(new double[] {1, 1, 1, 1, 1});
        for (int step = 0; step < 3; step++) {
            steps.take(related(1), -100);
            assertPositive(steps.covariance());
            assertTrue(change(steps.covariance(), related(1)) < 1e-5);
        }
        assertTrue(steps.settled());
    }

    /** Whatever is said to be the mean and the deviance. */
    @Property(tries = 200)
    void covariances_areAlwaysPositiveDefinite(@ForAll @LongRange(min = 1) long seed) {
        Random random = new Random(seed);
        CovarianceSteps steps = new CovarianceSteps(unrelated());
        double[] now = HoledRows.covariance(D, random);
        for (int step = 0; step < 12; step++) {
            double[] other = HoledRows.covariance(D, random);
            for (int k = 0; k < now.length; k++) {
                now[k] = 0.5 * now[k] + 0.5 * other[k];
            }
            steps.take(now.clone(), random.nextGaussian());
            assertPositive(steps.covariance());
        }
    }

    private static void assertPositive(double[] s) {
        assertTrue(SmallCholesky.factor(s.clone(), D, CovarianceSteps.PIVOT), Arrays.toString(s));
    }
}
