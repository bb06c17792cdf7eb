// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.picture.Drawing;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import io.hedgerow.core.internal.picture.layout.SliceGrid.Passage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What places in a picture mean: causes above effects, each row one variable, each lane one edge. */
class LayoutRulesProperties {

    private static final double ROUNDING = 1e-6;

    /** Edges within a step agree with a random order; a third of all variables have no edge. */
    private static NamedNetwork network(int d, int lags, long seed) {
        Random random = new Random(seed);
        int all = d * (lags + 1);
        List<Integer> order = new ArrayList<>(IntStream.range(0, d).boxed().toList());
        Collections.shuffle(order, random);
        Set<Integer> joined = new HashSet<>(order.subList(0, d - d / 3));
        double[] weights = new double[all * all];
        for (int i = 0; i < all; i++) {
            for (int j = 0; j < d; j++) {
                boolean allowed = i >= d || order.indexOf(i) < order.indexOf(j);
                if (allowed && joined.contains(i % d) && joined.contains(j) && random.nextInt(3) == 0) {
                    weights[i * all + j] = 0.1 + random.nextDouble();
                }
            }
        }
        VariableSchema names = VariableSchema.numbered(d);
        return NamedNetwork.of(
                lags == 0 ? names : new TimeSlices(names, lags).stacked(), WeightMatrix.ofRows(all, weights));
    }

    private static void requirePermutation(int[] rank) {
        int[] sorted = rank.clone();
        Arrays.sort(sorted);
        assertEquals(
                IntStream.range(0, rank.length).boxed().toList(),
                Arrays.stream(sorted).boxed().toList());
    }

    @Property(tries = 60)
    void rank_hasCausesOfTheSameStepBeforeTheirEffects(
            @ForAll @IntRange(min = 2, max = 12) int d, @ForAll @IntRange(max = 3) int lags, @ForAll long seed) {
        List<ShownEdge> edges = ShownNetwork.of(network(d, lags, seed)).edges();
        int[] rank = CausalRank.of(d, edges);
        requirePermutation(rank);
        for (ShownEdge edge : edges) {
            assertTrue(edge.lag() > 0 || rank[edge.from()] < rank[edge.to()], edge::toString);
        }
    }

    /**
     * Of a cycle the weakest edge leads against the order; one that was not found leads against it before all others.
     */
    @Test
    void rank_ofACycle_goesAgainstTheWeakestEdge_andAMissingOneFirst() {
        WeightMatrix cycle = WeightMatrix.of(new double[][] {{0, 5, 0}, {0, 0, 0.5}, {4, 0, 0}});
        int[] rank = CausalRank.of(
                3,
                ShownNetwork.of(NamedNetwork.of(VariableSchema.numbered(3), cycle))
                        .edges());
        assertTrue(rank[0] < rank[1] && rank[2] < rank[0], Arrays.toString(rank));
        NamedNetwork found = NamedNetwork.of(VariableSchema.numbered(3), WeightMatrix.of(new double[][] {
                    {0, 0.3, 0}, {0, 0, 0.2}, {0, 0, 0}
                }))
                .withTruth(WeightMatrix.of(new double[][] {{0, 1, 0}, {0, 0, 1}, {9, 0, 0}}));
        int[] beside = CausalRank.of(3, ShownNetwork.of(found).edges());
        assertTrue(beside[0] < beside[1] && beside[1] < beside[2], Arrays.toString(beside));
    }

    private static int length(List<Integer> order, List<ShownEdge> edges) {
        return edges.stream()
                .mapToInt(e -> Math.abs(order.indexOf(e.from()) - order.indexOf(e.to())))
                .sum();
    }

    /** Σ |row of cause − row of effect| cannot be made smaller by another row of one variable. */
    @Property(tries = 60)
    void rows_keepCausesAbove_lonesLast_andEdgesShort(
            @ForAll @IntRange(min = 2, max = 9) int d,
            @ForAll @IntRange(min = 1, max = 3) int lags,
            @ForAll long seed) {
        List<ShownEdge> edges = ShownNetwork.of(network(d, lags, seed)).edges();
        int[] row = RowOrder.of(d, edges);
        requirePermutation(row);
        List<ShownEdge> drawn = edges.stream().filter(e -> !e.isOwnLag()).toList();
        int joined = (int) IntStream.range(0, d)
                .filter(v -> edges.stream().anyMatch(e -> e.from() == v || e.to() == v))
                .count();
        Integer[] order = new Integer[d];
        IntStream.range(0, d).forEach(v -> order[row[v]] = v);
        edges.forEach(e -> assertTrue(row[e.from()] < joined && row[e.to()] < joined, e::toString));
        edges.forEach(e -> assertTrue(e.lag() > 0 || row[e.from()] < row[e.to()], e::toString));
        int length = length(Arrays.asList(order), drawn);
        for (int from = 0; from < joined; from++) {
            for (int to = 0; to < joined; to++) {
                List<Integer> moved = new ArrayList<>(Arrays.asList(order));
                moved.add(to, moved.remove(from));
                boolean allowed =
                        drawn.stream().allMatch(e -> e.lag() > 0 || moved.indexOf(e.from()) < moved.indexOf(e.to()));
                assertTrue(
                        !allowed || length(moved, drawn) >= length,
                        moved + " is shorter than " + Arrays.toString(order));
            }
        }
    }

