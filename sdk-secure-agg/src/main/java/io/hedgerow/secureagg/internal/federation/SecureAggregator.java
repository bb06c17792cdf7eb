// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.internal.protocol.RepeatRoundException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.secureagg.federation.AggregationReport;
import io.hedgerow.secureagg.internal.codec.LaneLayout.CorruptSumException;
import io.hedgerow.secureagg.internal.coordinator.BelowThresholdException;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorHandshake;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSession;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot.SlotSum;
import io.hedgerow.secureagg.internal.key.Ratchet;
import io.hedgerow.secureagg.internal.key.SigningIdentity;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sums masked updates: the coordinator learns the sum over the sites that took part, and nothing else of them. Before
 * each task it opens a slot with the sites; after the updates have come it asks who is in the sum and for the shares
 * that take the masks away.
 *
 * <p>A slot that fails at any point is repeated: another slot, fresh masks, the same update of every site, over the
 * same sites once some were asked to confirm them. All slots of a round open the same sum, so a coordinator that was
 * killed repeats, too, in another session. Where every sum is over all sites, a site that is away is waited for as long
 * as the rest of the study could take, one deadline for each round that is left and at least ten. Sessions are renewed
 * after 24 hours or 1,024 slots. Not thread-safe.
 */
public final class SecureAggregator implements Aggregator {

    /** Fewest and most slots for one round before it is given up; between them, one for each round that is left. */
    private static final int ATTEMPTS = 10;

    private static final int MOST_ATTEMPTS = 1000;

    private final SummedStudy sums;
    private final Roster roster;
    private final CurrentSession opening;
    private final AggregationLog log = new AggregationLog();
    private final CoordinatorArchive archive;
    private @Nullable Members members;
    private @Nullable MaskedRound live;
    private @Nullable Task task;
    private final TaskHistory history = new TaskHistory();
    /** Whether this round had a session of its own already, for sites that were not in the one before. */
    private boolean renewed;

    public SecureAggregator(
            SummedStudy sums, AggregationPolicy policy, Roster roster, SigningIdentity identity, Clock clock) {
        this(sums, policy, roster, identity, clock, CoordinatorArchive.inMemory());
    }

    /** Continues where the aggregator before was stopped. */
    public SecureAggregator(
            SummedStudy sums,
            AggregationPolicy policy,
            Roster roster,
            SigningIdentity identity,
            Clock clock,
            CoordinatorArchive archive) {
        this.sums = sums;
        this.roster = roster;
        this.archive = archive;
        this.opening = new CurrentSession(policy, roster, identity, clock);
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

    @Override
    public Update.Form form() {
        return sums.form();
    }

    public int sites() {
        return roster.size();
    }

    public AggregationReport report() {
        return log.report();
    }

    @Override
    public void begun(Task next) {
        history.begun(next);
    }

    @Override
    public void prepare(Task next, Dialogue dialogue) throws InterruptedException {
        Members named = members(dialogue);
        renewed = renewed && next.equals(task);
        task = next;
        live = null;
        int left = sums.study().rounds() - next.round();
        int attempts = Math.max(ATTEMPTS, Math.min(MOST_ATTEMPTS, left));
        for (int tries = 0; tries < attempts; tries++) {
            log.attempted();
            try {
                open(next, named);
                return;
            } catch (BelowThresholdException | ViolationException e) {
                live = null;
                log.failed(e);
            }
        }
        throw new ProtocolException(
                "round " + next.round() + " could not be prepared in " + attempts + " attempts: " + log.lastFailure());
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
     * Opens a slot. Sites that are not in the session get another one, once in a round. When they say so again, the
     * round goes on without them as long as it can: one site must not end a study by its own word.
     */
    private void open(Task next, Members named) throws InterruptedException {
        int fewest = sums.fewest(next.round(), named.excluded().size());
        MaskedRound round =
                new MaskedRound(opening.session(named, fewest), sums, sums.terms(history, next), named, archive);
        live = round;
        log.opened();
        Set<SiteId> outside = round.announce();
        if (!outside.isEmpty() && (!renewed || !round.isEnough())) {
            renewed = true;
            opening.renew();
            throw ViolationException.byCoordinator(
                    ViolationException.Reason.CONTEXT,
                    "another session is needed, because "
                            + outside.stream().map(SiteId::value).toList() + " say that they are not in this one");
        }
        try {
            round.share();
        } catch (ViolationException e) {
            // keys that differ at two ends differ in every slot of their session
            opening.renew();
            throw e;
        }
    }

    @Override
    public void check(int round, ProtectedUpdate update) {
        MaskedRound open = live;
        if (open == null
                || required().round() != round
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
            log.trouble(update.site(), "sent a masked input that was refused (" + Words.reason(e) + ")");
            throw new ProtocolException(e.reason() + ": " + Words.reason(e));
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
            SlotSum sum = open.unmask(named);
            log.released();
            Set<SiteId> included = new TreeSet<>();
            sum.included().forEach(site -> included.add(named.site(site)));
            return new Aggregate(round, included, sums.decode(round, sum.lanes()));
        } catch (BelowThresholdException | ViolationException | CorruptSumException e) {
            log.failed(e);
            throw new RepeatRoundException("round " + round + " has no sum: " + log.lastFailure());
        }
    }

    private Task required() {
        Task value = task;
        if (value == null) {
            throw new ProtocolException("a round must be prepared first, was not");
        }
        return value;
    }

    private MaskedRound requiredRound() {
        MaskedRound open = live;
        if (open == null) {
            throw new ProtocolException("round " + required().round() + " must be prepared before it is summed");
        }
        return open;
    }

    /** The current session: opened with the sites when there is none, or when it is too old. */
    private static final class CurrentSession {

        private static final Duration LONGEST = Duration.ofHours(24);

        private final AggregationPolicy policy;
        private final Roster roster;
        private final SigningIdentity identity;
        private final SecureRandom random = new SecureRandom();
        private final Clock clock;
        private @Nullable CoordinatorSession session;
        private Instant opened = Instant.EPOCH;

        CurrentSession(AggregationPolicy policy, Roster roster, SigningIdentity identity, Clock clock) {
            this.policy = policy;
            this.roster = roster;
            this.identity = identity;
            this.clock = clock;
        }

        /** The current session, or a new one of at least so many sites. */
        CoordinatorSession session(Members members, int fewest) throws InterruptedException {
            CoordinatorSession current = session;
            if (current == null
                    || current.nextSlot() >= Ratchet.MAX_SLOTS
                    || !clock.instant().isBefore(opened.plus(LONGEST))) {
                Instant now = clock.instant();
                SessionHandshake joined = new SessionHandshake(policy, roster, identity, random, members);
                CoordinatorHandshake handshake = joined.all(fewest);
                joined.close(handshake);
                current = handshake.session();
                opened = now;
                session = current;
            }
            return current;
        }

        void renew() {
            session = null;
        }
    }
}
