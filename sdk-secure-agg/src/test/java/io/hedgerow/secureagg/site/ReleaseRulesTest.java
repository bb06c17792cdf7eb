package io.hedgerow.secureagg.site;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.MemoryStores;
import io.hedgerow.secureagg.codec.LaneSource;
import io.hedgerow.secureagg.codec.RangeExceededException;
import io.hedgerow.secureagg.coordinator.SlotSum;
import io.hedgerow.secureagg.key.KeySchedule;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.SecretKind;
import io.hedgerow.secureagg.key.Transcript;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.BelowThresholdException;
import io.hedgerow.secureagg.message.CohortList;
import io.hedgerow.secureagg.message.Consistency;
import io.hedgerow.secureagg.message.InputTerms;
import io.hedgerow.secureagg.message.MaskedInput;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.message.RoundInput;
import io.hedgerow.secureagg.message.RoundOpen;
import io.hedgerow.secureagg.message.ShareMessage;
import io.hedgerow.secureagg.message.UnmaskShares;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.Purpose;
import io.hedgerow.secureagg.policy.ReleaseGuard;
import io.hedgerow.secureagg.sharing.ShamirSharing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Replay, restart, repeated release, and what is left when a slot stops. */
class ReleaseRulesTest {

    private static int nobody(int site) {
        return Federation.NEVER;
    }

    private static long[][] inputs(int n) {
        long[][] inputs = new long[n][];
        Arrays.setAll(inputs, u -> new long[] {1L << u, 1});
        return inputs;
    }

    private static InputTerms statistic(Federation federation, String name, int attempt) {
        return Federation.terms(Purpose.STATISTIC, name, attempt, attempt, federation.coordinator.lastReceipt());
    }

    private static void assertReleaseRefused(org.junit.jupiter.api.function.Executable run) {
        assertEquals(Reason.RELEASE, assertThrows(ViolationException.class, run).reason());
    }

    @Test
    void statistic_isReleasedOnceAndOverAllSites() {
        Federation federation = new Federation(5, Federation.CLASSICAL);
        SlotSum sum = federation.run(inputs(5), statistic(federation, "gram, version 1", 0), ReleaseRulesTest::nobody);
        assertArrayEquals(new long[] {31, 5}, sum.lanes());
        assertReleaseRefused(
                () -> federation.run(inputs(5), statistic(federation, "gram, version 1", 1), ReleaseRulesTest::nobody));
        Federation other = new Federation(5, Federation.CLASSICAL);
        assertReleaseRefused(() -> other.run(
                inputs(5), statistic(other, "gram, version 1", 0), u -> u == 2 ? Federation.SHARE : Federation.NEVER));
    }

    @Test
    void statistic_withASiteLostBeforeItsInput_isNotReleasedAndMayBeTriedAgain() {
        Federation federation = new Federation(5, Federation.CLASSICAL);
        assertReleaseRefused(() -> federation.run(
                inputs(5), statistic(federation, "gram", 0), u -> u == 2 ? Federation.MASK : Federation.NEVER));
        // any sum of it could only have been over all sites, so the same over all sites tells nothing more
        assertArrayEquals(
                new long[] {31, 5},
                federation
                        .run(inputs(5), statistic(federation, "gram", 1), ReleaseRulesTest::nobody)
                        .lanes());
    }

    @Test
    void statistic_withASiteLostAfterItsInput_isReleased() {
        Federation federation = new Federation(5, Federation.CLASSICAL);
        SlotSum sum = federation.run(
                inputs(5), statistic(federation, "gram", 0), u -> u == 2 ? Federation.CONFIRM : Federation.NEVER);
        assertArrayEquals(new long[] {31, 5}, sum.lanes());
    }

