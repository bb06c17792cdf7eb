package io.hedgerow.secureagg.federation;

import io.hedgerow.secureagg.coordinator.ArchivedSession;
import io.hedgerow.secureagg.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.coordinator.CoordinatorHandshake;
import io.hedgerow.secureagg.coordinator.CoordinatorSession;
import io.hedgerow.secureagg.key.Ratchet;
import io.hedgerow.secureagg.key.SigningIdentity;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.Roster;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The session of the moment: opened with the sites when there is none, or when it is too old. */
final class Opening {

    private static final Duration LONGEST = Duration.ofHours(24);
    /** Some slots of a session are left for rounds that need several. */
    private static final long MOST_SLOTS = Ratchet.MAX_SLOTS - 24;

    private final AggregationPolicy policy;
    private final Roster roster;
    private final SigningIdentity identity;
    private final SecureRandom random;
    private final Clock clock;
    private final CoordinatorArchive archive;
    private @Nullable OpenSession session;
    private Instant opened = Instant.EPOCH;
    private boolean outdated;

    Opening(
            AggregationPolicy policy,
            Roster roster,
            SigningIdentity identity,
            SecureRandom random,
            Clock clock,
            CoordinatorArchive archive) {
        this.policy = policy;
        this.roster = roster;
        this.identity = identity;
        this.random = random;
        this.clock = clock;
        this.archive = archive;
        archive.session().ifPresent(this::resume);
    }

    private void resume(ArchivedSession last) {
        CoordinatorSession.resume(policy, roster, identity, last).ifPresent(resumed -> {
            session = new OpenSession(resumed, archive, last.certificates());
            opened = last.since();
        });
    }

    /** The session that is open, if any. */
    Optional<OpenSession> current() {
        return Optional.ofNullable(session);
    }

    /** The session of the moment, or another one of at least so many sites. */
    OpenSession session(Members members, int fewest) throws InterruptedException {
        OpenSession current = session;
        if (current == null
                || outdated
                || current.session().nextSlot() >= MOST_SLOTS
                || !clock.instant().isBefore(opened.plus(LONGEST))) {
            Instant now = clock.instant();
            Joined joined = new Joined(policy, roster, identity, random, members, current);
            CoordinatorHandshake handshake = joined.all(fewest);
            // sites leave the session before with their last answer: a coordinator that is killed here must know the
            // next one
            archive.started(handshake.offer(), joined.start(), now);
            joined.close(handshake);
            OpenSession next = new OpenSession(handshake.session(), archive, List.of());
            if (current != null) {
                current.convicted().forEach(next::convict);
            }
            current = next;
            opened = now;
            session = current;
            outdated = false;
        }
        return current;
    }

    /** The next slot needs another session; what this one owes its sites goes with the offer. */
    void renew() {
        outdated = true;
    }

    /** Tells all sites, also those that were not in the sum. */
    void released(Receipt receipt, Members members) {
        members.tellAll(Envelope.of(receipt));
    }
}
