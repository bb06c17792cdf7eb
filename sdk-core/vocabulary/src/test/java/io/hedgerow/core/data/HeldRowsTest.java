// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource.UnitSum;
import io.hedgerow.core.internal.memory.HeldBytes;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Rows that were paid for are all read before the first is handed on. */
class HeldRowsTest {

    private static final VariableSchema SCHEMA = VariableSchema.numbered(2);
    private static final PrivacyUnit RECORD = new PrivacyUnit.RecordUnit();
    private static final long ENOUGH = 1 << 20;

    private final List<String> events = new ArrayList<>();
    private final Source source = new Source(false);
    private final SiteData data = SiteData.of(new DatasetIdentity("a"), source);

    /** Three rows of two users, {@code 0 1}, {@code 1 1}, {@code 2 1}; notes what is read, and can break off. */
    private final class Source implements RowSource {
        private final boolean inAnEngine;
        int breaksAt = -1;
        int readings;

        Source(boolean inAnEngine) {
            this.inAnEngine = inAnEngine;
        }

        @Override
        public VariableSchema schema() {
            return SCHEMA;
        }

        @Override
        public boolean knowsUsers() {
            return true;
        }

        @Override
        public boolean sumsWhereRowsAre() {
            return inAnEngine;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            forEachUserRow((user, row) -> consumer.accept(row));
        }

        @Override
        public void forEachUserRow(UserRowConsumer consumer) {
            readings++;
            double[] reused = new double[2];
            for (int k = 0; k < 3; k++) {
                if (k == breaksAt) {
                    throw new IllegalStateException("the driver broke off");
                }
                events.add("read");
                reused[0] = k;
                reused[1] = 1;
                consumer.accept(k == 0 ? 7 : 8, reused);
            }
        }
    }

    private HeldRows rows(RowSource of, PrivacyUnit unit, long units, long mostBytes) {
        return new HeldRows(of, unit, OptionalLong.of(units), () -> events.add("begins"), new HeldBytes(mostBytes));
    }

    private void hand(RowSource held) {
        held.forEachRow(row -> events.add("row " + (int) row[0]));
    }

    @Test
    void allRowsAreReadOnce_thenItIsNoted_thenTheyAreHandedOn() {
        HeldRows held = rows(source, RECORD, 3, ENOUGH);
        hand(held);
        hand(held);
        assertEquals(
                List.of("read", "read", "read", "begins", "row 0", "row 1", "row 2", "row 0", "row 1", "row 2"),
                events);
        assertEquals(1, source.readings);
    }

    @Test
    void anotherNumberOfUnits_isTheSourcesFailure_andNothingIsHandedOn() {
        HeldRows held = rows(source, RECORD, 4, ENOUGH);
        DataException refused = assertThrows(DataException.class, () -> hand(held));
        assertTrue(refused.getMessage().contains("4 rows, holds 3"), refused.getMessage());
        assertTrue(held.isOfSource(refused));
        assertFalse(events.contains("begins"));

        HeldRows users = rows(source, new PrivacyUnit.UserUnit("who"), 2, ENOUGH);
        users.forEachUserRow((user, row) -> events.add(user + " " + (int) row[0]));
        assertEquals(List.of("begins", "7 0", "8 1", "8 2"), events.subList(events.size() - 4, events.size()));
    }

    @Test
    void rowsThatWouldTakeTooMuchMemory_areCountedAndReadAgain() {
        HeldRows held = rows(source, RECORD, 3, 100);
        hand(held);
        assertEquals(
                List.of("read", "read", "read", "begins", "read", "row 0", "read", "row 1", "read", "row 2"), events);
        source.breaksAt = 1;
        RuntimeException broken = assertThrows(IllegalStateException.class, () -> hand(held));
        assertFalse(held.isOfSource(broken), "rows were handed on before");
    }

    /** Three rows take less than 150 bytes, six more. */
    @Test
    void openingsOfAProcess_shareItsMemory_andGiveItBackWhenTheyAreClosed() {
        HeldBytes memory = new HeldBytes(150);
        OptionalLong three = OptionalLong.of(3);
        DataView first = view(new HeldRows(source, RECORD, three, () -> {}, memory));
        first.forEachRow(row -> {});
        long left = left(memory);
        assertTrue(left < 150, "left: " + left);
        try (DataView beside = view(new HeldRows(source, RECORD, three, () -> {}, memory))) {
            beside.forEachRow(row -> {});
            assertEquals(3, source.readings, "counted, and read again");
            assertEquals(left, left(memory));
        }
        first.close();
        first.close();
        assertEquals(150, left(memory));
        try (DataView later = view(new HeldRows(source, RECORD, three, () -> {}, memory))) {
            later.forEachRow(row -> {});
            assertEquals(4, source.readings, "held");
            assertTrue(later.isOfSameData(first), "which a solver may keep");
        }
        source.breaksAt = 2;
        HeldRows broken = new HeldRows(source, RECORD, three, () -> {}, memory);
        assertThrows(IllegalStateException.class, () -> hand(broken));
        assertEquals(150, left(memory));
    }

    /** Takes the bytes that are left, one by one, counts them and gives them back. */
    private static long left(HeldBytes memory) {
        long bytes = 0;
        while (memory.take(1)) {
            bytes++;
        }
        memory.giveBack(bytes);
        return bytes;
    }

    private DataView view(HeldRows rows) {
        return new DataView(data, rows, false);
    }

    @Test
    void rowsInAnEngine_areCountedThere_andNoneComesHere() {
        HeldRows held = rows(new Source(true), RECORD, 3, ENOUGH);
        Sum sum = held.sumOfRows(new Sum());
        assertEquals(3, sum.of);
        assertEquals(4, events.indexOf("begins") + 1, "counted before");
        assertEquals(7, events.size());
        HeldRows other = rows(new Source(true), RECORD, 2, ENOUGH);
        assertThrows(DataException.class, () -> other.sumOfRows(new Sum()));
    }

    @Test
    void whatTheReaderThrows_isNotTheSourcesFailure_withAndWithoutPayment() {
        DataView.OpenedRows opened = new DataView.OpenedRows(source);
        IllegalStateException own = new IllegalStateException("the reader's");
        for (DataView.OpenedRows rows : List.of(opened, rows(source, RECORD, 3, ENOUGH))) {
            RuntimeException thrown = assertThrows(
                    IllegalStateException.class,
                    () -> rows.forEachRow(row -> {
                        throw own;
                    }));
            assertSame(own, thrown);
            assertFalse(rows.isOfSource(thrown));
        }
        source.breaksAt = 2;
        RuntimeException thrown = assertThrows(IllegalStateException.class, () -> opened.forEachRow(row -> {}));
        assertTrue(opened.isOfSource(thrown));
    }

    private static final class Sum implements UnitSum<Sum> {
        private static final long serialVersionUID = 1L;
        private double of;

        @Override
        public void add(double[] row) {
            of += row[0];
        }

        @Override
        public void merge(Sum other) {
            of += other.of;
        }
    }
}
