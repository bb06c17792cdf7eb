// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.hedgerow.core.internal.text.Words;
import java.time.Duration;

/**
 * The pauses of a site after a lost connection: they double, shortened at random by up to half so that sites do not
 * return all at once, and a time after which it gives up.
 *
 * @param first pause; &gt; 0
 * @param longest pause; at least the first
 * @param patience how long without a connection until the site gives up; &gt; 0
 */
public record ReconnectPolicy(Duration first, Duration longest, Duration patience) {
    public ReconnectPolicy {
        if (first.isZero() || first.isNegative() || patience.isZero() || patience.isNegative()) {
            throw new IllegalArgumentException(
                    "first and patience must be > 0, were " + Words.time(first) + " and " + Words.time(patience));
        }
        if (longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "longest must be at least " + Words.time(first) + ", was " + Words.time(longest));
        }
    }

    public static ReconnectPolicy standard() {
        return new ReconnectPolicy(Duration.ofMillis(500), Duration.ofMinutes(1), Duration.ofDays(1));
    }

    /**
     * The pause before an attempt, counted from 0: between half of min(longest, first · 2^attempt) and all of it.
     *
     * @param random from 0 inclusive to 1 exclusive
     */
    public Duration pause(int attempt, double random) {
        double full = Math.min((double) longest.toNanos(), first.toNanos() * Math.pow(2, attempt));
        return Duration.ofNanos((long) (full * (1 - random / 2)));
    }
}
