package io.hedgerow.core.data;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One of P disjoint parts of a source that together hold all its rows, with sizes that differ by at most one: makes P
 * sites of one file. For simulation and evaluation; real sites have data of their own.
 *
 * <p>Each part keeps the order of its rows. The source is read once more than it is asked for, to count its rows, at the
 * first reading of any part; it must not change meanwhile. Each reading of a part reads the whole source. Not
 * thread-safe. Not private.
 */
public final class RowPartition implements RowSource {

    private final RowSource source;
    private final PartOfRow parts;
    private final int part;

    private RowPartition(RowSource source, PartOfRow parts, int part) {
        this.source = source;
        this.parts = parts;
        this.part = part;
    }

    /**
     * Consecutive blocks of rows, in order.
     *
     * @param source the rows to divide
     * @param parts P; at least 1
     * @return the P parts
     */
    public static List<RowSource> contiguous(RowSource source, int parts) {
        return split(source, parts, new PartOfRow.Block(source, requirePositive(parts)));
    }

    /**
     * Rows assigned at random, so that the parts look alike. Keeps one number per row in memory; at most 2³¹ − 9 rows.
     *
     * @param source the rows to divide
     * @param parts P; at least 1
     * @param seed the same seed gives the same parts, on every machine
     * @return the P parts
     */
    public static List<RowSource> shuffled(RowSource source, int parts, long seed) {
        return split(source, parts, new PartOfRow.Shuffle(source, requirePositive(parts), seed));
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
    public VariableSchema schema() {
        return source.schema();
    }

    @Override
    public String description() {
        return source.description() + ", part " + (part + 1) + " of " + parts.count();
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        parts.prepare();
        long[] index = {0};
        source.forEachRow(row -> {
            if (parts.partOf(index[0]) == part) {
                consumer.accept(row);
            }
            index[0]++;
        });
        if (index[0] != parts.rows()) {
            throw new DataException(source.description() + ": must keep its rows while it is divided into parts, had "
                    + parts.rows() + " and has " + index[0]);
        }
    }
}
