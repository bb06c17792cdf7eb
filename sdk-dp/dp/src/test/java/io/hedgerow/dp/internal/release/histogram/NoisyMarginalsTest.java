// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.dp.internal.release.histogram.CurveDesign.NoisyMarginals;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class NoisyMarginalsTest {

    @Test
    void cellsBelowFourDeviations_areEmpty_othersAreSpreadOverTheirBins() {
        double[] cells = new double[HistogramSum.CELLS];
        Arrays.fill(cells, 0, 20, -50);
        cells[30] = 41;
        cells[31] = 39;
        cells[63] = 80;
        double[] bins = NoisyMarginals.bins(cells, 10);
        assertEquals(41 / 4.0, bins[120]);
        assertEquals(41 / 4.0, bins[123]);
        assertEquals(0, bins[124]);
        assertEquals(20, bins[255]);
        assertEquals(121, Arrays.stream(bins).sum(), 1e-12);
    }

    @Test
    void aVariableOfWhichNothingIsLeft_countsAsNormal() {
        Marginal normal = Marginal.of(7, 2, NoisyMarginals.bins(new double[HistogramSum.CELLS], 1));
        assertEquals(2, normal.deviation(), 0.01); // bins are 0.06 units wide in the middle
    }
}
