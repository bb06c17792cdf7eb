package io.hedgerow.secureagg.federation;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.round.Aggregate;
import io.hedgerow.core.round.ProtectedUpdate;
import io.hedgerow.core.round.ProtocolException;
import io.hedgerow.core.round.RepeatRoundException;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.core.round.Task;
import io.hedgerow.core.round.UpdateForm;
import io.hedgerow.core.spi.Aggregator;
import io.hedgerow.core.spi.Dialogue;
import io.hedgerow.secureagg.codec.CorruptSumException;
import io.hedgerow.secureagg.codec.RunningTotal;
import io.hedgerow.secureagg.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.coordinator.ReleasedSum;
import io.hedgerow.secureagg.coordinator.SlotSum;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.SigningIdentity;
import io.hedgerow.secureagg.message.BelowThresholdException;
import io.hedgerow.secureagg.message.MaskedInput;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.Purpose;
import io.hedgerow.secureagg.policy.ReleaseGuard;
import io.hedgerow.secureagg.policy.Roster;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sums masked updates: the coordinator learns the sum over the sites that took part, and nothing else of them. Before each task it opens
 * a slot with the sites; after the updates have come it asks who is in the sum and for the shares that take the masks away.
 *
 * <p>A slot that fails before inputs were masked is opened anew. After that it is tried again only when enough sites have sworn to release
 * nothing in it; otherwise the round has no sum. A sum over fewer sites than the study's quorum is not opened, so that such a slot can be
 * tried again. Sessions are renewed after 24 hours or 1,000 slots.
 *
 * <p>With an archive a coordinator that was killed, at whatever point, goes on with its session: a sum that was released is not asked for
 * again, and a slot that was open is sworn off by the sites before the round is prepared anew. Where some sites had released their shares
 * already, too few can swear: a statistic is then asked for again over the same sites, which tells nothing new; a round of changes has no
 * sum, and says so. Not thread-safe.
 */
public final class SecureAggregator implements Aggregator {

    /** Slots for one round, before it is given up. */
    private static final int ATTEMPTS = 10;

    private static final String TOO_FEW =
            "too few sites swore off what they sent, because they released their shares or did not answer, so it cannot be tried again";

