package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RowPartitionProperties {

    @Property(tries = 200, seed = "43")
    void contiguous_dividesIntoConsecutiveBlocksOfEqualSize(
            @ForAll @IntRange(max = 60) int rows, @ForAll @IntRange(min = 1, max = 12) int parts) {
        List<List<Integer>> divided = read(RowPartition.contiguous(numbered(rows), parts));

        List<Integer> joined = new ArrayList<>();
        divided.forEach(joined::addAll);
        assertEquals(IntStream.range(0, rows).boxed().toList(), joined);
        assertEqualSizes(divided, rows, parts);
    }

    @Property(tries = 200, seed = "43")
    void shuffled_dividesAllRowsIntoPartsOfEqualSizeInOrder(
            @ForAll @IntRange(max = 60) int rows, @ForAll @IntRange(min = 1, max = 12) int parts, @ForAll long seed) {
        List<List<Integer>> divided = read(RowPartition.shuffled(numbered(rows), parts, seed));

        List<Integer> joined = new ArrayList<>();
        for (List<Integer> part : divided) {
            assertEquals(part.stream().sorted().toList(), part, "a part keeps the order of its rows");
            joined.addAll(part);
        }
        Collections.sort(joined);
        assertEquals(IntStream.range(0, rows).boxed().toList(), joined);
        assertEqualSizes(divided, rows, parts);
        assertEquals(divided, read(RowPartition.shuffled(numbered(rows), parts, seed)), "same seed, same parts");
    }

    @Example
    void shuffled_whenSeedChanges_dividesDifferently() {
        assertNotEquals(
                read(RowPartition.shuffled(numbered(100), 2, 1)), read(RowPartition.shuffled(numbered(100), 2, 2)));
    }

    @Example
    void shuffled_overManySeeds_givesEveryRowToEveryPartEquallyOften() {
        int seeds = 4000;
        int[] inFirst = new int[10];
        int[] together = new int[10];
        for (int seed = 0; seed < seeds; seed++) {
            List<Integer> first =
                    read(RowPartition.shuffled(numbered(10), 2, seed)).get(0);
            first.forEach(r -> inFirst[r]++);
            if (first.contains(0)) {
                first.forEach(r -> together[r]++);
            }
        }
        for (int r = 0; r < 10; r++) {
            // Binomial(4000, 1/2): standard deviation 31.6; five of them have a false-reject rate of 6e-7 per row.
            assertEquals(2000, inFirst[r], 158, "row " + r);
            // Row 0 shares its part with 4 of the 9 others: Binomial(4000, 2/9), standard deviation 26.3.
            assertEquals(r == 0 ? inFirst[0] : seeds * 2 / 9.0, together[r], 132, "row " + r);
        }
    }

    @Example
    void read_whenSourceChangesItsRows_isRefused() {
        int[] rows = {10};
        RowSource growing = new RowSource() {
            @Override
            public VariableSchema schema() {
                return VariableSchema.numbered(1);
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                numbered(rows[0]++).forEachRow(consumer);
            }
        };

        DataException e = assertThrows(
                DataException.class,
                () -> RowPartition.contiguous(growing, 2).get(0).forEachRow(row -> {}));

        assertEquals("data: must keep its rows while it is divided into parts, had 10 and has 11", e.getMessage());
    }

    @Example
    void parts_whenTooSmallForStatistics_areNamed() {
        RowSource part = RowPartition.contiguous(numbered(3), 2).get(1);

        DataException e = assertThrows(DataException.class, () -> SufficientStatistics.of(part));

        assertEquals("data, part 2 of 2: needs at least 2 rows, has 1", e.getMessage());
        assertEquals(List.of("x1"), part.schema().names());
        assertThrows(IllegalArgumentException.class, () -> RowPartition.contiguous(numbered(3), 0));
    }

    private static void assertEqualSizes(List<List<Integer>> divided, int rows, int parts) {
        assertEquals(parts, divided.size());
        for (List<Integer> part : divided) {
            assertTrue(part.size() == rows / parts || part.size() == (rows + parts - 1) / parts, divided.toString());
        }
    }

    private static RowSource numbered(int rows) {
        double[][] cells = new double[rows][1];
        for (int r = 0; r < rows; r++) {
            cells[r][0] = r;
        }
        return InMemoryRows.of(VariableSchema.numbered(1), cells);
    }

    private static List<List<Integer>> read(List<RowSource> parts) {
        List<List<Integer>> rows = new ArrayList<>();
        for (RowSource part : parts) {
            List<Integer> read = new ArrayList<>();
            part.forEachRow(row -> read.add((int) row[0]));
            rows.add(read);
        }
        return rows;
    }
}
