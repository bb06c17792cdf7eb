package io.hedgerow.secureagg.site;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.codec.LaneSource;
import io.hedgerow.secureagg.coordinator.SlotSum;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.CohortList;
import io.hedgerow.secureagg.message.Consistency;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.message.ReleasedShare;
import io.hedgerow.secureagg.message.RoundInput;
import io.hedgerow.secureagg.message.SurvivorList;
import io.hedgerow.secureagg.message.UnmaskRequest;
import io.hedgerow.secureagg.message.UnmaskShares;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A site that is killed while a sum is opened, and asked again. Four sites with the standard rules: t = n = 4, so a site that is lost there
 * without its shares is one too many.
 */
class PromiseTest {

    private static final int SITES = 4;

    private final Federation federation = new Federation(SITES, Federation.CLASSICAL);

    /** All sites have masked 10, 20, 30 and 40, but for those that are lost. */
    private SurvivorList masked(Federation sites, int present) {
        sites.start(2, u -> Federation.NEVER);
        CohortList cohort = sites.slot.closeAdvertise();
        sites.slots.forEach((u, slot) -> sites.slot.receive(slot.share(cohort)));
        Map<Integer, RoundInput> requests =
                sites.slot.closeShares(sites.change(sites.slot.open().slot()));
        for (int u = 0; u < present; u++) {
            long value = 10L * (u + 1);
            sites.slot.receive(sites.slots.get(u).mask(requests.get(u), any -> LaneSource.of(new long[] {value, 1})));
        }
        return sites.slot.closeMasked();
    }

    private UnmaskRequest confirmed(SurvivorList survivors) {
        federation.sites.forEach(site -> federation.slot.receive(site.confirm(survivors)));
        return federation.slot.closeConsistency();
    }

    private void requireSumOfAll() {
        SlotSum sum = federation.slot.finish((lanes, sites) -> {});
        assertArrayEquals(new long[] {100, 4}, sum.lanes());
        federation.sites.forEach(site -> site.accept(sum.receipt()));
        federation.stores.forEach(disk -> assertTrue(disk.promises().load().isEmpty(), "a settled slot is erased"));
    }

    @Test
    void killedBeforeItReleases_itReleasesAfterwards_andTheSumIsOpened() {
        UnmaskRequest request = confirmed(masked(federation, SITES));
        for (int u = 1; u < SITES; u++) {
            federation.slot.receive(federation.sites.get(u).unmask(request));
        }
        federation.slot.receive(federation.restart(0).unmask(request));
        requireSumOfAll();
    }

    @Test
    void killedAfterItReleased_itSendsTheSameBytes_asOftenAsItIsAsked() {
        UnmaskRequest request = confirmed(masked(federation, SITES));
        UnmaskShares lost = federation.sites.get(0).unmask(request);
        // the answer was lost, the site lives
        assertEquals(lost.encode(), federation.sites.get(0).unmask(request).encode());
        UnmaskShares again = federation.restart(0).unmask(request);
        assertEquals(lost.encode(), again.encode());
        assertEquals(lost.encode(), federation.restart(0).unmask(request).encode());
        for (int u = 1; u < SITES; u++) {
            federation.slot.receive(federation.sites.get(u).unmask(request));
        }
        federation.slot.receive(again);
        requireSumOfAll();
    }

    @Test
    void killedAfterItConfirmed_itConfirmsTheSame() {
        SurvivorList survivors = masked(federation, SITES);
        Consistency lost = federation.sites.get(0).confirm(survivors);
        assertEquals(lost, federation.sites.get(0).confirm(survivors));
        assertEquals(lost, federation.restart(0).confirm(survivors));
        UnmaskRequest request = confirmed(survivors);
        federation.sites.forEach(site -> federation.slot.receive(site.unmask(request)));
        requireSumOfAll();
    }

    /** What could open the sum was only in memory: then nobody has released, and enough sites can refuse. */
    @Test
    void killedBeforeItConfirmed_itHasNothingToRelease_andTheSlotIsRefused() {
        SurvivorList survivors = masked(federation, SITES);
        for (int u = 1; u < SITES; u++) {
            federation.slot.receive(federation.sites.get(u).confirm(survivors));
        }
        SiteSession restarted = federation.restart(0);
        assertEquals(Reason.ORDER, refusedFor(() -> restarted.confirm(survivors)));
        settle();
        federation.stores.forEach(disk -> assertTrue(disk.promises().load().isEmpty()));
    }

