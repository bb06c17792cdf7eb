// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.internal;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import java.util.HashSet;
import java.util.Set;

/**
 * Counts the units of a site, outside of any budget. Replace-one adjacency makes this number public, and only this
 * number is taken; with zero-out adjacency it must not be used. A site in operation states the number in its policy
 * instead.
 */
public final class InsecureCount {

    private InsecureCount() {}

    /**
     * {@return the number of rows}
     *
     * @param rows closed; read once
     * @throws DataException when there are fewer than two, or they cannot be read
     */
    public static long rows(RowSource rows) {
        long[] count = {0};
        rows.forEachRow(row -> count[0]++);
        return requireTwo(rows, count[0]);
    }

    /**
     * {@return the number of users whose rows they are}
     *
     * @param rows that say whose row is whose, closed; read once
     * @throws DataException when there are fewer than two, or they cannot be read
     */
    public static long persons(RowSource rows) {
        Set<Long> persons = new HashSet<>();
        rows.forEachPersonRow((person, row) -> persons.add(person));
        return requireTwo(rows, persons.size());
    }

    private static long requireTwo(RowSource rows, long count) {
        if (count < 2) {
            throw new DataException(rows.description() + " must have at least 2 units, has " + count);
        }
        return count;
    }
}
