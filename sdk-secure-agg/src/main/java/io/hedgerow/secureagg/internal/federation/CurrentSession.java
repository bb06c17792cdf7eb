// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.secureagg.internal.coordinator.CoordinatorHandshake;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSession;
import io.hedgerow.secureagg.internal.key.Ratchet;
import io.hedgerow.secureagg.internal.key.SigningIdentity;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The current session: opened with the sites when there is none, or when it is too old. */
final class CurrentSession {

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
