// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.PureDp;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import io.hedgerow.core.privacy.MechanismEvent.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No part of a plan is left out of its certificate. What is compared is equal but for lattices: 1e-4 of ε. */
@Tag("slow")
class CertifiedPartsTest {

    private static final double DELTA = 1e-6;
    private static final double LATTICES = 1 - 1e-4;

    private final CertifiedAccountant accountant = new CertifiedAccountant();

    private double epsilon(MechanismEvent... events) {
        return accountant.epsilon(new Sequence(List.of(events)), DELTA);
    }

    @Test
    void gaussianCalls_countBesideSelections_andSelectionsBesideThem() {
        double both = epsilon(new Selection(0.1, 50), new Gaussian(0.5, 1));
        assertTrue(both > 1.2 * AnalyticGaussian.epsilon(0.5, DELTA), "was " + both);
        assertTrue(both > 1.2 * epsilon(new Selection(0.1, 50)), "was " + both);
    }

    @Test
    void pureCalls_countBesideNoise() {
        double both = epsilon(new PureDp(0.2, 30), new Gaussian(0.5, 1));
        assertTrue(both > 1.5 * AnalyticGaussian.epsilon(0.5, DELTA), "was " + both);
    }

    @Test
    void oneSelection_costsItsRange() {
        assertEquals(0.3, epsilon(new Selection(0.3, 1)), 2e-3);
    }

    @Test
    void selectionsBeyondARun_countAsThoseWithinIt() {
        double run = epsilon(new Selection(0.02, 1000));
        double more = epsilon(new Selection(0.02, 1001));
        assertTrue(more >= run * LATTICES && more <= run * 1.01, more + " after " + run);
    }

    @Test
    void manyDifferentRanges_costNoLessThanTheLargestOfThem() {
        List<MechanismEvent> all = new ArrayList<>();
        List<MechanismEvent> largest = new ArrayList<>();
        for (int k = 0; k < 40; k++) {
            MechanismEvent selection = new Selection(0.05 + 0.01 * k, 2);
            all.add(selection);
            if (k >= 10) {
                largest.add(selection);
            }
        }
        double whole = accountant.epsilon(new Sequence(all), DELTA);
        assertTrue(whole >= accountant.epsilon(new Sequence(largest), DELTA) * LATTICES, "was " + whole);
    }

    @Test
    void deltaThatCutTailsOutweigh_isAnsweredByRenyi() {
        MechanismEvent event = new Selection(0.1, 300);
        for (double delta : new double[] {0.99e-20, 1e-40}) {
            assertEquals(new RenyiAccountant().epsilon(event, delta), accountant.epsilon(event, delta));
        }
    }
}