    /** With one site lost before the sum: shares of its key leave, and of its own seed never. */
    @Test
    void theOtherKindOfShare_isErasedWhenTheSurvivorsAreConfirmed() {
        Federation sites = new Federation(5, Federation.CLASSICAL);
        SurvivorList survivors = masked(sites, 4);
        Consistency first = sites.sites.get(0).confirm(survivors);
        PromisedShares kept = sites.stores.get(0).promises().load().orElseThrow();
        assertEquals(List.of(0, 1, 2, 3), kept.survivors());
        List<ReleasedShare> shares = kept.shares(0).shares();
        assertEquals(
                List.of(0, 1, 2, 3, 4),
                shares.stream().map(ReleasedShare::owner).toList());
        assertEquals("PromisedShares[slot=0, survivors=[0, 1, 2, 3]]", kept.toString());
        // a coordinator that says now that fewer sites are in the sum gets nothing, now or later
        SurvivorList other = new SurvivorList(
                survivors.ctx2(),
                survivors.survivors().subList(0, 3),
                sites.coordinatorIdentity.sign(
                        new SurvivorList(survivors.ctx2(), survivors.survivors().subList(0, 3), first.signature())
                                .digest()));
        SiteSession restarted = sites.restart(0);
        assertEquals(Reason.CONTEXT, refusedFor(() -> restarted.confirm(other)));
        assertEquals(Reason.ORDER, refusedFor(() -> restarted.confirm(survivors)));
        assertTrue(sites.stores.get(0).promises().load().isEmpty());
    }

    @Test
    void tooFewConfirmations_orOfSomethingElse_releaseNothing_andEraseThePromise() {
        UnmaskRequest request = confirmed(masked(federation, SITES));
        SiteSession few = federation.restart(0);
        assertEquals(
                Reason.POLICY,
                refusedFor(() -> few.unmask(new UnmaskRequest(
                        request.cons(), request.confirmations().subList(0, 3)))));
        assertEquals(Reason.ORDER, refusedFor(() -> few.unmask(request)));
        SiteSession other = federation.restart(1);
        assertEquals(
                Reason.CONTEXT,
                refusedFor(() -> other.unmask(
                        new UnmaskRequest(federation.coordinator.lastReceipt(), request.confirmations()))));
        assertEquals(Reason.ORDER, refusedFor(() -> federation.restart(1).unmask(request)));
        assertFalse(few.guard().hasReleasedShares(federation.coordinator.terms().sid(), 0));
    }

    @Test
    void whoRefused_hasNoSharesAnyMore_alsoAfterARestart() {
        UnmaskRequest request = confirmed(masked(federation, SITES));
        federation.restart(0).refuse(0);
        assertEquals(Reason.ORDER, refusedFor(() -> federation.sites.get(0).unmask(request)));
        assertEquals(Reason.ORDER, refusedFor(() -> federation.restart(0).unmask(request)));
    }

    @Test
    void whoReleased_doesNotRefuse_alsoAfterARestart() {
        UnmaskRequest request = confirmed(masked(federation, SITES));
        federation.sites.get(0).unmask(request);
        assertThrows(IllegalStateException.class, () -> federation.restart(0).refuse(0));
    }

    @Test
    void anotherSlot_endsThePromise() {
        SurvivorList survivors = masked(federation, SITES);
        UnmaskRequest request = confirmed(survivors);
        federation.start(2, u -> Federation.NEVER);
        assertEquals(Reason.ORDER, refusedFor(() -> federation.sites.get(0).unmask(request)));
        assertEquals(Reason.ORDER, refusedFor(() -> federation.restart(0).unmask(request)));
    }

    /** With a trusted coordinator both steps are one: the answer is kept before it leaves. */
    @Test
    void trustedCoordinator_getsTheSameAnswerAgain() {
        AggregationPolicy trusting = Federation.TRUSTING;
        Federation sites = new Federation(SITES, trusting);
        SurvivorList survivors = masked(sites, SITES);
        UnmaskShares lost = sites.sites.get(0).unmask(survivors);
        sites.slot.receive(sites.restart(0).unmask(survivors));
        assertEquals(lost.encode(), sites.sites.get(0).unmask(survivors).encode());
        assertEquals(Reason.ORDER, refusedFor(() -> sites.sites.get(0).confirm(survivors)));
        for (int u = 1; u < SITES; u++) {
            sites.slot.receive(sites.sites.get(u).unmask(survivors));
        }
        assertArrayEquals(
                new long[] {100, 4}, sites.slot.finish((lanes, count) -> {}).lanes());
    }

    private void settle() {
        List<Refusal> refusals = new ArrayList<>();
        federation.sites.forEach(site -> refusals.add(site.refuse(0)));
        AbortCertificate certificate = federation.coordinator.certificate(0, refusals);
        federation.sites.forEach(site -> site.accept(certificate));
        federation.sites.forEach(
                site -> assertTrue(site.guard().waiting(site.terms().sid(), 0).isEmpty()));
    }

    private static Reason refusedFor(Runnable step) {
        return assertThrows(ViolationException.class, step::run).reason();
    }
}
