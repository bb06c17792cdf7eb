// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.study.SiteRules;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The requirements of a site's rules on the authority's certificate revocation list.
 *
 * @param required whether there must be one
 * @param least its number at least
 * @param longestAge since it was signed, at most
 */
public record RevocationDemand(boolean required, BigInteger least, Optional<Duration> longestAge) {

    /** A site without a list works; the coordinator that it dials is not judged by one. */
    public static final RevocationDemand NONE = new RevocationDemand(false, BigInteger.ZERO, Optional.empty());

    public static RevocationDemand of(SiteRules rules) {
        SiteRules.Revocation list = rules.revocation();
        return new RevocationDemand(list.required(), BigInteger.valueOf(list.leastNumber()), list.longestAge());
    }

    public boolean needsOne() {
        return required || least.signum() > 0 || longestAge.isPresent();
    }

    String rule() {
        return required
                ? "revocationListRequired"
                : least.signum() > 0 ? "minimumRevocationList" : "maxRevocationListAge";
    }

    /** The complaint of the rules about a list; empty when there is none. */
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
