// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Splits N selections of equal bounded range into runs of a length that the recursion can afford: {@code shorter} runs
 * of length n and {@code longer} runs of length n + 1.
 *
 * <p>A run's curve is the hockey-stick curve of some pair of laws, and N selections cost at most the composition of the
 * pairs of their runs. The seams cost about 0.3/n of ε, the lattice 0.25/cells² of it.
 *
 * @param law the law of a run of length n
 * @param shorter how many
 * @param next the law of a run of length n + 1; the same as law when longer is 0
 * @param longer how many
 * @param length n
 */
public record SelectionRuns(LossDistribution law, long shorter, LossDistribution next, long longer, long length) {
    private static final long LONGEST = 1000;
    private static final int FEWEST_CELLS = 32;
    private static final int MOST_CELLS = 256;

    /** Steps to the power 1.5, times cells: two to four tenths of a second. */
    private static final double WORK = 1.6e6;

    static SelectionRuns of(double boundedRange, long count) {
        long runs = (count - 1) / LONGEST + 1;
        long length = count / runs;
        long longer = count % runs;
        long most = longer > 0 ? length + 1 : length;
        SelectionCurve curve = new SelectionCurve(boundedRange, cells(most), most);
        LossDistribution law = curve.advanceTo(length).law();
        LossDistribution next = longer > 0 ? curve.advanceTo(most).law() : law;
        return new SelectionRuns(law, runs - longer, next, longer, length);
    }

    private static int cells(long count) {
        double affordable = WORK / (count * Math.sqrt((double) count));
        return 2 * (int) (0.5 * Math.min(MOST_CELLS, Math.max(FEWEST_CELLS, affordable)));
    }

    /**
     * Caches recently computed splits of selections into runs. Thread-safe: two threads may compute the same runs, but
     * never see half of them.
     */
    public static final class Cache {
        private static final int CAPACITY = 16;

        private record Key(double boundedRange, long count) {}

        private final Map<Key, SelectionRuns> known = new LinkedHashMap<>(CAPACITY, 0.75f, true);

        public SelectionRuns of(double boundedRange, long count) {
            Key key = new Key(boundedRange, count);
            synchronized (known) {
                SelectionRuns runs = known.get(key);
                if (runs != null) {
                    return runs;
                }
            }
            SelectionRuns computed = SelectionRuns.of(boundedRange, count);
            synchronized (known) {
                known.put(key, computed);
                if (known.size() > CAPACITY) {
                    known.remove(known.keySet().iterator().next());
                }
            }
            return computed;
        }
    }
}
