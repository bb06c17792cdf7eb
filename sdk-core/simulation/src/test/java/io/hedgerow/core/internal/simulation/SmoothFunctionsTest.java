// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.random.RandomStream;
import org.junit.jupiter.api.Test;

/** The covariance exp(−r² / 2) of draws from Gaussian processes, as their Javadoc states it. */
class SmoothFunctionsTest {

    private static final double[] DISTANCES = {0, 0.5, 1, 2, 5};

    @Test
    void curves_haveTheCovarianceOfTheProcess_alsoFarFromNought() {
        int draws = 10_000;
        for (double from : new double[] {0, -37}) {
            double[] sums = new double[DISTANCES.length];
            for (int k = 0; k < draws; k++) {
                SmoothCurve curve = SmoothCurve.draw(new RandomStream(k));
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += curve.at(from) * curve.at(from + DISTANCES[i]);
                }
            }
            for (int i = 0; i < sums.length; i++) {
                double expected = Math.exp(-DISTANCES[i] * DISTANCES[i] / 2);
                // products of normals of correlation k have variance 1 + k²: four standard deviations of their mean
                assertEquals(expected, sums[i] / draws, 4 * Math.sqrt((1 + expected * expected) / draws));
            }
        }
    }

    @Test
    void curves_repeatAfterTwoHundredOnly() {
        SmoothCurve curve = SmoothCurve.draw(new RandomStream(3));
        assertEquals(curve.at(7.25), curve.at(207.25), 1e-9); // round-off of 207 rotations
        double distance = 0;
        for (double x = -10; x < 10; x += 0.5) {
            distance = Math.max(distance, Math.abs(curve.at(x) - curve.at(x + 100)));
        }
        assertTrue(distance > 0.5, "half a period away it is another function, differs by " + distance);
    }

    @Test
    void eachSurface_hasTheCovarianceOfTheProcess_overItsDomain() {
        int draws = 8;
        int points = 700;
        for (int draw = 0; draw < draws; draw++) {
            RandomStream random = new RandomStream(draw);
            SmoothSurface surface = SmoothSurface.draw(3, random);
            double near = 0;
            double same = 0;
            for (int k = 0; k < points; k++) {
                double[] x = {100 * random.nextUniform(), 100 * random.nextUniform(), 100 * random.nextUniform()};
                double value = surface.at(x);
                x[k % 3] += 1;
                same += value * value;
                near += value * surface.at(x);
            }
            // A mean of products over far points has a standard deviation of √(2 / 700) = .053, and one surface of
            // 500 frequencies .045 around the process: four of both. With 20 frequencies the second is .22.
            assertEquals(1, same / points, 0.28);
            assertEquals(Math.exp(-0.5), near / points, 0.28);
        }
    }

    @Test
    void surfaces_haveTheCovarianceOfTheProcess_atDiagonalDistances() {
        int draws = 1000;
        double[] x = {1, -2};
        double[] y = {2, -3};
        double sum = 0;
        for (int k = 0; k < draws; k++) {
            SmoothSurface surface = SmoothSurface.draw(2, new RandomStream(1000 + k));
            sum += surface.at(x) * surface.at(y);
        }
        // ‖x − y‖² = 2; four standard deviations of the mean
        assertEquals(Math.exp(-1), sum / draws, 4 * Math.sqrt((1 + Math.exp(-2)) / draws));
    }
}
