// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ClassOrientationTest {

    private static WeightMatrix complete(int d) {
        double[] weights = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                weights[i * d + j] = 1;
            }
        }
        return WeightMatrix.ofRows(d, weights);
    }

    private static WeightMatrix chain(int d) {
        double[] weights = new double[d * d];
        for (int j = 1; j < d; j++) {
            weights[(j - 1) * d + j] = 1;
        }
        return WeightMatrix.ofRows(d, weights);
    }

    /** A tree has a member for each root; a complete graph one for each order. */
    @ParameterizedTest
    @CsvSource({"false, 2, 2", "false, 7, 7", "true, 3, 6", "true, 5, 120"})
    void members_areAllThatAClassHas(boolean complete, int variables, int count) {
        Dag dag = Dag.of(complete ? complete(variables) : chain(variables));
        List<BitSet> parts = ClassOrientation.ClassMembers.parts(dag);
        assertEquals(1, parts.size());
        assertEquals(variables, parts.get(0).cardinality());
        assertEquals(
                count,
                ClassOrientation.ClassMembers.of(Family.of(dag), parts.get(0), 1000)
                        .size());
        assertTrue(ClassOrientation.ClassMembers.of(Family.of(dag), parts.get(0), count - 1)
                .isEmpty());
    }

    /** x1 → x3 ← x2 is directed by the class, x4 − x5 is not. */
    @Test
    void parts_areWhatUndirectedEdgesJoin() {
        double[] weights = new double[25];
        weights[2] = 1;
        weights[5 + 2] = 1;
        weights[3 * 5 + 4] = 1;
        List<BitSet> parts = ClassOrientation.ClassMembers.parts(Dag.of(WeightMatrix.ofRows(5, weights)));
        assertEquals(List.of(BitSet.valueOf(new long[] {0b11000})), parts);
    }

    @ParameterizedTest
    @MethodSource("io.hedgerow.core.internal.lingam.DirectLingamTest#noises")
    void openEdges_areDirectedAsTheyWereMade(ToDoubleFunction<Random> noise) {
        WeightMatrix truth = new ErdosRenyi(10, 11).generate(3);
        DrawnSites sites = DrawnSites.of(truth, noise, 5, 400, 3);
        // another member of the class: whatever it is, the rows decide
        Dag member = lastMember(Dag.of(truth));
        assertFalse(StructureMetrics.of(member.weights(), truth).shd() == 0);
        ClassOrientation found = sites.orient(member);
        EquivalenceClass open = EquivalenceClass.of(member);
        for (int i = 0; i < 10; i++) {
            for (int j = 0; j < 10; j++) {
                boolean told = open.isUndirected(i, j) && truth.hasEdge(i, j);
                assertEquals(told, found.directs(i, j, ClassOrientation.MARGIN), i + " -> " + j);
                assertEquals(0, found.ratio(j, i) + found.ratio(i, j));
            }
        }
        assertEquals(0, StructureMetrics.of(found.likeliest(), truth).shd());
    }

    private static Dag lastMember(Dag dag) {
        List<Family> families = new ArrayList<>(Family.of(dag));
        for (BitSet part : ClassOrientation.ClassMembers.parts(dag)) {
            for (List<Family> member : ClassOrientation.ClassMembers.of(families, part, 1000)) {
                member.forEach(family -> families.set(family.child(), family));
            }
        }
        double[] weights = new double[dag.variables() * dag.variables()];
        for (Family family : families) {
            family.parents().stream().forEach(parent -> weights[parent * dag.variables() + family.child()] = 1);
        }
        return Dag.of(WeightMatrix.ofRows(dag.variables(), weights));
    }

    /** At most once in 3,700 sets a margin of 10 is passed; in 100 sets with fixed seeds it is not. */
    @Test
    void gaussianNoise_leavesEdgesUndecided() {
        WeightMatrix truth = chain(2);
        for (int seed = 1; seed <= 100; seed++) {
            ClassOrientation found =
                    DrawnSites.of(truth, DrawnSites.GAUSSIAN, 2, 200, seed).orient(Dag.of(truth));
            assertFalse(found.directs(0, 1, ClassOrientation.MARGIN));
            assertFalse(found.directs(1, 0, ClassOrientation.MARGIN));
            assertTrue(found.ratio(0, 1) != 0);
        }
    }

    /** 5040 orders. */
    @Test
    void aPartWithTooManyMembers_staysUndecided() {
        WeightMatrix truth = complete(7);
        ClassOrientation found =
                DrawnSites.of(truth, DrawnSites.UNIFORM, 1, 500, 1).orient(Dag.of(truth));
        assertEquals(0, found.ratio(0, 1));
        assertFalse(found.directs(0, 1, 0));
    }

    @Test
    void margin_isANumber() {
        WeightMatrix truth = chain(2);
        ClassOrientation found =
                DrawnSites.of(truth, DrawnSites.UNIFORM, 1, 50, 1).orient(Dag.of(truth));
        assertThrows(IllegalArgumentException.class, () -> found.directs(0, 1, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> found.directs(0, 1, -1));
    }
}
