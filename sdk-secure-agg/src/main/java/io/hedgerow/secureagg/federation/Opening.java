package io.hedgerow.secureagg.federation;

import io.hedgerow.core.round.Payload;
import io.hedgerow.secureagg.coordinator.ArchivedSession;
import io.hedgerow.secureagg.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.coordinator.CoordinatorHandshake;
import io.hedgerow.secureagg.coordinator.CoordinatorSession;
import io.hedgerow.secureagg.key.Ratchet;
import io.hedgerow.secureagg.key.SigningIdentity;
import io.hedgerow.secureagg.message.Encapsulated;
import io.hedgerow.secureagg.message.Hello;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.SessionStart;
import io.hedgerow.secureagg.message.SiteNonce;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.Roster;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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

    OpenSession session(Members members) throws InterruptedException {
        OpenSession current = session;
        if (current == null
                || current.session().nextSlot() >= MOST_SLOTS
                || !clock.instant().isBefore(opened.plus(LONGEST))) {
            Instant now = clock.instant();
            current = new OpenSession(handshake(members, current, now), archive, List.of());
            opened = now;
            session = current;
        }
        return current;
    }

    void forget() {
        session = null;
    }

    /** Tells all sites, also those that were not in the sum. */
    void released(Receipt receipt, Members members) {
        members.tellAll(Envelope.of(receipt));
    }

    /** What the last session still owes its sites goes before the offer of the next one. */
    private CoordinatorSession handshake(Members members, @Nullable OpenSession last, Instant now)
            throws InterruptedException {
        CoordinatorHandshake handshake = new CoordinatorHandshake(policy, roster, identity, random);
        Map<Integer, Payload> offers = new TreeMap<>();
        for (int site : members.all().keySet()) {
            List<Message> messages = last == null ? new ArrayList<>() : last.owedTo(site);
            messages.add(handshake.offer());
            offers.put(site, Envelope.of(messages));
        }
        members.ask(offers, (site, messages) -> handshake.receive(Members.only(SiteNonce.class, site, messages)));
        SessionStart start = handshake.start();
        List<Integer> participants =
                start.nonces().stream().map(SiteNonce::site).toList();
        members.ask(
                participants,
                Envelope.of(start),
                (site, messages) -> handshake.receive(Members.only(Hello.class, site, messages)));
        List<Message> hellos = new ArrayList<>(handshake.hellos());
        members.ask(participants, Envelope.of(hellos), (site, messages) -> {
            for (Message message : messages) {
                handshake.receive(Members.only(Encapsulated.class, site, List.of(message)));
            }
        });
        Map<Integer, Payload> closing = new TreeMap<>();
        for (int site : participants) {
            List<Message> all = new ArrayList<>(hellos);
            all.addAll(handshake.ciphertextsFor(site));
            closing.put(site, Envelope.of(all));
        }
        members.ask(closing, (site, messages) -> {});
        archive.started(handshake.offer(), start, now);
        return handshake.session();
    }
}
