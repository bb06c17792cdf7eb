// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.WatchedRows;
import io.hedgerow.transport.study.PlannedVariable;
import io.hedgerow.transport.study.StudyPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Counts rows with values outside of the plan's bounds, to detect columns in another unit. Without a budget too many of
 * them end the site's part before anything leaves. With a budget the only consequence is a note for the people of the
 * site: a refusal would be an answer about its records that nothing pays for, so clipping bounds the effect of such a
 * row, and the site goes on. Counts are as sensitive as the records and must not go to a log or a message that leaves.
 * Not thread-safe.
 */
public final class BoundedRows implements WatchedRows.Watch {

    private final transient VariableSchema schema;

    private final double[] lowest;
    private final double[] highest;
    private final double share;
    private final long[] outside;
    private long count;
    private long rowsOutside;

    /** Columns that the plan does not name have no bounds, nor has the column of series, if there is one. */
    public BoundedRows(VariableSchema schema, StudyPlan plan, Optional<String> series) {
        this.schema = schema;
        this.share = plan.outsideBounds();
        int size = schema.size();
        this.outside = new long[size];
        this.lowest = new double[size];
        this.highest = new double[size];
        Arrays.fill(lowest, Double.NEGATIVE_INFINITY);
        Arrays.fill(highest, Double.POSITIVE_INFINITY);
        for (PlannedVariable variable : plan.variables()) {
            int column = schema.names().indexOf(variable.name());
            if (column >= 0 && series.filter(variable.name()::equals).isEmpty()) {
                lowest[column] = variable.lowest();
                highest[column] = variable.highest();
            }
        }
    }

    @Override
    public void begin() {
        Arrays.fill(outside, 0);
        count = 0;
        rowsOutside = 0;
    }

    /** Counts a cell that holds no number as inside: it is unusable, which is counted elsewhere. */
    @Override
    public void add(double[] row) {
        boolean any = false;
        for (int j = 0; j < row.length; j++) {
            boolean out = row[j] < lowest[j] || row[j] > highest[j];
            outside[j] += out ? 1 : 0;
            any |= out;
        }
        count++;
        rowsOutside += any ? 1 : 0;
    }

    @Override
    public void merge(WatchedRows.Watch other) {
        BoundedRows that = (BoundedRows) other;
        Arrays.setAll(outside, j -> outside[j] + that.outside[j]);
        count += that.count;
        rowsOutside += that.rowsOutside;
    }

    /**
     * A note for the people of the site; empty while no more rows are outside than the plan allows.
     *
     * @param publicNumber whether the number of rows may be said, even here
     */
    public Optional<String> note(boolean publicNumber) {
        if (!(rowsOutside > share * count)) {
            return Optional.empty();
        }
        List<String> columns = new ArrayList<>();
        for (int j = 0; j < outside.length; j++) {
            if (outside[j] > 0) {
                columns.add(schema.names().get(j) + " " + outside[j]);
            }
        }
        return Optional.of((publicNumber ? rowsOutside + " of " + count + " rows" : "more rows than the plan allows")
                + " have a value outside of the plan's bounds, which say what is possible: "
                + String.join(", ", columns) + (publicNumber ? "; the plan allows a share of " + share : "")
                + ". Look at units and at marks for missing values. No one else was told, and this must "
                + "stay at the site");
    }

    /** Refuses after a reading, where no budget forbids that consequence of the rows. */
    public void requireInBounds() {
        note(true).ifPresent(note -> {
            throw new DataException(
                    note + "; nothing has left the site. Mend the file, or have a plan signed with other"
                            + " bounds or another outsideBounds");
        });
    }
}
