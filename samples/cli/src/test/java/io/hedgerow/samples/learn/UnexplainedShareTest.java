// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.learn.PersonalWeights.UnexplainedShare;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnexplainedShareTest {

    private static final WeightMatrix CHAIN = WeightMatrix.of(new double[][] {{0, 0.7, 0.2}, {0, 0, -1.1}, {0, 0, 0}});

    private static double[][] rows(long seed, int count, double offset) {
        Random random = new Random(seed);
        double[][] rows = new double[count][3];
        for (double[] row : rows) {
            row[0] = offset + random.nextGaussian();
            row[1] = row[0] + random.nextGaussian();
            row[2] = row[0] - row[1] + random.nextGaussian();
        }
        return rows;
    }

    private static SufficientStatistics statistics(double[][] rows) {
        StatisticsAccumulator sum = new StatisticsAccumulator(3);
        for (double[] row : rows) {
            sum.add(row);
        }
        return sum.finish();
    }

    /** The equation of the class, row by row, over two pairs of fitted and held-out rows. */
    @Test
    void value_isTheEquation() {
        double[] left = new double[3];
        double[] all = new double[3];
        UnexplainedShare share = new UnexplainedShare(CHAIN);
        for (int pair = 0; pair < 2; pair++) {
            double[][] heldOut = rows(10 + pair, 5 + 20 * pair, 3);
            SufficientStatistics fitted = statistics(rows(20 + pair, 40, 1));
            share.add(CHAIN, fitted, statistics(heldOut));
            for (double[] row : heldOut) {
                double[] y = {row[0] - fitted.mean(0), row[1] - fitted.mean(1), row[2] - fitted.mean(2)};
                double[] predicted = {0, 0.7 * y[0], 0.2 * y[0] - 1.1 * y[1]};
                for (int j = 0; j < 3; j++) {
                    left[j] += (y[j] - predicted[j]) * (y[j] - predicted[j]);
                    all[j] += y[j] * y[j];
                }
            }
        }
        assertEquals((left[1] / all[1] + left[2] / all[2]) / 2, share.value().orElseThrow(), 1e-12);
    }

    @Test
    void value_withoutAParentOrWithoutAnyVariation_isEmpty() {
        SufficientStatistics some = statistics(rows(1, 10, 0));
        assertTrue(new UnexplainedShare(WeightMatrix.empty(3))
                .add(CHAIN, some, some)
                .value()
                .isEmpty());
        SufficientStatistics constant = statistics(new double[][] {{1, 2, 3}, {1, 2, 3}});
        assertTrue(new UnexplainedShare(CHAIN)
                .add(CHAIN, constant, constant)
                .value()
                .isEmpty());
    }
}
