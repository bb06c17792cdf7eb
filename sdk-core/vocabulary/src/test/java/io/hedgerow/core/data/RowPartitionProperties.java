// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.data.rows.UserRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    @Property(tries = 100, seed = "43")
    void atRandom_keepsUsersWhole_withEqualNumbersOfUsersWhereAskedFor(
            @ForAll @IntRange(max = 40) int users,
            @ForAll @IntRange(min = 1, max = 9) int parts,
            @ForAll boolean equalSizes) {
        // person k has k mod 3 + 1 rows, all over the file
        List<Integer> owners = new ArrayList<>();
        for (int visit = 0; visit < 3; visit++) {
            for (int k = 0; k < users; k++) {
                if (visit <= k % 3) {
                    owners.add(k);
                }
            }
        }
        List<RowSource> divided = RowPartition.atRandom(visits(owners), parts, equalSizes);
        List<Integer> found = new ArrayList<>();
        for (int p = 0; p < parts; p++) {
            Set<Integer> own = new HashSet<>();
            List<Integer> order = new ArrayList<>();
            divided.get(p).forEachUserRow((user, row) -> {
                own.add((int) row[0]);
                order.add((int) row[1]);
            });
            assertEquals(order.stream().sorted().toList(), order, "a part keeps the order of its rows");
            order.forEach(row -> assertTrue(own.contains(owners.get(row))));
            own.forEach(user -> assertEquals(
                    user % 3 + 1,
                    order.stream().filter(row -> owners.get(row).equals(user)).count()));
            found.addAll(own);
            // the larger parts first: their sizes are declared before anything is read
            assertTrue(!equalSizes || own.size() == users / parts + (p < users % parts ? 1 : 0));
        }
        Collections.sort(found);
        assertEquals(IntStream.range(0, users).boxed().toList(), found, "every person in one part");
    }

    @Example
    void atRandom_overManyDraws_givesEveryUserToEveryPartEquallyOften() {
        int draws = 4000;
        for (boolean equalSizes : new boolean[] {true, false}) {
            int[] inFirst = new int[4];
            int[] withFirst = new int[4];
            for (int draw = 0; draw < draws; draw++) {
                Set<Integer> first = new HashSet<>();
                RowPartition.atRandom(visits(List.of(0, 1, 2, 3, 0)), 2, equalSizes)
                        .get(0)
                        .forEachRow(row -> first.add((int) row[0]));
                first.forEach(k -> inFirst[k]++);
                if (first.contains(0)) {
                    first.forEach(k -> withFirst[k]++);
                }
            }
            for (int k = 0; k < 4; k++) {
                // Binomial(4000, 1/2): standard deviation 31.6; six of them have a false-reject rate of 2e-9 per person
                assertEquals(2000, inFirst[k], 190, "person " + k);
                // with equal sizes 0 shares its part with 1 of 3 others, else with each half the time: Binomial(4000,
                // 1/6) or
                // (4000, 1/4), standard deviation 23.6 or 27.4
                double expected = k == 0 ? inFirst[0] : draws * (equalSizes ? 1 / 6.0 : 1 / 4.0);
                assertEquals(expected, withFirst[k], 165, "person " + k);
            }
        }
    }

    private static RowSource visits(List<Integer> owners) {
        double[][] cells = new double[owners.size()][];
        for (int r = 0; r < cells.length; r++) {
            cells[r] = new double[] {owners.get(r), owners.get(r), r};
        }
        return UserRows.of(InMemoryRows.of(VariableSchema.of("key", "owner", "row"), cells), "key");
    }

    @Example
    void contiguousAndShuffled_ofRowsWithUsers_keepThem() {
        RowSource visits = visits(List.of(5, 6, 5, 6));
        for (List<RowSource> parts : List.of(RowPartition.contiguous(visits, 2), RowPartition.shuffled(visits, 2, 1))) {
            List<Integer> users = new ArrayList<>();
            for (RowSource part : parts) {
                part.forEachUserRow((user, row) -> users.add((int) Double.longBitsToDouble(user)));
            }
            Collections.sort(users);
            assertEquals(List.of(5, 5, 6, 6), users);
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

        assertTrue(
                e.getMessage()
                        .startsWith("data: must have the same rows in the same order at every reading while it is"
                                + " divided into parts, had 10 and has 11: nothing was made of this reading"),
                e.getMessage());
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
