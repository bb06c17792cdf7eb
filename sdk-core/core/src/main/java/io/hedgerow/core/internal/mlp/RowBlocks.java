// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows in blocks for a cache, also by columns: 16·n·d bytes. As sensitive as the rows. Adding is not thread-safe. */
public final class RowBlocks {

    static final int ROWS = 128;

    private final int variables;
    private final double unit;
    private final List<double[]> byRow = new ArrayList<>();
    private final List<double[]> byColumn = new ArrayList<>();
    private double[] open = new double[0];
    private int inOpen = ROWS;
    private int rows;

    public RowBlocks(int variables) {
        this(variables, 1);
    }

    private RowBlocks(int variables, double unit) {
        this.variables = variables;
        this.unit = unit;
    }

    /** All rows of a site, divided by a unit that is above 0. */
    public static RowBlocks of(DataView view, Centring centring, double unit) {
        return new RowBlocks(view.schema().size(), unit)
                .add(view, mean(view, centring))
                .closed();
    }

    private static double[] mean(DataView view, Centring centring) {
        double[] mean = new double[view.schema().size()];
        for (int j = 0; centring == Centring.LOCAL_MEAN && j < mean.length; j++) {
            mean[j] = view.statistics().mean(j);
        }
        return mean;
    }

    /** Adds a site's rows, less {@code centre} in each column. */
    public RowBlocks add(DataView view, double[] centre) {
        if (!view.hasRows()) {
            throw new IllegalArgumentException("a network of hidden units is fitted to rows, and these data are known"
                    + " by their moments only: give rows, or choose a linear method");
        }
        view.forEachRow(row -> {
            if (inOpen == ROWS) {
                open = new double[ROWS * variables];
                byRow.add(open);
                inOpen = 0;
            }
            for (int j = 0; j < variables; j++) {
                double value = (row[j] - centre[j]) / unit;
                if (!Double.isFinite(value)) {
                    throw new IllegalArgumentException("rows must be finite numbers, a cell of "
                            + view.schema().names().get(j) + " was not: correct or drop such rows first");
                }
                open[inOpen * variables + j] = value;
            }
            inOpen++;
            rows++;
        });
        return this;
    }

    public RowBlocks closed() {
        if (rows == 0) {
            throw new IllegalArgumentException("rows must be at least 1, was 0");
        }
        if (inOpen < ROWS) {
            byRow.set(byRow.size() - 1, Arrays.copyOf(open, inOpen * variables));
        }
        for (double[] block : byRow) {
            int length = block.length / variables;
            double[] columns = new double[block.length];
            for (int r = 0; r < length; r++) {
                for (int j = 0; j < variables; j++) {
                    columns[j * length + r] = block[r * variables + j];
                }
            }
            byColumn.add(columns);
        }
        return this;
    }

    int variables() {
        return variables;
    }

    int rows() {
        return rows;
    }

    int blocks() {
        return byRow.size();
    }

    double[] byRow(int block) {
        return byRow.get(block);
    }

    double[] byColumn(int block) {
        return byColumn.get(block);
    }
}
