// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.AncestralMarks.End;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AncestralMarksTest {

    @Test
    void mark_isReadAsTheEndsThatWroteIt() {
        for (End first : End.values()) {
            for (End last : End.values()) {
                AncestralMarks marks = AncestralMarks.of(
                        2, (from, at) -> Optional.of(at == 1 ? last : first), (from, to) -> false, Optional.empty(), 0);
                String mark = marks.mark(0, 1);
                assertTrue(AncestralMarks.isMark(mark), mark);
                assertEquals(first, End.of(mark.charAt(0)), mark);
                assertEquals(last, End.of(mark.charAt(2)), mark);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "", "->", "=>", ">--", "--<", "o->x", "-->\n"})
    void isMark_refusesOtherTexts(String text) {
        assertFalse(AncestralMarks.isMark(text));
    }

    @Test
    void end_ofAnotherSign_isRefused() {
        assertEquals(
                "sign must be o, -, < or >, was x",
                assertThrows(IllegalArgumentException.class, () -> End.of('x')).getMessage());
    }

    @Test
    void pairOfOtherVariables_isRefused() {
        AncestralMarks marks = Graphs.marks(2);
        int d = marks.variables();
        String told = "variables of a mark must be from 0 to " + (d - 1) + ", were ";
        assertEquals(
                told + "0 and " + d,
                assertThrows(IndexOutOfBoundsException.class, () -> marks.end(0, d))
                        .getMessage());
        assertEquals(
                told + "-1 and 2",
                assertThrows(IndexOutOfBoundsException.class, () -> marks.isVisible(-1, 2))
                        .getMessage());
    }

    @Test
    void without_leavesOtherPairsAsTheyWere() {
        AncestralMarks of = Graphs.marks(2);
        double[] shares = {0, 0.9, 0, 0, 0.9, 0, 0.8, 0, 0, 0.8, 0, 0.7, 0, 0, 0.7, 0};
        AncestralMarks all = AncestralMarks.of(
                4, of::end, (i, j) -> i == 0 || i == 1, Optional.of(WeightMatrix.ofRows(4, shares)), 2);
        assertTrue(all.isVisible(1, 2));
        assertEquals(OptionalDouble.of(0.8), all.share(1, 2));
        AncestralMarks left = all.without((i, j) -> i + j == 3);
        assertFalse(left.isVisible(1, 2));
        assertTrue(left.isVisible(0, 1));
        assertEquals(OptionalDouble.empty(), left.share(1, 2));
        assertEquals(OptionalDouble.of(0.9), left.share(0, 1));
        assertEquals(OptionalDouble.of(0.7), left.share(3, 2));
        assertEquals(AncestralMarks.NONE, left.mark(1, 2));
        assertEquals(AncestralMarks.NONE, left.mark(2, 1));
        assertEquals("o->", left.mark(0, 1));
        assertEquals("o-o", left.mark(2, 3));
        assertEquals(2, left.gain());
    }
}