    private final SummedStudy sums;
    private final Roster roster;
    private final Opening opening;
    private final AggregationLog log = new AggregationLog();
    private final CoordinatorArchive archive;
    private @Nullable RunningTotal total;
    private @Nullable ReleasedSum known;
    private @Nullable Members members;
    private @Nullable MaskedRound live;
    private @Nullable Task task;
    private int attempt;
    /** Whether this round had a session of its own already, for sites that were not in the one before. */
    private boolean renewed;

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
        this(sums, policy, roster, identity, clock, CoordinatorArchive.NONE);
    }

    /**
     * An aggregator of one study that goes on where the one before was stopped.
     *
     * @param sums what is summed
     * @param policy the rules, those of the sites
     * @param roster who may take part, with the sites' names in the study
     * @param identity the coordinator's key, that of the roster
     * @param clock for the age of sessions
     * @param archive of this study
     */
    public SecureAggregator(
            SummedStudy sums,
            AggregationPolicy policy,
            Roster roster,
            SigningIdentity identity,
            Clock clock,
            CoordinatorArchive archive) {
        this.sums = Objects.requireNonNull(sums, "sums");
        this.roster = Objects.requireNonNull(roster, "roster");
        this.archive = Objects.requireNonNull(archive, "archive");
        this.opening = new Opening(policy, roster, identity, new SecureRandom(), clock, archive);
        if (roster.size() != sums.study().sites()) {
            throw new IllegalArgumentException(
                    "the roster must have the study's " + sums.study().sites() + " sites, has " + roster.size());
        }
        archive.lastSum()
                .map(ReleasedSum::total)
                .filter(kept -> kept.size() > 0)
                .ifPresent(kept -> total = RunningTotal.resume(sums.layout(), roster.size(), longs(kept)));
        log.thresholds(policy.threshold(roster.size()), policy.colluding(roster.size()), policy.minCohort());
    }

    @Override
    public String id() {
        return SecureUpdateProtector.ID;
    }

    @Override
    public UpdateForm form() {
        return sums.form();
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
        boolean again = next.equals(task);
        attempt = again ? attempt : 0;
        renewed = again && renewed;
        task = next;
        live = null;
        known = releasedBefore(next);
        if (known != null) {
            opening.released(known.receipt(), named);
            return;
        }
        Optional<OpenSession> current = opening.current();
        if (current.isPresent()) {
            settle(current.get(), next, named);
        }
        for (int tries = 0; tries < ATTEMPTS; tries++, attempt++) {
            log.attempted();
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

    private @Nullable ReleasedSum releasedBefore(Task next) {
        Octets value = valueOf(next);
        return archive.lastSum().filter(last -> last.value().equals(value)).orElse(null);
    }

    private Octets valueOf(Task of) {
        return ReleaseGuard.valueOf(sums.terms(of, 0, Octets.empty()));
    }

    /** What the one before a restart had opened and not ended. */
    private void settle(OpenSession session, Task next, Members named) throws InterruptedException {
        OptionalLong slot = session.unsettled();
        if (slot.isPresent() && !session.settle(slot.getAsLong(), named) && sums.purpose() == Purpose.CHANGE) {
            throw new ProtocolException("round " + next.round() + " has no sum: slot " + slot.getAsLong()
                    + " was open when the coordinator stopped, and " + TOO_FEW);
        }
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

    /**
     * Sites that are not in the session get another one, once in a round. When they say so again, the round goes on without them as long as it
     * can: one site must not end a study by what it says of itself.
     */
    private void open(Members named) throws InterruptedException {
        MaskedRound round =
                new MaskedRound(opening.session(named, sums.fewest(required().round())), sums, named, log);
        live = round;
        Set<SiteId> outside = round.announce(required().round());
        if (!outside.isEmpty() && (!renewed || !round.isEnough(required()))) {
            renewed = true;
            opening.renew();
            throw ViolationException.byCoordinator(
                    ViolationException.Reason.CONTEXT,
                    "another session is needed, because "
                            + outside.stream().map(SiteId::value).toList() + " say that they are not in this one");
        }
        round.share(required(), attempt);
    }

    @Override
    public void check(int round, ProtectedUpdate update) {
        MaskedRound open = live;
        if ((open == null && known == null)
                || required(task).round() != round
                || update.round() != round
                || !update.study().equals(sums.study().name())
                || !update.protection().equals(id())) {
            throw new ProtocolException("expected an update of study "
                    + sums.study().name() + ", round " + round
                    + ", with protection " + id() + ", was of study " + update.study() + ", round " + update.round()
                    + ", with protection " + update.protection());
        }
        if (open == null) {
            // the sum is known, and whatever a site sends again is not looked at
            return;
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
            log.trouble(update.site(), "sent a masked input that was refused (" + e.getMessage() + ")");
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
        ReleasedSum before = known;
        if (before != null) {
            return aggregate(round, before.receipt(), longs(before.lanes()), named);
        }
        MaskedRound open = requiredRound();
        live = null;
        try {
            return released(round, open, named);
        } catch (BelowThresholdException | ViolationException | CorruptSumException e) {
            log.failed(e);
        }
        String why = "round " + round + " has no sum: " + log.lastFailure();
        // a statistic that is tried again is over the same sites, or over none
        if (open.settle(named) || sums.purpose() == Purpose.STATISTIC) {
            throw new RepeatRoundException(why);
        }
        throw new ProtocolException(why + "; " + TOO_FEW);
    }

    private Aggregate released(int round, MaskedRound open, Members named) throws InterruptedException {
        SlotSum sum = open.unmask(named, sums.fewest(round));
        int contributors = sum.included().size();
        long[] lanes = sum.lanes();
        Octets kept = Octets.empty();
        if (sums.purpose() == Purpose.CHANGE) {
            RunningTotal sofar = total == null ? new RunningTotal(sums.layout(), roster.size()) : total;
            sofar.add(lanes, contributors);
            total = sofar;
            kept = octets(sofar.lanes());
        }
        ReleasedSum released = new ReleasedSum(valueOf(required()), sum.receipt(), octets(lanes), kept);
        archive.released(released);
        open.released(sum);
        opening.released(sum.receipt(), named);
        return aggregate(round, sum.receipt(), lanes, named);
    }

    private Aggregate aggregate(int round, Receipt receipt, long[] lanes, Members named) {
        Set<SiteId> included = new TreeSet<>();
        receipt.included().forEach(site -> included.add(named.site(site)));
        return new Aggregate(round, included, Parameters.copyOf(sums.layout().decode(lanes)));
    }

    private static Octets octets(long[] lanes) {
        ByteBuffer bytes = ByteBuffer.allocate(lanes.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(lanes);
        return Octets.takeOver(bytes.array());
    }

    private static long[] longs(Octets lanes) {
        long[] values = new long[lanes.size() / Long.BYTES];
        ByteBuffer.wrap(lanes.toBytes())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer()
                .get(values);
        return values;
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
