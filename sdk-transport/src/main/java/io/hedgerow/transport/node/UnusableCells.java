// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.PersonRows;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.WatchedRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How many cells of each column held no number, how many rows were left out for missing cells, and how many named no
 * person, when the rows were last read. For
 * the people of the site and for nobody else: the count is as sensitive as the records, no budget pays for it, and it
 * must not go to a log or a message that leaves. Not thread-safe.
 */
final class UnusableCells implements WatchedRows.Watch {

    /** Only the site's own process asks it; copies in an engine have none. */
    private final transient RowSource rows;

    private final long[] unusable;

    UnusableCells(RowSource rows) {
        this.rows = rows;
        this.unusable = new long[rows.schema().size()];
    }

    @Override
    public void begin() {
        Arrays.fill(unusable, 0);
    }

    @Override
    public void add(double[] row) {
        for (int j = 0; j < row.length; j++) {
            unusable[j] += Double.isNaN(row[j]) ? 1 : 0;
        }
    }

    @Override
    public void merge(WatchedRows.Watch other) {
        Arrays.setAll(unusable, j -> unusable[j] + ((UnusableCells) other).unusable[j]);
    }

    /** What to tell the people of the site; empty when everything could be used, or nothing was read. */
    Optional<String> note() {
        List<String> notes = new ArrayList<>();
        cells().ifPresent(notes::add);
        RowSource.Omitted omitted = rows.omitted();
        if (omitted.rows() > 0) {
            notes.add("rows that were left out for missing cells: " + omitted.rows() + " of " + omitted.records() + " ("
                    + omitted.cells().entrySet().stream()
                            .map(column -> column.getKey() + " " + column.getValue())
                            .collect(Collectors.joining(", "))
                    + ")");
        }
        if (rows instanceof PersonRows persons && persons.leftOut() > 0) {
            notes.add("rows that named no person and were left out: " + persons.leftOut());
        }
        return notes.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join("; ", notes)
                        + ". Nobody else was told, and this must stay at the site; mend the file before another study");
    }

    private Optional<String> cells() {
        List<String> columns = new ArrayList<>();
        for (int j = 0; j < unusable.length; j++) {
            if (unusable[j] > 0) {
                columns.add(rows.schema().names().get(j) + " " + unusable[j]);
            }
        }
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of("cells that held no number and counted as 0: " + String.join(", ", columns));
    }
}
