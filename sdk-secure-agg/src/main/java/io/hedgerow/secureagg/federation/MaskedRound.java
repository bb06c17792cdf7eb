package io.hedgerow.secureagg.federation;

import io.hedgerow.core.round.Payload;
import io.hedgerow.core.round.ProtocolException;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.core.round.Task;
import io.hedgerow.secureagg.coordinator.CoordinatorSession;
import io.hedgerow.secureagg.coordinator.CoordinatorSlot;
import io.hedgerow.secureagg.coordinator.Dispute;
import io.hedgerow.secureagg.coordinator.SlotSum;
import io.hedgerow.secureagg.message.Advertise;
import io.hedgerow.secureagg.message.BadBox;
import io.hedgerow.secureagg.message.BelowThresholdException;
import io.hedgerow.secureagg.message.BelowThresholdException.Step;
import io.hedgerow.secureagg.message.Blame;
import io.hedgerow.secureagg.message.CohortList;
import io.hedgerow.secureagg.message.Consistency;
import io.hedgerow.secureagg.message.MaskedInput;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.RoundInput;
import io.hedgerow.secureagg.message.ShareMessage;
import io.hedgerow.secureagg.message.SurvivorList;
import io.hedgerow.secureagg.message.UnmaskRequest;
import io.hedgerow.secureagg.message.UnmaskShares;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.CoordinatorTrust;
import io.hedgerow.secureagg.site.BlameVerdict;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/** One slot of a round: its offline half before the task, its online half after the updates. Not thread-safe. */
final class MaskedRound {

    private static final int TRIES = 8;

    private final OpenSession chain;
    private final CoordinatorSession session;
    private final CoordinatorSlot slot;
    private final SummedStudy sums;
    private final Members members;
    private final AggregationLog log;
    private final Set<Integer> announced = new HashSet<>();
    private final Set<Integer> masked = new HashSet<>();

    MaskedRound(OpenSession chain, SummedStudy sums, Members members, AggregationLog log) {
        this.chain = chain;
        this.session = chain.session();
        this.slot = chain.open(sums.layout().lanes());
        this.sums = sums;
        this.members = members;
        this.log = log;
        log.opened();
    }

    int numberOf(SiteId site) {
        return members.number(site);
    }

