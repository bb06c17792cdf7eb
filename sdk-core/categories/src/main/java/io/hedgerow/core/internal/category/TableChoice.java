// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.block.SetScores;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses the joint tables that the coordinator requests, each of a variable and its likeliest parents among the
 * categories: required parents, neighbours in the graph of a search on what is known, parents that the search would
 * like to add, then the most informative ones, as far as there is room.
 */
final class TableChoice {

    /** A parent that the search would almost add is worth a look. */
    private static final double ALMOST = -4;
    /** A gain beyond what a guess by moments may be wrong by where causes act alone. */
    private static final double CERTAIN = 5;

    /** A guess by moments may be so far from the counts where causes act together. */
    private static final double UNLIKELY = -30;

    /** A table that could still be requested, and its expected value for the search. */
    private static final class Open {
        private final int[] table;
        private final double gain;

        Open(int[] table, double gain) {
            this.table = table;
            this.gain = gain;
        }
    }

    private final CategoryColumns columns;
    private final EdgeKnowledge knowledge;
    private final double[] nearness;
    /** A category that is in every table of a variable, before others; below 0 of variables without. */
    private final int[] beside;

    TableChoice(CategoryColumns columns, EdgeKnowledge knowledge, double[] nearness, int[] beside) {
        this.columns = columns;
        this.knowledge = knowledge;
        this.nearness = nearness;
        this.beside = beside.clone();
    }

    List<int[]> first(ParentSets graph, SetScores guess) {
        List<int[]> tables = new ArrayList<>();
        for (int v : columns.categories()) {
            Set<Integer> wanted = wanted(v, graph, guess, Double.NEGATIVE_INFINITY);
            wanted.addAll(near(v));
            tables.add(fitting(v, wanted));
        }
        return tables;
    }

    /**
     * Tables of variables whose parents in a graph, with those that would be added, no table has together, the largest
     * gain first; then of others with their parents and those not yet seen beside them. A round has so many cells, and
     * sends as many behind masks whether they are used or not.
     */
    List<int[]> more(ParentSets graph, SetScores guess, TableStore known, int cells) {
        List<Open> open = new ArrayList<>();
        for (int v : columns.categories()) {
            int[] table = fitting(v, wanted(v, graph, guess, 0));
            if (!known.covers(table)) {
                Set<Integer> wide = wanted(v, graph, guess, ALMOST);
                wide.addAll(near(v));
                open.add(new Open(fitting(v, wide), gain(v, graph, guess)));
            }
        }
        open.sort(Comparator.comparingDouble((Open one) -> -one.gain));
        List<Open> unseen = new ArrayList<>();
        for (int v : columns.categories()) {
            int[] table = unseen(v, graph, guess, known);
            if (table.length > 0) {
                unseen.add(new Open(table, highest(v, table, graph, guess)));
            }
        }
        unseen.sort(Comparator.comparingDouble((Open one) -> -one.gain));
        open.addAll(unseen);
        List<int[]> tables = new ArrayList<>();
        int left = cells;
        for (Open one : open) {
            int size = CountTable.cells(columns.levels(one.table));
            if (size <= left && tables.size() < columns.categories().length) {
                tables.add(one.table);
                left -= size;
            }
        }
        return tables;
    }

