// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.GivenLanes;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot.SlotSum;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionOffer;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionStart;
import io.hedgerow.secureagg.internal.message.SessionMessage.SiteNonce;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One flipped bit anywhere in a message is refused by its receiver, and nothing is released because of it. */
@Tag("slow")
class TamperTest {

    private static final int SITES = 3;

    private static Octets flip(Octets bytes, int bit) {
        byte[] flipped = bytes.toBytes();
        flipped[bit / 8] ^= (byte) (1 << (bit % 8));
        return Octets.copyOf(flipped);
    }

    /**
     * Flips all bits of what one site sends at each step; the coordinator ignores them and goes on with the true one.
     */
    @Test
    void everyBitOfASitesMessages_isRefusedNamingTheSite() {
        Federation federation = new Federation(SITES, Federation.CLASSICAL);
        List<Class<?>> seen = new ArrayList<>();
        federation.line = (kind, from, to, bytes) -> {
            if (from == 1) {
                seen.add(kind);
                for (int bit = 0; bit < bytes.size() * 8; bit++) {
                    Octets flipped = flip(bytes, bit);
                    ViolationException refused = assertThrows(
                            ViolationException.class, () -> receive(federation, flipped), kind + " accepted");
                    // a flip in the sender's number accuses that number; without it, the sender is named
                    assertTrue(refused.site().isPresent(), kind.getSimpleName());
                }
            }
            return bytes;
        };
        SlotSum sum = federation.run(new long[][] {{5, 1}, {6, 1}, {7, 1}}, Federation.noisy(0), u -> Federation.NEVER);
        assertArrayEquals(new long[] {18, 3}, sum.lanes());
        assertEquals(
                List.of(Advertise.class, ShareMessage.class, MaskedInput.class, Consistency.class, UnmaskShares.class),
                seen);
    }

    private static void receive(Federation federation, Octets bytes) {
        Message message = Message.decodeFromSite(bytes, 1);
        if (message instanceof Advertise m) {
            federation.slot.receive(m);
        } else if (message instanceof ShareMessage m) {
            federation.slot.receive(m);
        } else if (message instanceof MaskedInput m) {
            federation.slot.receive(m);
        } else if (message instanceof Consistency m) {
            federation.slot.receive(m);
        } else if (message instanceof UnmaskShares m) {
            federation.slot.receive(m);
        } else {
            throw ViolationException.bySite(ViolationException.Reason.ORDER, 1, "no message of a site");
        }
    }

    @Test
    void everyBitOfAnOpening_isRefusedByTheSite() {
        Federation federation = new Federation(SITES, Federation.CLASSICAL);
        int[] refused = new int[2];
        federation.line = (kind, from, to, bytes) -> {
            if (to == 0 && kind == RoundOpen.class) {
                refused[0]++;
                for (int bit = 0; bit < bytes.size() * 8; bit++, refused[1]++) {
                    Octets flipped = flip(bytes, bit);
                    assertThrows(ViolationException.class, () -> {
                        Message message = Message.decodeFromCoordinator(flipped);
                        if (message instanceof RoundOpen m) {
                            federation.sites.get(0).open(m);
                        } else {
                            throw ViolationException.byCoordinator(ViolationException.Reason.ORDER, "another message");
                        }
                    });
                }
            }
            return bytes;
        };
        SlotSum sum = federation.run(new long[][] {{5, 1}, {6, 1}, {7, 1}}, Federation.noisy(0), u -> Federation.NEVER);
        assertArrayEquals(new long[] {18, 3}, sum.lanes(), "the true opening is still taken");
        assertEquals(1, refused[0], "openings");
        assertTrue(refused[1] > 0, "bits");
    }

    /**
     * A refused message at these steps ends the slot at the site, so every flip needs a slot of its own: a sample, or
     * all.
     */
    @Test
    void flippedBitsTowardsASite_abortItsSlotAndEraseItsSecrets() {
        flipTowardsSite(15);
    }

    @Test
    @Tag("long")
    void everyBitTowardsASite_abortsItsSlotAndErasesItsSecrets() {
        flipTowardsSite(Integer.MAX_VALUE);
    }

