// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule of what is shown: line, arrowhead, list and words come from one posterior. */
class PairProbabilitiesTest {

    private static PairProbabilities of(double forth, double back, double cap) {
        return new PairProbabilities(
                Optional.empty(), Optional.of(WeightMatrix.of(new double[][] {{0, forth}, {back, 0}})), cap);
    }

    private static List<NetworkEdge> edges(PairProbabilities pairs) {
        return NamedNetwork.of(VariableSchema.numbered(2), Graphs.of(2, new int[] {0, 1}))
                .withPairs(pairs)
                .edges();
    }

    @Test
    void edge_thatIsLikelierAbsent_isNoEdge() {
        assertEquals(List.of(), edges(of(0.18, 0, 0.99)));
        assertEquals(1, edges(of(0.3, 0.2, 0.99)).size(), "both directions count");
    }

    /** {@code a → b … direction 0.08}: the best graph has a direction that the chains deny. */
    @Test
    void arrowhead_whoseReverseIsLikelier_isNotShown() {
        NetworkEdge edge = edges(of(0.08, 0.92, 0.99)).get(0);
        assertFalse(edge.directed());
        assertEquals(NetworkEdge.LINE, edge.mark());
    }

    @ParameterizedTest
    @CsvSource({"0.79, 0.21, false", "0.81, 0.19, true", "0.5, 0.1, true", "0.4, 0.2, false"})
    void arrowhead_isThereFromTheLevelOn(double forth, double back, boolean directed) {
        assertEquals(directed, edges(of(forth, back, 0.99)).get(0).directed());
    }

    /** One story: where a hidden cause is the only explanation, no arrowhead of the best graph stands against it. */
    @ParameterizedTest
    @CsvSource({"ARROW, ARROW, false", "CIRCLE, ARROW, true", "TAIL, ARROW, true", "CIRCLE, CIRCLE, false"})
    void arrowhead_isThatOfTheMark_whereHiddenCausesAreClaimed(
            AncestralMarks.End atFirst, AncestralMarks.End atSecond, boolean directed) {
        PairProbabilities sure = of(1, 0, 0.99);
        assertEquals(directed, edges(marked(sure, atFirst, atSecond, 20)).get(0).directed());
        assertTrue(edges(marked(sure, atFirst, atSecond, 0)).get(0).directed(), "nothing is claimed");
    }

    private static PairProbabilities marked(
            PairProbabilities pairs, AncestralMarks.End atFirst, AncestralMarks.End atSecond, double gain) {
        AncestralMarks marks = AncestralMarks.of(
                2, (i, j) -> Optional.of(j == 0 ? atFirst : atSecond), (i, j) -> false, Optional.empty(), gain);
        return new PairProbabilities(
                pairs.pattern(), pairs.directed(), pairs.cap(), Optional.empty(), Optional.of(marks));
    }

    @ParameterizedTest
    @CsvSource({"0.79, false", "0.8, true"})
    void line_isSolidFromTheLevelOn(double joined, boolean sure) {
        assertEquals(sure, edges(of(joined, 0, 0.99)).get(0).sure());
    }

    /** A cap is for showing, so it decides nothing. */
    @Test
    void rule_isOfRawProbabilities() {
        NetworkEdge edge = edges(of(0.97, 0, 0.5)).get(0);
        assertTrue(edge.sure() && edge.directed());
        assertEquals(0.5, edge.adjacent().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "0.96, 0, strong evidence",
        "0.85, 0.11, 'strong evidence, moderate of its direction'",
        "0.9, 0, 'moderate evidence, strong of its direction'",
        "0.6, 0.3, moderate evidence",
        "0.3, 0.3, weak evidence"
    })
    void evidence_whereTheCapMakesNumbersEqual_isInWords(double forth, double back, String words) {
        assertEquals(Optional.of(words), of(forth, back, 0.9).evidence(0, 1));
        assertEquals(Optional.empty(), of(forth, back, 0.99).evidence(0, 1));
    }

