// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.protocol.encoding.SparseChange;
import java.util.Objects;

/**
 * A site's result of one round, before protection: the change of its parameters. Never seen by a channel.
 *
 * @param site who computed it
 * @param study the study
 * @param round the round
 * @param change from the parameters that the coordinator has of this site
 */
public record Update(SiteId site, String study, int round, SparseChange change) {
    public Update {
        Objects.requireNonNull(site, "site");
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(change, "change");
    }
}
