// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.ArrayList;
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

    private static UnitCounter of(int rows, int users) {
        UnitCounter units = units(10);
        for (int k = 0; k < rows; k++) {
            units.add(new double[] {2, 3});
        }
        for (int k = 0; k < users; k++) {
            units.addUser(List.of(new double[] {2, 3}, new double[] {2, 3}));
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

    /** A sum of one number from −RANGE to RANGE, to which a unit adds its only cell, CONTRIBUTION at most. */
    private static final class SmallRange extends NoisySum {
        private static final long serialVersionUID = 1L;
        private static final int CONTRIBUTION = 5;
        private static final int RANGE = 10;

        SmallRange() {
            super(new GaussianMechanism(new Sensitivity(Adjacency.ZERO_OUT, CONTRIBUTION), 1 << 20), 1, 1, 1);
        }

        @Override
        public void add(double[] row) {
            sums[0] += (long) row[0];
        }

        @Override
        public void addUser(List<double[]> rows) {
            add(rows.get(0));
        }

        @Override
        public void saturate() {
            sums[0] = Math.max(-RANGE, Math.min(RANGE, sums[0]));
        }
    }

    private static long sum(List<Integer> cells) {
        SmallRange phase = new SmallRange();
        UnitCounter units = new UnitCounter(phase, SmallRange.RANGE / SmallRange.CONTRIBUTION);
        cells.forEach(cell -> units.add(new double[] {cell}));
        assertEquals(cells.size(), units.count());
        return phase.sums()[0];
    }

    /**
     * The neighbours of all sequences of 7 units that add −5, −2, 0 or 5, wherever the sum leaves its range on the way.
     * Units that are left out by their place fail here: the one that moves up adds as much as the one that left.
     */
    @Test
    void unitThatIsNotThere_movesASumByWhatItAdds_atMost_howeverManyTheOthersAre() {
        int[] values = {-SmallRange.CONTRIBUTION, -2, 0, SmallRange.CONTRIBUTION};
        int length = 7;
        long largest = 0;
        for (int code = 0; code < 1 << (2 * length); code++) {
            List<Integer> cells = new ArrayList<>();
            for (int k = 0; k < length; k++) {
                cells.add(values[(code >> (2 * k)) & 3]);
            }
            long all = sum(cells);
            largest = Math.max(largest, Math.abs(all));
            for (int k = 0; k < length; k++) {
                int own = cells.remove(k);
                assertTrue(Math.abs(all - sum(cells)) <= Math.abs(own), () -> "of " + cells + " and " + own);
                cells.add(k, 0);
                assertTrue(Math.abs(all - sum(cells)) <= Math.abs(own), () -> "of " + cells + " for " + own);
                cells.set(k, own);
            }
        }
        assertEquals(SmallRange.RANGE, largest);
    }
}
