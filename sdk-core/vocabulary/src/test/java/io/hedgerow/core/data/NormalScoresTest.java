// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
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

    private static Optional<double[]> behindTies(double[][] rows) {
        RowSource scores =
                InMemoryRows.of(VariableSchema.numbered(rows[0].length), rows).inNormalScores();
        return SiteData.of(new DatasetIdentity("rows"), scores).behindTies();
    }

    private static double[][] normalRows(int rows, double correlation, DoubleUnaryOperator seen) {
        Random random = new Random(4);
        double[][] made = new double[rows][];
        for (int r = 0; r < rows; r++) {
            double x = random.nextGaussian();
            double y = correlation * x + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            made[r] = new double[] {seen.applyAsDouble(x), seen.applyAsDouble(y), y};
        }
        return made;
    }

    /**
     * Of two columns with two values, a third of them 1, correlation 0.6 of the variables behind them; the standard
     * error of this estimate at 20,000 rows is about 0.01, the correlation of the scores 0.39.
     */
    @Test
    void behindTies_isTheCorrelationOfWhatWasCutInTwo() {
        double[] found =
                behindTies(normalRows(20_000, 0.6, x -> x > 0.43 ? 1 : 0)).orElseThrow();
        assertEquals(0.6, found[1], 0.05);
        assertEquals(0.6, found[2], 0.05);
        assertEquals(found[1], found[3]);
        assertEquals(1, found[4]);
    }

    /** Half of the values are 0, the others are all different. */
    @Test
    void behindTies_knowsColumnsOfWhichOnlyAPartIsTied() {
        double[] found =
                behindTies(normalRows(20_000, -0.7, x -> Math.max(0, x))).orElseThrow();
        assertEquals(-0.7, found[1], 0.05);
        assertEquals(-0.7, found[2], 0.05);
    }

    @Test
    void withoutTies_nothingIsBehindThem() {
        assertTrue(behindTies(normalRows(300, 0.6, x -> x)).isEmpty());
        double[][] rows = normalRows(300, 0.6, x -> x);
        assertTrue(SiteData.of(new DatasetIdentity("rows"), InMemoryRows.of(VariableSchema.numbered(3), rows))
                .behindTies()
                .isEmpty());
    }

    /**
     * A column that hardly varies tells nothing of what is behind it, and one that is another's double is its double.
     */
    @Test
    void behindTies_ofColumnsThatTellNothing_isWhatTheScoresHave() {
        double[][] rows = normalRows(1000, 0.6, x -> x > 0 ? 1 : 0);
        for (int r = 0; r < rows.length; r++) {
            rows[r] = new double[] {rows[r][0], rows[r][0], r == 0 ? 1 : 0, 7};
        }
        double[] found = behindTies(rows).orElseThrow();
        assertTrue(found[1] > 0.9, "double " + found[1]);
        assertEquals(0, found[2], 0.1);
        assertEquals(0, found[3]);
    }

    @Test
    void levels_haveNoRanks() {
        VariableSchema schema = VariableSchema.of("a", "sex").with(Map.of("sex", VariableKind.categorical("F", "M")));
        RowSource scores = InMemoryRows.of(schema, new double[][] {{1, 0}, {5, 1}, {90, 1}})
                .inNormalScores();
        List<double[]> read = new ArrayList<>();
        scores.forEachRow(row -> read.add(row.clone()));
        assertEquals(schema, scores.schema());
        assertArrayEquals(new double[] {0, 1}, read.get(1), 1e-12);
        assertEquals(0, read.get(0)[1]);
        assertEquals(-read.get(0)[0], read.get(2)[0], 1e-12);
    }
}
