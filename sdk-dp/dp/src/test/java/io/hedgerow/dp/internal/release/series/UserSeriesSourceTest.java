// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.data.rows.UserRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UserSeriesSourceTest {

    private static final double NONE = Double.NaN;
    private static final Optional<UserSeriesSource.Clock> CLOCK = Optional.of(new UserSeriesSource.Clock("time", 0.5));

    private static Map<Long, List<double[]>> read(UserSeriesSource series) {
        Map<Long, List<double[]>> read = new LinkedHashMap<>();
        series.forEachUserRow((user, row) ->
                read.computeIfAbsent(user, unseen -> new ArrayList<>()).add(row.clone()));
        return read;
    }

    private static List<double[]> user(double[][] rows, int lags) {
        Map<Long, List<double[]>> read = read(SeriesFixtures.series(rows, CLOCK, lags));
        assertEquals(1, read.size());
        return read.values().iterator().next();
    }

    private static void assertRows(double[][] expected, List<double[]> found) {
        assertArrayEquals(expected, found.toArray(new double[0][]));
    }

    @Test
    void rowsOfOneUser_areSortedByTime_withTheirLags() {
        double[][] rows = {{7, 1.0, 30}, {7, 0.0, 10}, {7, 0.5, 20}};
        assertRows(new double[][] {{10, NONE, NONE}, {20, 10, NONE}, {30, 20, 10}}, user(rows, 2));
    }

    @Test
    void aGap_isAsManyRowsOfNaNAsStepsAreMissing_andNeverMoreThanLags() {
        double[][] rows = {{7, 0.0, 10}, {7, 1.0, 20}, {7, 1e9, 30}};
        assertRows(new double[][] {{10, NONE}, {NONE, 10}, {20, NONE}, {NONE, 20}, {30, NONE}}, user(rows, 1));
    }

    @Test
    void rowsAtOneTime_orWithoutTime_areLeftOut_andAUserWithoutARowStays() {
        double[][] rows = {{7, 0.0, 10}, {7, 0.1, 11}, {7, NONE, 12}, {7, 0.6, 20}};
        assertRows(new double[][] {{10, NONE}, {20, 10}}, user(rows, 1));
        assertRows(new double[][] {{NONE, NONE}}, user(new double[][] {{7, NONE, 10}, {7, NONE, 11}}, 1));
    }

    /** Of the numbers of that person alone; a gap and a missing cell have no part in them. */
    @Test
    void aboutOwnMeans_everyUsersMeansAreSubtracted_fromValuesAndLags() {
        double[][] rows = {{1, 0, 10}, {2, 0, 500}, {1, 0.5, 14}, {2, 0.5, 502}, {1, 1, NONE}, {1, 2, 12}};
        Map<Long, List<double[]>> read = read(SeriesFixtures.aboutOwnMeans(rows, CLOCK, 1));
        List<List<double[]>> each = new ArrayList<>(read.values());
        assertRows(new double[][] {{-2, NONE}, {2, -2}, {NONE, 2}, {NONE, NONE}, {0, NONE}}, each.get(0));
        assertRows(new double[][] {{-1, NONE}, {1, -1}}, each.get(1));
        double[][] huge = {{1, 0, Double.MAX_VALUE}, {1, 0.5, Double.MAX_VALUE}, {1, 1, 3}};
        read(SeriesFixtures.aboutOwnMeans(huge, CLOCK, 1))
                .values()
                .iterator()
                .next()
                .forEach(row ->
                        assertTrue(!(Math.abs(row[0]) < Double.MAX_VALUE / 4), "no number, or far from any other"));
    }

    @Test
    void users_doNotTouchEachOther_howeverRowsAreMixed() {
        double[][] mixed = {{1, 0, 10}, {2, 0.5, 21}, {1, 0.5, 11}, {2, 0, 20}};
        Map<Long, List<double[]>> read = read(SeriesFixtures.series(mixed, CLOCK, 1));
        assertEquals(2, read.size());
        List<List<double[]>> each = new ArrayList<>(read.values());
        assertRows(new double[][] {{10, NONE}, {11, 10}}, each.get(0));
        assertRows(new double[][] {{20, NONE}, {21, 20}}, each.get(1));
    }

    @Test
    void withoutTimes_rowsFollowEachOther() {
        UserSeriesSource series = SeriesFixtures.series(new double[][] {{1, 10}, {1, 5}, {1, 7}}, Optional.empty(), 1);
        assertRows(
                new double[][] {{10, NONE}, {5, 10}, {7, 5}},
                read(series).values().iterator().next());
        assertEquals(List.of("x1", "x1[t-1]"), series.schema().names());
        assertTrue(series.knowsUsers());
    }

    @Test
    void columnsThatAreMissing_andStepsThatAreNone_areRefused() {
        VariableSchema columns = VariableSchema.of("a", "b");
        assertThrows(IllegalArgumentException.class, () -> UserSeriesSource.slices(columns, CLOCK, 1));
        assertThrows(IllegalArgumentException.class, () -> new UserSeriesSource.Clock("time", 0));
    }

    /** Rows as a query may give them: the k-th of all orders. */
    private static RowSource query(double[][] rows, int order) {
        return new RowSource() {
            @Override
            public VariableSchema schema() {
                return VariableSchema.of("person", "time", "a");
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                List<double[]> all = new ArrayList<>(List.of(rows));
                Collections.shuffle(all, new Random(order));
                all.forEach(consumer::accept);
            }
        };
    }

    /** Whatever else a database has to do: a person's series follows from that person's rows. */
    @Test
    void rowsOfAQuery_atOneTime_giveTheSameSeriesInWhateverOrderTheyCome() {
        double[][] rows = {{7, 0, 12}, {7, 0, 11}, {7, 0, 13}, {7, 0.5, NONE}, {7, 0.5, 20}, {7, 1, 30}};
        for (int order = 0; order < 50; order++) {
            Map<Long, List<double[]>> read =
                    read(UserSeriesSource.of(UserRows.of(query(rows, order), "person"), CLOCK, 1, false));
            assertRows(
                    new double[][] {{11, NONE}, {20, 11}, {30, 20}},
                    read.values().iterator().next());
        }
    }

    @Test
    void rowsWithoutOrderAndTimes_areNotFitForABudget() {
        RowSource users =
                UserRows.of(query(new double[][] {{7, 0, 1}}, 0), "person").leavingOutRowsWithoutUser();
        Optional<String> obstacle =
                UserSeriesSource.of(users, Optional.empty(), 1, false).reasonUnsafeForPrivacy();
        assertTrue(obstacle.orElseThrow().contains("name a column of times"), obstacle.toString());
        assertEquals(
                Optional.empty(), UserSeriesSource.of(users, CLOCK, 1, false).reasonUnsafeForPrivacy());
        RowSource file = InMemoryRows.of(VariableSchema.of("person", "a"), new double[][] {{1, 2}});
        RowSource kept = UserRows.of(file, "person").leavingOutRowsWithoutUser();
        assertEquals(
                Optional.empty(),
                UserSeriesSource.of(kept, Optional.empty(), 1, false).reasonUnsafeForPrivacy());
    }

    @Test
    void order_isKept_whereTheRowsKeepIt() {
        RowSource file = InMemoryRows.of(VariableSchema.of("patient", "a"), new double[][] {{1, 2}});
        RowSource query = new RowSource() {
            @Override
            public VariableSchema schema() {
                return file.schema();
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                file.forEachRow(consumer);
            }
        };
        for (RowSource rows : List.of(file, query)) {
            RowSource users = UserRows.of(rows, "patient");
            assertEquals(
                    rows == file,
                    UserSeriesSource.of(users, Optional.empty(), 1, false).keepsOrder());
        }
    }
}
