// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.rows;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.internal.text.KeyNames;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rows of which one column names the user, such as a patient number. That column is no variable: it is left out of the
 * schema and of the rows, and two rows are of one user when their keys are equal. Keys are whole numbers of at most 2⁵³
 * in absolute value: larger ones, such as some insurance numbers, are not told apart as doubles. A row with any other
 * key belongs to no user whose contribution could be bounded: it ends the reading, whatever the source does with
 * missing cells, or is left out.
 *
 * <p>Reads what its source reads, no more. For one reader at a time.
 */
public final class UserRows extends WrappedRows {

    private final int key;
    private final VariableSchema schema;
    private final boolean leavingOut;
    private volatile long leftOut;

    private UserRows(RowSource source, int key, VariableSchema schema, boolean leavingOut) {
        super(source);
        this.key = key;
        this.schema = schema;
        this.leavingOut = leavingOut;
    }

    /**
     * Splits a source into users and variables.
     *
     * @param source rows with the key among their columns
     * @param keyColumn its name
     * @throws IllegalArgumentException when there is no such column, or no other
     */
    public static UserRows of(RowSource source, String keyColumn) {
        int key = source.schema().indexOf(keyColumn);
        if (key < 0) {
            throw new IllegalArgumentException(
                    "the key column must be one of " + source.schema().names() + ", was " + keyColumn);
        }
        List<String> names = new ArrayList<>(source.schema().names());
        names.remove(key);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("there must be variables beside the key column " + keyColumn);
        }
        return new UserRows(source, key, source.schema().choosing(names), false);
    }

    /**
     * Returns the rows without those that have no valid key. Where a refusal would be seen by others it would tell them
     * about a record; a row that is left out adds to no sum. It can still be the only row of a user, who is then one
     * fewer: where their number is public and compared, that is seen.
     *
     * @return rows that all have a user
     */
    public UserRows leavingOutRowsWithoutUser() {
        return new UserRows(source, key, schema, true);
    }

    /**
     * {@return the number of rows that were left out when the rows were last read; 0 before any reading} As sensitive
     * as the records: for the people who hold them.
     */
    public long leftOut() {
        return leftOut;
    }

    @Override
    public VariableSchema schema() {
        return schema;
    }

    @Override
    public boolean knowsUsers() {
        return true;
    }

    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        return leavingOut
                ? source.reasonUnsafeForPrivacy()
                : Optional.of("one row that names no user ends the reading, and others see that:"
                        + " take leavingOutRowsWithoutUser()");
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        forEachUserRow((user, row) -> consumer.accept(row));
    }

    @Override
    public void forEachUserRow(UserRowConsumer consumer) {
        double[] variables = new double[schema.size()];
        long[] withoutUser = {0};
        source.forEachRow(row -> {
            boolean valid = Math.rint(row[key]) == row[key] && Math.abs(row[key]) <= KeyNames.LARGEST_NUMBER;
            if (!valid && leavingOut) {
                withoutUser[0]++;
                return;
            }
            if (!valid) {
                throw new DataException(description() + ": column "
                        + NumberToken.quote(source.schema().names().get(key))
                        + " must say whose row it is in every row, does not in one: give every record its"
                        + " user's number, a whole number up to 2^53; with a privacy budget a blank line of a"
                        + " file is a record");
            }
            System.arraycopy(row, 0, variables, 0, key);
            System.arraycopy(row, key + 1, variables, key, variables.length - key);
            // 0 and -0 are one number, so they are one user
            consumer.accept(Double.doubleToLongBits(row[key] + 0.0), variables);
        });
        leftOut = withoutUser[0];
    }
}
