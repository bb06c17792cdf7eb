package io.hedgerow.secureagg.federation;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.round.Aggregate;
import io.hedgerow.core.round.ProtectedUpdate;
import io.hedgerow.core.round.ProtocolException;
import io.hedgerow.core.round.RepeatRoundException;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.core.round.Task;
import io.hedgerow.core.spi.Aggregator;
import io.hedgerow.core.spi.Dialogue;
import io.hedgerow.secureagg.codec.CorruptSumException;
import io.hedgerow.secureagg.codec.RunningTotal;
import io.hedgerow.secureagg.coordinator.SlotSum;
import io.hedgerow.secureagg.key.SigningIdentity;
import io.hedgerow.secureagg.message.BelowThresholdException;
import io.hedgerow.secureagg.message.MaskedInput;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.Purpose;
import io.hedgerow.secureagg.policy.Roster;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sums masked updates: the coordinator learns the sum over the sites that took part, and nothing else of them. Before each task it opens
 * a slot with the sites; after the updates have come it asks who is in the sum and for the shares that take the masks away.
 *
 * <p>A slot that fails before inputs were masked is opened anew. After that it is tried again only when enough sites have sworn to release
 * nothing in it; otherwise the round has no sum. Sessions are renewed after 24 hours or 1,000 slots. Not thread-safe.
 */
public final class SecureAggregator implements Aggregator {

    /** Slots for one round, before it is given up. */
    private static final int ATTEMPTS = 10;

    private final SummedStudy sums;
    private final Roster roster;
    private final Opening opening;
    private final AggregationLog log = new AggregationLog();
    private @Nullable RunningTotal total;
    private @Nullable Members members;
    private @Nullable MaskedRound live;
    private @Nullable Task task;
    private int attempt;

    /**
     * An aggregator of one study.
     *
     * @param sums what is summed
     * @param policy the rules, those of the sites
     * @param roster who may take part, with the sites' names in the study
     * @param identity the coordinator's key, that of the roster
     * @param clock for the age of sessions
     */
    public SecureAggregator(
            SummedStudy sums, AggregationPolicy policy, Roster roster, SigningIdentity identity, Clock clock) {
        this.sums = Objects.requireNonNull(sums, "sums");
        this.roster = Objects.requireNonNull(roster, "roster");
        this.opening = new Opening(policy, roster, identity, new SecureRandom(), clock);
        if (roster.size() != sums.study().sites()) {
            throw new IllegalArgumentException(
                    "the roster must have the study's " + sums.study().sites() + " sites, has " + roster.size());
        }
        log.thresholds(policy.threshold(roster.size()), policy.colluding(roster.size()), policy.minCohort());
    }

    @Override
    public String id() {
        return SecureUpdateProtector.ID;
    }

    /**
     * How many sites there are.
     *
     * @return size of the roster
     */
    public int sites() {
        return roster.size();
    }

    /**
     * What happened so far.
     *
     * @return slots, attempts, questions and bytes
     */
    public AggregationReport report() {
        return log.report();
    }

    @Override
    public void prepare(Task next, Dialogue dialogue) throws InterruptedException {
        Members named = members(dialogue);
        attempt = next.equals(task) ? attempt : 0;
        task = next;
        for (int tries = 0; tries < ATTEMPTS; tries++, attempt++) {
            try {
                open(named);
                attempt++;
                return;
            } catch (BelowThresholdException | ViolationException e) {
                live = null;
                log.failed(e);
            }
        }
        throw new ProtocolException(
                "round " + next.round() + " could not be prepared in " + ATTEMPTS + " attempts: " + log.lastFailure());
    }

    private Members members(Dialogue dialogue) {
        Members known = members;
        Members now = new Members(roster, dialogue, log);
        members = now;
        if (known == null && !now.areAll()) {
            throw new IllegalArgumentException(
                    "the roster must name the sites of the study, " + dialogue.sites() + ", named "
                            + roster.members().stream().map(Roster.Member::name).toList());
        }
        return now;
    }

    private void open(Members named) throws InterruptedException {
        MaskedRound round = new MaskedRound(opening.session(named), sums, named, log);
        live = round;
        if (!round.prepare(required(task), attempt)) {
            opening.forget();
            throw ViolationException.byCoordinator(
                    ViolationException.Reason.CONTEXT, "a site has lost the session: another one is needed");
        }
    }

    @Override
    public void check(int round, ProtectedUpdate update) {
        MaskedRound open = live;
        if (open == null
                || required(task).round() != round
                || update.round() != round
                || !update.study().equals(sums.study().name())
                || !update.protection().equals(id())) {
            throw new ProtocolException("expected an update of study "
                    + sums.study().name() + ", round " + round
                    + ", with protection " + id() + ", was of study " + update.study() + ", round " + update.round()
                    + ", with protection " + update.protection());
        }
        try {
            int number = open.numberOf(update.site());
            List<Message> messages = Envelope.fromSite(update.payload(), number);
            if (messages.size() != 1
                    || !(messages.get(0) instanceof MaskedInput input)
                    || input.signed().site() != number) {
                throw new ProtocolException("an update must be the sender's masked input, was not");
            }
            open.receive(input);
        } catch (ViolationException e) {
            throw new ProtocolException(e.reason() + ": " + e.getMessage());
        }
    }

    @Override
    public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue)
            throws InterruptedException {
        Set<SiteId> senders = new HashSet<>();
        for (ProtectedUpdate update : updates) {
            check(round, update);
            if (!senders.add(update.site())) {
                throw new ProtocolException("site " + update.site().value() + " sent two updates for round " + round);
            }
        }
        Members named = members(dialogue);
        MaskedRound open = requiredRound();
        live = null;
        try {
            return released(round, open.unmask(named, sums.needsAll(round)), named);
        } catch (BelowThresholdException | ViolationException | CorruptSumException e) {
            log.failed(e);
        }
        String why = "round " + round + " has no sum: " + log.lastFailure();
        if (open.settle(named)) {
            throw new RepeatRoundException(why);
        }
        throw new ProtocolException(why + "; too few sites swore off what they sent, so it cannot be tried again");
    }

    private Aggregate released(int round, SlotSum sum, Members named) {
        int contributors = sum.included().size();
        long[] lanes = sum.lanes();
        sums.layout().check(lanes, contributors);
        if (sums.purpose() == Purpose.CHANGE) {
            RunningTotal sofar = total == null ? new RunningTotal(sums.layout(), roster.size()) : total;
            sofar.add(lanes, contributors);
            total = sofar;
        }
        opening.released(sum.receipt(), named);
        Set<SiteId> included = new TreeSet<>();
        sum.included().forEach(site -> included.add(named.site(site)));
        return new Aggregate(round, included, Parameters.copyOf(sums.layout().decode(lanes)));
    }

    private Task required(@Nullable Task value) {
        if (value == null) {
            throw new ProtocolException("a round must be prepared first, was not");
        }
        return value;
    }

    private Task required() {
        return required(task);
    }

    private MaskedRound requiredRound() {
        MaskedRound open = live;
        if (open == null) {
            throw new ProtocolException("round " + required().round() + " must be prepared before it is summed");
        }
        return open;
    }
}
