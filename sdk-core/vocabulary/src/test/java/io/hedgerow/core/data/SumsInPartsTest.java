// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.internal.WatchedRows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A source that adds up where its rows are, as an engine does: with copies, in parts, by Java serialization. */
class SumsInPartsTest {

    private static final double[][] ROWS = {{1, 2}, {3, 5}, {7, 11}, {Double.NaN, 13}, {17, 19}};

    /** Two parts, rows alternating; persons are pairs of neighbours. */
    private static final class Engine implements RowSource {
        @Override
        public VariableSchema schema() {
            return new VariableSchema(List.of("a", "b"));
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            throw new AssertionError("rows must stay where they are");
        }

        @Override
        public <S extends UnitSum<S>> S sumOfRows(S empty) {
            S even = copy(empty);
            S odd = copy(empty);
            for (int k = 0; k < ROWS.length; k++) {
                (k % 2 == 0 ? even : odd).add(ROWS[k].clone());
            }
            S all = copy(even);
            all.merge(copy(odd));
            return all;
        }

        @Override
        public <S extends UnitSum<S>> S sumOfUsers(S empty) {
            S one = copy(empty);
            S other = copy(empty);
            one.addUser(List.of(ROWS[0].clone(), ROWS[1].clone()));
            other.addUser(List.of(ROWS[2].clone(), ROWS[3].clone(), ROWS[4].clone()));
            one.merge(copy(other));
            return one;
        }

        @SuppressWarnings({"unchecked", "BanSerializableRead"})
        private static <S> S copy(S sum) {
            try {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                new ObjectOutputStream(bytes).writeObject(sum);
                return (S) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
            } catch (IOException | ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The first column summed, cells that hold no number as 0; persons and rows counted. */
    private static final class Total implements RowSource.UnitSum<Total> {
        private double sum;
        private int units;

        @Override
        public void add(double[] row) {
            sum += Double.isFinite(row[0]) ? row[0] : 0;
            units++;
        }

        @Override
        public void addUser(List<double[]> rows) {
            rows.forEach(row -> sum += Double.isFinite(row[0]) ? row[0] : 0);
            units++;
        }

        @Override
        public void merge(Total other) {
            sum += other.sum;
            units += other.units;
        }
    }

    private static final class Seen implements WatchedRows.Watch {
        private int rows;

        @Override
        public void begin() {
            rows = 0;
        }

        @Override
        public void add(double[] row) {
            rows++;
        }

        @Override
        public void merge(WatchedRows.Watch other) {
            rows += ((Seen) other).rows;
        }
    }

    @Test
    void sums_ofRowsInOtherUnits_areMadeWhereTheRowsAre_andWatchesSeeEveryRow() {
        Seen seen = new Seen();
        RowSource rows = new WatchedRows(new Engine(), seen).inUnits(new double[] {1, 0}, new double[] {2, 1});
        for (int reading = 0; reading < 2; reading++) {
            Total total = rows.sumOfRows(new Total());
            assertEquals((0 + 2 + 6 + 0 + 16) / 2.0, total.sum);
            assertEquals(ROWS.length, total.units);
            assertEquals(ROWS.length, seen.rows, "a reading begins anew");
        }
    }

    @Test
    void sums_ofUsers_countUsers_andWatchesSeeTheirRows() {
        Seen seen = new Seen();
        RowSource rows = new WatchedRows(new Engine(), seen).inUnits(new double[] {1, 0}, new double[] {2, 1});
        Total total = rows.sumOfUsers(new Total());
        assertEquals((0 + 2 + 6 + 0 + 16) / 2.0, total.sum);
        assertEquals(2, total.units);
        assertEquals(ROWS.length, seen.rows);
    }

    /** Sources that do not say more add up in this process, and refuse persons that they do not know. */
    @Test
    void sums_ofAnyOtherSource_areMadeHere() {
        RowSource rows = new Here();
        Total empty = new Total();
        assertEquals(4, rows.sumOfRows(empty).sum);
        assertEquals(2, empty.units, "it is the one that was given");
        assertThrows(DataException.class, () -> rows.sumOfUsers(new Total()));
    }

    private static final class Here implements RowSource {
        @Override
        public VariableSchema schema() {
            return new VariableSchema(List.of("a", "b"));
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            consumer.accept(new double[] {1, 2});
            consumer.accept(new double[] {3, 4});
        }
    }
}
