// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.secureagg.internal.coordinator.BelowThresholdException;
import io.hedgerow.secureagg.internal.coordinator.BelowThresholdException.Step;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive.DecidedCohort;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSession;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot.Dispute;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot.SlotSum;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.BadBox;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * Runs one slot for a round: key sharing before the task is sent, the masked sum after the updates. Not thread-safe.
 */
final class MaskedRound {

    /** The number of times that sites are asked for a confirmation, and for shares, while too few have answered. */
    private static final int TRIES = 8;

    private final CoordinatorSession session;
    private final CoordinatorSlot slot;
    private final SummedStudy sums;
    private final InputTerms terms;
    private final Members members;
    private final CoordinatorArchive archive;
    private final Octets subject;
    /** All of them, or the only sites over which this round's sum can be. */
    private final List<Integer> asked;

    private final int fewest;
    private final Set<Integer> announced = new HashSet<>();
    private final Set<Integer> masked = new HashSet<>();

    MaskedRound(
            CoordinatorSession session,
            SummedStudy sums,
            InputTerms terms,
            Members members,
            CoordinatorArchive archive) {
        this.session = session;
        this.slot = session.open(sums.layout(round(terms)).lanes());
        this.sums = sums;
        this.terms = terms;
        this.members = members;
        this.archive = archive;
        this.subject = ReleaseGuard.subjectOf(terms);
        List<Integer> decided = archive.last()
                .filter(cohort -> cohort.subject().equals(subject))
                .map(DecidedCohort::sites)
                .orElse(List.of());
        this.asked = decided.isEmpty() ? members.asked() : decided;
        int needed =
                decided.isEmpty() ? sums.fewest(round(terms), members.excluded().size()) : decided.size();
        this.fewest =
                Math.max(needed, Math.max(slot.open().threshold(), slot.open().minCohort()));
    }

    int numberOf(SiteId site) {
        return members.number(site);
    }

    /** Asks who takes part, and returns the sites that say that they are not in the session. */
    Set<SiteId> announce() throws InterruptedException {
        Set<SiteId> outside = new TreeSet<>();
        members.ask(asked, Envelope.of(slot.open()), (site, messages) -> {
            if (messages.isEmpty()) {
                outside.add(members.site(site));
                members.trouble(site, "says that it is not in the session");
            } else {
                slot.receive(Members.only(Advertise.class, site, messages));
                announced.add(site);
            }
        });
        return outside;
    }

    boolean isEnough() {
        return announced.size() >= fewest;
    }

    /**
     * Collects shares and fixes what is summed. Only the two ends of a bad box know who is to blame, so both are named.
     */
    void share() throws InterruptedException {
        require(Step.ADVERTISE, announced.size());
        CohortList cohort = slot.closeAdvertise();
        members.ask(
                cohort.sites(),
                Envelope.of(cohort),
                (site, messages) -> slot.receive(Members.only(ShareMessage.class, site, messages)));
        Map<Integer, RoundInput> inputs = closeShares();
        require(Step.SHARE, inputs.size());
        Map<Integer, Payload> questions = new TreeMap<>();
        inputs.forEach((site, input) -> questions.put(site, Envelope.of(input)));
        List<Integer> ready = new ArrayList<>();
        members.ask(questions, (site, messages) -> {
            if (messages.isEmpty()) {
                ready.add(site);
            } else {
                BadBox complaint = Members.only(BadBox.class, site, messages);
                Members.requireOwn(site, complaint.accuser());
                if (!inputs.containsKey(complaint.accused())) {
                    throw ViolationException.bySite(
                            Reason.CONTEXT,
                            site,
                            "must complain about a box of this slot, which site " + complaint.accused() + " has not");
                }
                String pair =
                        " the box that " + members.site(complaint.accused()).value() + " sent to "
                                + members.site(site).value();
                members.trouble(site, "complains about" + pair);
                members.trouble(complaint.accused(), "is said to have sealed badly" + pair);
            }
        });
        require(Step.MASK, ready.size());
    }

    private Map<Integer, RoundInput> closeShares() {
        try {
            return slot.closeShares(terms);
        } finally {
            for (Dispute dispute : slot.disputes()) {
                String between = "%s and %s commit to different keys for each other";
                String pair = between.formatted(
                        members.site(dispute.one()).value(),
                        members.site(dispute.other()).value());
                members.trouble(dispute.one(), "is in a dispute: " + pair);
                members.trouble(dispute.other(), "is in a dispute: " + pair);
            }
        }
    }

    private void require(Step step, int have) {
        if (have < fewest) {
            throw new BelowThresholdException(step, have, fewest);
        }
    }

    void receive(MaskedInput input) {
        slot.receive(input);
        masked.add(input.signed().site());
    }

    /** Opens the sum, unless it is over fewer sites than the round needs: then no share has left. */
    SlotSum unmask(Members now) throws InterruptedException {
        asked.stream()
                .filter(site -> !masked.contains(site))
                .forEach(site -> now.trouble(site, "has no masked input in the sum"));
        require(Step.MASK, masked.size());
        SurvivorList survivors = slot.closeMasked();
        if (!sums.purpose().needsAll() || sums.isOneRelease()) {
            archive.decided(new DecidedCohort(subject, survivors.sites()));
        }
        int needed = slot.open().threshold();
        Map<Integer, Payload> questions = toAll(survivors.sites(), List.of(survivors));
        if (session.terms().policy().trust() == CoordinatorTrust.MALICIOUS) {
            Set<Integer> silent = askAll(now, questions, needed, Consistency.class, Consistency::site, slot::receive);
            UnmaskRequest unmask = slot.closeConsistency();
            // who has not confirmed does both at once
            questions = toAll(survivors.sites(), List.of(unmask));
            questions.putAll(toAll(silent, List.of(survivors, unmask)));
        }
        askAll(now, questions, needed, UnmaskShares.class, UnmaskShares::site, slot::receive);
        return slot.finish(sums.layout(round(terms))::check);
    }

    private static int round(InputTerms terms) {
        return Math.toIntExact(terms.round());
    }

    /** Asks each site for a message, and the silent ones again while too few answered; returns those that did not. */
    private static <M extends Message> Set<Integer> askAll(
            Members now,
            Map<Integer, Payload> questions,
            int needed,
            Class<M> kind,
            ToIntFunction<M> sender,
            Consumer<M> receiver)
            throws InterruptedException {
        Map<Integer, Payload> silent = new TreeMap<>(questions);
        for (int tries = 0; tries < TRIES && questions.size() - silent.size() < needed; tries++) {
            now.needs(tries == 0 ? 0 : needed);
            now.ask(new TreeMap<>(silent), (site, messages) -> {
                M message = Members.only(kind, site, messages);
                Members.requireOwn(site, sender.applyAsInt(message));
                receiver.accept(message);
                silent.remove(site);
            });
        }
        now.needs(0);
        return silent.keySet();
    }

    private static Map<Integer, Payload> toAll(Collection<Integer> sites, List<Message> messages) {
        Payload question = Envelope.of(messages);
        Map<Integer, Payload> questions = new TreeMap<>();
        sites.forEach(site -> questions.put(site, question));
        return questions;
    }
}
