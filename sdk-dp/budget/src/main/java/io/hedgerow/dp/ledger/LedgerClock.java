// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;

/**
 * A clock that never goes back, for a ledger's records: a time that is behind the last record by no more than a
 * tolerance is taken to be that of the last record, one that is further behind is refused, because a record's time is
 * evidence.
 *
 * @param source the site's clock
 * @param tolerance how far the clock may be behind the last record; at least 0
 */
public record LedgerClock(InstantSource source, Duration tolerance) {

    /** The usual tolerance: adjustments of a healthy clock stay below it. */
    public static final Duration USUAL_TOLERANCE = Duration.ofMinutes(5);

    public LedgerClock {
        Objects.requireNonNull(source, "source");
        if (tolerance.isNegative()) {
            throw new IllegalArgumentException("tolerance must be at least 0, was " + tolerance);
        }
    }

    /**
     * Creates a clock with the usual tolerance of five minutes.
     *
     * @param source the site's clock
     */
    public LedgerClock(InstantSource source) {
        this(source, USUAL_TOLERANCE);
    }

    Instant stamp(Instant last) {
        Instant now = source.instant();
        if (!now.isBefore(last)) {
            return now;
        }
        if (Duration.between(now, last).compareTo(tolerance) > 0) {
            throw new IllegalStateException("the clock says " + now + ", but the last record is of " + last
                    + ", more than " + tolerance + " later: correct the clock, or allow a larger tolerance");
        }
        return last;
    }
}
