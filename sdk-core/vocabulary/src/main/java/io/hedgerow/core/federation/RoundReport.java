// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.protocol.SiteId;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * The result of one round, as the coordinator sees it.
 *
 * @param round from 0
 * @param included the sites in the aggregate
 * @param outlying sites whose update stands out from the others; told of round 0 where single updates are seen,
 *     otherwise empty
 * @param acyclicity h of the coordinator's solution, before its values are rounded and withheld for sending; the sent
 *     values have no edge that the solution does not have
 * @param alpha α after the round
 * @param rho1 ρ1 of the round
 * @param rho2 ρ2 of the round
 * @param consensusDistance ‖Σ B_p / P − W‖_F / max(1, ‖W‖_F)
 * @param movement ‖W − previous W‖_F / max(1, ‖W‖_F)
 * @param supportSize entries of the consensus that are not 0
 * @param bytesUp bytes of all updates of the round
 * @param bytesDown bytes of the consensus change that ends the round, once for each site
 * @param evaluations objective evaluations of the coordinator's solver
 */
public record RoundReport(
        int round,
        Set<SiteId> included,
        Set<SiteId> outlying,
        double acyclicity,
        double alpha,
        double rho1,
        double rho2,
        double consensusDistance,
        double movement,
        int supportSize,
        long bytesUp,
        long bytesDown,
        int evaluations) {
    public RoundReport {
        // sorted, so that a report reads the same in every process
        included = Collections.unmodifiableSet(new TreeSet<>(included));
        outlying = Collections.unmodifiableSet(new TreeSet<>(outlying));
    }

    /** {@return the number of sites in the aggregate} */
    public int sites() {
        return included.size();
    }
}
