// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NormalScoresTest {

    private static List<double[]> scores(double[]... rows) {
        List<double[]> read = new ArrayList<>();
        InMemoryRows.of(VariableSchema.numbered(rows[0].length), rows)
                .inNormalScores()
                .forEachRow(row -> read.add(row.clone()));
        return read;
    }

    /** Φ⁻¹(1/8) = −1.150349380376008, Φ⁻¹(3/8) = −0.318639363964375. */
    @Test
    void scoresAreQuantilesOfRanksLessAHalf() {
        List<double[]> read = scores(new double[] {5}, new double[] {-7}, new double[] {1e9}, new double[] {4.9});
        assertArrayEquals(
                new double[] {0.318639363964375, -1.150349380376008, 1.150349380376008, -0.318639363964375},
                read.stream().mapToDouble(row -> row[0]).toArray(),
                1e-12);
    }

    /** Ranks of 0, 0, 0, 1 are 2, 2, 2, 4; Φ⁻¹(1.5/4) and Φ⁻¹(3.5/4). −0 is 0. */
    @Test
    void tiesHaveTheirMeanRank() {
        List<double[]> read = scores(new double[] {0}, new double[] {1}, new double[] {-0.0}, new double[] {0});
        assertArrayEquals(
                new double[] {-0.318639363964375, 1.150349380376008, -0.318639363964375, -0.318639363964375},
                read.stream().mapToDouble(row -> row[0]).toArray(),
                1e-12);
    }

    @Test
    void increasingChangesOfAColumn_changeNothing() {
        Random random = new Random(1);
        double[][] rows = new double[3000][];
        double[][] changed = new double[3000][];
        for (int r = 0; r < rows.length; r++) {
            double value = random.nextGaussian();
            rows[r] = new double[] {value, r % 7};
            changed[r] = new double[] {Math.exp(3 * value), 10.0 * (r % 7) - 4};
        }
        List<double[]> first = scores(rows);
        List<double[]> second = scores(changed);
        double squares = 0;
        for (int r = 0; r < rows.length; r++) {
            assertArrayEquals(first.get(r), second.get(r));
            squares += first.get(r)[0] * first.get(r)[0];
        }
        // the scores of 3000 different values have the variance of a normal distribution but for the tails
        assertEquals(1, squares / 3000, 2e-3);
    }

    @Test
    void rowsThatAreOthersAtTheSecondReading_areRefused() {
        double[][] next = {{1}, {2}, {3}};
        RowSource moving = new RowSource() {
            private int readings;

            @Override
            public VariableSchema schema() {
                return VariableSchema.numbered(1);
            }

            @Override
            public String description() {
                return "stream";
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                consumer.accept(next[readings++].clone());
            }
        };
        DataException e =
                assertThrows(DataException.class, () -> moving.inNormalScores().forEachRow(row -> {}));
        assertTrue(e.getMessage().startsWith("stream: rows must be the same at every reading"), e.getMessage());
    }

    @Test
    void aSourceThatEndsEarlierTheSecondTime_isRefused() {
        RowSource once = new RowSource() {
            private boolean read;

            @Override
            public VariableSchema schema() {
                return VariableSchema.numbered(1);
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                if (!read) {
                    consumer.accept(new double[] {1});
                }
                read = true;
            }
        };
        assertThrows(DataException.class, () -> once.inNormalScores().forEachRow(row -> {}));
    }
}
