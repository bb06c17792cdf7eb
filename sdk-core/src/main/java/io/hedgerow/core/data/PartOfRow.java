// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Which part each row of a source belongs to. Shared by the parts; reads the source once. */
abstract class PartOfRow {

    private final RowSource source;
    private final int count;
    private long rows = -1;

    private PartOfRow(RowSource source, int count) {
        this.source = source;
        this.count = count;
    }

    /** P. */
    int count() {
        return count;
    }

    /** All rows of the source; −1 before {@link #prepare}. */
    synchronized long rows() {
        return rows;
    }

    /** Divides the rows at the first call. Parts are read by threads of their own, and all must see one division. */
    synchronized void prepare() {
        if (rows < 0) {
            rows = assign(source);
        }
    }

    /** Reads the source once; returns how many rows it has. */
    abstract long assign(RowSource from);

    static long rowsOf(RowSource from) {
        long[] counted = {0};
        from.forEachRow(row -> counted[0]++);
        return counted[0];
    }

    /** The part of a row; −1 beyond the rows that were counted. */
    abstract int partOf(long row);

    /** Consecutive rows: the first n mod P parts have ⌊n/P⌋ + 1 rows, the others ⌊n/P⌋. */
    static final class Block extends PartOfRow {
        private long larger;
        private long size;

        Block(RowSource source, int count) {
            super(source, count);
        }

        @Override
        long assign(RowSource from) {
            long total = rowsOf(from);
            size = total / count();
            larger = total % count();
            return total;
        }

        @Override
        int partOf(long row) {
            // The first parts have one row more when the rows do not divide evenly.
            long inLarger = larger * (size + 1);
            return (int) (row < inLarger ? row / (size + 1) : size == 0 ? -1 : larger + (row - inLarger) / size);
        }
    }

    /** Consecutive runs of one value of a column, as nearly equal in number as can be. */
    static final class Runs extends PartOfRow {
        private final int key;
        private long[] ends = new long[0];

        Runs(RowSource source, int count, int key) {
            super(source, count);
            this.key = key;
        }

        @Override
        long assign(RowSource from) {
            LongStream.Builder starts = LongStream.builder();
            long[] row = {0};
            double[] last = {Double.NaN};
            Set<Double> passed = new HashSet<>();
            from.forEachRow(cells -> {
                if (cells[key] != last[0]) {
                    if (!passed.add(cells[key])) {
                        throw new DataException(from.description() + ": rows of one realisation must stand together,"
                                + " those of " + from.keyText(cells[key])
                                + " do not: sort the rows by realisation and time");
                    }
                    starts.add(row[0]);
                    last[0] = cells[key];
                }
                row[0]++;
            });
            long[] first = starts.build().toArray();
            if (first.length < count()) {
                throw new DataException(from.description() + ": must have a series for each of " + count()
                        + " parts, has " + first.length);
            }
            ends = new long[count()];
            for (int p = 0; p < count(); p++) {
                long next = (long) first.length * (p + 1) / count();
                ends[p] = next < first.length ? first[(int) next] : row[0];
            }
            return row[0];
        }

        @Override
        int partOf(long row) {
            int at = Arrays.binarySearch(ends, row);
            int part = at >= 0 ? at + 1 : -at - 1;
            return part < ends.length ? part : -1;
        }
    }

    /** Fisher and Yates' shuffle of the parts 0, …, P−1, 0, …, P−1, …. */
    static final class Shuffle extends PartOfRow {
        private final long seed;
        private int[] parts = new int[0];

        Shuffle(RowSource source, int count, long seed) {
            super(source, count);
            this.seed = seed;
        }

        @Override
        long assign(RowSource from) {
            int n = Math.toIntExact(rowsOf(from));
            int[] shuffled = new int[n];
            for (int i = 0; i < n; i++) {
                shuffled[i] = i % count();
            }
            for (int i = n - 1; i > 0; i--) {
                // The high half of a 64 by 32 bit product: an index in 0, …, i with a bias below 2^-31.
                int j = (int) (((mix(seed, i) >>> 32) * (i + 1L)) >>> 32);
                int swapped = shuffled[i];
                shuffled[i] = shuffled[j];
                shuffled[j] = swapped;
            }
            parts = shuffled;
            return n;
        }

        @Override
        int partOf(long row) {
            return row < parts.length ? parts[(int) row] : -1;
        }

        /** A keyed counter through the finaliser of SplitMix64 (Steele, Lea and Flood 2014). */
        private static long mix(long seed, long counter) {
            long z = seed * 0xD1342543DE82EF95L + (counter + 1) * 0x9E3779B97F4A7C15L;
            z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
            return z ^ (z >>> 31);
        }
    }

    /** Every person, or row of nobody known, in a part that nobody can foresee. */
    static final class Draw extends PartOfRow {
        private final boolean equalSizes;
        private final SecureRandom random = new SecureRandom();
        private int[] parts = new int[0];

        Draw(RowSource source, int count, boolean equalSizes) {
            super(source, count);
            this.equalSizes = equalSizes;
        }

        @Override
        long assign(RowSource from) {
            IntStream.Builder units = IntStream.builder();
            Map<Long, Integer> seen = new HashMap<>();
            int[] number = {0};
            if (from.knowsPersons()) {
                from.forEachPersonRow((person, row) -> units.add(seen.computeIfAbsent(person, first -> number[0]++)));
            } else {
                from.forEachRow(row -> units.add(number[0]++));
            }
            int[] drawn = draw(number[0]);
            parts = units.build().map(unit -> drawn[unit]).toArray();
            return parts.length;
        }

        /** A part for each of so many persons. */
        private int[] draw(int persons) {
            int[] drawn = new int[persons];
            for (int i = 0; i < persons; i++) {
                drawn[i] = equalSizes ? i % count() : random.nextInt(count());
            }
            for (int i = persons - 1; equalSizes && i > 0; i--) {
                int j = random.nextInt(i + 1);
                int swapped = drawn[i];
                drawn[i] = drawn[j];
                drawn[j] = swapped;
            }
            return drawn;
        }

        @Override
        int partOf(long row) {
            return row < parts.length ? parts[(int) row] : -1;
        }
    }
}