    /** An edge has one passage in each column that it skips, where no box is, on a lane of its own. */
    @Property(tries = 60)
    void passages_areFree_andNoTwoEdgesShareALane(
            @ForAll @IntRange(min = 2, max = 9) int d,
            @ForAll @IntRange(min = 2, max = 4) int lags,
            @ForAll long seed) {
        List<ShownEdge> edges = ShownNetwork.of(network(d, lags, seed)).edges();
        SliceGrid grid = new SliceGrid(d, edges);
        int present = grid.lags.length - 1;
        assertEquals(0, grid.lags[present]);
        Map<List<Object>, Integer> seen = new HashMap<>();
        Set<List<Object>> lanes = new HashSet<>();
        for (ShownEdge edge : edges) {
            int first = grid.column(edge);
            assertEquals(edge.lag(), grid.lags[first]);
            List<Passage> way = grid.passages(edge);
            assertEquals(Math.max(0, present - 1 - first), way.size(), edge::toString);
            for (int k = 0; k < way.size(); k++) {
                Passage passage = way.get(k);
                int column = first + 1 + k;
                assertTrue(passage.below() || !grid.taken[column][passage.row()], passage::toString);
                assertTrue(passage.lane() >= 0 && passage.lane() < passage.lanes());
                assertTrue(lanes.add(List.of(column, passage.row(), passage.below(), passage.lane())));
                seen.merge(List.of(column, passage.row(), passage.below(), passage.lanes()), 1, Integer::sum);
            }
        }
        seen.forEach((channel, edgesIn) -> assertEquals(channel.get(3), edgesIn, "lanes of " + channel));
        for (int c = 0; c < present; c++) {
            for (int v = 0; v < d; v++) {
                int column = c;
                int variable = v;
                assertEquals(
                        edges.stream().anyMatch(e -> e.from() == variable && e.lag() == grid.lags[column]),
                        grid.taken[c][grid.rowOf[v]]);
            }
        }
    }

    private static Drawing drawing(int d, long seed) {
        double[] width = new Random(seed).doubles(d, 42, 160).toArray();
        return NetworkLayout.of(ShownNetwork.of(network(d, 0, seed)), width, 300);
    }

    /** The ends of edges at one side of a node are 11 apart, or as far as they can be between its corners. */
    @Property(tries = 40)
    void ends_atOneSideOfANode_areApart(@ForAll @IntRange(min = 3, max = 16) int d, @ForAll long seed) {
        Drawing drawing = drawing(d, seed);
        Map<List<Object>, List<Double>> ends = new HashMap<>();
        for (Drawing.Line line : drawing.lines()) {
            int upper = line.upwards() ? line.edge().to() : line.edge().from();
            int lower = line.upwards() ? line.edge().from() : line.edge().to();
            ends.computeIfAbsent(List.of(upper, true), k -> new ArrayList<>())
                    .add(line.curve().tip(true).x());
            ends.computeIfAbsent(List.of(lower, false), k -> new ArrayList<>())
                    .add(line.curve().tip(false).x());
        }
        for (Drawing.Box box : drawing.boxes()) {
            for (boolean side : new boolean[] {true, false}) {
                List<Double> at = ends.getOrDefault(List.of(box.column(), side), new ArrayList<>());
                Collections.sort(at);
                double reach = box.width() / 2 - 9;
                double gap = Math.min(11, 2 * reach / Math.max(1, at.size() - 1));
                for (int k = 0; k < at.size(); k++) {
                    assertTrue(Math.abs(at.get(k) - box.x()) <= reach + ROUNDING, box + " " + at);
                    assertTrue(k == 0 || at.get(k) - at.get(k - 1) >= gap - ROUNDING, box + " " + at);
                }
            }
        }
    }

    /** Connected parts never share room, and what has no edges is below them all. */
    @Property(tries = 40)
    void parts_areApart_andLoneVariablesBelow(@ForAll @IntRange(min = 3, max = 20) int d, @ForAll long seed) {
        Drawing drawing = drawing(d, seed);
        int[] part = IntStream.range(0, d).toArray();
        for (int pass = 0; pass < d; pass++) {
            for (Drawing.Line line : drawing.lines()) {
                int least = Math.min(part[line.edge().from()], part[line.edge().to()]);
                part[line.edge().from()] = least;
                part[line.edge().to()] = least;
            }
        }
        Set<Integer> joined = new HashSet<>();
        drawing.lines()
                .forEach(line ->
                        joined.addAll(List.of(line.edge().from(), line.edge().to())));
        Map<Integer, double[]> frames = new HashMap<>();
        double lowest = 0;
        for (Drawing.Box box : drawing.boxes()) {
            if (joined.contains(box.column())) {
                double[] own = {box.left(), box.top(), box.left() + box.width(), box.top() + box.height()};
                frames.merge(part[box.column()], own, (a, b) -> new double[] {
                    Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])
                });
                lowest = Math.max(lowest, own[3]);
            }
        }
        for (int a : frames.keySet()) {
            for (int b : frames.keySet()) {
                double[] one = frames.get(a);
                double[] other = frames.get(b);
                boolean apart = one[2] + 44 <= other[0] + ROUNDING
                        || other[2] + 44 <= one[0] + ROUNDING
                        || one[3] + 44 <= other[1] + ROUNDING
                        || other[3] + 44 <= one[1] + ROUNDING;
                assertTrue(a == b || apart, Arrays.toString(one) + Arrays.toString(other));
            }
        }
        for (Drawing.Box box : drawing.boxes()) {
            boolean lone = !joined.contains(box.column());
            assertFalse(lone && !joined.isEmpty() && box.top() < lowest + 44 - ROUNDING, box::toString);
        }
    }
}
