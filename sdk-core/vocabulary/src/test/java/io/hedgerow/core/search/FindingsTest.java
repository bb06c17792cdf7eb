// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.search.Finding.Outcome;
import io.hedgerow.core.search.Finding.Place;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FindingsTest {

    private static final Finding EXPLAINED = Finding.of(Misfit.UNEXPLAINED, OptionalDouble.of(1.1), false);
    private static final Finding BENT = Finding.of(Misfit.NOT_LINEAR, OptionalDouble.of(9), true);
    private static final Finding PAIR =
            Finding.at(Misfit.UNEXPLAINED_PAIRS, List.of(new Place(0, 2, OptionalDouble.of(-7))));

    private static Findings all(Finding... findings) {
        return new Findings(List.of(findings));
    }

    private static Trust trust(Findings findings) {
        return new Trust(NoiseAssumption.UNEQUAL, 0, 100, 90, 1, 0, 0, findings);
    }

    @Test
    void finding_withoutAFigure_isNotJudged() {
        assertEquals(Outcome.PASSED, EXPLAINED.outcome());
        assertEquals(Outcome.FAILED, BENT.outcome());
        assertEquals(
                Outcome.NOT_JUDGED,
                Finding.of(Misfit.UNEXPLAINED, OptionalDouble.empty(), false).outcome());
        assertEquals(
                Outcome.FAILED,
                Finding.of(Misfit.UNEXPLAINED, OptionalDouble.empty(), true).outcome());
    }

    @Test
    void finding_ofPlaces_failsWhereThereIsOne() {
        assertEquals(Outcome.PASSED, Finding.at(Misfit.SCALES_DIFFER, List.of()).outcome());
        Finding scales = Finding.atColumns(Misfit.SCALES_DIFFER, Map.of(3, 2.5, 1, 1.5));
        assertTrue(scales.failed());
        assertEquals(List.of(new Place(1, 1.5), new Place(3, 2.5)), scales.places(), "in the order of columns");
    }

    @Test
    void text_countsPairs() {
        assertEquals("1 pair without an edge is dependent beyond doubt, which no edge explains", PAIR.text());
        Place other = new Place(1, 2, OptionalDouble.empty());
        assertEquals(
                "2 pairs without an edge are dependent beyond doubt, which no edge explains",
                Finding.at(Misfit.UNEXPLAINED_PAIRS, List.of(other, other)).text());
        assertEquals(
                "of 2 pairs a hidden cause is the only explanation",
                Finding.at(Misfit.HIDDEN_PAIRS, List.of(other, other)).text());
        assertEquals("some relations are not linear", BENT.text());
    }

    @Test
    void everyMisfit_saysWhatItMeansAndWhatToDo() {
        for (Misfit misfit : Misfit.values()) {
            for (String words : List.of(misfit.code(), misfit.meaning(), misfit.remedy())) {
                assertFalse(words.isBlank() || words.endsWith("."), misfit.name());
            }
        }
    }

    @Test
    void verdict_passesOnlyWhereTheStructureWasJudged() {
        assertEquals(Outcome.NOT_JUDGED, Findings.NONE.verdict());
        Finding normal = Finding.of(Misfit.NOT_GAUSSIAN, OptionalDouble.of(0), false);
        assertEquals(Outcome.NOT_JUDGED, all(normal).verdict());
        assertEquals(Outcome.PASSED, all(normal, EXPLAINED).verdict());
        assertEquals(Outcome.FAILED, all(EXPLAINED, BENT).verdict());
        assertEquals(Outcome.FAILED, all(EXPLAINED, PAIR).verdict());
        assertEquals(Outcome.PASSED, all(EXPLAINED, PAIR).ofNetwork().verdict());
    }

    @Test
    void findings_areInTheOrderOfMisfits_oneForEach() {
        Findings findings = all(BENT, PAIR, EXPLAINED);
        assertEquals(List.of(EXPLAINED, BENT, PAIR), findings.all());
        assertEquals(List.of(BENT, PAIR), findings.failed());
        assertEquals(9, findings.figure(Misfit.NOT_LINEAR).orElseThrow());
        assertEquals(OptionalDouble.empty(), findings.figure(Misfit.BURIED));
        assertThrows(IllegalArgumentException.class, () -> all(BENT, BENT));
        Findings other = findings.with(Finding.notJudged(Misfit.NOT_LINEAR, OptionalDouble.of(9)));
        assertEquals(List.of(PAIR), other.failed());
        assertEquals(3, other.all().size());
    }

    /** It says which rows count, and nothing against the network. */
    @Test
    void aColumnThatIsConstantSomewhere_failsNoNetwork() {
        Finding constant = Finding.atColumns(Misfit.CONSTANT_SOMEWHERE, Map.of(1, 0.6));
        Findings findings = all(EXPLAINED, constant);
        assertEquals(List.of(constant), findings.failed());
        assertEquals(Outcome.PASSED, findings.verdict());
        assertEquals(Set.of(), trust(findings).flags());
        assertEquals(0.99, trust(findings).cap());
    }

    @Test
    void flagsAndCap_areOfTheWholeNetwork() {
        assertEquals(
                Set.of(Misfit.NOT_LINEAR), trust(all(EXPLAINED, BENT, PAIR)).flags());
        assertEquals(0.99, trust(all(EXPLAINED, PAIR)).cap(), "a pair says nothing of other pairs");
        assertEquals(Trust.MOST_UNLESS_IT_FITS, trust(all(EXPLAINED, BENT)).cap());
        assertEquals(Trust.MOST_UNLESS_IT_FITS, trust(all(PAIR)).cap(), "nothing judges the structure");
        assertEquals(Outcome.FAILED, trust(all(EXPLAINED)).with(PAIR).findings().verdict());
    }
}
