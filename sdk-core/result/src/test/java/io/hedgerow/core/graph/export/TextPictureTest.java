// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Graphs;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import org.junit.jupiter.api.Test;

class TextPictureTest {

    private static final NamedNetwork JUDGED = NamedNetwork.of(
                    VariableSchema.of("a", "血圧", "PKC", "alone"),
                    WeightMatrix.of(new double[][] {{0, -0.5, 2, 0}, {0, 0, 0, 0}, {0, 0.25, 0, 0}, {0, 0, 0, 0}}))
            .withTruth(Graphs.of(4, new int[] {0, 2}, new int[] {1, 0}))
            .withTitle("Title");

    @Test
    void unicode_alignsColumnsAndMarksEdges() {
        assertEquals("""
                Title
                4 variables, 3 edges
                  ✓ a   → PKC      2.000
                  ⇄ a   → 血圧    -0.500
                  + PKC → 血圧     0.250
                no edges: alone
                ✓ 1 correct, ⇄ 1 reversed, + 1 extra, − 0 missing; SHD 2
                """, TextPicture.unicode().text(JUDGED));
    }

    @Test
    void ascii_writesNothingElse() {
        String text = TextPicture.ascii().text(JUDGED);
        assertTrue(text.chars().allMatch(c -> c == '\n' || (c >= ' ' && c <= '~')), text);
        assertTrue(text.contains("  ok a   -> PKC              2.000\n"), text);
        assertTrue(text.contains("  <> a   -> \\u8840\\u5727    -0.500\n"), text);
    }

    /** Columns may have any units, and a weight of 2·10⁻⁷ is none of 0. */
    @Test
    void weightsOfAnySize_areShownWithTheirDigits() {
        WeightMatrix weights = WeightMatrix.of(
                new double[][] {{0, 4.6229e11, 0, 0}, {0, 0, -2.34e-7, 0}, {0, 0, 0, 99_999}, {0, 0, 0, 0}});
        String text = TextPicture.unicode().text(NamedNetwork.of(VariableSchema.numbered(4), weights));
        assertTrue(text.contains("  x1 → x2  4.62e+11\n"), text);
        assertTrue(text.contains("  x2 → x3  -2.34e-07\n"), text);
        assertTrue(text.contains("  x3 → x4  99999.000\n"), text);
    }

    @Test
    void missingEdges_comeLastWithTheTrueWeight() {
        NamedNetwork network = NamedNetwork.of(VariableSchema.numbered(2), WeightMatrix.empty(2))
                .withTruth(Graphs.of(2, new int[] {1, 0}));
        assertTrue(TextPicture.unicode().text(network).contains("  − x2 → x1     1.000  (true weight)\n"));
    }

    @Test
    void voteShare_isShownInPercent() {
        WeightMatrix w = Graphs.of(2, new int[] {0, 1});
        NamedNetwork network = NamedNetwork.of(VariableSchema.numbered(2), w).withVoteShares(w);
        assertTrue(TextPicture.ascii().text(network).contains("  x1 -> x2     1.000  vote share 100 %\n"));
    }

    @Test
    void names_cannotSendControlSequences() {
        NamedNetwork network =
                NamedNetwork.of(VariableSchema.of("\u001b[2Jgone", "right\u202eleft"), Graphs.of(2, new int[] {0, 1}));
        String text = TextPicture.unicode().text(network);
        assertFalse(text.contains("\u001b") || text.contains("\u202e"));
        assertTrue(text.contains("\\u001b[2Jgone"));
    }
}
