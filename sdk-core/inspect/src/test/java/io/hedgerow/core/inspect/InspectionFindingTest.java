// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.inspect.InspectionFinding.Advice;
import io.hedgerow.core.inspect.InspectionFinding.Place;
import io.hedgerow.core.inspect.InspectionFinding.Weight;
import java.util.List;
import org.junit.jupiter.api.Test;

class InspectionFindingTest {

    private static InspectionFinding remark(Weight weight, String code, String file, String column, String advice) {
        Place place = new Place(List.of(file), List.of(column));
        return new InspectionFinding(weight, code, place, "found", "", "effect", Advice.of(advice));
    }

    @Test
    void sorted_isTheWorstFirst_andElseAsItWasFound() {
        InspectionFinding note = remark(Weight.NOTE, "unit", "a.csv", "x", "1");
        InspectionFinding wrong = remark(Weight.WRONG, "unit", "a.csv", "x", "2");
        InspectionFinding refused = remark(Weight.REFUSED, "unit", "a.csv", "x", "3");
        InspectionFinding second = remark(Weight.WRONG, "level", "a.csv", "x", "2");
        assertEquals(
                List.of(wrong, second, refused, note), InspectionFinding.sorted(List.of(note, wrong, refused, second)));
        assertEquals(List.of(), InspectionFinding.sorted(List.of()));
    }

    @Test
    void sorted_saysTheSameOfSeveralFilesOnce() {
        List<InspectionFinding> found = InspectionFinding.sorted(List.of(
                remark(Weight.WRONG, "unit", "a.csv", "x", "convert"),
                remark(Weight.WRONG, "unit", "b.csv", "x", "convert"),
                remark(Weight.WRONG, "unit", "a.csv", "x", "convert")));
        assertEquals(1, found.size());
        assertEquals(List.of("a.csv", "b.csv"), found.get(0).files());
    }

    @Test
    void sorted_keepsApartWhatDiffersInColumnOrAdvice() {
        assertEquals(
                3,
                InspectionFinding.sorted(List.of(
                                remark(Weight.WRONG, "unit", "a.csv", "x", "convert"),
                                remark(Weight.WRONG, "unit", "a.csv", "y", "convert"),
                                remark(Weight.WRONG, "unit", "a.csv", "x", "leave out")))
                        .size());
    }
}