    /** T13: the slot stopped after inputs left; asking again over fewer sites needs the refusals of the first slot. */
    @Test
    void slotThatStoppedAfterInputsLeft_blocksUntilEnoughSitesRefuse() {
        Federation federation = new Federation(5, Federation.CLASSICAL);
        assertThrows(
                BelowThresholdException.class,
                () -> federation.run(
                        inputs(5), federation.change(0), u -> u < 2 ? Federation.CONFIRM : Federation.NEVER));
        long slot = federation.slot.open().slot();
        assertReleaseRefused(() -> federation.run(inputs(5), federation.change(0), ReleaseRulesTest::nobody));
        assertReleaseRefused(() -> federation.run(inputs(5), federation.change(1), ReleaseRulesTest::nobody));
        List<Refusal> refusals = new ArrayList<>();
        // n − t + n_C + 1 = 3
        refusals.add(federation.sites.get(4).refuse(slot));
        refusals.add(federation.sites.get(3).refuse(slot));
        refusals.add(federation.sites.get(3).refuse(slot));
        AbortCertificate tooFew = federation.coordinator.certificate(slot, refusals);
        assertThrows(ViolationException.class, () -> federation.sites.get(0).accept(tooFew));
        refusals.add(federation.sites.get(2).refuse(slot));
        AbortCertificate enough = federation.coordinator.certificate(slot, refusals);
        federation.sites.forEach(site -> site.accept(enough));
        SlotSum sum =
                federation.run(inputs(5), federation.change(0), u -> u == 0 ? Federation.SHARE : Federation.NEVER);
        assertArrayEquals(new long[] {30, 4}, sum.lanes());
    }

    /** Here this site knows over whom the first sum would be: the same cohort again is fine, one that differs by one site is not. */
    @Test
    void sameValueAgain_needsTheSameCohortOrOneFarAway() {
        for (int missing : new int[] {-1, 4}) {
            Federation federation = new Federation(5, Federation.TRUSTING);
            // with a trusted coordinator t = max(3, 4); two sites release, so the slot stops
            assertThrows(
                    BelowThresholdException.class,
                    () -> federation.run(
                            inputs(5), federation.change(0), u -> u > 1 ? Federation.UNMASK : Federation.NEVER));
            settleOthers(federation, List.of(2, 3, 4));
            IntUnaryOperator lost = u -> u == missing ? Federation.MASK : Federation.NEVER;
            if (missing < 0) {
                assertArrayEquals(
                        new long[] {31, 5},
                        federation.run(inputs(5), federation.change(0), lost).lanes());
            } else {
                assertReleaseRefused(() -> federation.run(inputs(5), federation.change(0), lost));
            }
        }
    }

    /** Sites that did not release give the slot up; the others still have it as waiting. */
    private static void settleOthers(Federation federation, List<Integer> sites) {
        long slot = federation.slot.open().slot();
        List<Refusal> refusals =
                sites.stream().map(u -> federation.sites.get(u).refuse(slot)).toList();
        AbortCertificate certificate = federation.coordinator.certificate(slot, refusals);
        sites.forEach(u -> federation.sites.get(u).accept(certificate));
        for (int u = 0; u < 2; u++) {
            SiteSession site = federation.sites.get(u);
            assertThrows(IllegalStateException.class, () -> site.refuse(slot));
        }
    }

    @Test
    void givenUpSlot_blocksItsValueOnly() {
        Federation federation = new Federation(5, Federation.CLASSICAL);
        assertThrows(
                BelowThresholdException.class,
                () -> federation.run(
                        inputs(5), federation.change(0), u -> u < 2 ? Federation.CONFIRM : Federation.NEVER));
        long slot = federation.slot.open().slot();
        Octets sid = federation.coordinator.terms().sid();
        federation.sites.forEach(site -> site.guard().acceptUnsettled(sid, slot));
        assertThrows(
                IllegalStateException.class,
                () -> federation.sites.get(0).guard().acceptUnsettled(sid, slot));
        assertReleaseRefused(() -> federation.run(inputs(5), federation.change(0), ReleaseRulesTest::nobody));
        assertArrayEquals(
                new long[] {31, 5},
                federation
                        .run(inputs(5), federation.change(1), ReleaseRulesTest::nobody)
                        .lanes());
    }

