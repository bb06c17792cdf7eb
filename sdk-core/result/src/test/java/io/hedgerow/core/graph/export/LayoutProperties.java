// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Graphs;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.picture.Drawing;
import io.hedgerow.core.internal.picture.Route;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.layout.ComponentLayout;
import io.hedgerow.core.internal.picture.layout.CrossingReduction;
import io.hedgerow.core.internal.picture.layout.LayerGraph;
import io.hedgerow.core.internal.picture.layout.NetworkLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LayoutProperties {

    private static final Pattern CURVE =
            Pattern.compile("C(\\S+) (\\S+) (\\S+) (\\S+) (\\S+) (\\S+)|[ML](\\S+) (\\S+)");
    private static final double HALF = ComponentLayout.NODE_HEIGHT / 2;

    private static NamedNetwork network(int d, double degree, long seed, boolean cyclic) {
        double chance = degree / d;
        WeightMatrix w = cyclic ? Graphs.cyclic(d, chance / 2, seed) : Graphs.acyclic(d, chance, seed);
        return NamedNetwork.of(VariableSchema.numbered(d), w).withTruth(Graphs.acyclic(d, chance, seed + 1));
    }

    private static Drawing layout(int d, double degree, long seed, boolean cyclic) {
        double[] width = new Random(seed).doubles(d, 42, 160).toArray();
        return NetworkLayout.of(ShownNetwork.of(network(d, degree, seed, cyclic)), width, 400);
    }

    @Property(tries = 10)
    void boxes_neverOverlap_andLieInside(
            @ForAll @IntRange(min = 1, max = 24) int d, @ForAll long seed, @ForAll boolean cyclic) {
        Drawing drawing = layout(d, 2, seed, cyclic);
        List<Drawing.Box> boxes = drawing.boxes();
        assertEquals(d, boxes.stream().map(Drawing.Box::column).distinct().count());
        for (Drawing.Box a : boxes) {
            assertTrue(a.x() - a.width() / 2 >= -1e-6 && a.x() + a.width() / 2 <= drawing.width() + 1e-6);
            assertTrue(a.y() - HALF >= -1e-6 && a.y() + HALF <= drawing.height() + 1e-6);
            for (Drawing.Box b : boxes) {
                boolean apart = Math.abs(a.x() - b.x()) >= (a.width() + b.width()) / 2 + 8
                        || Math.abs(a.y() - b.y()) >= 2 * HALF + 8;
                assertTrue(a.equals(b) || apart, a + " " + b);
            }
        }
    }

    @Property(tries = 10)
    void lines_neverRunThroughBoxes_andJoinTheirEnds(
            @ForAll @IntRange(min = 2, max = 24) int d, @ForAll long seed, @ForAll boolean cyclic) {
        Drawing drawing = layout(d, 2, seed, cyclic);
        Drawing.Box[] of = new Drawing.Box[d];
        drawing.boxes().forEach(b -> of[b.column()] = b);
        for (Drawing.Line line : drawing.lines()) {
            double[][] points = points(line.curve().path(0, 0));
            Drawing.Box upper =
                    of[line.upwards() ? line.edge().to() : line.edge().from()];
            Drawing.Box lower =
                    of[line.upwards() ? line.edge().from() : line.edge().to()];
            double[] last = points[points.length - 1];
            // Path data has tenths.
            assertEquals(upper.y() + HALF, points[0][1], 0.11);
            assertEquals(lower.y() - HALF, last[1], 0.11);
            assertTrue(Math.abs(upper.x() - points[0][0]) <= upper.width() / 2);
            assertTrue(Math.abs(lower.x() - last[0]) <= lower.width() / 2);
            for (Drawing.Box box : drawing.boxes()) {
                for (double[] p : points) {
                    boolean inside =
                            Math.abs(p[0] - box.x()) < box.width() / 2 && Math.abs(p[1] - box.y()) < HALF - 0.2;
                    assertTrue(!inside, box + " is crossed by " + line.edge());
                }
            }
        }
    }

    /** Points along a path, close together. */
    static double[][] points(String path) {
        Matcher m = CURVE.matcher(path);
        List<double[]> points = new ArrayList<>();
        while (m.find()) {
            int first = m.group(1) == null ? 7 : 1;
            double[] c = new double[first == 1 ? 6 : 2];
            for (int k = 0; k < c.length; k++) {
                c[k] = Double.parseDouble(m.group(first + k));
            }
            double[] from = points.isEmpty() ? c : points.get(points.size() - 1);
            double[] bend = c.length == 6 ? c : new double[] {from[0], from[1], c[0], c[1], c[0], c[1]};
            for (int s = 0; s <= 20; s++) {
                double t = s / 20.0;
                double[] p = new double[2];
                for (int k = 0; k < 2; k++) {
                    p[k] = (1 - t) * (1 - t) * (1 - t) * from[k]
                            + 3 * t * (1 - t) * (1 - t) * bend[k]
                            + 3 * t * t * (1 - t) * bend[2 + k]
                            + t * t * t * bend[4 + k];
                }
                points.add(p);
            }
        }
        return points.toArray(double[][]::new);
    }

    @Property(tries = 10)
    void layering_pointsEveryEdgeDown(@ForAll @IntRange(min = 2, max = 24) int d, @ForAll long seed) {
        Drawing drawing = layout(d, 2, seed, false);
        for (Drawing.Line line : drawing.lines()) {
            Route route = (Route) line.curve();
            for (int k = 0; k + 1 < route.rows(); k++) {
                assertTrue(route.bottom(k) < route.top(k + 1));
            }
        }
    }

    @Test
    void crossingReduction_unravelsATree() {
        // A complete binary tree of 31 vertices, its levels shuffled: it can be drawn without crossings.
        int[] layer = new int[31];
        int[] upper = new int[30];
        int[] lower = new int[30];
        Integer[] name = new Integer[31];
        Arrays.setAll(name, k -> k);
        Collections.shuffle(Arrays.asList(name), new Random(3));
        for (int v = 0; v < 31; v++) {
            layer[name[v]] = 31 - Integer.numberOfLeadingZeros(v + 1);
            if (v > 0) {
                upper[v - 1] = name[(v - 1) / 2];
                lower[v - 1] = name[v];
            }
        }
        double[] width = new double[31];
        Arrays.fill(width, 40);
        assertEquals(0, CrossingReduction.apply(LayerGraph.of(width, layer, upper, lower)));
    }

    @Test
    void crossingReduction_countsWhatCannotBeAvoided() {
        // The complete bipartite graph on 3 + 3 vertices in two layers has 9 crossings in any order.
        int[] upper = {0, 0, 0, 1, 1, 1, 2, 2, 2};
        int[] lower = {3, 4, 5, 3, 4, 5, 3, 4, 5};
        double[] width = {40, 40, 40, 40, 40, 40};
        assertEquals(9, CrossingReduction.apply(LayerGraph.of(width, new int[] {0, 0, 0, 1, 1, 1}, upper, lower)));
    }

    @Test
    void picture_isTheSameEveryTime() {
        NamedNetwork network = network(30, 3, 5, true);
        assertEquals(
                NetworkExporter.of("svg").text(network),
                NetworkExporter.of("svg").text(network));
    }
}
