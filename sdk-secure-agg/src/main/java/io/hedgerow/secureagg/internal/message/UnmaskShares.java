// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.List;

/**
 * The shares that a site releases, one for each site of U2, in ascending order: of b for sites in the sum, of k for
 * sites lost before it. Each is checked against its commitment.
 */
public record UnmaskShares(Octets ctx2, int site, List<ReleasedShare> shares) implements Message {
    public UnmaskShares {
        shares = List.copyOf(shares);
    }

    void writeTo(MessageWriter out) {
        out.octets(ctx2).u32(site).list(shares, item -> item.writeTo(out));
    }

    static UnmaskShares readFrom(MessageReader in) {
        return new UnmaskShares(in.hash(), in.site(), in.list(Integer.BYTES, () -> ReleasedShare.readFrom(in)));
    }
}
