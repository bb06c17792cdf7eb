// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.study.SiteRules;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a site's rules demand of the authority's list of revoked certificates, beyond that one that is there is good.
 *
 * @param required whether there must be one
 * @param least its number at least
 * @param longestAge since it was signed, at most
 */
public record RevocationDemand(boolean required, BigInteger least, Optional<Duration> longestAge) {

    /** A site without a list works; whom it dials is not judged by one. */
    public static final RevocationDemand NONE = new RevocationDemand(false, BigInteger.ZERO, Optional.empty());

    /** What rules say. */
    public static RevocationDemand of(SiteRules rules) {
        return new RevocationDemand(
                rules.revocationListRequired(),
                BigInteger.valueOf(rules.minimumRevocationList()),
                rules.maxRevocationListAge());
    }

    /** Whether a site without a list is refused. */
    public boolean needsOne() {
        return required || least.signum() > 0 || longestAge.isPresent();
    }

    /** The rule that demands a list, by name. */
    String rule() {
        return required
                ? "revocationListRequired"
                : least.signum() > 0 ? "minimumRevocationList" : "maxRevocationListAge";
    }

    /** What the rules refuse of a list; empty when nothing. */
    Optional<String> complaint(BigInteger number, Instant signed, Instant now) {
        if (number.compareTo(least) < 0) {
            return Optional.of("the list must have at least the number " + least
                    + ", which the rule minimumRevocationList demands, has " + number);
        }
        if (longestAge.isPresent() && now.isAfter(signed.plus(longestAge.get()))) {
            return Optional.of("the list must not be older than " + Words.time(longestAge.get())
                    + ", which the rule maxRevocationListAge demands, was signed at " + signed);
        }
        return Optional.empty();
    }
}
