// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.pfdbnl;

import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.protocol.SiteId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Draws the sites that compute in a round: j of all K, every choice equally likely, and the same for all who know the
 * study's name. A site's turn is the rank of SHA-256(study, round, site) among the sites.
 */
public record Participants(String study, List<SiteId> sites, int drawn) {
    public Participants {
        sites = List.copyOf(sites);
        if (drawn < 1 || drawn > sites.size()) {
            throw new IllegalArgumentException(
                    "participants must be from 1 to the number of sites " + sites.size() + ", was " + drawn);
        }
    }

    /** Whether it is a site's turn; true for exactly j of them. */
    public boolean include(SiteId site, int round) {
        if (drawn == sites.size()) {
            return true;
        }
        byte[] own = turn(site, round);
        long before = sites.stream()
                .filter(other -> Arrays.compareUnsigned(turn(other, round), own) < 0)
                .count();
        return before < drawn;
    }

    private byte[] turn(SiteId site, int round) {
        return Sha256.of((study + '\n' + round + '\n' + site.value()).getBytes(StandardCharsets.UTF_8));
    }
}
