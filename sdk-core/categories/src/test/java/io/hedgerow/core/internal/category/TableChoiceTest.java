// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.block.SetScore;
import io.hedgerow.core.internal.block.SetScores;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which tables are asked for, of categories of random sizes with some numbers, by evidence without any meaning. */
class TableChoiceTest {

    /** A case with everything that a choice looks at. */
    private static final class Case {
        private final int d;
        private final CategoryColumns columns;
        private final EdgeKnowledge knowledge;
        private final double[] nearness;
        private final ParentSets graph;
        private final SetScores guess;
        private final CategoryLayout layout;

        Case(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            this.d = 5 + random.nextInt(7);
            int[] levels = new int[d];
            Arrays.setAll(
                    levels, v -> v >= 3 && random.nextInt(4) == 0 ? 0 : 2 + random.nextInt(seed % 3 == 0 ? 8 : 3));
            this.columns = CategoryColumnsTest.of(levels);
            GivenEdges edges = GivenEdges.among(d);
            if (seed % 2 == 0) {
                edges = edges.required(0, 1).required(0, 2).forbidden(2, d - 1);
            }
            this.knowledge = edges.known();
            this.nearness = new double[d * d];
            for (int k = 0; k < d * d; k++) {
                nearness[k] = k / d == k % d ? 1 : random.nextDouble();
            }
            this.graph = ParentSets.empty(d);
            for (int j = 0; j < d; j++) {
                for (int i = 0; i < j; i++) {
                    if (knowledge.requires(i, j) || (knowledge.allows(i, j) && random.nextInt(3) == 0)) {
                        graph.add(j, i);
                    }
                }
            }
            double[] of = random.doubles(1 << d, -20, 20).toArray();
            SetScore any = set -> of[IntStream.of(set).map(v -> 1 << v).sum()];
            this.guess = SetScores.of(knowledge, any, 0);
            this.layout = new CategoryLayout(columns);
        }

        TableChoice choice() {
            return new TableChoice(columns, knowledge, nearness, none(columns));
        }

        TableStore known(List<int[]> tables) {
            List<CountTable> all = new ArrayList<>();
            for (int[] set : tables) {
                int[] levels = columns.levels(set);
                all.add(CountTable.of(set, levels, new double[CountTable.cells(levels)]));
            }
            int[] own = columns.categories();
            for (int a = 0; a < own.length; a++) {
                for (int b = 0; b < a; b++) {
                    int[] pair = {own[b], own[a]};
                    int[] levels = columns.levels(pair);
                    all.add(CountTable.of(pair, levels, new double[CountTable.cells(levels)]));
                }
            }
            return TableStore.of(d, all);
        }

        boolean isIn(int v, int[] table) {
            return Arrays.binarySearch(table, v) >= 0;
        }
    }

    private static void requireAskable(Case of, int round, List<int[]> tables) {
        List<int[]> read = of.layout.tables(of.layout.tell(round, tables));
        assertEquals(tables.size(), read.size());
        for (int t = 0; t < read.size(); t++) {
            assertArrayEquals(tables.get(t), read.get(t));
            assertTrue(CountTable.cells(of.columns.levels(tables.get(t))) <= CategoryColumns.MOST_CELLS);
        }
    }

    /** Of each category one table that a site does not refuse, with what is required before all else. */
    @Test
    void first_hasATableOfEveryCategory_whichSitesAnswer() {
        for (long seed = 1; seed <= 200; seed++) {
            Case of = new Case(seed);
            List<int[]> tables = of.choice().first(of.graph, of.guess);
            assertEquals(of.columns.categories().length, tables.size());
            requireAskable(of, 1, tables);
            for (int t = 0; t < tables.size(); t++) {
                int v = of.columns.categories()[t];
                assertTrue(of.isIn(v, tables.get(t)), "seed " + seed);
                for (int i : of.columns.categories()) {
                    assertTrue(!of.knowledge.requires(i, v) || of.isIn(i, tables.get(t)), "required, seed " + seed);
                }
            }
        }
    }

