// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class StructureMetricsProperties {

    @Property(tries = 200)
    void shd_isAMetricOnStructures(@ForAll @IntRange(min = 2, max = 8) int d, @ForAll long seed) {
        WeightMatrix a = Graphs.acyclic(d, 0.4, seed);
        WeightMatrix b = Graphs.acyclic(d, 0.4, seed + 7);
        WeightMatrix c = Graphs.acyclic(d, 0.4, seed + 13);
        int ab = StructureMetrics.of(a, b).shd();
        assertEquals(ab, StructureMetrics.of(b, a).shd());
        assertEquals(0, StructureMetrics.of(a, a).shd());
        assertTrue(ab
                <= StructureMetrics.of(a, c).shd() + StructureMetrics.of(c, b).shd());
        assertTrue(ab <= d * (d - 1) / 2, "at most one error per pair");
        assertEquals(ab == 0, StructureMetrics.of(a, b).shdReversalTwice() == 0);
    }

    @Property(tries = 200)
    void extraAndMissing_areTheEdgesOfThatStatus(@ForAll @IntRange(min = 2, max = 8) int d, @ForAll long seed) {
        // With cycles too.
        WeightMatrix estimated = Graphs.cyclic(d, 0.3, seed);
        WeightMatrix truth = Graphs.cyclic(d, 0.3, seed + 1);
        int extra = 0;
        int missing = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                extra += estimated.hasEdge(i, j) && EdgeStatus.ofEstimated(estimated, truth, i, j) == EdgeStatus.EXTRA
                        ? 1
                        : 0;
                missing += truth.hasEdge(i, j) && EdgeStatus.isMissing(estimated, truth, i, j) ? 1 : 0;
            }
        }
        StructureMetrics m = StructureMetrics.of(estimated, truth);
        assertEquals(extra, m.extra());
        assertEquals(missing, m.missing());
    }

    @Property(tries = 200)
    void shd_whenOneEdgeIsReversed_isOne(@ForAll @IntRange(min = 2, max = 8) int d, @ForAll long seed) {
        double[] entries = Graphs.acyclic(d, 0.5, seed).toRows();
        int from = new Random(seed).nextInt(d);
        int to = (from + 1) % d;
        entries[from * d + to] = 1;
        entries[to * d + from] = 0;
        WeightMatrix before = WeightMatrix.ofRows(d, entries);
        entries[from * d + to] = 0;
        entries[to * d + from] = 1;
        StructureMetrics m = StructureMetrics.of(WeightMatrix.ofRows(d, entries), before);
        assertEquals(1, m.shd());
        assertEquals(2, m.shdReversalTwice());
        assertEquals(m.skeleton().truth(), m.skeleton().both());
    }

    @Property(tries = 150)
    void equivalenceDistance_isZeroExactlyForSameSkeletonAndVStructures(
            @ForAll @IntRange(min = 2, max = 4) int d, @ForAll long seed) {
        WeightMatrix a = Graphs.acyclic(d, 0.7, seed);
        WeightMatrix b = Graphs.acyclic(d, 0.7, seed + 3);
        StructureMetrics m = StructureMetrics.of(a, b);
        // Verma and Pearl 1990.
        boolean equivalent = m.skeleton().truth() == m.skeleton().both()
                && m.skeleton().estimate() == m.skeleton().both()
                && m.vStructures().truth() == m.vStructures().both()
                && m.vStructures().estimate() == m.vStructures().both();
        assertEquals(equivalent, m.equivalenceDistance().equals(OptionalInt.of(0)));
    }

    @Property(tries = 60)
    void equivalenceClass_directsExactlyWhatAllMembersDirect(
            @ForAll @IntRange(min = 2, max = 5) int d, @ForAll long seed) {
        WeightMatrix dag = Graphs.acyclic(d, 0.6, seed);
        double[] edges = dag.toRows();
        int[] at = IntStream.range(0, d * d).filter(k -> edges[k] != 0).toArray();
        boolean[] seen = new boolean[d * d];
        for (int bits = 0; bits < 1 << at.length; bits++) {
            double[] turned = new double[d * d];
            for (int e = 0; e < at.length; e++) {
                int i = at[e] / d;
                int j = at[e] % d;
                turned[((bits >> e) & 1) == 0 ? at[e] : j * d + i] = 1;
            }
            WeightMatrix member = WeightMatrix.ofRows(d, turned);
            boolean acyclic = Support.of(member).topologicalOrder().length == d;
            int common = VStructures.countCommon(member, dag);
            if (acyclic && common == VStructures.count(dag) && common == VStructures.count(member)) {
                for (int k = 0; k < seen.length; k++) {
                    seen[k] |= turned[k] != 0;
                }
            }
        }
        EquivalenceClass found = EquivalenceClass.of(Dag.of(dag));
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                assertEquals(seen[i * d + j] && !seen[j * d + i], found.isDirected(i, j), i + " -> " + j);
                assertEquals(seen[i * d + j] && seen[j * d + i], found.isUndirected(i, j), i + " - " + j);
            }
        }
    }
}
