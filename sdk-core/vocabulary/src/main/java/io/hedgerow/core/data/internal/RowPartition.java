// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.internal;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.WrappedRows;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One of P disjoint parts of a source that together have all its rows: makes P sites of one file. For simulation and
 * evaluation; real sites have data of their own.
 *
 * <p>Each part has its rows in the order of the source and knows the users whom the source knows. The source is read
 * once more than it is asked for, to divide it, at the first reading of any part. Each reading of a part reads the
 * whole source, and ends in a {@link DataException} unless that gave the rows of the first reading: in the same order
 * where parts are by the place of rows or the source {@linkplain RowSource#keepsOrder keeps its order}, else in any. So
 * use the result of a reading only once it has returned. The comparison is by digests under a secret key of this
 * division; different readings of n rows pass for one with probability at most n · 2⁻¹²⁸. Parts may be read by threads
 * of their own, when the source may be read by several at once.
 *
 * <p>Not private. Private releases of parts that are drawn {@link #atRandom} cost together as much as the dearest of
 * them; parts by the place of rows can share users, and then their costs add up. The proof:
 * {@code docs/privacy-proofs/ledger.md}.
 */
public final class RowPartition extends WrappedRows {

    private final PartOfRow parts;
    private final int part;

    private RowPartition(RowSource source, PartOfRow parts, int part) {
        super(source);
        this.parts = parts;
        this.part = part;
    }

    /**
     * Consecutive blocks of rows, in order, with sizes that differ by at most one. Rows of one user can be in several
     * parts.
     *
     * @param source the rows to divide
     * @param parts P; at least 1
     */
    public static List<RowSource> contiguous(RowSource source, int parts) {
        return split(source, parts, new PartOfRow.Block(source, requirePositive(parts)));
    }

    /**
     * Series, each in one part: consecutive runs of rows with one value in a column, in order, with numbers of runs
     * that differ by at most one.
     *
     * @param source the rows to divide
     * @param parts P; at least 1
     * @param key the column that says whose series a row is of
     * @return the P parts; reading them fails when there are fewer series, or rows of one do not stand together
     * @throws IllegalArgumentException when there is no such column
     */
    public static List<RowSource> bySeries(RowSource source, int parts, String key) {
        int column = source.schema().indexOf(key);
        if (column < 0) {
            throw new IllegalArgumentException(
                    "the column of the series must be one of " + source.schema().names() + ", was " + key);
        }
        return split(source, parts, new PartOfRow.Runs(source, requirePositive(parts), column));
    }

    /**
     * Rows assigned by a seed, so that the parts look alike, with sizes that differ by at most one. Rows of one user
     * can be in several parts. Keeps one number per row in memory; at most 2³¹ − 9 rows.
     *
     * @param source the rows to divide
     * @param parts P; at least 1
     * @param seed the same seed gives the same parts, on every machine
     * @return the P parts
     */
    public static List<RowSource> shuffled(RowSource source, int parts, long seed) {
        return split(source, parts, new PartOfRow.Shuffle(source, requirePositive(parts), seed));
    }

    /**
     * Users assigned at random, each with all rows, or rows where the source knows no users. The draw is new in every
     * call and from a secure generator: which part a user is in is as secret as the rows. A user stays in that part at
     * every reading, in whatever order the rows come. Replacing one user by another, or leaving one out where sizes are
     * not equal, changes one part only. Keeps one entry per user in memory, or one number per row; at most 2³¹ − 9.
     *
     * @param source the rows to divide
     * @param parts P; at least 1
     * @param equalSizes whether the parts' numbers of users, or rows, differ by at most one, the first parts having
     *     more; for replace-one adjacency. Otherwise each user is drawn independently; for zero-out adjacency, where
     *     numbers are secret
     * @return the P parts
     * @throws DataException when the source knows no users and keeps no order, so that a row cannot be found again;
     *     nothing was read
     */
    public static List<RowSource> atRandom(RowSource source, int parts, boolean equalSizes) {
        requirePositive(parts);
        if (source.knowsUsers()) {
            return split(source, parts, new PartOfRow.DrawnUsers(source, parts, equalSizes));
        }
        if (parts > 1 && !source.keepsOrder()) {
            throw new DataException(source.description() + ": must keep the order of its rows to be divided by row,"
                    + " promises none, so a row could be in another part at every reading: name a column that says"
                    + " whose row it is (UserRows.of), such as a number of its own for every row, or write the rows"
                    + " into a file");
        }
        return split(source, parts, new PartOfRow.DrawnRows(source, parts, equalSizes));
    }

    private static int requirePositive(int parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("parts must be >= 1, was " + parts);
        }
        return parts;
    }

    private static List<RowSource> split(RowSource source, int parts, PartOfRow assignment) {
        return IntStream.range(0, parts)
                .<RowSource>mapToObj(p -> new RowPartition(source, assignment, p))
                .toList();
    }

    @Override
    public String description() {
        return source.description() + ", part " + (part + 1) + " of " + parts.count();
    }

    @Override
    public String keyText(double key) {
        return source.keyText(key);
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        parts.read(part, (user, row) -> consumer.accept(row));
    }

    @Override
    public void forEachUserRow(UserRowConsumer consumer) {
        if (!knowsUsers()) {
            super.forEachUserRow(consumer);
        }
        parts.read(part, consumer);
    }
}