    /** A variable, its parents and others, likely ones first, that no table has beside these; empty without such. */
    private int[] unseen(int v, ParentSets graph, SetScores guess, TableStore known) {
        int[] parents = Arrays.stream(parents(graph, v))
                .filter(i -> columns.levels(i) > 0)
                .toArray();
        Set<Integer> wanted = new LinkedHashSet<>();
        Arrays.stream(parents).forEach(wanted::add);
        double[] gains = gains(v, graph, guess);
        int[] family = fitting(v, wanted);
        Arrays.stream(columns.categories())
                .filter(i -> Arrays.binarySearch(family, i) < 0 && knowledge.allows(i, v))
                .filter(i -> gains[i] > UNLIKELY && nearness[v * columns.size() + i] > 0)
                .filter(i -> !known.covers(with(family, i)))
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -gains[i]))
                .forEach(wanted::add);
        int[] table = fitting(v, wanted);
        return table.length == family.length ? new int[0] : table;
    }

    private static int[] with(int[] set, int more) {
        int[] all = Arrays.copyOf(set, set.length + 1);
        all[set.length] = more;
        Arrays.sort(all);
        return all;
    }

    /** The largest gain of a variable of a table as one more parent. */
    private double highest(int v, int[] table, ParentSets graph, SetScores guess) {
        double[] gains = gains(v, graph, guess);
        return Arrays.stream(table)
                .filter(i -> i != v && graph.positionOf(v, i) < 0)
                .mapToDouble(i -> gains[i])
                .max()
                .orElse(Double.NEGATIVE_INFINITY);
    }

    /** What each variable that is no parent would add as one more, or instead of one. */
    private double[] gains(int v, ParentSets graph, SetScores guess) {
        int[] parents = parents(graph, v);
        double own = guess.of(v, parents, parents.length);
        double[] best = new double[columns.size()];
        guess.toggled(v, parents, parents.length, best);
        double[] after = new double[columns.size()];
        for (int left = 0; left < parents.length; left++) {
            int[] fewer = new int[parents.length - 1];
            System.arraycopy(parents, 0, fewer, 0, left);
            System.arraycopy(parents, left + 1, fewer, left, fewer.length - left);
            guess.toggled(v, fewer, fewer.length, after);
            for (int i = 0; i < best.length; i++) {
                best[i] = graph.positionOf(v, i) < 0 ? Math.max(best[i], after[i]) : best[i];
            }
        }
        return Arrays.stream(best).map(a -> a - own).toArray();
    }

    /** Variables that the search would give one more parent, for certain, which no table has beside the others. */
    int[] open(ParentSets graph, SetScores guess, TableStore known) {
        double[] after = new double[columns.size()];
        return Arrays.stream(columns.categories())
                .filter(v -> {
                    int[] parents = parents(graph, v);
                    double enough = guess.of(v, parents, parents.length) + CERTAIN;
                    guess.toggled(v, parents, parents.length, after);
                    int[] family = Arrays.stream(with(parents, v))
                            .filter(i -> columns.levels(i) > 0)
                            .toArray();
                    return Arrays.stream(columns.categories())
                            .filter(i -> Arrays.binarySearch(family, i) < 0 && after[i] > enough)
                            .anyMatch(i -> !known.covers(with(family, i)));
                })
                .toArray();
    }

    private static double gain(int v, ParentSets graph, SetScores guess) {
        int[] parents = parents(graph, v);
        return guess.of(v, parents, parents.length) - guess.of(v, new int[0], 0);
    }

    static int[] parents(ParentSets graph, int v) {
        int[] parents = new int[graph.count(v)];
        Arrays.setAll(parents, p -> graph.parent(v, p));
        return parents;
    }

    /** Required parents, parents, those that would be added with at least some gain, and children; categories only. */
    private Set<Integer> wanted(int v, ParentSets graph, SetScores guess, double least) {
        Set<Integer> wanted = new LinkedHashSet<>();
        for (int i : columns.categories()) {
            if (i != v && knowledge.requires(i, v)) {
                wanted.add(i);
            }
        }
        for (int i : parents(graph, v)) {
            if (columns.levels(i) > 0) {
                wanted.add(i);
            }
        }
        double[] gains = gains(v, graph, guess);
        if (least == Double.NEGATIVE_INFINITY) {
            children(v, graph, wanted);
        }
        Arrays.stream(columns.categories())
                .filter(i -> i != v && graph.positionOf(v, i) < 0 && graph.positionOf(i, v) < 0)
                .filter(i -> gains[i] > Math.max(least, ALMOST))
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -gains[i]))
                .forEach(wanted::add);
        return wanted;
    }

    private void children(int v, ParentSets graph, Set<Integer> wanted) {
        Arrays.stream(columns.categories())
                .filter(i -> graph.positionOf(i, v) >= 0)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -nearness[v * columns.size() + i]))
                .forEach(wanted::add);
    }

    private List<Integer> near(int v) {
        return Arrays.stream(columns.categories())
                .filter(i -> i != v && knowledge.allows(i, v))
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -nearness[v * columns.size() + i]))
                .toList();
    }

    /** The variable and the first of the others for which there is room, ascending. */
    private int[] fitting(int v, Set<Integer> wanted) {
        int[] table = new int[CategoryColumns.MOST_CANDIDATES + 1];
        table[0] = v;
        int size = 1;
        long cells = columns.levels(v);
        Set<Integer> all = new LinkedHashSet<>(wanted);
        if (beside[v] >= 0) {
            all.clear();
            all.add(beside[v]);
            all.addAll(wanted);
        }
        for (int i : all) {
            if (size < table.length && cells * columns.levels(i) <= CategoryColumns.MOST_CELLS) {
                table[size++] = i;
                cells *= columns.levels(i);
            }
        }
        int[] sorted = Arrays.copyOf(table, size);
        Arrays.sort(sorted);
        return sorted;
    }
}
