// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.optimise.Objective.Minimum;
import io.hedgerow.core.internal.optimise.ProjectedLbfgs.LbfgsOptions;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class L1SplitTest {

    private static final int ROWS = 200;
    private static final int COLUMNS = 100;
    private static final double LAMBDA = 20;
    private static final LbfgsOptions TIGHT = new LbfgsOptions(10, 5_000, 1e-6, 0);

    private final double[][] design = new double[COLUMNS][];
    private final double[] response = new double[ROWS];

    L1SplitTest() {
        Random random = new Random(3);
        for (int j = 0; j < COLUMNS; j++) {
            design[j] = random.doubles(ROWS, -1.7, 1.7).toArray();
            for (int i = 0; i < ROWS && j < 12; i++) {
                response[i] += design[j][i] * (j - 6) / 3;
            }
        }
        for (int i = 0; i < ROWS; i++) {
            response[i] += random.nextGaussian();
        }
    }

    /** ½ ‖Xb − y‖². */
    private double leastSquares(double[] b, double[] gradient) {
        double[] residual = residual(b);
        double value = 0;
        for (double r : residual) {
            value += r * r / 2;
        }
        for (int j = 0; j < COLUMNS; j++) {
            gradient[j] = dot(design[j], residual);
        }
        return value;
    }

    private double[] residual(double[] b) {
        double[] residual = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            residual[i] = -response[i];
            for (int j = 0; j < COLUMNS; j++) {
                residual[i] += design[j][i] * b[j];
            }
        }
        return residual;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** The exact optimum: cyclic coordinate descent until nothing changes beyond rounding. */
    private double[] coordinateDescent(boolean[] zeros) {
        double[] b = new double[COLUMNS];
        double moved = 1;
        while (moved > 1e-14) {
            moved = 0;
            double[] residual = residual(b);
            for (int j = 0; j < COLUMNS; j++) {
                double squares = dot(design[j], design[j]);
                double target = squares * b[j] - dot(design[j], residual);
                double next = zeros[j] ? 0 : Math.copySign(Math.max(Math.abs(target) - LAMBDA, 0), target) / squares;
                double change = next - b[j];
                for (int i = 0; i < ROWS; i++) {
                    residual[i] += change * design[j][i];
                }
                moved = Math.max(moved, Math.abs(change));
                b[j] = next;
            }
        }
        return b;
    }

    private double objective(double[] b) {
        double value = leastSquares(b, new double[COLUMNS]);
        for (double x : b) {
            value += LAMBDA * Math.abs(x);
        }
        return value;
    }

    private static double[] filled(double value) {
        double[] x = new double[COLUMNS];
        Arrays.fill(x, value);
        return x;
    }

    @Test
    void minimise_whenProblemIsLasso_agreesWithCoordinateDescent() {
        double[] exact = coordinateDescent(new boolean[COLUMNS]);
        Minimum found = new L1Split().minimise(this::leastSquares, filled(0), filled(LAMBDA), null, TIGHT);
        assertEquals(objective(exact), found.value(), 1e-10 * found.value());
        assertEquals(objective(found.point()), found.value(), 1e-12 * found.value());
        for (int j = 0; j < COLUMNS; j++) {
            assertEquals(exact[j], found.point()[j], 1e-6);
            assertEquals(exact[j] == 0, found.point()[j] == 0, "a zero is exact");
        }
        // scipy needs 65 on a LASSO of this size.
        assertTrue(found.evaluations() <= 80, () -> "evaluations " + found.evaluations());
    }

    @Test
    void minimise_whenEntriesAreFixed_leavesThemZeroWhateverTheStart() {
        boolean[] zeros = new boolean[COLUMNS];
        for (int j = 0; j < COLUMNS; j += 3) {
            zeros[j] = true;
        }
        double[] start = filled(-2);
        Minimum found = new L1Split().minimise(this::leastSquares, start, filled(LAMBDA), zeros, TIGHT);
        assertEquals(objective(coordinateDescent(zeros)), found.value(), 1e-10 * found.value());
        for (int j = 0; j < COLUMNS; j += 3) {
            assertEquals(0, found.point()[j]);
        }
        assertArrayEquals(filled(-2), start);
    }

    @Test
    void minimise_whenThereIsNoPenalty_solvesTheNormalEquations() {
        Minimum found = new L1Split().minimise(this::leastSquares, filled(0.1), filled(0), null, TIGHT);
        double[] gradient = new double[COLUMNS];
        leastSquares(found.point(), gradient);
        for (double g : gradient) {
            assertEquals(0, g, 1e-5);
        }
    }

    @Test
    void minimise_whenEvaluationsRunOut_stillReportsTheValueOfItsPoint() {
        // Early in a run both parts of a variable can be positive; the value must not count them twice.
        for (int limit = 1; limit < 12; limit++) {
            Minimum found = new L1Split()
                    .minimise(this::leastSquares, filled(0.5), filled(LAMBDA), null, TIGHT.withMaxEvaluations(limit));
            assertEquals(objective(found.point()), found.value(), 1e-12 * found.value());
        }
    }

    @Test
    void minimise_whenPenaltyIsBad_isRefused() {
        for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new L1Split().minimise(this::leastSquares, filled(0), filled(bad), null, TIGHT));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> new L1Split().minimise(this::leastSquares, filled(0), filled(1), new boolean[3], TIGHT));
    }
}