    /** Probabilities of a release are low for safety's sake, so they take no edge away, and deny an arrowhead only. */
    @Test
    void cautiousProbabilities_takeEdgesAwayThatAreNextToImpossible() {
        assertTrue(edges(of(0.03, 0.01, 0.9).beingCautious()).isEmpty());
        assertEquals(1, edges(of(0.04, 0.02, 0.9).beingCautious()).size());
    }

    @Test
    void cautiousProbabilities_takeNoLikelierEdgeAway() {
        NetworkEdge edge = edges(of(0.18, 0.1, 0.9).beingCautious()).get(0);
        assertTrue(edge.directed());
        assertFalse(edge.sure());
        assertEquals(Optional.of("little evidence, weak of its direction"), edge.evidence());
        assertFalse(edges(of(0.1, 0.2, 0.9).beingCautious()).get(0).directed(), "the reverse is likelier");
    }

    @Test
    void network_withoutProbabilities_isShownAsItIs() {
        PairProbabilities none = new PairProbabilities(Optional.empty(), Optional.empty(), 0.99);
        NetworkEdge edge = edges(none).get(0);
        assertTrue(edge.directed() && edge.sure() && edge.evidence().isEmpty());
    }

    /** Where only noises tell the direction, the covariances' half says nothing against it. */
    @Test
    void arrowhead_ofANoiseRatio_needsNoProbability() {
        WeightMatrix half = WeightMatrix.of(new double[][] {{0, 0.5}, {0.5, 0}});
        WeightMatrix ratio = WeightMatrix.of(new double[][] {{0, 9}, {0, 0}});
        PairProbabilities pairs =
                new PairProbabilities(Optional.empty(), Optional.of(half), 0.99, Optional.of(ratio), Optional.empty());
        assertTrue(edges(pairs).get(0).directed());
    }

    /** Marks 0 o-> 1 <-> 2 o-o 3; 0 and 3 are not joined. */
    private static NamedNetwork marked(double joined) {
        AncestralMarks marks = Graphs.marks(1);
        double[] p = new double[16];
        p[1] = 1;
        p[6] = 1;
        p[14] = joined;
        WeightMatrix w = Graphs.of(4, new int[] {1, 0}, new int[] {3, 2});
        return NamedNetwork.of(VariableSchema.numbered(4), w)
                .withPairs(new PairProbabilities(
                        Optional.empty(),
                        Optional.of(WeightMatrix.ofRows(4, p)),
                        0.99,
                        Optional.empty(),
                        Optional.of(marks)));
    }

    @Test
    void marks_whereTheyAreAskedFor_makeTheEdges() {
        NamedNetwork plain = marked(1);
        NamedNetwork network = plain.withPairs(plain.pairs().orElseThrow().byMarks());
        assertEquals("pag", network.kind());
        assertEquals(
                List.of("0 o-> 1 1.0", "1 <-> 2 0.0", "3 o-o 2 1.0"),
                network.edges().stream()
                        .map(edge -> edge.from() + " " + edge.mark() + " " + edge.to() + " " + edge.weight())
                        .toList());
        assertEquals(3, network.edgeCount());
        assertTrue(network.edges().stream().noneMatch(NetworkEdge::directed));
        assertEquals(
                List.of(1, 3), plain.edges().stream().map(NetworkEdge::from).toList(), "as W has it");
        assertEquals("cpdag", plain.kind(), "without being asked for they change nothing");
    }

    @Test
    void marks_ofAPairThatIsLikelierNotJoined_areNotShown() {
        NamedNetwork plain = marked(0.4);
        assertEquals(
                2,
                plain.withPairs(plain.pairs().orElseThrow().byMarks()).edges().size());
    }

    @Test
    void byMarks_withoutMarks_changesNothing() {
        PairProbabilities none = new PairProbabilities(Optional.empty(), Optional.empty(), 0.99);
        assertEquals(none, none.byMarks());
    }
}
