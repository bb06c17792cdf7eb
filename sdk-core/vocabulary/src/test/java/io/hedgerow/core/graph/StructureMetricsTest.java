// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class StructureMetricsTest {

    @Test
    void of_countsAHandMadeExample() {
        // Truth: 0 → 2 ← 1, 2 → 3, 3 → 4. Estimate: 0 → 2 ← 1 (correct), 3 → 2 (reversed), 0 → 4 (extra); 3 → 4
        // missing.
        WeightMatrix truth = Graphs.of(5, new int[] {0, 2}, new int[] {1, 2}, new int[] {2, 3}, new int[] {3, 4});
        WeightMatrix estimate = Graphs.of(5, new int[] {0, 2}, new int[] {1, 2}, new int[] {3, 2}, new int[] {0, 4});
        StructureMetrics m = StructureMetrics.of(estimate, truth);
        assertEquals(2, m.correct());
        assertEquals(1, m.reversed());
        assertEquals(1, m.extra());
        assertEquals(1, m.missing());
        assertEquals(3, m.shd());
        assertEquals(4, m.shdReversalTwice());
        assertEquals(0.5, m.tpr());
        assertEquals(0.5, m.fdr());
        // Ten pairs, four joined in the truth; one extra and one reversed edge.
        assertEquals(2 / 6.0, m.fpr());
        assertEquals(4, m.skeleton().truth());
        assertEquals(4, m.skeleton().estimate());
        assertEquals(3, m.skeleton().both());
        // 0 − 4 too many, 3 − 4 too few
        assertEquals(2, m.skeleton().errors());
        assertEquals(0.75, m.skeleton().precision());
        assertEquals(0.75, m.skeleton().recall());
        assertEquals(1, m.vStructures().truth());
        assertEquals(3, m.vStructures().estimate());
        assertEquals(1, m.vStructures().both());
        // Classes: 2 → 3 against 3 → 2, the edge 0 − 4, and the edge 3 → 4: three pairs differ.
        assertEquals(OptionalInt.of(3), m.equivalenceDistance());
    }

    @Test
    void of_whenNothingIsTrueOrEstimated_usesTheStatedLimits() {
        StructureMetrics none = StructureMetrics.of(WeightMatrix.empty(3), WeightMatrix.empty(3));
        assertEquals(1, none.tpr());
        assertEquals(0, none.fdr());
        assertEquals(0, none.skeleton().errors());
        assertEquals(1, none.skeleton().precision());
        assertEquals(1, none.skeleton().recall());
        assertEquals(0, none.fpr());
        StructureMetrics missed = StructureMetrics.of(WeightMatrix.empty(2), Graphs.of(2, new int[] {0, 1}));
        assertEquals(0, missed.tpr());
        assertEquals(1, missed.skeleton().errors());
        assertEquals(1, missed.skeleton().precision());
        assertEquals(0, missed.skeleton().recall());
        assertEquals(0, missed.fdr());
        assertEquals(0, missed.fpr(), "the truth joins every pair");
    }

    @Test
    void of_whenBothDirectionsAreEstimated_countsOneCorrectAndOneExtra() {
        WeightMatrix truth = Graphs.of(2, new int[] {0, 1});
        WeightMatrix both = Graphs.of(2, new int[] {0, 1}, new int[] {1, 0});
        StructureMetrics m = StructureMetrics.of(both, truth);
        assertEquals(1, m.correct());
        assertEquals(1, m.extra());
        assertEquals(0, m.reversed());
        assertEquals(OptionalInt.empty(), m.equivalenceDistance());
        StructureMetrics swapped = StructureMetrics.of(truth, both);
        assertEquals(1, swapped.correct());
        assertEquals(1, swapped.missing());
    }

    @Test
    void of_countsAReversedVStructureAsWrong() {
        // A joined pair of parents is no v-structure.
        WeightMatrix shielded = Graphs.of(3, new int[] {0, 2}, new int[] {1, 2}, new int[] {0, 1});
        assertEquals(0, StructureMetrics.of(shielded, shielded).vStructures().truth());
    }

    @Test
    void of_whenSizesDiffer_saysBoth() {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> StructureMetrics.of(WeightMatrix.empty(2), WeightMatrix.empty(3)));
        assertEquals("estimate and truth must have the same variables, had 2 and 3", e.getMessage());
    }

    @Test
    void overlap_whenBothHasMoreThanOne_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new StructureMetrics.Overlap(2, 3, 3));
        assertThrows(IllegalArgumentException.class, () -> new StructureMetrics.Overlap(3, 2, 3));
        assertThrows(IllegalArgumentException.class, () -> new StructureMetrics.Overlap(3, 3, -1));
    }
}