    /** T12: with t − 1 responders, what left is t − 1 shares of each secret, and those are not the secret. */
    @Test
    void belowTheThreshold_noSecretCanBeFound() {
        Federation federation = new Federation(5, Federation.CLASSICAL);
        assertThrows(
                BelowThresholdException.class,
                () -> federation.run(
                        inputs(5), federation.change(0), u -> u < 2 ? Federation.UNMASK : Federation.NEVER));
        List<ShareMessage> shared = new ArrayList<>();
        List<UnmaskShares> released = new ArrayList<>();
        for (Octets sent : federation.wire) {
            Message message = Message.decodeFromSite(sent, 0);
            if (message instanceof ShareMessage m) {
                shared.add(m);
            } else if (message instanceof UnmaskShares m) {
                released.add(m);
            }
        }
        assertEquals(3, released.size());
        int[] points = released.stream().mapToInt(one -> one.site() + 1).toArray();
        for (int owner = 0; owner < 5; owner++) {
            int place = owner;
            byte[] guess = new ShamirSharing(3)
                    .interpolation(points)
                    .combine(released.stream()
                            .map(one -> one.shares().get(place).share().toBytes())
                            .toList());
            ShareMessage of = shared.get(owner);
            assertNotEquals(
                    of.selfCommitment(), KeySchedule.commitSecret(SecretKind.SELF_SEED, of.ctx(), owner, guess));
        }
        federation.slots.values().forEach(slot -> {
            slot.close();
            assertTrue(slot.isErased());
        });
    }

    @Test
    void usedSlot_isRefusedAlsoAfterARestart() {
        Federation federation = new Federation(3, Federation.CLASSICAL);
        RoundOpen[] opened = new RoundOpen[1];
        federation.run(inputs(3), federation.change(0), ReleaseRulesTest::nobody);
        opened[0] = federation.slot.open();
        ViolationException again = assertThrows(
                ViolationException.class, () -> federation.sites.get(0).open(opened[0]));
        assertEquals(Reason.REPLAY, again.reason());
        SiteSession restarted = restart(federation, federation.stores.get(0));
        assertEquals(
                Reason.REPLAY,
                assertThrows(ViolationException.class, () -> restarted.open(opened[0]))
                        .reason());
        // a coordinator that follows the protocol sends nothing again of a slot whose receipt the site has
        assertFalse(restarted.usedLast(opened[0].slot()));
        assertThrows(IllegalStateException.class, () -> restarted.refuse(opened[0].slot()));
        Receipt old = federation.lastReceipt();
        assertThrows(ViolationException.class, () -> restarted.accept(old));
    }

    private static SiteSession restart(Federation federation, MemoryStores disk) {
        SiteConfiguration site = new SiteConfiguration(
                federation.policy, federation.roster, federation.identities.get(0), disk, new ReleaseGuard(disk));
        return SiteSession.resume(site, federation.sites.get(0).progress()).orElseThrow();
    }

    /** A snapshot of the machine is restored and the slot is run again: the fresh nonce makes every key another. */
    @Test
    void restoredSnapshot_neverMasksWithTheSameKeysAgain() {
        Federation federation = new Federation(3, Federation.CLASSICAL);
        SiteSession one = restart(federation, federation.stores.get(0).snapshot());
        SiteSession two = restart(federation, federation.stores.get(0).snapshot());
        RoundOpen open = federation.coordinator.open(2).open();
        SiteSlot first = one.open(open);
        SiteSlot second = two.open(open);
        assertNotEquals(first.advertise().nonce(), second.advertise().nonce());
        CohortList cohort = new CohortList(
                open.digest(),
                List.of(
                        first.advertise(),
                        federation.sites.get(1).open(open).advertise(),
                        federation.sites.get(2).open(open).advertise()));
        ShareMessage made = first.share(cohort);
        assertThrows(ViolationException.class, () -> second.share(cohort));
        List<io.hedgerow.secureagg.message.Advertise> answers = new ArrayList<>(cohort.advertised());
        answers.set(
                0,
                restart(federation, federation.stores.get(0).snapshot())
                        .open(open)
                        .advertise());
        assertNotEquals(cohort.context(), new CohortList(open.digest(), answers).context());
        assertEquals(cohort.context(), made.ctx());
    }