    /** v7 is required last of seven causes of v0, and a table has room for six. */
    @Test
    void first_hasWhatIsRequired_beforeOtherParents() {
        EdgeKnowledge known = GivenEdges.among(8).required(7, 0).known();
        CategoryColumns columns = CategoryColumnsTest.of(2, 2, 2, 2, 2, 2, 2, 2);
        ParentSets graph = ParentSets.empty(8);
        IntStream.range(1, 8).forEach(i -> graph.add(0, i));
        double[] near = new double[64];
        Arrays.fill(near, 0.5);
        List<int[]> tables = new TableChoice(columns, known, near, none(columns))
                .first(graph, SetScores.of(known, set -> -set.length, 0));
        assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, 7}, tables.get(0));
    }

    /** A category that is left out has no room beside those that are in, or six others are in already. */
    @Test
    void first_leavesNoRoom_thatAnAllowedCauseOrTheParentsCouldUse() {
        for (long seed = 1; seed <= 200; seed++) {
            Case of = new Case(seed);
            List<int[]> tables = of.choice().first(of.graph, of.guess);
            for (int t = 0; t < tables.size(); t++) {
                int v = of.columns.categories()[t];
                int[] table = tables.get(t);
                int cells = CountTable.cells(of.columns.levels(table));
                for (int i : of.columns.categories()) {
                    boolean fits = table.length < 7 && cells * of.columns.levels(i) <= CategoryColumns.MOST_CELLS;
                    assertTrue(
                            of.isIn(i, table) || !fits || !of.knowledge.allows(i, v),
                            "seed " + seed + ": " + i + " beside " + Arrays.toString(table));
                }
                int[] family = IntStream.concat(
                                IntStream.of(v),
                                Arrays.stream(TableChoice.parents(of.graph, v)).filter(i -> of.columns.levels(i) > 0))
                        .toArray();
                if (family.length <= 7 && CountTable.cells(of.columns.levels(family)) <= CategoryColumns.MOST_CELLS) {
                    assertTrue(Arrays.stream(family).allMatch(i -> of.isIn(i, table)), "parents come first");
                }
            }
        }
    }

    /** Tables fit the round's part, each has what none of the known ones has, and none is asked for twice. */
    @Test
    void more_asksOnlyForWhatIsNotKnown_withinTheRoomOfTheRound() {
        int asked = 0;
        for (long seed = 1; seed <= 200; seed++) {
            Case of = new Case(seed);
            for (int round = 2; round < of.layout.rounds(); round++) {
                TableStore known = of.known(List.of());
                List<int[]> tables = of.choice().more(of.graph, of.guess, known, of.layout.capacity(round));
                requireAskable(of, round, tables);
                asked += tables.size();
                for (int[] table : tables) {
                    assertTrue(!known.covers(table), Arrays.toString(table));
                }
            }
        }
        assertTrue(asked > 500, asked + " tables");
    }

    /** With all families known and no candidate that is worth a look there is nothing to ask for. */
    @Test
    void more_asksForNothing_whereOneTableHasAll() {
        for (long seed = 1; seed <= 60; seed++) {
            Case of = new Case(seed);
            if (of.columns.categories().length <= 7
                    && CountTable.cells(of.columns.levels(of.columns.categories())) <= CategoryColumns.MOST_CELLS) {
                TableStore all = of.known(List.of(of.columns.categories()));
                assertEquals(
                        0,
                        of.choice()
                                .more(of.graph, of.guess, all, of.layout.capacity(2))
                                .size());
                assertEquals(0, of.choice().open(of.graph, of.guess, all).length);
            }
        }
    }

    /** A room that is too small for the largest gain is used for the next table that fits. */
    @Test
    void more_takesWhatFits_andNothingWhereThereIsNoRoom() {
        Case of = new Case(3);
        TableStore known = of.known(List.of());
        assertEquals(0, of.choice().more(of.graph, of.guess, known, 1).size());
        for (int cells = 2; cells < 3000; cells *= 2) {
            int sum = of.choice().more(of.graph, of.guess, known, cells).stream()
                    .mapToInt(table -> CountTable.cells(of.columns.levels(table)))
                    .sum();
            assertTrue(sum <= cells, sum + " of " + cells);
        }
    }

    /**
     * v2 would be given v1 beside v0 with a gain of 10 nats, and no table has all three; v0 and v1 have no such wish.
     */
    @Test
    void open_areVariablesWithACertainGain_thatNoTableShows() {
        CategoryColumns columns = CategoryColumnsTest.of(2, 2, 2);
        SetScore evidence = set -> set.length == 3 ? 10 : 0;
        SetScore small = set -> set.length == 3 ? 4 : 0;
        ParentSets graph = ParentSets.empty(3);
        graph.add(2, 0);
        double[] near = {1, 0.5, 0.5, 0.5, 1, 0.5, 0.5, 0.5, 1};
        TableChoice choice = new TableChoice(columns, EdgeKnowledge.none(3), near, none(columns));
        List<CountTable> pairs = new ArrayList<>();
        for (int[] pair : new int[][] {{0, 1}, {0, 2}, {1, 2}}) {
            pairs.add(CountTable.of(pair, new int[] {2, 2}, new double[4]));
        }
        TableStore known = TableStore.of(3, pairs);
        SetScores scores = SetScores.of(EdgeKnowledge.none(3), evidence, 0);
        assertArrayEquals(new int[] {2}, choice.open(graph, scores, known));
        assertArrayEquals(
                new int[0],
                choice.open(graph, SetScores.of(EdgeKnowledge.none(3), small, 0), known),
                "5 nats are sure");
        TableStore all = known.with(List.of(CountTable.of(new int[] {0, 1, 2}, new int[] {2, 2, 2}, new double[8])));
        assertArrayEquals(new int[0], choice.open(graph, scores, all));
    }

    private static int[] none(CategoryColumns columns) {
        int[] none = new int[columns.size()];
        Arrays.fill(none, -1);
        return none;
    }
}
