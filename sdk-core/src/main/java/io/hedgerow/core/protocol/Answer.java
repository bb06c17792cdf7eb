// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Objects;

/**
 * A protector's answer to a {@link Question}, made like a protected update.
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
