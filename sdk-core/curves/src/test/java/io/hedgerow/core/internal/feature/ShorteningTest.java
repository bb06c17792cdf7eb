// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.feature.FeatureFit.Shortening;
import org.junit.jupiter.api.Test;

class ShorteningTest {

    private static final Shortening RELEASE = new Shortening(0.5, a -> 1.0 / (a + 1), 2, 0.1);

    /** [½, 3, 4 / 2] has a square of 13.25, of which 4 are left; a short row counts in full. */
    @Test
    void aRowCountsByTheSquareOfWhatIsLeftOfIt() {
        assertEquals(4 / 13.25, RELEASE.share(new double[] {3, 4}), 1e-15);
        assertEquals(1, RELEASE.share(new double[] {1, 1}));
    }

    /** s / (w_a w_b), squared: 0.1 · 1 · 2. */
    @Test
    void noiseIsInUnitsOfColumns() {
        assertEquals(0.04, RELEASE.variance(0, 1), 1e-15);
    }
}
