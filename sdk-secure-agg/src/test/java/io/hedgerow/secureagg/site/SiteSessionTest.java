package io.hedgerow.secureagg.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.coordinator.SlotSum;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.site.SiteSlot.State;
import org.junit.jupiter.api.Test;

/** A session at its ends: what it knows of its receipts, what it leaves in memory. */
class SiteSessionTest {

    private static final int SITES = 3;
    private static final long[][] INPUTS = {{5, 1}, {6, 1}, {7, 1}};

    private final Federation federation = new Federation(SITES, Federation.CLASSICAL);

    @Test
    void receipt_isKnownFromItsSlotOn_andInItsOwnSessionOnly() {
        SiteSession site = federation.sites.get(0);
        SlotSum first = federation.run(INPUTS, federation.change(0), u -> Federation.NEVER);
        assertTrue(site.hasReceipt(first.receipt()));
        SlotSum second = federation.run(INPUTS, federation.change(1), u -> Federation.NEVER);
        assertTrue(site.hasReceipt(first.receipt()));
        assertTrue(site.hasReceipt(second.receipt()));
        Receipt last = second.receipt();
        Receipt next = new Receipt(
                last.digest(),
                last.sid(),
                last.slot() + 1,
                last.ctx2(),
                last.sumDigest(),
                last.included(),
                last.confirmations(),
                last.signature());
        assertFalse(site.hasReceipt(next));
        Federation other = new Federation(SITES, Federation.CLASSICAL);
        SlotSum foreign = other.run(INPUTS, other.change(0), u -> Federation.NEVER);
        assertFalse(site.hasReceipt(foreign.receipt()));
    }

    @Test
    void closed_abortsItsSlot_andLeavesNoKeyInMemory() {
        federation.start(2, u -> Federation.NEVER);
        SiteSlot slot = federation.slots.get(0);
        assertEquals(State.OPENED, slot.state());
        assertFalse(slot.isErased());
        SiteSession site = federation.sites.get(0);
        site.close();
        assertEquals(State.ABORTED, slot.state());
        assertTrue(slot.isErased());
        // the chain keys are gone too: a slot that is opened now has no key with anybody
        federation.slot = federation.coordinator.open(2);
        SiteSlot next = site.open(federation.slot.open());
        assertTrue(next.isErased(), "no key was left to take a slot's keys from");
    }

    @Test
    void refusalOfAFutureSlot_usesItUp() {
        SiteSession site = federation.sites.get(0);
        long slot = site.nextSlot();
        site.refuse(slot);
        assertEquals(slot + 1, site.nextSlot());
        federation.slot = federation.coordinator.open(2);
        assertEquals(slot, federation.slot.open().slot());
        assertThrows(ViolationException.class, () -> site.open(federation.slot.open()));
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
