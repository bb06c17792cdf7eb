// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeSumsTest {

    private static final int VARIABLES = 3;

    /**
     * Σ z_i² z_j and Σ z_i⁴, z_i = (x_i − mean) / deviation, with fewer rows than are added at once, as many, and some
     * more than three times as many. Sums of some hundred terms of size 1 in another order: 1e-9 is rounding.
     */
    @ParameterizedTest
    @ValueSource(ints = {5, 66, 200})
    void sums_areThoseOfStandardisedCells(int rows) {
        Random random = new Random(rows);
        double[][] cells = new double[rows][VARIABLES];
        for (double[] row : cells) {
            row[0] = 50 + random.nextGaussian();
            row[1] = Math.exp(random.nextGaussian());
            row[2] = row[1] * row[1] - 0.01 * row[0];
        }
        SiteData site =
                SiteData.of(new DatasetIdentity("north"), InMemoryRows.of(VariableSchema.numbered(VARIABLES), cells));
        ShapeSums sums = SummedRows.read(site, ShapeSums::of);
        assertEquals(rows, sums.rows());
        double[][] z = standardised(cells);
        for (int i = 0; i < VARIABLES; i++) {
            double fourth = 0;
            for (double[] row : z) {
                fourth += Math.pow(row[i], 4);
            }
            assertEquals(fourth, sums.fourth(i), 1e-9 * fourth);
            for (int j = 0; j < VARIABLES; j++) {
                double third = 0;
                for (double[] row : z) {
                    third += row[i] * row[i] * row[j];
                }
                assertEquals(third, sums.third(i, j), 1e-9 * fourth, i + "² " + j);
            }
        }
    }

    private static double[][] standardised(double[][] cells) {
        double[][] z = new double[cells.length][VARIABLES];
        for (int i = 0; i < VARIABLES; i++) {
            double mean = 0;
            for (double[] row : cells) {
                mean += row[i] / cells.length;
            }
            double variance = 0;
            for (double[] row : cells) {
                variance += (row[i] - mean) * (row[i] - mean) / cells.length;
            }
            for (int k = 0; k < cells.length; k++) {
                z[k][i] = (cells[k][i] - mean) / Math.sqrt(variance);
            }
        }
        return z;
    }
}
