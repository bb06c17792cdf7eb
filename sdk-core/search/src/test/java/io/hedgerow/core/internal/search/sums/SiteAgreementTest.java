// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteAgreementTest {

    @Test
    void independentColumns_haveIndependentPairs() {
        double[] identity = new double[36];
        for (int j = 0; j < 6; j++) {
            identity[7 * j] = 1 + j;
        }
        assertEquals(4 * 15, SiteAgreement.freedom(6, 5, identity), 1e-12);
    }

    @Test
    void twoColumns_haveOnePair() {
        assertEquals(2, SiteAgreement.freedom(2, 3, new double[] {1, .5, .5, 1}), 1e-12);
    }

    @Test
    void chanceExceedsItsQuantiles_asOftenAsTheySay() {
        int studies = 600;
        int one = 0;
        int five = 0;
        LinearSem model = LinearSem.of(new ErdosRenyi(6, 8).generate(3), Noise.GAUSSIAN);
        double freedom = SiteAgreement.freedom(6, 3, model.covariance());
        for (int study = 0; study < studies; study++) {
            List<double[][]> sites = new ArrayList<>();
            for (int k = 0; k < 3; k++) {
                sites.add(model.sample(200, 10_000 + 3L * study + k));
            }
            double phi = SummedRows.of(sites).disagreement().orElseThrow();
            one += phi > SiteAgreement.quantile(freedom, 0.01) ? 1 : 0;
            five += phi > SiteAgreement.quantile(freedom, 0.05) ? 1 : 0;
        }
        // A sum of unequal χ² has heavier tails than the one with its variance: up to twice as often. Seeded.
        assertTrue(five > 0.02 * studies && five < 0.10 * studies, five + " of " + studies);
        assertTrue(one < 0.03 * studies, one + " of " + studies);
    }
}
