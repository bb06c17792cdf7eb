// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.protocol.RepeatedMessageException;
import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorHandshake;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionStart;
import io.hedgerow.secureagg.internal.message.SessionMessage.SiteNonce;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.site.SiteConfiguration;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a coordinator can make of a site's handshake with steps that fail. */
class SiteKeyExchangeTest {

    private static final int SITES = 4;
    /** The site that is lied to has larger and smaller numbers around it. */
    private static final int VICTIM = 1;

    private final List<SiteKeyExchange> sites = new ArrayList<>();
    private CoordinatorHandshake handshake;

    private void begin(Suite suite) {
        Federation federation =
                new Federation(SITES, AggregationPolicy.standard().with(suite));
        for (SiteConfiguration site : federation.configurations) {
            sites.add(new SiteKeyExchange(site));
        }
        handshake = new CoordinatorHandshake(
                federation.policy, federation.roster, federation.coordinatorIdentity, new SecureRandom());
    }

    private List<Message> answered(int site, List<? extends Message> messages) {
        return Envelope.fromSite(sites.get(site).answer(List.copyOf(messages)), site);
    }

    private void greet() {
        for (int u = 0; u < SITES; u++) {
            handshake.receive(
                    (SiteNonce) answered(u, List.of(handshake.offer())).get(0));
        }
        SessionStart start = handshake.start();
        for (int u = 0; u < SITES; u++) {
            handshake.receive((Hello) answered(u, List.of(start)).get(0));
        }
    }

    private void encapsulate(int site) {
        answered(site, handshake.hellos()).forEach(one -> handshake.receive((Encapsulated) one));
    }

    private List<Message> lastStep(int site) {
        List<Message> all = new ArrayList<>(handshake.hellos());
        all.addAll(handshake.ciphertextsFor(site));
        return all;
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void lastStep_whenItFailed_isNotTakenAgain(Suite suite) {
        begin(suite);
        greet();
        for (int u = 0; u < SITES; u++) {
            encapsulate(u);
        }
        SiteKeyExchange victim = sites.get(VICTIM);
        List<Message> right = lastStep(VICTIM);
        List<Message> lacking = new ArrayList<>(right);
        lacking.remove(SITES - 1);
        assertThrows(ViolationException.class, () -> victim.answer(lacking));
        // the private key is erased, and chains of zeros would follow from what everyone knows
        assertThrows(RepeatedMessageException.class, () -> victim.answer(right));
        assertTrue(victim.session().isEmpty());
        assertEquals(0, sites.get(0).answer(lastStep(0)).size());
        assertTrue(sites.get(0).session().isPresent());
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void stepBefore_whenItFailed_erasesNothingAndIsTakenAgain(Suite suite) {
        begin(suite);
        greet();
        List<Hello> lacking = handshake.hellos().subList(0, SITES - 1);
        assertThrows(ViolationException.class, () -> answered(VICTIM, lacking));
        for (int u = 0; u < SITES; u++) {
            encapsulate(u);
        }
        assertFalse(sites.get(VICTIM).session().isPresent());
        sites.get(VICTIM).answer(lastStep(VICTIM));
        assertTrue(sites.get(VICTIM).session().isPresent());
    }
}
