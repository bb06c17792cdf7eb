// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.internal.diagnostics.ColumnShapes;
import io.hedgerow.core.internal.diagnostics.RowDependence;
import io.hedgerow.core.internal.diagnostics.RowDependence.Found;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects serial dependence and column shapes during the first complete reading of a site's rows. Reads nothing by
 * itself; later readings are not looked at. <b>Not private</b>: never where there is a budget. Thread-safe where one
 * reading ends before the next one begins.
 */
final class SiteProfile extends WrappedRows {

    /** So many rows of a site show whether they depend on each other. */
    private static final int MOST = 20_000;

    private final int columns;
    private final int most;
    private volatile @Nullable Seen seen;

    /** What the reading found: column shapes and serial dependence. */
    private record Seen(ColumnShapes shapes, List<Found> inOrder) {}

    /**
     * Takes rows that are not read yet.
     *
     * @param columns how many columns have a shape that matters, from the first
     * @param ordered whether the order of rows is looked at
     */
    SiteProfile(RowSource source, int columns, boolean ordered) {
        super(source);
        this.columns = columns;
        this.most = ordered ? MOST : 0;
    }

    /** The rows, without a look at them. */
    static RowSource unwatched(RowSource rows) {
        return rows instanceof SiteProfile profile ? profile.source : rows;
    }

    @Override
    public String keyText(double key) {
        return source.keyText(key);
    }

    /** Rows are handed on to be looked at, and are not added up elsewhere before that. */
    @Override
    public boolean sumsWhereRowsAre() {
        return seen != null && source.sumsWhereRowsAre();
    }

    @Override
    public <S extends UnitSum<S>> S sumOfRows(S empty) {
        return sumsWhereRowsAre() ? source.sumOfRows(empty) : super.sumOfRows(empty);
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        if (seen != null) {
            source.forEachRow(consumer);
            return;
        }
        ColumnShapes shapes = new ColumnShapes(columns);
        FirstRows first = new FirstRows(schema().size(), most);
        source.forEachRow(row -> {
            shapes.add(row);
            first.add(row);
            consumer.accept(row);
        });
        seen = new Seen(shapes, RowDependence.of(schema().names(), first.columns()));
    }

    private Seen seen() {
        Seen found = seen;
        if (found == null) {
            throw new IllegalStateException(description() + ": was not read yet");
        }
        return found;
    }

    /** The shapes of the first columns. */
    ColumnShapes shapes() {
        return seen().shapes();
    }

    /** Columns whose first rows are in some order; none where the order is not looked at. */
    List<Found> inOrder() {
        return seen().inOrder();
    }

    /** Stores columns of the first rows of a reading. */
    private static final class FirstRows {
        private static final int FEWEST = 64;

        private final double[][] columns;
        private final int most;
        private int rows;

        FirstRows(int columns, int most) {
            this.columns = new double[columns][Math.min(FEWEST, most)];
            this.most = most;
        }

        void add(double[] row) {
            if (rows == most) {
                return;
            }
            for (int c = 0; c < row.length; c++) {
                if (rows == columns[c].length) {
                    columns[c] = Arrays.copyOf(columns[c], Math.min(most, 2 * rows));
                }
                columns[c][rows] = row[c];
            }
            rows++;
        }

        List<double[]> columns() {
            return Arrays.stream(columns)
                    .map(column -> Arrays.copyOf(column, rows))
                    .toList();
        }
    }
}
