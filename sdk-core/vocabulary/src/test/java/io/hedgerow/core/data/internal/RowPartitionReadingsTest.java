// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.UserRows;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of a source that gives its rows in another order, or other rows, when it is read again. */
class RowPartitionReadingsTest {

    private static final int PERSONS = 30;
    private static final int VISITS = 4;

    /** Visits of persons; what a reading gives is made of their list, which is the first reading's. */
    private static final class Visits implements RowSource {
        private final UnaryOperator<List<double[]>> later;
        private final boolean keepsOrder;
        private int readings;

        Visits(boolean keepsOrder, UnaryOperator<List<double[]>> later) {
            this.keepsOrder = keepsOrder;
            this.later = later;
        }

        @Override
        public VariableSchema schema() {
            return VariableSchema.of("patient", "owner", "visit");
        }

        @Override
        public boolean keepsOrder() {
            return keepsOrder;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            List<double[]> rows = new ArrayList<>();
            for (int k = 0; k < PERSONS * VISITS; k++) {
                rows.add(new double[] {k % PERSONS, k % PERSONS, k});
            }
            (readings++ == 0 ? rows : later.apply(rows)).forEach(consumer::accept);
        }
    }

    private static UnaryOperator<List<double[]>> shuffling() {
        Random random = new Random(5);
        return rows -> {
            Collections.shuffle(rows, random);
            return rows;
        };
    }

    private static List<RowSource> byUser(RowSource visits, int parts, boolean equalSizes) {
        return RowPartition.atRandom(UserRows.of(visits, "patient").leavingOutRowsWithoutUser(), parts, equalSizes);
    }

