// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides for one reading of a source which of its rows are handed on, counts the others and their missing cells, and
 * compares both: what {@link RowSource#omitted} reports. For implementations of {@link RowSource}. Not thread-safe.
 */
public final class RowTally {

    /** Means of fewer cells say little. */
    private static final int FEWEST_CELLS = 10;

    /** A level of which fewer are expected in some group is not compared. */
    private static final int FEWEST_EXPECTED = 5;

    private final VariableSchema schema;
    private final MissingValues policy;
    private final Set<String> keys;
    private final long[] missing;
    private final Group kept;
    private final Group leftOut;
    private long incomplete;

    /**
     * Begins a reading.
     *
     * @param schema of the rows
     * @param policy what to do with missing cells
     * @param keys columns that name the user or series of a row, which are not compared
     */
    public RowTally(VariableSchema schema, MissingValues policy, Set<String> keys) {
        this.schema = schema;
        this.policy = policy;
        this.keys = Set.copyOf(keys);
        this.missing = new long[schema.size()];
        this.kept = new Group(schema);
        this.leftOut = new Group(schema);
    }

    /**
     * Counts a row that was read.
     *
     * @param row NaN where a cell is missing
     * @return whether it is handed on
     */
    public boolean handsOn(double[] row) {
        boolean skips = policy == MissingValues.SKIP_ROW;
        boolean whole = true;
        if (policy != MissingValues.AS_NAN) {
            for (int j = 0; j < row.length; j++) {
                if (Double.isNaN(row[j])) {
                    missing[j]++;
                    whole = false;
                }
            }
            incomplete += whole ? 0 : 1;
        }
        boolean handedOn = whole || !skips;
        (handedOn ? kept : leftOut).add(row, skips);
        return handedOn;
    }

    /**
     * {@return the report of all rows so far}
     *
     * @param source its name in messages
     * @param unused columns that were not asked for
     */
    public RowSource.Omitted omitted(String source, List<String> unused) {
        boolean skips = policy == MissingValues.SKIP_ROW;
        Map<String, Long> cells = new LinkedHashMap<>();
        for (int j = 0; j < missing.length; j++) {
            if (missing[j] > 0) {
                cells.put(schema.names().get(j), missing[j]);
            }
        }
        return new RowSource.Omitted(
                source,
                kept.rows + leftOut.rows,
                skips ? incomplete : 0,
                skips ? 0 : incomplete,
                cells,
                unused,
                leftOut.rows > 0 ? contrasts() : List.of());
    }

    private List<RowContrast> contrasts() {
        List<RowContrast> all = new ArrayList<>();
        for (int j = 0; j < schema.size(); j++) {
            if (keys.contains(schema.names().get(j)) || kept.cells[j] == 0 || leftOut.cells[j] == 0) {
                continue;
            }
            List<String> levels = schema.levels(j);
            if (levels.isEmpty()) {
                all.add(ofMeans(j));
            }
            for (int level = levels.size() == 2 ? 1 : 0; level < levels.size(); level++) {
                all.add(ofShares(j, level)); // of two levels either says it
            }
        }
        return all;
    }

    private RowContrast ofMeans(int j) {
        double some = leftOut.cells[j];
        double n = some + kept.cells[j];
        double apart = leftOut.mean[j] - kept.mean[j];
        double variance = (kept.spread[j] + leftOut.spread[j] + apart * apart * some * (n - some) / n) / n;
        boolean tells = Math.min(some, n - some) >= FEWEST_CELLS;
        return new RowContrast(
                schema.names().get(j),
                Optional.empty(),
                kept.mean[j],
                leftOut.mean[j],
                tells ? deviations(apart, variance, some, n) : Double.NaN);
    }

    private RowContrast ofShares(int j, int level) {
        double some = leftOut.cells[j];
        double n = some + kept.cells[j];
        double share = (kept.levels[j][level] + leftOut.levels[j][level]) / n;
        double before = kept.levels[j][level] / (n - some);
        double after = leftOut.levels[j][level] / some;
        boolean tells = Math.min(some, n - some) * Math.min(share, 1 - share) >= FEWEST_EXPECTED;
        return new RowContrast(
                schema.names().get(j),
                Optional.of(schema.levels(j).get(level)),
                before,
                after,
                tells ? deviations(after - before, share * (1 - share), some, n) : Double.NaN);
    }

    /**
     * The difference of two means in standard errors, where the one is of some of n rows drawn without regard to a
     * column with variance v: it varies by v (1/some + 1/(n − some)).
     */
    private static double deviations(double apart, double variance, double some, double n) {
        return variance > 0 ? apart / Math.sqrt(variance * n / some / (n - some)) : Double.NaN;
    }

    /** Sums over the rows of one group. */
    private static final class Group {
        private final long[] cells;
        private final double[] mean;
        /** Σ (x − x̄)² of each number. */
        private final double[] spread;

        private final long[][] levels;
        private long rows;

        Group(VariableSchema schema) {
            int d = schema.size();
            this.cells = new long[d];
            this.mean = new double[d];
            this.spread = new double[d];
            this.levels = new long[d][];
            for (int j = 0; j < d; j++) {
                levels[j] = new long[schema.levels(j).size()];
            }
        }

        void add(double[] row, boolean compared) {
            rows++;
            for (int j = 0; compared && j < row.length; j++) {
                double cell = row[j];
                if (Double.isNaN(cell)) {
                    continue;
                }
                cells[j]++;
                if (levels[j].length > 0) {
                    levels[j][(int) cell]++;
                } else {
                    double step = cell - mean[j];
                    mean[j] += step / cells[j];
                    spread[j] += step * (cell - mean[j]);
                }
            }
        }
    }
}
