// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Objects;

/**
 * An update as it leaves a site: opaque bytes and the name of their protection.
 *
 * @param site the sender
 * @param study the study
 * @param round the round
 * @param protection how the bytes are protected, by the protector's identifier
 * @param payload the bytes
 */
public record ProtectedUpdate(SiteId site, String study, int round, String protection, Payload payload)
        implements SiteReply {
    public ProtectedUpdate {
        Objects.requireNonNull(site, "site");
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(protection, "protection");
        Objects.requireNonNull(payload, "payload");
    }
}
