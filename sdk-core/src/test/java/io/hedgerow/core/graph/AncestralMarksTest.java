// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.AncestralMarks.End;
import java.util.Optional;
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
    void without_leavesOtherPairsAsTheyWere() {
        AncestralMarks all = Graphs.marks(2);
        AncestralMarks left = all.without((i, j) -> i + j == 3);
        assertEquals(AncestralMarks.NONE, left.mark(1, 2));
        assertEquals(AncestralMarks.NONE, left.mark(2, 1));
        assertEquals("o->", left.mark(0, 1));
        assertEquals("o-o", left.mark(2, 3));
        assertEquals(2, left.gain());
    }
}
