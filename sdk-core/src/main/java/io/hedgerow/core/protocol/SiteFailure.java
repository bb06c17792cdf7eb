// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import java.util.Objects;

/**
 * A site's word that it has no update for a round. It gives a kind and no details, because details may depend on data.
 *
 * @param site the sender
 * @param round the round
 * @param kind what stopped it
 */
public record SiteFailure(SiteId site, int round, Kind kind) implements SiteReply {
    public SiteFailure {
        Objects.requireNonNull(site, "site");
        Objects.requireNonNull(kind, "kind");
    }

    /** Why a site has no update. */
    public enum Kind {
        /** The site's budget or policy does not allow the computation. */
        REFUSED,
        /** The site's records cannot be used. */
        DATA_UNUSABLE,
        /** The coordinator's message did not follow the protocol. */
        PROTOCOL,
        /** Anything else; the site's own log has it. */
        INTERNAL
    }
}
