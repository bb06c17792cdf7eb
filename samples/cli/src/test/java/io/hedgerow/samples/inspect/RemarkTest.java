// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.inspect.Remark.Weight;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemarkTest {

    private static Remark remark(Weight weight, String about, String file, String column, String advice) {
        return new Remark(weight, about, List.of(file), List.of(column), "found", "", "effect", advice);
    }

    @Test
    void sorted_isTheWorstFirst_andElseAsItWasFound() {
        Remark note = remark(Weight.NOTE, "unit", "a.csv", "x", "1");
        Remark wrong = remark(Weight.WRONG, "unit", "a.csv", "x", "2");
        Remark refused = remark(Weight.REFUSED, "unit", "a.csv", "x", "3");
        Remark second = remark(Weight.WRONG, "level", "a.csv", "x", "2");
        assertEquals(List.of(wrong, second, refused, note), Remark.sorted(List.of(note, wrong, refused, second)));
        assertEquals(List.of(), Remark.sorted(List.of()));
    }

    @Test
    void sorted_saysTheSameOfSeveralFilesOnce() {
        List<Remark> found = Remark.sorted(List.of(
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
                Remark.sorted(List.of(
                                remark(Weight.WRONG, "unit", "a.csv", "x", "convert"),
                                remark(Weight.WRONG, "unit", "a.csv", "y", "convert"),
                                remark(Weight.WRONG, "unit", "a.csv", "x", "leave out")))
                        .size());
    }
}
