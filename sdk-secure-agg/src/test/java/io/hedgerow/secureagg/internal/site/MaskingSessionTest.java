// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.internal.site.SiteSlot.State;
import org.junit.jupiter.api.Test;

/** A session at its ends: what it leaves in memory. */
class MaskingSessionTest {

    private static final int SITES = 3;

    private final Federation federation = new Federation(SITES, Federation.CLASSICAL);

    @Test
    void closed_abortsItsSlot_andLeavesNoKeyInMemory() {
        federation.start(2, u -> Federation.NEVER);
        SiteSlot slot = federation.slots.get(0);
        assertEquals(State.OPENED, slot.state());
        assertFalse(slot.isErased());
        MaskingSession site = federation.sites.get(0);
        site.close();
        assertEquals(State.ABORTED, slot.state());
        assertTrue(slot.isErased());
        // the chain keys are gone too: a slot that is opened now has no key with anybody
        federation.slot = federation.coordinator.open(2);
        SiteSlot next = site.open(federation.slot.open());
        assertTrue(next.isErased(), "no key was left to take a slot's keys from");
    }

    @Test
    void slot_isNotTakenForErasedWhileItHasShares() {
        federation.start(2, u -> Federation.NEVER);
        var cohort = federation.slot.closeAdvertise();
        SiteSlot slot = federation.slots.get(0);
        slot.share(cohort);
        assertFalse(slot.isErased());
        slot.close();
        assertTrue(slot.isErased());
        assertEquals(State.ABORTED, slot.state());
        assertEquals(SITES, federation.configurations.get(0).rosterSize());
    }

    @Test
    void sitesOfOneSession_haveTheSameTerms_andOfAnotherNot() {
        assertEquals(federation.sites.get(0).terms(), federation.sites.get(1).terms());
        Federation other = new Federation(SITES, Federation.CLASSICAL);
        assertNotEquals(
                federation.coordinator.terms().sid(), other.coordinator.terms().sid());
    }
}
