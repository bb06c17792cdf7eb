// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.columns.KeyColumnName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds columns that may identify individuals, by their name or by repeated whole numbers or texts. A guess for a
 * person to confirm, never a decision. It cannot find a key of small whole numbers in mixed order under a name without
 * meaning, a key of several columns, and individuals who have one row each.
 *
 * <p>Not private: it reads rows. {@link KeyColumnName} does not.
 */
public final class InsecureKeyColumns {

    /** The fewest values of a key; fewer are groups, such as sex, treatment or ward. */
    private static final int FEWEST = 8;

    /** The least number of rows for a value, on average. */
    private static final double AGAIN = 1.5;

    /** The least spread of a key: numbers of records are spread wider than measurements that come again as often. */
    private static final int SPREAD = 10;

    private InsecureKeyColumns() {}

    public record Found(String column, long values, long rows) {
        @Override
        public String toString() {
            return "\"" + column + "\" (" + values + " different values in " + rows + " rows)";
        }
    }

    /** Examines the values of columns, which may be text where the source is read with keys. */
    public static List<Found> of(RowSource rows) {
        List<String> names = rows.schema().names();
        List<Values> columns = names.stream().map(name -> new Values()).toList();
        rows.forEachRow(row -> {
            for (int j = 0; j < row.length; j++) {
                columns.get(j).see(row[j]);
            }
        });
        List<Found> found = new ArrayList<>();
        for (int j = 0; j < names.size(); j++) {
            Values values = columns.get(j);
            if (values.whole && values.looksLikeAKey(KeyColumnName.isLikely(names.get(j)))) {
                found.add(new Found(names.get(j), values.counts.size(), values.rows));
            }
        }
        return found;
    }

    /** The values of one column, as long as they are whole numbers or names. */
    private static final class Values {
        private final Map<Double, Long> counts = new HashMap<>();
        private boolean whole = true;
        private long rows;
        private long runs;
        private double last = Double.NaN;
        private double lowest = Double.POSITIVE_INFINITY;
        private double highest = Double.NEGATIVE_INFINITY;

        void see(double value) {
            if (!whole || Double.isNaN(value)) {
                return;
            }
            if (value != Math.rint(value)) {
                whole = false;
                counts.clear();
                return;
            }
            rows++;
            runs += value == last ? 0 : 1;
            last = value;
            lowest = Math.min(lowest, value);
            highest = Math.max(highest, value);
            counts.merge(value, 1L, Long::sum);
        }

        boolean looksLikeAKey(boolean named) {
            int values = counts.size();
            if (named) {
                return values > 2;
            }
            if (values < FEWEST || rows < AGAIN * values) {
                return false;
            }
            boolean together = runs <= 1.1 * values;
            boolean evenly = counts.values().stream().distinct().count() == 1;
            return together || evenly || isSpread();
        }

        /** Whether numbers are spread; rounded measurements are, too, but in steps. */
        private boolean isSpread() {
            long step = 0;
            for (double value : counts.keySet()) {
                step = greatestDivisor(step, (long) (value - lowest));
            }
            return step > 0 && (highest - lowest) / step > (double) SPREAD * counts.size();
        }

        private static long greatestDivisor(long a, long b) {
            return b == 0 ? a : greatestDivisor(b, a % b);
        }
    }
}