    private static int rows(RowSource part) {
        int[] rows = {0};
        part.forEachUserRow((user, row) -> rows[0]++);
        return rows[0];
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void atRandom_ofRowsInAnotherOrderAtEveryReading_keepsAUserInOnePartAtAllReadings(boolean equalSizes) {
        List<RowSource> parts = byUser(new Visits(false, shuffling()), 3, equalSizes);
        Map<Integer, Integer> partOf = new HashMap<>();
        Map<Integer, Integer> visitsOf = new HashMap<>();
        for (int reading = 0; reading < 3; reading++) {
            for (int p = 0; p < parts.size(); p++) {
                int part = p;
                RowSource.UserRowConsumer seen = (user, row) -> {
                    assertEquals(part, partOf.computeIfAbsent((int) row[0], unseen -> part), "person " + row[0]);
                    visitsOf.merge((int) row[0], 1, Integer::sum);
                };
                parts.get(p).forEachUserRow(seen);
                parts.get(p).forEachRow(row -> seen.accept(0, row));
            }
        }
        assertEquals(PERSONS, partOf.size());
        visitsOf.forEach((user, visits) -> assertEquals(2 * 3 * VISITS, visits, "visits of " + user));
    }

    @Test
    void atRandom_ofRowsThatKeepNoOrder_isRefusedBeforeAnyRowIsRead() {
        Visits visits = new Visits(false, shuffling());
        DataException e = assertThrows(DataException.class, () -> RowPartition.atRandom(visits, 2, true));
        assertTrue(String.valueOf(e.getMessage()).contains("name a column that says whose row it is"), e.getMessage());
        assertEquals(0, visits.readings);
        assertEquals(1, RowPartition.atRandom(visits, 1, true).size(), "one part has all rows, whatever their order");
    }

    private static DataException requireRefused(List<RowSource> parts) {
        rows(parts.get(0));
        Total total = new Total();
        DataException e = assertThrows(DataException.class, () -> {
            for (int reading = 0; reading < 5; reading++) {
                total.last = parts.get(1).sumOfUsers(new Total());
            }
        });
        assertEquals(null, total.last, "no sum of the first reading that differs is handed on");
        return e;
    }

    private static final class Total implements RowSource.UnitSum<Total> {
        private Total last;

        @Override
        public void add(double[] row) {}

        @Override
        public void merge(Total other) {}
    }

    /** Every change that a store can make between readings. */
    enum Change {
        ROW_MORE,
        ROW_LESS,
        ROW_TWICE_INSTEAD_OF_ANOTHER,
        CELL,
        CELL_MISSING,
        CELLS_EXCHANGED,
        PERSONS_EXCHANGED,
        UNKNOWN_PERSON,
        NO_PERSON;

        List<double[]> apply(List<double[]> rows) {
            double[] row = rows.get(17);
            double[] next = rows.get(18);
            switch (this) {
                case ROW_MORE -> rows.add(new double[] {3, 3, 500});
                case ROW_LESS -> rows.remove(row);
                case ROW_TWICE_INSTEAD_OF_ANOTHER -> rows.set(17, next.clone());
                case CELL -> row[2] += 0.5;
                case CELL_MISSING -> row[2] = Double.NaN;
                case CELLS_EXCHANGED -> exchange(row, next, 2);
                case PERSONS_EXCHANGED -> exchange(row, next, 0);
                case UNKNOWN_PERSON -> row[0] = 1000;
                case NO_PERSON -> row[0] = Double.NaN;
            }
            return rows;
        }

        private static void exchange(double[] one, double[] other, int column) {
            double kept = one[column];
            one[column] = other[column];
            other[column] = kept;
        }
    }

    /** The third reading and later ones differ: the first divides, the second is of one part, the third of another. */
    private static Visits changing(boolean keepsOrder, UnaryOperator<List<double[]>> change) {
        int[] later = {0};
        return new Visits(keepsOrder, rows -> later[0]++ == 0 ? rows : change.apply(rows));
    }

    @ParameterizedTest
    @EnumSource(Change.class)
    void reading_ofOtherRows_isRefused_withOrderAndWithout(Change change) {
        for (boolean keepsOrder : new boolean[] {true, false}) {
            DataException e = requireRefused(byUser(changing(keepsOrder, change::apply), 3, true));
            assertTrue(String.valueOf(e.getMessage()).contains("write the rows into a file"), e.getMessage());
        }
        RowSource place = UserRows.of(changing(false, change::apply), "patient").leavingOutRowsWithoutUser();
        requireRefused(RowPartition.contiguous(place, 3));
    }

    @Test
    void reading_inAnotherOrder_isRefusedWherePartsAreByPlace_orTheSourceKeepsItsOrder() {
        DataException e = requireRefused(byUser(changing(true, shuffling()), 3, false));
        assertTrue(
                String.valueOf(e.getMessage()).contains("same order")
                        && e.getMessage().contains("other ones"),
                e.getMessage());
        RowSource visits = UserRows.of(changing(false, shuffling()), "patient").leavingOutRowsWithoutUser();
        requireRefused(RowPartition.contiguous(visits, 3));
        RowSource others = UserRows.of(changing(false, shuffling()), "patient").leavingOutRowsWithoutUser();
        requireRefused(RowPartition.shuffled(others, 3, 7));
    }

    /** Under one key equal multisets have equal digests in every order, and other ones other digests. */
    @Test
    void digest_ofRowsInAnyOrder_tellsMultisets() {
        SecretKeySpec key = ReadingDigest.key(new SecureRandom());
        double[][] rows = {{1, 2}, {1, 2}, {3, 4}, {-0.0, Double.NaN}};
        byte[] all = digest(key, false, rows[0], rows[1], rows[2], rows[3]);
        assertArrayEquals(all, digest(key, false, rows[3], rows[0], rows[2], rows[1]));
        assertFalse(ReadingDigest.same(all, digest(key, false, rows[0], rows[2], rows[2], rows[3])));
        assertFalse(ReadingDigest.same(all, digest(key, false, rows[0], rows[2], rows[3])));
        assertFalse(ReadingDigest.same(all, digest(key, false, rows[2], rows[2], rows[2], rows[3])), "no exclusive or");
        assertFalse(ReadingDigest.same(all, digest(ReadingDigest.key(new SecureRandom()), false, rows)));
        byte[] inOrder = digest(key, true, rows);
        assertArrayEquals(inOrder, digest(key, true, rows));
        assertFalse(ReadingDigest.same(inOrder, digest(key, true, rows[3], rows[0], rows[2], rows[1])));
    }

    private static byte[] digest(SecretKeySpec key, boolean ordered, double[]... rows) {
        ReadingDigest digest = new ReadingDigest(key, ordered);
        for (double[] row : rows) {
            digest.add(7, row);
        }
        return digest.value();
    }
}
