// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.policy.Roster;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Sends questions to sites by their roster numbers, and checks their replies. A reply that is not sound counts as none.
 */
final class Members {

    private final Map<SiteId, Integer> numbers = new TreeMap<>();
    private final Map<Integer, SiteId> sites = new TreeMap<>();
    private final Dialogue dialogue;
    private final AggregationLog log;

    Members(Roster roster, Dialogue dialogue, AggregationLog log) {
        this.dialogue = dialogue;
        this.log = log;
        for (int i = 0; i < roster.size(); i++) {
            SiteId site = new SiteId(roster.members().get(i).name());
            numbers.put(site, i);
            sites.put(i, site);
        }
    }

    /** Takes a reply, and throws a violation when it is not sound. */
    interface Receiver {
        void receive(int site, List<Message> messages);
    }

    boolean areAll() {
        return dialogue.sites().equals(numbers.keySet());
    }

    List<Integer> asked() {
        return sites.keySet().stream()
                .filter(number -> !excluded().contains(sites.get(number)))
                .toList();
    }

    /** The sites without which the study goes on. */
    Set<SiteId> excluded() {
        return dialogue.excluded();
    }

    void needs(int fewest) {
        dialogue.needs(fewest);
    }

    SiteId site(int number) {
        SiteId site = sites.get(number);
        if (site == null) {
            throw new IllegalArgumentException("number must be that of a site in the roster, was " + number);
        }
        return site;
    }

    int number(SiteId site) {
        Integer number = numbers.get(site);
        if (number == null) {
            throw new ProtocolException("site " + site.value() + " must be in the roster, is not");
        }
        return number;
    }

    void ask(Map<Integer, Payload> questions, Receiver receiver) throws InterruptedException {
        Map<SiteId, Payload> bySite = new TreeMap<>();
        questions.forEach((number, payload) -> bySite.put(site(number), payload));
        Map<SiteId, Payload> answers = dialogue.ask(bySite);
        log.asked(bySite.values(), answers.values());
        bySite.keySet().stream().filter(site -> !answers.containsKey(site)).forEach(log::silent);
        answers.forEach((site, payload) -> {
            int number = number(site);
            try {
                receiver.receive(number, Envelope.fromSite(payload, number));
                log.answered(site);
            } catch (ViolationException | ProtocolException e) {
                log.refused(site, e);
            }
        });
    }

    void ask(Iterable<Integer> to, Payload question, Receiver receiver) throws InterruptedException {
        Map<Integer, Payload> questions = new TreeMap<>();
        to.forEach(number -> questions.put(number, question));
        ask(questions, receiver);
    }

    /** Notes what a site did or left out, for the reader who asks why a round has no sum. */
    void trouble(int number, String what) {
        log.trouble(site(number), what);
    }

    static <M extends Message> M only(Class<M> kind, int site, List<Message> messages) {
        if (messages.size() != 1 || !kind.isInstance(messages.get(0))) {
            throw ViolationException.bySite(
                    ViolationException.Reason.ORDER, site, "must answer with one " + kind.getSimpleName());
        }
        return kind.cast(messages.get(0));
    }

    /** A signed message counts for the site that sent it: relayed by another, it would count twice. */
    static void requireOwn(int site, int signer) {
        if (signer != site) {
            throw ViolationException.bySite(
                    ViolationException.Reason.CONTEXT, site, "must answer for itself, answered for site " + signer);
        }
    }
}