    private static void flipTowardsSite(int atMost) {
        Random random = new Random(1);
        for (Class<?> target : List.of(CohortList.class, RoundInput.class, SurvivorList.class, UnmaskRequest.class)) {
            Federation federation = new Federation(SITES, Federation.CLASSICAL);
            int bits = 1;
            int reached = 0;
            for (int k = 0; k < Math.min(atMost, bits); k++) {
                if (federation.slots.size() > 0 && federation.slots.get(0).number() > 1000) {
                    federation = new Federation(SITES, Federation.CLASSICAL);
                }
                int[] size = new int[1];
                int at = k;
                federation.line = (kind, from, to, bytes) -> {
                    if (kind != target || to != 0) {
                        return bytes;
                    }
                    size[0] = bytes.size() * 8;
                    return flip(bytes, atMost == Integer.MAX_VALUE ? at : random.nextInt(size[0]));
                };
                Federation live = federation;
                ViolationException refused = assertThrows(
                        ViolationException.class,
                        () -> live.run(
                                new long[][] {{5, 1}, {6, 1}, {7, 1}}, Federation.noisy(at), u -> Federation.NEVER));
                SiteSlot slot = federation.slots.get(0);
                // what is no message at all does not reach the slot
                boolean unread = refused.reason() == ViolationException.Reason.MALFORMED;
                reached += unread ? 0 : 1;
                assertTrue(unread || slot.state() == SiteSlot.State.ABORTED, target.getSimpleName() + " bit " + k);
                assertTrue(unread || slot.isErased());
                slot.close();
                assertTrue(slot.isErased());
                bits = size[0];
            }
            assertTrue(reached > 0, target.getSimpleName() + " must reach the slot");
        }
    }

    @Test
    void flippedBitsInTheHandshake_openNoSession() {
        Random random = new Random(2);
        AggregationPolicy hybrid = AggregationPolicy.standard();
        for (Class<?> target :
                List.of(SessionOffer.class, SiteNonce.class, SessionStart.class, Hello.class, Encapsulated.class)) {
            for (int k = 0; k < 6; k++) {
                boolean[] done = new boolean[1];
                assertThrows(
                        ViolationException.class,
                        () -> new Federation(SITES, hybrid, (kind, from, to, bytes) -> {
                            if (kind != target || done[0]) {
                                return bytes;
                            }
                            done[0] = true;
                            return flip(bytes, random.nextInt(bytes.size() * 8));
                        }),
                        target.getSimpleName());
                assertTrue(done[0], target.getSimpleName() + " must be sent");
            }
        }
    }

    @Test
    void unsignedInputs_areStillCheckedForLengthAndContext() {
        AggregationPolicy unsigned = new AggregationPolicy(
                Federation.CLASSICAL.suite(),
                Federation.CLASSICAL.trust(),
                Federation.CLASSICAL.fixedColluding(),
                3,
                3,
                false,
                false);
        Federation federation = new Federation(SITES, unsigned);
        SlotSum sum = federation.run(new long[][] {{5, 1}, {6, 1}, {7, 1}}, Federation.noisy(0), u -> Federation.NEVER);
        assertArrayEquals(new long[] {18, 3}, sum.lanes());
        assertThrows(
                ViolationException.class,
                () -> federation.run(
                        new long[][] {{5, 1}, {6, 6, 1}, {7, 1}}, Federation.noisy(1), u -> Federation.NEVER));
    }

    /** Nothing of the slot is left then, and nothing was masked: no key is shown to anybody. */
    @Test
    void badBox_endsTheSlotAtItsReceiver_andNamesTheSender() {
        Federation federation = new Federation(SITES, Federation.CLASSICAL);
        federation.start(2, u -> Federation.NEVER);
        CohortList cohort = federation.slot.closeAdvertise();
        for (int u = 0; u < SITES; u++) {
            ShareMessage made = federation.slots.get(u).share(cohort);
            // site 1 seals rubbish for site 0 and signs it
            federation.slot.receive(u == 1 ? withBox(federation, made, 0) : made);
        }
        Map<Integer, RoundInput> requests = federation.slot.closeShares(Federation.exact(0));
        SiteSlot slot = federation.slots.get(0);
        ViolationException bad = assertThrows(
                ViolationException.class, () -> slot.mask(requests.get(0), any -> GivenLanes.of(new long[] {1, 1})));
        assertEquals(1, bad.site().orElseThrow());
        assertEquals(ViolationException.Reason.BOX, bad.reason());
        assertTrue(slot.isErased());
        assertEquals(List.of(), federation.stores.get(0).load());
    }

    private static ShareMessage withBox(Federation federation, ShareMessage made, int peer) {
        List<io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare> entries = new ArrayList<>();
        for (io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare entry : made.peers()) {
            Octets box = entry.peer() == peer ? Octets.copyOf(new byte[80]) : entry.box();
            entries.add(new io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare(
                    entry.peer(),
                    box,
                    entry.wrap(),
                    entry.pairCommitment(),
                    entry.selfShareCommitment(),
                    entry.wrapShareCommitment()));
        }
        ShareMessage unsigned = new ShareMessage(
                made.ctx(),
                made.site(),
                entries,
                made.ownShareCommitment(),
                made.selfCommitment(),
                made.wrapCommitment(),
                Octets.empty());
        return new ShareMessage(
                made.ctx(),
                made.site(),
                entries,
                made.ownShareCommitment(),
                made.selfCommitment(),
                made.wrapCommitment(),
                federation.identities.get(made.site()).sign(unsigned.digest()));
    }
}
