// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.GivenLanes;
import io.hedgerow.secureagg.internal.coordinator.BelowThresholdException.Step;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot.Dispute;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoordinatorSlotTest {

    private static Advertise answer(Federation federation, int site, Octets nonce) {
        Octets open = federation.slot.open().digest();
        Advertise unsigned = new Advertise(open, site, nonce, Octets.empty());
        return new Advertise(open, site, nonce, federation.identities.get(site).sign(unsigned.digest()));
    }

    @Test
    void repeatedMessage_isIgnoredAndAnotherOneRefused() {
        Federation federation = new Federation(3, Federation.CLASSICAL);
        federation.start(2, u -> Federation.NEVER);
        federation.slot.receive(federation.slots.get(1).advertise());
        Advertise second = answer(federation, 1, Octets.copyOf(new byte[32]));
        ViolationException refused = assertThrows(ViolationException.class, () -> federation.slot.receive(second));
        assertEquals(Reason.ORDER, refused.reason());
        assertEquals(1, refused.site().orElseThrow());
        CohortList cohort = federation.slot.closeAdvertise();
        assertTrue(cohort.advertised().contains(federation.slots.get(1).advertise()));
        assertThrows(
                ViolationException.class,
                () -> federation.slot.receive(federation.slots.get(1).advertise()));
        assertThrows(IllegalStateException.class, () -> federation.slot.closeAdvertise());
        assertThrows(IllegalStateException.class, () -> federation.slot.closeMasked());
        assertThrows(IllegalStateException.class, () -> federation.slot.finish((lanes, sites) -> {}));
    }

    @Test
    void messageOfANonMember_isRefused() {
        Federation federation = new Federation(3, Federation.CLASSICAL);
        federation.start(2, u -> u == 2 ? Federation.ADVERTISE : Federation.NEVER);
        Advertise stranger = new Advertise(
                federation.slot.open().digest(), 7, Octets.copyOf(new byte[32]), Octets.copyOf(new byte[64]));
        assertEquals(
                Reason.SIGNATURE,
                assertThrows(ViolationException.class, () -> federation.slot.receive(stranger))
                        .reason());
        BelowThresholdException below =
                assertThrows(BelowThresholdException.class, () -> federation.slot.closeAdvertise());
        assertEquals(Step.ADVERTISE, below.step());
        assertThrows(
                ViolationException.class,
                () -> federation.slot.receive(federation.slots.get(0).advertise()));
    }

    /** Nobody but the two knows who of a pair lies. Nothing has been masked. */
    @Test
    void pairThatDisagrees_endsTheSlot_andIsNamed() {
        Federation federation = new Federation(5, Federation.LENIENT);
        federation.start(2, u -> Federation.NEVER);
        CohortList cohort = federation.slot.closeAdvertise();
        for (int u = 0; u < 5; u++) {
            ShareMessage made = federation.slots.get(u).share(cohort);
            federation.slot.receive(u == 2 ? outOfStepWith(federation, made, 0) : made);
        }
        ViolationException ended =
                assertThrows(ViolationException.class, () -> federation.slot.closeShares(Federation.noisy(0)));
        assertEquals(0, ended.site().orElseThrow());
        assertEquals(List.of(new Dispute(0, 2)), federation.slot.disputes());
        assertThrows(IllegalStateException.class, () -> federation.slot.closeMasked());
        assertThrows(IllegalArgumentException.class, () -> new Dispute(3, 1));
    }

    private static ShareMessage outOfStepWith(Federation federation, ShareMessage made, int peer) {
        List<PeerShare> peers = new ArrayList<>();
        made.peers()
                .forEach(entry -> peers.add(new PeerShare(
                        entry.peer(),
                        entry.box(),
                        entry.wrap(),
                        entry.peer() == peer ? Octets.copyOf(new byte[32]) : entry.pairCommitment(),
                        entry.selfShareCommitment(),
                        entry.wrapShareCommitment())));
        return signed(federation, made, peers, made.selfCommitment());
    }

    /** A site that commits to another secret than it shares is named when the secret is found. */
    @Test
    void siteThatSharesAnotherSecret_isNamed() {
        Federation federation = new Federation(3, Federation.CLASSICAL);
        federation.start(2, u -> Federation.NEVER);
        CohortList cohort = federation.slot.closeAdvertise();
        for (int u = 0; u < 3; u++) {
            ShareMessage made = federation.slots.get(u).share(cohort);
            federation.slot.receive(u == 1 ? lying(federation, made) : made);
        }
        Map<Integer, RoundInput> requests = federation.slot.closeShares(Federation.exact(0));
        for (int u = 0; u < 3; u++) {
            MaskedInput made = federation.slots.get(u).mask(requests.get(u), any -> GivenLanes.of(new long[] {3, 1}));
            federation.slot.receive(made);
        }
        ViolationException named = assertThrows(
                ViolationException.class,
                () -> federation.finish(federation.slot.closeMasked(), u -> Federation.NEVER));
        assertEquals(1, named.site().orElseThrow());
        assertEquals(Reason.SHARE, named.reason());
        assertThrows(IllegalStateException.class, () -> federation.slot.finish((lanes, sites) -> {}));
    }

    private static ShareMessage lying(Federation federation, ShareMessage made) {
        return signed(federation, made, made.peers(), Octets.copyOf(new byte[32]));
    }

    private static ShareMessage signed(
            Federation federation, ShareMessage made, List<PeerShare> peers, Octets selfCommitment) {
        ShareMessage unsigned = new ShareMessage(
                made.ctx(),
                made.site(),
                peers,
                made.ownShareCommitment(),
                selfCommitment,
                made.wrapCommitment(),
                Octets.empty());
        return new ShareMessage(
                made.ctx(),
                made.site(),
                peers,
                made.ownShareCommitment(),
                selfCommitment,
                made.wrapCommitment(),
                federation.identities.get(made.site()).sign(unsigned.digest()));
    }
}
