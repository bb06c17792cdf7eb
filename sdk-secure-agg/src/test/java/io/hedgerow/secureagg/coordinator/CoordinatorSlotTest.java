package io.hedgerow.secureagg.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.MemoryStores;
import io.hedgerow.secureagg.codec.LaneSource;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.RatchetState;
import io.hedgerow.secureagg.message.Advertise;
import io.hedgerow.secureagg.message.BelowThresholdException;
import io.hedgerow.secureagg.message.BelowThresholdException.Step;
import io.hedgerow.secureagg.message.CohortList;
import io.hedgerow.secureagg.message.MaskedInput;
import io.hedgerow.secureagg.message.RoundInput;
import io.hedgerow.secureagg.message.ShareMessage;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.ReleaseGuard;
import io.hedgerow.secureagg.site.SiteConfiguration;
import io.hedgerow.secureagg.site.SiteSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

    /** A site whose ratchet is out of step, towards all peers or towards one. */
    private static Federation withDamagedRatchet(int damaged, int chains) {
        Federation federation = new Federation(5, Federation.LENIENT);
        Octets sid = federation.coordinator.terms().sid();
        MemoryStores disk = federation.stores.get(damaged);
        byte[] state = disk.load(sid).orElseThrow().toBytes();
        for (int chain = 0; chain < chains; chain++) {
            state[Long.BYTES + 36 * chain + 10] ^= 1;
        }
        disk.save(sid, RatchetState.ofBytes(state));
        SiteConfiguration site = new SiteConfiguration(
                federation.policy, federation.roster, federation.identities.get(damaged), disk, new ReleaseGuard(disk));
        federation.sites.set(
                damaged,
                SiteSession.resume(site, federation.sites.get(damaged).progress())
                        .orElseThrow());
        return federation;
    }

    private static void share(Federation federation) {
        federation.start(2, u -> Federation.NEVER);
        CohortList cohort = federation.slot.closeAdvertise();
        for (int u = 0; u < 5; u++) {
            federation.slot.receive(federation.slots.get(u).share(cohort));
        }
    }

    @Test
    void siteOutOfStep_isLeftOutBeforeAnythingIsMasked() {
        Federation federation = withDamagedRatchet(2, 4);
        share(federation);
        Map<Integer, RoundInput> requests = federation.slot.closeShares(federation.change(0));
        assertFalse(requests.containsKey(2));
        for (int u : requests.keySet()) {
            federation.slot.receive(federation
                    .slots
                    .get(u)
                    .mask(requests.get(u), any -> LaneSource.of(new long[] {3, 1})));
        }
        SlotSum sum = federation.finish(federation.slot.closeMasked(), u -> Federation.NEVER);
        assertEquals(List.of(0, 1, 3, 4), sum.included());
        assertEquals(12, sum.lanes()[0]);
    }

    private static Set<Integer> leftOut(Federation federation) {
        share(federation);
        Set<Integer> all = new TreeSet<>(List.of(0, 1, 2, 3, 4));
        all.removeAll(federation.slot.closeShares(federation.change(0)).keySet());
        return all;
    }

    /** Nobody knows who of a pair lies; with t = 4 of 5 a slot without both would have no sum, so one lie would end every study. */
    @Test
    void pairThatDisagrees_isReported_andLosesOneOfTheTwoInTurns() {
        Federation federation = withDamagedRatchet(2, 1);
        Set<Integer> dropped = new TreeSet<>();
        for (int twice = 0; twice < 2; twice++) {
            Set<Integer> now = leftOut(federation);
            assertEquals(1, now.size());
            dropped.addAll(now);
            assertEquals(List.of(new Dispute(0, 2)), federation.slot.disputes());
        }
        assertEquals(Set.of(0, 2), dropped);
    }

    @Test
    void siteThatDisputesWithOthersInTurns_isTheOneThatGoes() {
        for (int run = 0; run < 20; run++) {
            Disputes disputes = new Disputes();
            disputes.add(new Dispute(1, 3));
            disputes.add(new Dispute(2, 3));
            assertEquals(3, disputes.leaveOut(List.of(2, 3)));
        }
        assertThrows(IllegalArgumentException.class, () -> new Dispute(3, 1));
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
        Map<Integer, RoundInput> requests = federation.slot.closeShares(federation.change(0));
        for (int u = 0; u < 3; u++) {
            MaskedInput made = federation.slots.get(u).mask(requests.get(u), any -> LaneSource.of(new long[] {3, 1}));
            federation.slot.receive(made);
        }
        ViolationException named = assertThrows(
                ViolationException.class,
                () -> federation.finish(federation.slot.closeMasked(), u -> Federation.NEVER));
        assertEquals(1, named.site().orElseThrow());
        assertEquals(Reason.SHARE, named.reason());
        assertTrue(federation.coordinator.receipts().isEmpty());
        assertThrows(IllegalStateException.class, () -> federation.slot.finish((lanes, sites) -> {}));
    }

    private static ShareMessage lying(Federation federation, ShareMessage made) {
        Octets other = Octets.copyOf(new byte[32]);
        ShareMessage unsigned = new ShareMessage(
                made.ctx(),
                made.site(),
                new ArrayList<>(made.peers()),
                made.ownShareCommitment(),
                other,
                made.wrapCommitment(),
                Octets.empty());
        return new ShareMessage(
                made.ctx(),
                made.site(),
                made.peers(),
                made.ownShareCommitment(),
                other,
                made.wrapCommitment(),
                federation.identities.get(made.site()).sign(unsigned.digest()));
    }
}
