// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource.Omitted;
import io.hedgerow.core.data.RowSource.RowConsumer;
import io.hedgerow.core.data.RowTally;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.columns.EndingCoding;
import io.hedgerow.core.internal.text.KeyNames;
import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.core.internal.text.Words;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts the cells of a query's result to numbers. */
record QueryCells(
        String description,
        VariableSchema schema,
        MissingValues missingValues,
        Set<String> keys,
        Map<String, VariableKind.Coding> texts,
        KeyNames keyNames) {

    private static final Pattern AWAY = Pattern.compile("08|40|53|57|55P03|HYT0");
    private static final Pattern LOCKED = Pattern.compile("\\[SQLITE_(BUSY|LOCKED)");

    /** Hands on rows until there are none, and returns what was left out or missing. */
    Omitted deliver(ResultSet result, RowConsumer consumer, long[] rowNumber, DatabaseWait.Watch watch)
            throws SQLException {
        double[] row = new double[schema.size()];
        RowTally tally = new RowTally(schema, missingValues, keys);
        while (isNext(result, watch)) { // what follows may fetch, too, until the row is complete
            rowNumber[0]++;
            for (int c = 0; c < row.length; c++) {
                readCell(result, c, rowNumber[0], row, watch);
            }
            if (tally.handsOn(row)) {
                watch.hasAnswer();
                try {
                    consumer.accept(row);
                } finally {
                    watch.asks(); // the end of the result is waited for as well
                }
            }
        }
        return tally.omitted(description, List.of());
    }

    private static boolean isNext(ResultSet result, DatabaseWait.Watch watch) throws SQLException {
        watch.asks();
        return result.next();
    }

    /** Writes a cell into a row: NaN where it is missing, unless that is refused. */
    private void readCell(ResultSet result, int column, long rowNumber, double[] row, DatabaseWait.Watch watch)
            throws SQLException {
        String name = schema.names().get(column);
        if (texts.get(name) instanceof EndingCoding ending && ending.hasEnded()) {
            row[column] = 0; // the driver makes nothing of the cell
            return;
        }
        double value;
        try {
            value = texts.containsKey(name)
                    ? readText(result, column, rowNumber, Objects.requireNonNull(texts.get(name)))
                    : keys.contains(name) ? readKey(result, column, rowNumber) : result.getDouble(column + 1);
        } catch (SQLException e) {
            if (missingValues == MissingValues.AS_NAN && isAboutTheValue(e)) {
                row[column] = Double.NaN;
                return;
            }
            throw failure(description + place(rowNumber, column), watch.cause(e));
        } catch (RuntimeException e) {
            if (missingValues == MissingValues.AS_NAN) {
                row[column] = Double.NaN; // such as a time of day that the driver cannot make an object of
                return;
            }
            throw e;
        }
        if (missingValues == MissingValues.AS_NAN) {
            row[column] = result.wasNull() || !Double.isFinite(value) ? Double.NaN : value;
            return;
        }
        if (result.wasNull()) {
            boolean used = missingValues == MissingValues.USE && !keys.contains(name);
            if (used || missingValues == MissingValues.SKIP_ROW) {
                row[column] = Double.NaN;
                return;
            }
            throw new DataException(description + place(rowNumber, column)
                    + ": must be a number, was NULL (missing): complete the cell, exclude the record in the query,"
                    + (keys.contains(name)
                            ? " or read with MissingValues.SKIP_ROW"
                            : " or read with MissingValues.USE (gram) or SKIP_ROW"));
        }
        if (!Double.isFinite(value)) {
            throw new DataException(description + place(rowNumber, column) + ": must be a finite number, was " + value);
        }
        row[column] = value;
    }

    /** The number that the text of a cell stands for; NaN for one that stands for nothing. */
    private double readText(ResultSet result, int column, long rowNumber, VariableKind.Coding coding)
            throws SQLException {
        @Nullable Object cell = result.getObject(column + 1);
        if (cell == null) {
            return 0; // what getDouble gives for NULL
        }
        String text = CellText.of(cell, () -> result.getString(column + 1));
        double code = coding.code(text);
        if (Double.isNaN(code) && missingValues != MissingValues.AS_NAN) {
            throw new DataException(description + place(rowNumber, column) + ": " + coding.complaint(text));
        }
        return code;
    }

    /** The number of a cell that names the row's user; NaN for one that is neither a number nor a name. */
    private double readKey(ResultSet result, int column, long rowNumber) throws SQLException {
        if (result.getObject(column + 1) instanceof Number number
                && Math.abs(number.doubleValue()) < KeyNames.LARGEST_NUMBER) {
            return number.doubleValue();
        }
        @Nullable String cell = result.getString(column + 1);
        if (cell == null) {
            return 0; // what getDouble gives for NULL
        }
        char[] text = cell.toCharArray();
        double key = keyNames.number(NumberToken.parse(text, 0, text.length), text, 0, text.length);
        if (Double.isNaN(key) && missingValues != MissingValues.AS_NAN) {
            throw new DataException(description + place(rowNumber, column) + ": " + KeyNames.complaint(cell));
        }
        return key;
    }

    /** SQL state class 22, data exception: this cell is no double, and the next one can be read. */
    private static boolean isAboutTheValue(SQLException e) {
        @Nullable String state = e.getSQLState();
        return state != null && state.startsWith("22");
    }

    private String place(long rowNumber, int column) {
        return ", row " + rowNumber + ", column "
                + NumberToken.quote(schema.names().get(column));
    }

    /** The failure of a query, in words that name it. */
    static DataException failure(String place, SQLException e) {
        @Nullable String state = e.getSQLState();
        String said = NumberToken.oneLine(Words.reason(e)) + (state == null ? "" : " (SQL state " + state + ")");
        return isAway(e)
                ? DataException.temporary(place + ": the database cannot be reached now: " + said, e)
                : new DataException(place + ": must be a query that the database can run, failed with " + said, e);
    }

    /**
     * Whether it is the database that is away, shuts down, is full, locked by another or takes too long, and not the
     * query that is wrong: by the kind of the exception, else classes 08, 40, 53, 57 and HY of timeouts of SQL states
     * and PostgreSQL's 55P03. SQLite's driver gives no state.
     */
    private static boolean isAway(SQLException e) {
        @Nullable String state = e.getSQLState();
        return e instanceof SQLTransientException
                || e instanceof SQLRecoverableException
                || (state == null
                        ? LOCKED.matcher(Words.reason(e)).lookingAt()
                        : AWAY.matcher(state).lookingAt());
    }
}
