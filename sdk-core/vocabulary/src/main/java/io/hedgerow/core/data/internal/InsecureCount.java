// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.internal;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.UnitCount;
import io.hedgerow.core.internal.text.DeclaredNumber;
import io.hedgerow.core.privacy.PrivacyUnit;
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
        if (rows.sumsWhereRowsAre()) {
            return requireTwo(rows, rows.sumOfRows(new UnitCount()).units());
        }
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
    public static long users(RowSource rows) {
        if (rows.sumsWhereRowsAre()) {
            return requireTwo(rows, rows.sumOfUsers(new UnitCount()).units());
        }
        Set<Long> users = new HashSet<>();
        rows.forEachUserRow((user, row) -> users.add(user));
        return requireTwo(rows, users.size());
    }

    /**
     * Requires as many units as were declared, before anything is charged for them.
     *
     * @param rows closed; read once
     * @param unit what counts as one
     * @param declared the public number of units
     * @throws DataException when there are others, or they cannot be read; nothing was charged
     */
    public static void requireDeclared(RowSource rows, PrivacyUnit unit, long declared) {
        boolean byUser = unit instanceof PrivacyUnit.UserUnit;
        long found = byUser ? users(rows) : rows(rows);
        new DeclaredNumber(declared, byUser)
                .complaint(rows.description(), found, "nothing was charged")
                .ifPresent(complaint -> {
                    throw new DataException(complaint);
                });
    }

    private static long requireTwo(RowSource rows, long count) {
        if (count < 2) {
            throw new DataException(rows.description() + " must have at least 2 units, has " + count);
        }
        return count;
    }
}
