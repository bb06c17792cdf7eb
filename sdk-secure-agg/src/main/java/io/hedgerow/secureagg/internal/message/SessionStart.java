// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.List;

/**
 * The coordinator names the participants of a session by the nonces of every site that accepted, in ascending order of
 * sites.
 */
public record SessionStart(Octets offer, List<SiteNonce> nonces) implements Message {
    public SessionStart {
        nonces = List.copyOf(nonces);
    }

    void writeTo(MessageWriter out) {
        out.octets(offer).list(nonces, item -> item.writeTo(out));
    }

    static SessionStart readFrom(MessageReader in) {
        return new SessionStart(in.hash(), in.list(Integer.BYTES, () -> SiteNonce.readFrom(in)));
    }
}
