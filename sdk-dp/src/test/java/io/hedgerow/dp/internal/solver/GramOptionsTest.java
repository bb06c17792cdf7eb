// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GramOptionsTest {

    private static GramOptions options(double mu) {
        return new GramOptions(3, 100, Adjacency.REPLACE_ONE, 0.02, 3000, false, GramCentre.none(3), mu);
    }

    /** z ≥ 1/(√share·μ), in exact numbers: never less noise than the share is worth. */
    @Test
    void noiseMultiplier_isRoundedUp() {
        Random random = new Random(7);
        for (int k = 0; k < 20_000; k++) {
            double share = random.nextDouble();
            double mu = Math.scalb(1 + random.nextDouble(), random.nextInt(12) - 8);
            double multiplier = options(mu).noiseMultiplier(share);
            BigDecimal product = new BigDecimal(multiplier)
                    .multiply(new BigDecimal(mu))
                    .pow(2)
                    .multiply(new BigDecimal(share));
            assertTrue(product.compareTo(BigDecimal.ONE) >= 0, share + " of " + mu);
            // four roundings of 2^-53 each and two steps more, of a square
            assertEquals(1, product.doubleValue(), 0x1p-49);
        }
    }

    @Test
    void withNoiseSharedBy_isOfJustThatManySites() {
        GramOptions shared = options(1).withNoiseSharedBy(4);
        assertEquals(4, shared.noiseSites());
        assertEquals(options(1), shared.withNoiseSharedBy(1));
        LaggedOptions series = new LaggedOptions(options(1).withPersons(100), 2, 1).withNoiseSharedBy(5);
        assertEquals(5, series.options().noiseSites());
    }
}
