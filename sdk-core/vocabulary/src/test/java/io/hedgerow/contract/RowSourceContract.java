// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link RowSource} promises, one that wraps another included. */
public abstract class RowSourceContract {

    /** Rows for sources that can hold any: visits of two persons, in turns. */
    protected static final double[][] ROWS = {{40, 1}, {51, 2}, {41, 3}, {52, 4}, {53, 5}};

    /** Whose they are: the first row of everybody whose row it is. */
    protected static final List<Integer> PERSONS = List.of(0, 1, 0, 1, 1);

    /** The schema of {@link #keyed()}. */
    protected static final VariableSchema KEYED = VariableSchema.of("patient", "age", "dose");

    /**
     * The rows of {@link #ROWS} behind a column that says whose they are.
     *
     * @return a source that knows no users
     */
    protected static RowSource keyed() {
        double[][] rows = new double[ROWS.length][];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = new double[] {PERSONS.get(k) == 0 ? 7 : -3, ROWS[k][0], ROWS[k][1]};
        }
        return InMemoryRows.of(KEYED, rows);
    }

    /**
     * The rows of {@link #keyed()} as lines of a CSV file with a header, for a source that reads files.
     *
     * @param secondAge the first cell behind the key in the second row; 51 in {@link #ROWS}
     * @return the lines
     */
    public static List<String> csvLines(String secondAge) {
        List<String> lines = new ArrayList<>(List.of("patient,age,dose"));
        for (int k = 0; k < ROWS.length; k++) {
            lines.add((PERSONS.get(k) == 0 ? 7 : -3) + "," + (k == 1 ? secondAge : ROWS[k][0]) + "," + ROWS[k][1]);
        }
        return lines;
    }

    /**
     * The same rows of a source that knows their persons.
     *
     * @return something to wrap
     */
    protected static RowSource withUsers() {
        return UserRows.of(keyed(), "patient").leavingOutRowsWithoutUser();
    }

    /**
     * The same rows of a source that knows no users.
     *
     * @return something to wrap
     */
    protected static RowSource withoutUsers() {
        return InMemoryRows.of(VariableSchema.of("age", "dose"), ROWS);
    }

    /**
     * The source under test.
     *
     * @return always one of the same rows
     */
    protected abstract RowSource source();

    /**
     * What it must deliver.
     *
     * @return its rows, in order
     */
    protected double[][] rows() {
        return ROWS;
    }

    /**
     * Whose rows they are.
     *
     * @return for each row the first row of the same person; empty when the source knows no users
     */
    protected abstract Optional<List<Integer>> users();

    /**
     * The same source over data, of as many rows, in which the first cell of the second row holds no finite number.
     *
     * @return as read for a private solver; empty when no such data can be
     */
    protected Optional<RowSource> withACellThatHoldsNoNumber() {
        return Optional.empty();
    }

    /**
     * Whether the source must keep its order.
     *
     * @return true, for what reads a file or the memory, or wraps such a source
     */
    protected boolean keepsOrder() {
        return true;
    }

    private static List<double[]> read(RowSource source) {
        List<double[]> read = new ArrayList<>();
        source.forEachRow(row -> {
            read.add(row.clone());
            Arrays.fill(row, -1); // a source must not rely on what a consumer does with its array
        });
        return read;
    }

    private static List<Integer> readUsers(RowSource source) {
        List<Long> read = new ArrayList<>();
        source.forEachUserRow((user, row) -> {
            read.add(user);
            Arrays.fill(row, -1);
        });
        return read.stream().map(read::indexOf).toList();
    }

    @Test
    void forEachRow_deliversAllRowsInOrder_againAndAgain() {
        RowSource source = source();
        for (int reading = 0; reading < 3; reading++) {
            List<double[]> read = read(source);
            assertEquals(rows().length, read.size(), "rows of reading " + reading);
            for (int k = 0; k < read.size(); k++) {
                assertArrayEquals(rows()[k], read.get(k), "row " + k);
                assertEquals(source.schema().size(), read.get(k).length);
            }
        }
    }

    /** Rows of a source that says so are found again by their place. */
    @Test
    void keepsOrder_isSaid() {
        assertEquals(keepsOrder(), source().keepsOrder());
    }

    @Test
    void forEachRow_afterAReadingThatFailed_startsAnew() {
        RowSource source = source();
        assertThrows(
                ArithmeticException.class,
                () -> source.forEachRow(row -> {
                    throw new ArithmeticException("a consumer that fails");
                }));
        assertEquals(rows().length, read(source).size());
    }

    @Test
    void forEachUserRow_deliversTheSameRowsWithTheirUsers_orIsRefusedAndReadsNothing() {
        RowSource source = source();
        assertEquals(users().isPresent(), source.knowsUsers());
        if (users().isPresent()) {
            assertEquals(users().get(), readUsers(source));
            assertEquals(users().get(), readUsers(source), "again");
            List<double[]> plain = read(source);
            int[] at = {0};
            source.forEachUserRow((user, row) -> assertArrayEquals(plain.get(at[0]++), row));
            return;
        }
        int[] read = {0};
        DataException e = assertThrows(DataException.class, () -> source.forEachUserRow((user, row) -> read[0]++));
        assertEquals(0, read[0]);
        assertTrue(String.valueOf(e.getMessage()).contains("knows no users"), e.getMessage());
    }

    /** Before any ledger is asked. */
    @Test
    void requireProtects_users_admitsOnlyASourceThatKnowsThem() {
        RowSource source = source();
        SiteData data = SiteData.of(new DatasetIdentity("a"), source);
        if (source.reasonUnsafeForPrivacy().isPresent()) {
            PolicyRefusedException e = assertThrows(
                    PolicyRefusedException.class, () -> data.requireProtects(new PrivacyUnit.RecordUnit()));
            assertTrue(
                    String.valueOf(e.getMessage())
                            .contains(source.reasonUnsafeForPrivacy().get()),
                    e.getMessage());
            return;
        }
        data.requireProtects(new PrivacyUnit.RecordUnit());
        PrivacyUnit patients = new PrivacyUnit.UserUnit("patient");
        if (users().isPresent()) {
            data.requireProtects(patients);
        } else {
            PolicyRefusedException e = assertThrows(PolicyRefusedException.class, () -> data.requireProtects(patients));
            assertTrue(String.valueOf(e.getMessage()).contains("UserRows.of"), e.getMessage());
        }
    }

    /** One record must not be able to end a reading, to leave a row out or to change its person. */
    @Test
    void aCellThatHoldsNoNumber_isNaN_andNothingElseChanges() {
        withACellThatHoldsNoNumber().ifPresent(this::assertOneCellIsNaN);
    }

    private void assertOneCellIsNaN(RowSource source) {
        List<double[]> read = read(source);
        assertEquals(rows().length, read.size());
        for (int k = 0; k < read.size(); k++) {
            for (int c = 0; c < read.get(k).length; c++) {
                if (k == 1 && c == 0) {
                    assertTrue(Double.isNaN(read.get(k)[c]), "row " + k + ", cell " + c);
                } else {
                    assertEquals(rows()[k][c], read.get(k)[c], "row " + k + ", cell " + c);
                }
            }
        }
        users().ifPresent(expected -> assertEquals(expected, readUsers(source)));
    }
}
