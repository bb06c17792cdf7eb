// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Which cells the rows of a site keep so that each pattern of cells is of enough rows ({@link PatternSharing}). Depends
 * on the rows alone, whatever is asked about them. Immutable.
 */
public final class KeptCells {

    private final Map<BitSet, Integer> counts;
    private final PatternSharing sharing;
    private final boolean complete;

    private KeptCells(Map<BitSet, Integer> counts, PatternSharing sharing, boolean complete) {
        this.counts = counts;
        this.sharing = sharing;
        this.complete = complete;
    }

    /** Reads rows once, NaN where a cell is missing; rows that all have all cells may be fewer. */
    public static KeptCells of(int variables, int fewest, Consumer<RowSource.RowConsumer> reading) {
        Map<BitSet, Integer> counts = new LinkedHashMap<>();
        reading.accept(row -> counts.merge(pattern(row), 1, Integer::sum));
        // whole rows alone are summed as without missing cells, however few they are
        boolean complete =
                counts.size() == 1 && counts.keySet().iterator().next().cardinality() == variables;
        return new KeptCells(counts, PatternSharing.of(counts, complete ? 1 : fewest), complete);
    }

    private static BitSet pattern(double[] row) {
        BitSet seen = new BitSet(row.length);
        for (int j = 0; j < row.length; j++) {
            seen.set(j, !Double.isNaN(row[j]));
        }
        return seen;
    }

    /** Whether no cell of any row is missing. */
    public boolean isComplete() {
        return complete;
    }

    /** The cells that a row keeps. */
    BitSet of(double[] row) {
        return sharing.of(pattern(row));
    }

    /** The row with NaN for the cells that it lost; a copy. */
    public double[] left(double[] row) {
        BitSet seen = of(row);
        double[] left = row.clone();
        for (int j = 0; j < row.length; j++) {
            left[j] = seen.get(j) ? row[j] : Double.NaN;
        }
        return left;
    }

    /** The same reading, which refuses rows that have other missing cells than before. */
    Consumer<RowSource.RowConsumer> again(Consumer<RowSource.RowConsumer> reading) {
        return consumer -> {
            Map<BitSet, Integer> again = new HashMap<>();
            reading.accept(row -> {
                again.merge(pattern(row), 1, Integer::sum);
                consumer.accept(row);
            });
            if (!again.equals(counts)) {
                throw new DataException("rows must be the same at every reading, had other missing cells at a later"
                        + " one: give a copy that does not change");
            }
        };
    }
}
