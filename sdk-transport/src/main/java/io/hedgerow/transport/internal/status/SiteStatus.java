// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One site as the coordinator sees it, at one moment.
 *
 * @param lastSeen when its last frame arrived, or empty before the first
 * @param connections streams opened so far
 * @param wireIn bytes read from its sockets
 * @param wireOut bytes written to its sockets
 * @param answered the last round that it answered, counted from 0, when the channel is watched
 * @param roundsIn in how many rounds' sums it was
 * @param lastIn the last of them, counted from 0
 * @param outlying whether its first update stood out from the others, see
 *     {@link io.hedgerow.core.federation.RoundReport#outlying}
 * @param failure its reason for the last round that it could not answer; the kind is all that a site tells
 * @param awaitedUntil when the round under way goes on without it; empty when no round waits for it
 * @param hindrance its obstacle, and what helps; empty when none is known
 * @param reported this study's cost to its data set as the site says; not verified
 */
public record SiteStatus(
        SiteId site,
        Presence presence,
        Optional<Instant> lastSeen,
        long connections,
        long wireIn,
        long wireOut,
        OptionalInt answered,
        int roundsIn,
        OptionalInt lastIn,
        boolean outlying,
        Optional<SiteReply.Failure.Kind> failure,
        Optional<Instant> awaitedUntil,
        Optional<Hindrance> hindrance,
        Optional<ReportedSpending> reported) {

    public enum Presence {
        AWAITED,
        ONLINE,
        /**
         * It has lost its stream for less than a deadline; or it holds one, and has not answered while a quorum did, or
         * while half of the deadline has passed.
         */
        LATE,
        /** It has been away for longer than a deadline. */
        DROPPED,
        /** It is gone, and so is the study. */
        LEFT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