    @Test
    void fullDisk_letsNothingLeave() {
        Federation federation = new Federation(3, Federation.CLASSICAL);
        federation.start(2, ReleaseRulesTest::nobody);
        CohortList cohort = federation.slot.closeAdvertise();
        for (int u = 0; u < 3; u++) {
            federation.slot.receive(federation.slots.get(u).share(cohort));
        }
        Map<Integer, RoundInput> requests = federation.slot.closeShares(federation.change(0));
        federation.stores.get(0).fail(true);
        SiteSlot slot = federation.slots.get(0);
        assertThrows(
                IllegalStateException.class, () -> slot.mask(requests.get(0), any -> LaneSource.of(new long[] {1, 1})));
        assertTrue(slot.isErased());
        RoundOpen next = federation.coordinator.open(2).open();
        assertThrows(IllegalStateException.class, () -> federation.sites.get(0).open(next));
        // a site that abstains leaves nothing either, and nothing waits to be settled
        SiteSlot other = federation.slots.get(1);
        assertThrows(
                RangeExceededException.class,
                () -> other.mask(requests.get(1), any -> {
                    throw new RangeExceededException(1);
                }));
        assertTrue(other.isErased());
        assertFalse(federation
                .sites
                .get(1)
                .guard()
                .waiting(federation.coordinator.terms().sid(), slot.number())
                .isPresent());
        MaskedInput made = federation.slots.get(2).mask(requests.get(2), any -> LaneSource.of(new long[] {1, 1}));
        assertTrue(made.lanes().size() == 16);
    }

    private static Receipt receipt(Federation federation, Octets ctx2, int signers) {
        List<Integer> included = List.of(0, 1, 2, 3, 4);
        Octets cons = Transcript.of("cons").octets(ctx2).sites(included).hash();
        List<Consistency> confirmations = new ArrayList<>();
        for (int u = 0; u < signers; u++) {
            confirmations.add(
                    new Consistency(cons, u, federation.identities.get(u).sign(cons)));
        }
        Octets previous = federation.coordinator.lastReceipt();
        Octets sid = federation.coordinator.terms().sid();
        long slot = federation.slot.open().slot();
        Receipt unsigned = new Receipt(previous, sid, slot, ctx2, cons, included, confirmations, Octets.empty());
        Octets signature = federation.coordinatorIdentity.sign(unsigned.digest());
        return new Receipt(previous, sid, slot, ctx2, cons, included, confirmations, signature);
    }

    @Test
    void receipt_settlesOnlyTheSumThatWasMaskedAndConfirmedByTheThreshold() {
        Federation federation = new Federation(5, Federation.CLASSICAL);
        assertThrows(
                BelowThresholdException.class,
                () -> federation.run(
                        inputs(5), federation.change(0), u -> u < 2 ? Federation.UNMASK : Federation.NEVER));
        SiteSession site = federation.sites.get(0);
        Octets sid = federation.coordinator.terms().sid();
        long slot = federation.slot.open().slot();
        Octets ctx2 = site.guard().waiting(sid, slot).orElseThrow().ctx2();
        Receipt otherSum = receipt(federation, sid, 5);
        assertEquals(
                Reason.CONTEXT,
                assertThrows(ViolationException.class, () -> site.accept(otherSum))
                        .reason());
        Receipt tooFew = receipt(federation, ctx2, 3);
        assertEquals(
                Reason.POLICY,
                assertThrows(ViolationException.class, () -> site.accept(tooFew))
                        .reason());
        assertTrue(site.guard().waiting(sid, slot).isPresent());
        assertTrue(site.accept(receipt(federation, ctx2, 4)));
        assertFalse(site.guard().waiting(sid, slot).isPresent());
    }
}
