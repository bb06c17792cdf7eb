package io.hedgerow.core.data;

/** Which part each row of a source belongs to. Shared by the parts; counts the rows once. */
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
    long rows() {
        return rows;
    }

    /** Counts the rows at the first call. */
    void prepare() {
        if (rows < 0) {
            long[] counted = {0};
            source.forEachRow(row -> counted[0]++);
            assign(counted[0]);
            rows = counted[0];
        }
    }

    abstract void assign(long total);

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
        void assign(long total) {
            size = total / count();
            larger = total % count();
        }

        @Override
        int partOf(long row) {
            // The first parts have one row more when the rows do not divide evenly.
            long inLarger = larger * (size + 1);
            return (int) (row < inLarger ? row / (size + 1) : size == 0 ? -1 : larger + (row - inLarger) / size);
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
        void assign(long total) {
            int n = Math.toIntExact(total);
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
}
