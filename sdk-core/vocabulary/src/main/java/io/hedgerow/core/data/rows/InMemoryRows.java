// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.rows;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;

/** Rows held in memory. Copies what it is given; thread-safe. */
public final class InMemoryRows implements RowSource {

    private final VariableSchema schema;
    private final double[] cells;

    private InMemoryRows(VariableSchema schema, double[] cells) {
        this.schema = schema;
        this.cells = cells;
    }

    /**
     * Copies rows.
     *
     * @param schema the variables
     * @param rows one array per record, one finite number per variable; of a categorical one the place of the level
     * @throws DataException when a row has the wrong length, a cell is not finite, or is no place of a level
     */
    public static InMemoryRows of(VariableSchema schema, double[][] rows) {
        return of(schema, rows, false);
    }

    /**
     * Copies rows of which cells may be missing, for methods that take such rows, as with
     * {@link io.hedgerow.core.data.MissingValues#USE}.
     *
     * @param schema the variables
     * @param rows one array per record, one number per variable, NaN where a cell is missing
     * @throws DataException as {@link #of}, but for cells that are NaN
     */
    public static InMemoryRows withMissingCells(VariableSchema schema, double[][] rows) {
        return of(schema, rows, true);
    }

    private static InMemoryRows of(VariableSchema schema, double[][] rows, boolean missing) {
        int d = schema.size();
        double[] cells = new double[Math.multiplyExact(rows.length, d)];
        for (int r = 0; r < rows.length; r++) {
            if (rows[r].length != d) {
                throw new DataException(
                        "row " + (r + 1) + " must have " + d + " cells, one per variable, has " + rows[r].length);
            }
            for (int c = 0; c < d; c++) {
                cells[r * d + c] = rows[r][c];
                if (missing && Double.isNaN(rows[r][c])) {
                    continue;
                }
                if (!Double.isFinite(rows[r][c])) {
                    throw new DataException("row " + (r + 1) + ", column "
                            + schema.names().get(c) + ": must be a finite number, was " + rows[r][c]);
                }
                int levels = schema.levels(c).size();
                if (levels > 0 && !(rows[r][c] >= 0 && rows[r][c] < levels && rows[r][c] == Math.rint(rows[r][c]))) {
                    throw new DataException(
                            "row " + (r + 1) + ", column " + schema.names().get(c) + ": must be the place of one of "
                                    + levels + " levels, from 0, was " + rows[r][c]);
                }
            }
        }
        return new InMemoryRows(schema, cells);
    }

    @Override
    public VariableSchema schema() {
        return schema;
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        int d = schema.size();
        double[] row = new double[d];
        for (int at = 0; at < cells.length; at += d) {
            System.arraycopy(cells, at, row, 0, d);
            consumer.accept(row);
        }
    }
}
