// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Objects;

/**
 * What a site's protector answers to a {@link Question}. Made by the protector, as what it makes of an update is.
 *
 * @param site the sender
 * @param study the study
 * @param round the round of the question
 * @param serial of the question
 * @param payload the protector's bytes
 */
public record Answer(SiteId site, String study, int round, long serial, Payload payload) implements SiteReply {
    public Answer {
        Objects.requireNonNull(site, "site");
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(payload, "payload");
    }
}