    /**
     * Who takes part.
     *
     * @return sites that say that they are not in the session; those that are silent are not among them
     * @throws ProtocolException when the round cannot do without a site that was convicted
     */
    Set<SiteId> announce(int round) throws InterruptedException {
        requireEnough(round, Math.max(sums.fewest(round), slot.open().threshold()));
        Set<SiteId> outside = new TreeSet<>();
        Map<Integer, Payload> openings = new TreeMap<>();
        for (int site : asked()) {
            List<Message> opening = chain.owedTo(site);
            opening.add(slot.open());
            openings.put(site, Envelope.of(opening));
        }
        members.ask(openings, (site, messages) -> {
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

    /** Whether as many take part as a slot and the round need. */
    boolean isEnough(Task task) {
        int slotNeeds = Math.max(slot.open().threshold(), slot.open().minCohort());
        return announced.size() >= Math.max(slotNeeds, sums.fewest(task.round()));
    }

    /** Their shares, and what is summed. */
    void share(Task task, int attempt) throws InterruptedException {
        int fewest = sums.fewest(task.round());
        CohortList cohort = slot.closeAdvertise();
        require(Step.ADVERTISE, cohort.sites().size(), fewest);
        members.ask(
                cohort.sites(),
                Envelope.of(cohort),
                (site, messages) -> slot.receive(Members.only(ShareMessage.class, site, messages)));
        Map<Integer, RoundInput> inputs = closeShares(task, attempt);
        require(Step.SHARE, inputs.size(), fewest);
        Map<Integer, Payload> questions = new TreeMap<>();
        inputs.forEach((site, input) -> questions.put(site, Envelope.of(input)));
        Map<Integer, BadBox> complaints = new TreeMap<>();
        members.ask(questions, (site, messages) -> {
            if (!messages.isEmpty()) {
                complaints.put(site, Members.only(BadBox.class, site, messages));
            }
        });
        judge(complaints);
    }

    private Map<Integer, RoundInput> closeShares(Task task, int attempt) {
        try {
            return slot.closeShares(sums.terms(task, attempt, session.lastReceipt()));
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

    private Set<Integer> asked() {
        Set<Integer> asked = new TreeSet<>(members.all().keySet());
        asked.removeAll(chain.convicted());
        return asked;
    }

    /**
     * Shows accusers the signed shares of those they accuse. One that can prove that the other signed a bad box ends the slot, in which nobody
     * has masked anything, and the next slot is without the other. One that cannot is on its own: perhaps the box was changed on the way.
     */
    private void judge(Map<Integer, BadBox> complaints) throws InterruptedException {
        Map<Integer, Payload> questions = new TreeMap<>();
        complaints.forEach((site, complaint) -> {
            if (slot.sharing().contains(complaint.accused())) {
                questions.put(site, Envelope.of(slot.evidence(complaint.accused())));
            }
        });
        if (questions.isEmpty()) {
            return;
        }
        Set<Integer> guilty = new TreeSet<>();
        members.ask(questions, (site, messages) -> {
            Blame blame = Members.only(Blame.class, site, messages);
            if (slot.sharing().contains(blame.accused())
                    && BlameVerdict.convicts(session.terms(), blame, slot.evidence(blame.accused()))) {
                guilty.add(blame.accused());
            }
        });
        guilty.forEach(site -> {
            chain.convict(site);
            members.trouble(site, "signed a box that is bad");
        });
        if (!guilty.isEmpty()) {
            // a site that misses the next opening must not mask for this one, and have nobody to settle it
            settle(members);
            int one = guilty.iterator().next();
            throw ViolationException.bySite(Reason.BOX, one, members.site(one).value() + " signed a box that is bad");
        }
    }

    /** Without a site that was convicted a round that needs everyone has no sum, and no further slot would change that. */
    private void requireEnough(int round, int fewest) {
        if (asked().size() < fewest) {
            List<SiteId> convicted =
                    chain.convicted().stream().map(members::site).sorted().toList();
            throw new ProtocolException("round " + round + " needs " + fewest + " sites and cannot do without "
                    + convicted + ", which signed a bad box for another site: its people must find out why");
        }
    }

    private static void require(Step step, int have, int fewest) {
        if (have < fewest) {
            throw new BelowThresholdException(step, have, fewest);
        }
    }

    void receive(MaskedInput input) {
        slot.receive(input);
        masked.add(input.signed().site());
        chain.hasAll(input.signed().site());
    }

    /** Opens the sum, unless it is over fewer sites than the round needs: then no share has left, and the round can be tried again. */
    SlotSum unmask(Members now, int fewest) throws InterruptedException {
        session.terms().participants().stream()
                .filter(site -> !masked.contains(site))
                .forEach(site -> {
                    chain.mayLack(site);
                    now.trouble(site, "has no masked input in the sum");
                });
        SurvivorList survivors = slot.closeMasked();
        require(Step.MASK, survivors.sites().size(), fewest);
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
        return slot.finish(sums.layout()::check);
    }

    /** The sum stands and is kept: from here on it has a receipt. */
    void released(SlotSum sum) {
        session.append(sum.receipt());
        log.released();
    }

    /**
     * Asks for one message of each site, and those that were silent again while too few have answered: a slot that breaks off here may
     * have released its sum, and then the round cannot be tried again. Returns who did not answer.
     */
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
            now.ask(new TreeMap<>(silent), (site, messages) -> {
                M message = Members.only(kind, site, messages);
                Members.requireOwn(site, sender.applyAsInt(message));
                receiver.accept(message);
                silent.remove(site);
            });
        }
        return silent.keySet();
    }

    private static Map<Integer, Payload> toAll(Collection<Integer> sites, List<Message> messages) {
        Payload question = Envelope.of(messages);
        Map<Integer, Payload> questions = new TreeMap<>();
        sites.forEach(site -> questions.put(site, question));
        return questions;
    }

    /**
     * Asks everyone to swear off this slot.
     *
     * @return true when so many did that it can release nothing any more
     */
    boolean settle(Members now) throws InterruptedException {
        return chain.settle(slot.open().slot(), now);
    }
}
