// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Units that are added up in parts, as a store does it, are those that are added one after the other. */
class UnitCounterTest {

    private static final int D = 2;

    private static UnitCounter units(long most) {
        ReleaseOptions options =
                new ReleaseOptions(D, 10, Adjacency.REPLACE_ONE, 0.02, 3000, false, ReleaseCentre.none(D), 1);
        ScaleSum phase = new ScaleSum(options, 2, false);
        phase.begin(new double[D], new double[] {1, 1});
        return new UnitCounter(phase, most);
    }

    private static UnitCounter of(int rows, int persons) {
        UnitCounter units = units(10);
        for (int k = 0; k < rows; k++) {
            units.add(new double[] {2, 3});
        }
        for (int k = 0; k < persons; k++) {
            units.addPerson(List.of(new double[] {2, 3}, new double[] {2, 3}));
        }
        return units;
    }

    @Test
    void merge_countsAndAddsTheUnitsOfBoth() {
        for (int other = 0; other < 4; other++) {
            UnitCounter all = of(3, 0);
            all.merge(of(0, other));
            assertEquals(3 + other, all.count());
            assertArrayEquals(of(3, other).phase().sums(), all.phase().sums());
        }
    }

    @Test
    void unitsBeyondTheMost_areCountedAndLeftOut() {
        UnitCounter units = units(2);
        for (int k = 0; k < 3; k++) {
            units.add(new double[] {2, 3});
            units.addPerson(List.of(new double[] {2, 3}));
        }
        assertEquals(6, units.count());
        assertArrayEquals(of(2, 0).phase().sums(), units.phase().sums());
    }
}
