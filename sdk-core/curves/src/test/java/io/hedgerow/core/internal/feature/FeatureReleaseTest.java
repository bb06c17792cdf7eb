// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.feature.moments.FeatureRows;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.model.Parameters;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sums of as many products as rows tell the rows one by one: who may be asked for how many columns. */
class FeatureReleaseTest {

    private final FeatureLayout layout = FeatureRelease.layout(3, true);
    private final double[][] rows = FeatureRows.three(60);
    private final List<Marginal> marginals =
            List.of(FeatureRows.marginal(rows, 0), FeatureRows.marginal(rows, 1), FeatureRows.marginal(rows, 2));

    /** 24 columns of three variables. */
    private Parameters singles(long rowsOfAll) {
        double[] zero = new double[3];
        double[] one = {1, 1, 1};
        return layout.tellMarginals(layout.tellScales(rowsOfAll, zero, one), marginals);
    }

    private void ask(FeatureRelease.Seen seen, int ownRows, Parameters told) {
        FeatureRows.answer(new FeatureRelease(3, true, seen), layout, told, Arrays.copyOf(rows, ownRows));
    }

    @Test
    void aSiteThatIsSeen_needsMoreRowsThanColumns() {
        assertDoesNotThrow(() -> ask(FeatureRelease.Seen.EACH, 25, singles(10_000)));
        DataException refused =
                assertThrows(DataException.class, () -> ask(FeatureRelease.Seen.EACH, 24, singles(10_000)));
        assertEquals(
                "a release of 24 columns must be of more rows, this site has 24, which it would tell one by one: use"
                        + " secure aggregation, ask for no pairs, or for fewer variables",
                refused.getMessage());
        assertDoesNotThrow(() -> ask(FeatureRelease.Seen.IN_ONE_PROCESS, 24, singles(24)));
    }

    /** Three pairs of nine columns each come to the 24. */
    @Test
    void columnsOfPairs_count() {
        Parameters pairs = layout.tellPairs(singles(10_000), new int[][] {{0, 1}, {0, 2}, {1, 2}});
        assertDoesNotThrow(() -> ask(FeatureRelease.Seen.EACH, 52, pairs));
        assertThrows(DataException.class, () -> ask(FeatureRelease.Seen.EACH, 51, pairs));
    }

    @Test
    void behindMasks_allSitesTogetherNeedMoreRowsThanColumns() {
        assertDoesNotThrow(() -> ask(FeatureRelease.Seen.TOTAL, 10, singles(25)));
        DataException refused =
                assertThrows(DataException.class, () -> ask(FeatureRelease.Seen.TOTAL, 10, singles(24)));
        assertEquals(
                "a release of 24 columns must be of more rows, all sites together have 24, which it would tell one by"
                        + " one: ask for no pairs, for fewer variables, or for more sites",
                refused.getMessage());
    }
}
