// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorHandshake;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionStart;
import io.hedgerow.secureagg.internal.message.SessionMessage.SiteNonce;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.SessionTerms;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Of a roster of seven two may collude, and the coordinator chooses who is in a session and in a slot: those two and
 * one other, if a site lets it.
 */
class PartOfTheRosterTest {

    private static final int ROSTER = 7;

    private final Federation federation = new Federation(ROSTER, Federation.CLASSICAL);

    /** What sites say to a session of the first ones. */
    private void join(int sites) {
        CoordinatorHandshake handshake = new CoordinatorHandshake(
                federation.policy, federation.roster, federation.coordinatorIdentity, new SecureRandom());
        List<SiteHandshake> hands = new ArrayList<>();
        List<SiteNonce> nonces = new ArrayList<>();
        for (int u = 0; u < sites; u++) {
            hands.add(new SiteHandshake(federation.configurations.get(u)));
            nonces.add(hands.get(u).accept(handshake.offer()));
        }
        SessionStart start = new SessionStart(handshake.offer().digest(), nonces);
        hands.forEach(hand -> hand.hello(start));
    }

    @Test
    void sessionOfTooFew_isNotJoined() {
        for (int sites = 3; sites < 5; sites++) {
            int few = sites;
            assertEquals(
                    Reason.POLICY,
                    assertThrows(ViolationException.class, () -> join(few)).reason());
        }
        // three that do not collude are in every sum of five
        join(5);
        join(ROSTER);
    }

    @Test
    void slotOfFewerThanTheSession_isNotTakenPartIn() {
        Octets sid = federation.coordinator.terms().sid();
        Octets policy = SessionTerms.hashOf(federation.policy);
        for (int sites = 3; sites < ROSTER; sites++) {
            RoundOpen unsigned = new RoundOpen(sid, 0, sites, sites, 3, policy, Octets.empty());
            RoundOpen open = new RoundOpen(
                    sid, 0, sites, sites, 3, policy, federation.coordinatorIdentity.sign(unsigned.digest()));
            assertEquals(
                    Reason.POLICY,
                    assertThrows(
                                    ViolationException.class,
                                    () -> federation.sites.get(6).open(open))
                            .reason());
        }
        assertEquals(0, federation.sites.get(6).nextSlot());
    }
}
