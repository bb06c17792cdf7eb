// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.internal.InsecureCount;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The rows of one data set, divided at random into those of sites, with the units of each: rows or users. Units are
 * counted where their number is public, with replace-one adjacency, and not stated; nothing else is read.
 *
 * @param rows of each site, closed
 * @param units of each site; with zero-out adjacency the stated number
 */
record DividedData(List<RowSource> rows, List<Long> units) {

    DividedData {
        rows = List.copyOf(rows);
        units = List.copyOf(units);
    }

    /**
     * Divides a data set into so many parts.
     *
     * @param stated the number of units, where it is not counted
     * @throws DataException when a part would have fewer than 2 units, or a row no user although the number is public
     * @throws IllegalArgumentException when noise cannot protect the rows
     */
    static DividedData of(
            Ledgers.Source source, DatasetIdentity identity, int parts, BudgetRequest request, OptionalLong stated) {
        Optional<String> key = request.keyColumn();
        boolean counted = request.adjacency() == Adjacency.REPLACE_ONE;
        RowSource rows = key.<RowSource>map(
                        column -> UserRows.of(source.rows(), column).leavingOutRowsWithoutUser())
                .orElse(source.rows());
        // before anything is counted: both refuse rows, that cannot be found again or that noise cannot protect
        List<RowSource> divided = parts == 1 ? List.of(rows) : RowPartition.atRandom(rows, parts, counted);
        SiteData.of(identity, rows).requireProtects(request.unit());
        if (counted && stated.isPresent()) {
            InsecureCount.requireDeclared(rows, request.unit(), stated.getAsLong());
        }
        long units = stated.orElseGet(() ->
                key.map(column -> users(source.rows(), column, counted)).orElseGet(() -> InsecureCount.rows(rows)));
        if (counted && units < 2L * parts) {
            throw new DataException(source.name() + ": must leave each site at least 2 "
                    + (key.isPresent() ? "users" : "rows") + " (--sites), is " + parts + " for " + units);
        }
        List<Long> own = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            // as RowPartition divides: the first parts have one more
            own.add(counted ? units / parts + (part < units % parts ? 1 : 0) : units);
        }
        return new DividedData(divided, own);
    }

    /** The number of users; where it is public, a row without a user is found when they are counted. */
    private static long users(RowSource rows, String column, boolean counted) {
        UserRows users = UserRows.of(rows, column);
        return InsecureCount.users(counted ? users : users.leavingOutRowsWithoutUser());
    }

    /** The units of all sites together, for which the data set is charged. */
    long allUnits() {
        return units.stream().mapToLong(Long::longValue).sum();
    }
}
