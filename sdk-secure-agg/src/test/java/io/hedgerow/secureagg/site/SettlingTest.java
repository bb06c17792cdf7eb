package io.hedgerow.secureagg.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.ReleaseRecord;
import io.hedgerow.secureagg.policy.ReleaseRecord.Event;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose refusals settle a slot: those of the sites that share in it, which a site remembers with its masked input. */
class SettlingTest {

    private static final int SITES = 6;
    private static final long SLOT = 3;

    private final Federation federation = new Federation(SITES, Federation.CLASSICAL);
    private final Octets sid = federation.coordinator.terms().sid();

    /** A site that masked an input in a slot with these sites, and was started again since. */
    private SiteSession waiting(List<Integer> sharing, int refusals, boolean sharesAreOut) {
        Octets hash = Transcript.of("masked").hash();
        federation
                .stores
                .get(0)
                .append(new ReleaseRecord(Event.MASKED, sid, SLOT, hash, hash, 4, refusals, List.of(), sharing));
        if (sharesAreOut) {
            federation
                    .stores
                    .get(0)
                    .append(new ReleaseRecord(
                            Event.SHARES_RELEASED,
                            sid,
                            SLOT,
                            Octets.empty(),
                            Octets.empty(),
                            0,
                            0,
                            sharing,
                            List.of()));
        }
        return federation.restart(0);
    }

    private AbortCertificate refusedBy(int... sites) {
        List<Refusal> refusals = java.util.Arrays.stream(sites)
                .mapToObj(u -> federation.sites.get(u).refuse(SLOT))
                .toList();
        return federation.coordinator.certificate(SLOT, refusals);
    }

    private static void requireTooFew(SiteSession site, AbortCertificate certificate) {
        ViolationException refused = assertThrows(ViolationException.class, () -> site.accept(certificate));
        assertEquals(Reason.POLICY, refused.reason());
    }

    @Test
    void refusalsOfSitesOutsideTheSlot_doNotCount() {
        for (boolean sharesAreOut : new boolean[] {false, true}) {
            SiteSession site = waiting(List.of(0, 1, 2, 3), 2, sharesAreOut);
            requireTooFew(site, refusedBy(4, 5));
            requireTooFew(site, refusedBy(3, 4, 5));
            assertTrue(site.guard().waiting(sid, SLOT).isPresent());
            site.accept(refusedBy(2, 3));
            assertFalse(site.guard().waiting(sid, SLOT).isPresent());
        }
    }

    /** Nobody knows whose refusals would count, so that none do: the people of the site decide. */
    @Test
    void slotOfAnOlderMemory_isNotSettledByAnyRefusals() {
        SiteSession site = waiting(List.of(), 2, false);
        requireTooFew(site, refusedBy(1, 2, 3, 4, 5));
        site.guard().acceptUnsettled(sid, SLOT);
        assertFalse(site.guard().waiting(sid, SLOT).isPresent());
    }
}
