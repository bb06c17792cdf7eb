// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.data.RowContrast;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.internal.WatchedRows;
import io.hedgerow.core.data.rows.UserRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Counts, for the last reading, the cells of each column that held no number, the rows left out for missing cells, the
 * rows that named no user, and the constant columns. For the people of the site alone: the count is as sensitive as the
 * records, no budget pays for it, and it must not go to a log or a message that leaves. Not thread-safe.
 */
public final class UnusableCells implements WatchedRows.Watch {

    /** Only the site's own process asks it; copies in an engine have none. */
    private final transient RowSource rows;

    private final boolean used;
    private final long[] unusable;
    /** NaN before the first number of a column. */
    private final double[] first;

    private final boolean[] varies;

    /** Of a method that counts cells without a number as 0, or, with {@code used}, uses the others of their rows. */
    public UnusableCells(RowSource rows, boolean used) {
        this.rows = rows;
        this.used = used;
        this.unusable = new long[rows.schema().size()];
        this.first = new double[unusable.length];
        this.varies = new boolean[unusable.length];
        begin();
    }

    @Override
    public void begin() {
        Arrays.fill(unusable, 0);
        Arrays.fill(first, Double.NaN);
        Arrays.fill(varies, false);
    }

    @Override
    public void add(double[] row) {
        for (int j = 0; j < row.length; j++) {
            unusable[j] += Double.isNaN(row[j]) ? 1 : 0;
            see(j, row[j]);
        }
    }

    private void see(int j, double value) {
        if (Double.isNaN(first[j])) {
            first[j] = value;
        }
        varies[j] |= value != first[j] && !Double.isNaN(value);
    }

    @Override
    public void merge(WatchedRows.Watch other) {
        UnusableCells more = (UnusableCells) other;
        Arrays.setAll(unusable, j -> unusable[j] + more.unusable[j]);
        for (int j = 0; j < first.length; j++) {
            see(j, more.first[j]);
            varies[j] |= more.varies[j];
        }
    }

    /**
     * A note for the people of the site; empty when everything could be used, or nothing was read.
     *
     * @param publicNumber whether the number of rows may be said, even here
     */
    public Optional<String> note(boolean publicNumber) {
        List<String> notes = new ArrayList<>();
        String missing =
                "cells that were missing, in rows whose other cells count unless fewer than ten rows have the same: ";
        cells(false, used ? missing : "cells that held no number and counted as 0: ")
                .ifPresent(notes::add);
        cells(true, used ? missing : "cells that held no level of the plan and are in no table of their column: ")
                .ifPresent(notes::add);
        RowSource.Omitted omitted = rows.omitted();
        if (omitted.rows() > 0) {
            notes.add("rows that were left out for missing cells: " + omitted.rows()
                    + (publicNumber ? " of " + omitted.records() : "") + " ("
                    + omitted.cells().entrySet().stream()
                            .map(column -> column.getKey() + " " + column.getValue())
                            .collect(Collectors.joining(", "))
                    + ")");
        }
        constant().ifPresent(notes::add);
        if (rows instanceof UserRows users && users.leftOut() > 0) {
            notes.add("rows that named no user and were left out: " + users.leftOut());
        }
        return notes.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join("; ", notes)
                        + (used
                                ? ". This must stay at the site"
                                : ". No one else was told, and this must stay at the site; mend the file before"
                                        + " another study"));
    }

    /**
     * Says how rows that were left out differ from the others, for the same people; not of series, whose rows depend.
     */
    public Optional<String> difference() {
        RowSource.Omitted omitted = rows.omitted();
        return RowContrast.difference(omitted.contrasts(), omitted.rows())
                .map(text ->
                        "rows that were left out: " + text + ". No one else was told, and this must stay at the site");
    }

    private Optional<String> constant() {
        List<String> columns = IntStream.range(0, first.length)
                .filter(j -> !varies[j] && !Double.isNaN(first[j]))
                .mapToObj(rows.schema().names()::get)
                .toList();
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of("columns that are constant here, so that their edges come from other sites: "
                        + String.join(", ", columns));
    }

    private Optional<String> cells(boolean categories, String before) {
        List<String> columns = new ArrayList<>();
        for (int j = 0; j < unusable.length; j++) {
            boolean category = rows.schema().kind(j) instanceof VariableKind.Categorical;
            if (unusable[j] > 0 && category == categories) {
                columns.add(rows.schema().names().get(j) + " " + unusable[j]);
            }
        }
        return columns.isEmpty() ? Optional.empty() : Optional.of(before + String.join(", ", columns));
    }
}
