// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.internal;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Assigns each row of a source to a part, drawn or counted by the first reading and kept; later readings must have the
 * same rows.
 */
abstract class PartOfRow {

    final SecureRandom random = new SecureRandom();
    private final RowSource source;
    private final int count;
    private final boolean ordered;
    private final SecretKeySpec key = ReadingDigest.key(random);
    private byte @Nullable [] first;
    private long rows;

    private PartOfRow(RowSource source, int count, boolean ordered) {
        this.source = source;
        this.count = count;
        this.ordered = ordered;
    }

    int count() {
        return count;
    }

    /**
     * Delivers the rows of one part; a source without users is one user's. Throws at the end when the source did not
     * give the rows of its first reading; the consumer's result must then not be used.
     */
    void read(int part, RowSource.UserRowConsumer consumer) {
        byte[] expected = prepare();
        ReadingDigest digest = new ReadingDigest(key, ordered);
        long[] index = {0};
        read(digest, (user, row) -> {
            if (partOf(index[0]++, user) == part) {
                consumer.accept(user, row);
            }
        });
        if (!ReadingDigest.same(expected, digest.value())) {
            throw changed(digest.rows());
        }
    }

    /** Divides the rows at the first call. Parts are read by threads of their own, and all must see one division. */
    private synchronized byte[] prepare() {
        byte[] known = first;
        if (known == null) {
            ReadingDigest digest = new ReadingDigest(key, ordered);
            assign(source, consumer -> read(digest, consumer));
            rows = digest.rows();
            known = digest.value();
            first = known;
        }
        return known;
    }

    private void read(ReadingDigest digest, RowSource.UserRowConsumer consumer) {
        if (source.knowsUsers()) {
            source.forEachUserRow((user, row) -> {
                digest.add(user, row);
                consumer.accept(user, row);
            });
            return;
        }
        source.forEachRow(row -> {
            digest.add(0, row);
            consumer.accept(0, row);
        });
    }

    private synchronized DataException changed(long now) {
        return new DataException(source.description() + ": must have the same rows"
                + (ordered ? " in the same order" : "") + " at every reading while it is divided into parts, had "
                + rows + " and has " + (now == rows ? "other ones" : now) + ": nothing was made of this reading;"
                + " write the rows into a file and divide that"
                + (ordered ? ", or give a query an order that leaves no two rows as equals" : "")
                + ", or read from a snapshot that does not change");
    }

    abstract void assign(RowSource from, Reading reading);

    /** The part of a row, by its place or by its user; −1 when the first reading did not have it. */
    abstract int partOf(long row, long user);

    interface Reading {
        void forEach(RowSource.UserRowConsumer consumer);

        default long rows() {
            long[] counted = {0};
            forEach((user, row) -> counted[0]++);
            return counted[0];
        }
    }

    /** Consecutive rows: the first n mod P parts have ⌊n/P⌋ + 1 rows, the others ⌊n/P⌋. */
    static final class Block extends PartOfRow {
        private long larger;
        private long size;

        Block(RowSource source, int count) {
            super(source, count, true);
        }

        @Override
        void assign(RowSource from, Reading reading) {
            long total = reading.rows();
            size = total / count();
            larger = total % count();
        }

        @Override
        int partOf(long row, long user) {
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
            super(source, count, true);
            this.key = key;
        }

        @Override
        void assign(RowSource from, Reading reading) {
            LongStream.Builder starts = LongStream.builder();
            long[] row = {0};
            double[] last = {Double.NaN};
            Set<Double> passed = new HashSet<>();
            reading.forEach((user, cells) -> {
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
        }

        @Override
        int partOf(long row, long user) {
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
            super(source, count, true);
            this.seed = seed;
        }

        @Override
        void assign(RowSource from, Reading reading) {
            int n = Math.toIntExact(reading.rows());
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
        int partOf(long row, long user) {
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

    /** Every user, with all rows in any order, in an unpredictable part. */
    static final class DrawnUsers extends PartOfRow {
        private final boolean equalSizes;
        private Map<Long, Integer> parts = Map.of();

        DrawnUsers(RowSource source, int count, boolean equalSizes) {
            super(source, count, source.keepsOrder());
            this.equalSizes = equalSizes;
        }

        @Override
        void assign(RowSource from, Reading reading) {
            Map<Long, Integer> users = new HashMap<>();
            reading.forEach((user, row) -> users.putIfAbsent(user, users.size()));
            int[] drawn = draw(users.size(), equalSizes);
            users.replaceAll((user, number) -> drawn[number]);
            parts = users;
        }

        @Override
        int partOf(long row, long user) {
            return parts.getOrDefault(user, -1);
        }
    }

    /** Every row of an ordered source in an unpredictable part. */
    static final class DrawnRows extends PartOfRow {
        private final boolean equalSizes;
        private int[] parts = new int[0];

        DrawnRows(RowSource source, int count, boolean equalSizes) {
            super(source, count, true);
            this.equalSizes = equalSizes;
        }

        @Override
        void assign(RowSource from, Reading reading) {
            parts = draw(Math.toIntExact(reading.rows()), equalSizes);
        }

        @Override
        int partOf(long row, long user) {
            return row < parts.length ? parts[(int) row] : -1;
        }
    }

    final int[] draw(int units, boolean equalSizes) {
        int[] drawn = new int[units];
        for (int i = 0; i < units; i++) {
            drawn[i] = equalSizes ? i % count : random.nextInt(count);
        }
        for (int i = units - 1; equalSizes && i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = drawn[i];
            drawn[i] = drawn[j];
            drawn[j] = swapped;
        }
        return drawn;
    }
}
