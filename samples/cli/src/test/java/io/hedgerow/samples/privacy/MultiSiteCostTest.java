// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.AnalyticGaussian;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.learn.method.SitePrivacy;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultiSiteCostTest {

    private static final double DELTA = 1e-6;
    private static final double MU = 0.3;

    private static List<SitePrivacy.AtSites> gaussians(int sites, boolean shared) {
        // two rounds that together are one release of MU
        MechanismEvent round = new MechanismEvent.Gaussian(MU / Math.sqrt(2), 1);
        return MultiSiteCost.of(
                Collections.nCopies(sites, List.of(round, round)), shared, DELTA, new SharedAccounting());
    }

    /** m Gaussian releases of μ with noise of their own are one of √m·μ; with one noise, one of m·μ. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void of_gaussians_isTheOneOfRootMTimesMu_orWithSharedNoiseOfMTimesMu(int sites) {
        for (boolean shared : new boolean[] {false, true}) {
            List<SitePrivacy.AtSites> entries = gaussians(sites, shared);
            assertEquals(sites == 2 ? 1 : 2, entries.size());
            for (SitePrivacy.AtSites entry : entries) {
                int m = entry.sites();
                double exact = AnalyticGaussian.epsilon(MU * (shared ? m : Math.sqrt(m)), DELTA);
                // the certified accountant is exact for Gaussians but for its rounding up
                assertTrue(entry.epsilon() >= exact * (1 - 1e-9), "m " + m);
                assertEquals(exact, entry.epsilon(), 1e-3 * exact, "m " + m);
            }
        }
    }

    @Test
    void of_oneSite_saysNothing() {
        assertEquals(List.of(), gaussians(1, false));
    }

    /** Sites' plans differ with their numbers of rows: every event counts as the dearest at its place. */
    @Test
    void of_plansThatDiffer_isThatOfTheDearestEvents() {
        List<MechanismEvent> one = List.of(new MechanismEvent.Gaussian(0.1, 1), new MechanismEvent.Selection(0.2, 3));
        List<MechanismEvent> two = List.of(new MechanismEvent.Gaussian(0.2, 1), new MechanismEvent.Selection(0.1, 3));
        List<MechanismEvent> both = List.of(new MechanismEvent.Gaussian(0.2, 1), new MechanismEvent.Selection(0.2, 3));
        assertEquals(both, MultiSiteCost.worst(List.of(one, two)));
        SharedAccounting accounting = new SharedAccounting();
        assertEquals(
                MultiSiteCost.of(List.of(both, both), false, DELTA, accounting),
                MultiSiteCost.of(List.of(one, two), false, DELTA, accounting));
        assertThrows(IllegalArgumentException.class, () -> MultiSiteCost.worst(List.of(one, List.of(one.get(0)))));
    }

    /** In each round every site answers before the next begins, as a certificate of selections needs. */
    @Test
    void ownNoise_composesRoundByRound() {
        MechanismEvent first = new MechanismEvent.Selection(0.2, 1);
        MechanismEvent second = new MechanismEvent.Laplace(5, 1);
        assertEquals(
                new MechanismEvent.Sequence(List.of(first, first, second, second)),
                MultiSiteCost.ownNoise(List.of(first, second), 2));
    }

    @Test
    void sharedNoise_ofAnythingButGaussians_isRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> MultiSiteCost.sharedNoise(List.of(new MechanismEvent.Laplace(5, 1)), 2));
    }

    /** The lattice of a sum is charged for each site that a person is at. */
    @Test
    void sharedNoise_chargesTheLatticeForEverySite() {
        MechanismEvent.PureDp lattice = new MechanismEvent.PureDp(1.5e-11, 2);
        MechanismEvent round = new MechanismEvent.Sequence(List.of(new MechanismEvent.Gaussian(0.1, 2), lattice));
        MechanismEvent.Sequence all = (MechanismEvent.Sequence) MultiSiteCost.sharedNoise(List.of(round), 3);
        List<MechanismEvent> steps = ((MechanismEvent.Sequence) all.steps().get(0)).steps();
        assertEquals(0.3, ((MechanismEvent.Gaussian) steps.get(0)).mu(), 1e-15);
        MechanismEvent.PureDp charged = (MechanismEvent.PureDp) steps.get(1);
        assertTrue(charged.epsilon() >= 4.5e-11, "was " + charged.epsilon());
        assertEquals(4.5e-11, charged.epsilon(), 1e-24);
        assertEquals(2, charged.count());
    }
}
