// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.internal.protocol.RepeatedMessageException;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecureUpdateProtectorTest {

    private static final Octets ANY = Octets.takeOver(new byte[32]);

    private final List<SiteId> sites = List.of(new SiteId("a"), new SiteId("b"), new SiteId("c"));
    private final SecureUpdateProtector protector = new SimulatedConsortium(sites, AggregationPolicy.standard())
            .protector(
                    sites.get(0),
                    SummedStudy.changes(
                            Sites.study(3, CommunicationPolicy.economical(0.3).inSteps(), 3)));

    private void ask(List<Message> messages) {
        protector.answer(new CoordinatorMessage.Question("study", 0, 0, Envelope.of(messages)));
    }

    /** They were answered one within the other, so that a long question ended the thread. */
    @Test
    void questionOfASlot_withMoreMessagesThanAnyHas_isRefused() {
        Message list = new SurvivorList(ANY, List.of(), Octets.takeOver(new byte[64]));
        Message request = new UnmaskRequest(ANY, List.of());
        for (List<Message> messages : List.of(
                Collections.nCopies(3, list),
                List.of(list, list),
                List.of(request, request),
                List.of(list, request, request))) {
            ProtocolException refused = assertThrows(ProtocolException.class, () -> ask(messages));
            assertEquals(
                    "a question of a slot must be one message, or a list of survivors and the request for shares, was "
                            + messages.size() + " messages",
                    refused.getMessage());
        }
        // these two may come at once; this site is in no slot that they could be of
        assertThrows(RepeatedMessageException.class, () -> ask(List.of(list, request)));
    }
}
