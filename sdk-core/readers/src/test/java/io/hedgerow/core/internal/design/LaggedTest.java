// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.design;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaggedTest {

    private static final VariableSchema COLUMNS = VariableSchema.of("a", "who", "b", "when");
    private static final Lagged.Order ORDER = order(OptionalDouble.empty());

    private static Lagged.Order order(OptionalDouble step) {
        return new Lagged.Order(Optional.of("who"), Optional.of("when"), step);
    }

    private static RowSource rows(double[]... rows) {
        return InMemoryRows.of(COLUMNS, rows);
    }

    private static double[][] read(Lagged lagged) {
        List<double[]> rows = new ArrayList<>();
        lagged.forEachRow(row -> rows.add(row.clone()));
        return rows.toArray(double[][]::new);
    }

    /** Columns: a, who, b, when. */
    @Test
    void lags_crossNeitherRealisationsNorGaps() {
        Lagged lagged = Lagged.of(
                rows(
                        new double[] {1, 7, 10, 0},
                        new double[] {2, 7, 20, 1},
                        new double[] {3, 7, 30, 2},
                        new double[] {4, 7, 40, 4}, // a step is missing
                        new double[] {5, 7, 50, 5},
                        new double[] {6, 8, 60, 6}, // the next time, but of another realisation
                        new double[] {7, 8, 70, 7},
                        new double[] {8, 9, 80, 0}),
                ORDER,
                1);
        double[][] expected = {{2, 20, 1, 10}, {3, 30, 2, 20}, {5, 50, 4, 40}, {7, 70, 6, 60}};
        assertArrayEquals(expected, read(lagged));
        assertArrayEquals(expected, read(lagged), "rows can be read again");
        assertEquals(VariableSchema.of("a", "b", "a[t-1]", "b[t-1]"), lagged.schema());
        assertEquals(new Lagged.Counts(3, 1, 1, 4), lagged.counts());
    }

    @Test
    void lags_areNewestFirst() {
        Lagged lagged = Lagged.of(
                rows(new double[] {1, 7, 10, 0}, new double[] {2, 7, 20, 1}, new double[] {3, 7, 30, 2}, new double[] {
                    4, 7, 40, 3
                }),
                ORDER,
                2);
        assertArrayEquals(new double[][] {{3, 30, 2, 20, 1, 10}, {4, 40, 3, 30, 2, 20}}, read(lagged));
    }

    @Test
    void withoutLags_columnsOfTheOrderAreLeftOut() {
        assertArrayEquals(
                new double[][] {{1, 10}, {2, 20}},
                read(Lagged.of(rows(new double[] {1, 7, 10, 0}, new double[] {2, 7, 20, 1}), ORDER, 0)));
    }

    /** 0.1, 0.2, 0.3 are not the same distance apart as doubles, and most common wins over smallest. */
    @Test
    void step_isTheMostCommonDifference() {
        Lagged lagged = Lagged.of(
                rows(
                        new double[] {1, 7, 0, 0.1},
                        new double[] {2, 7, 0, 0.2},
                        new double[] {3, 7, 0, 0.3},
                        new double[] {4, 7, 0, 0.9},
                        new double[] {5, 7, 0, 1.0}),
                ORDER,
                1);
        assertEquals(3, read(lagged).length);
        assertEquals(1, lagged.counts().gaps());
    }

    @Test
    void step_thatIsSaid_decidesWhatIsAGap() {
        RowSource rows = rows(
                new double[] {1, 7, 0, 0},
                new double[] {2, 7, 0, 1},
                new double[] {3, 7, 0, 2},
                new double[] {4, 7, 0, 12},
                new double[] {5, 7, 0, 22});
        assertEquals(2, read(Lagged.of(rows, ORDER, 1)).length);
        Lagged ten = Lagged.of(rows, order(OptionalDouble.of(10)), 1);
        assertMessage("rows must be a step of 10.0 apart or more, 0.0 is followed by 1.0 in realisation 7", ten);
    }

    @Test
    void withoutTimes_rowsThatFollowEachOtherAreAStepApart() {
        VariableSchema one = VariableSchema.of("a");
        Lagged lagged = Lagged.of(InMemoryRows.of(one, new double[][] {{1}, {2}, {3}}), Lagged.Order.oneSeries(), 1);
        assertArrayEquals(new double[][] {{2, 1}, {3, 2}}, read(lagged));
    }

    @Test
    void rowsOutOfOrder_areRefused() {
        assertMessage(
                "times of a realisation must rise from row to row, 1.0 is followed by 0.0",
                Lagged.of(
                        rows(new double[] {1, 7, 0, 0}, new double[] {1, 7, 0, 1}, new double[] {2, 7, 0, 0}),
                        ORDER,
                        1));
        assertMessage(
                "rows of one realisation must stand together, those of 7 do not",
                Lagged.of(
                        rows(new double[] {1, 7, 0, 0}, new double[] {2, 8, 0, 1}, new double[] {3, 7, 0, 1}),
                        order(OptionalDouble.of(1)),
                        1));
    }

    @Test
    void noSeriesLongEnough_isAnErrorThatSaysWhatThereIs() {
        assertMessage(
                "must have a series of at least 3 rows one step of 1.0 apart, has none in 2 realisations with 1 gaps",
                Lagged.of(
                        rows(
                                new double[] {1, 7, 0, 0},
                                new double[] {2, 7, 0, 1},
                                new double[] {3, 7, 0, 5},
                                new double[] {4, 8, 0, 1}),
                        ORDER,
                        2));
        assertMessage("must have two rows of one realisation", Lagged.of(rows(new double[] {1, 7, 0, 0}), ORDER, 1));
    }

    /** A clock instead of steps: a map of all differences would grow with the rows. */
    @Test
    void timesWithoutAStep_areRefusedWithBoundedMemory() {
        double[][] rows = new double[2 * Lagged.MOST_STEPS][];
        for (int t = 0; t < rows.length; t++) {
            rows[t] = new double[] {0, 7, 0, 1e-3 * t * t};
        }
        assertMessage("more than " + Lagged.MOST_STEPS + " different differences", Lagged.of(rows(rows), ORDER, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"whom", "a "})
    void unknownColumn_isNamed(String column) {
        Lagged.Order order = new Lagged.Order(Optional.of(column), Optional.empty(), OptionalDouble.empty());
        String message = assertThrows(IllegalArgumentException.class, () -> Lagged.of(rows(), order, 1))
                .getMessage();
        assertTrue(message.contains("[a, who, b, when], was " + column), message);
    }

    @Test
    void stepWithoutTimes_isRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new Lagged.Order(Optional.of("who"), Optional.empty(), OptionalDouble.of(1)));
        assertThrows(IllegalArgumentException.class, () -> order(OptionalDouble.of(Double.NaN)));
    }

    private static void assertMessage(String part, Lagged lagged) {
        String message = assertThrows(DataException.class, () -> read(lagged)).getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void categories_areRefusedByName() {
        VariableSchema schema =
                VariableSchema.of("time", "a", "sex").with(Map.of("sex", VariableKind.categorical("F", "M")));
        RowSource rows = InMemoryRows.of(schema, new double[][] {{1, 2, 0}, {2, 3, 1}});
        Lagged.Order order = new Lagged.Order(Optional.empty(), Optional.of("time"), OptionalDouble.of(1));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> Lagged.of(rows, order, 1));
        assertTrue(refused.getMessage().contains("must be numbers, [sex] are categories"), refused.getMessage());
    }
}
