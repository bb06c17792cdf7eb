// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.protocol.SiteId;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The result of one round, as the coordinator sees it.
 *
 * @param round from 0
 * @param included the sites in the aggregate
 * @param outlying sites whose update stands out from the others; of round 0 where single updates are seen, otherwise
 *     empty
 * @param consensus figures of the consensus after the round
 * @param penalties of the round
 * @param bytes of the round: all updates, and the consensus change that ends it, once for each site
 * @param evaluations objective evaluations of the coordinator's solver
 */
public record RoundReport(
        int round,
        Set<SiteId> included,
        Set<SiteId> outlying,
        Consensus consensus,
        Penalties penalties,
        PayloadBytes bytes,
        int evaluations) {
    public RoundReport {
        // sorted, so that a report reads the same in every process
        included = Collections.unmodifiableSet(new TreeSet<>(included));
        outlying = Collections.unmodifiableSet(new TreeSet<>(outlying));
        Objects.requireNonNull(consensus, "consensus");
        Objects.requireNonNull(penalties, "penalties");
        Objects.requireNonNull(bytes, "bytes");
    }

    /**
     * The figures of the consensus W at the end of a round. {@code RoundPolicy.Convergence} compares the first three.
     *
     * @param acyclicity h of the coordinator's solution, before its values are rounded and withheld for sending; the
     *     sent values have no edge that the solution does not have
     * @param distance ‖Σ B_p / P − W‖_F / max(1, ‖W‖_F)
     * @param movement ‖W − previous W‖_F / max(1, ‖W‖_F)
     * @param support entries of the consensus that are not 0
     */
    public record Consensus(double acyclicity, double distance, double movement, int support) {}

    /**
     * The multiplier and the penalties of the augmented Lagrangian.
     *
     * @param alpha α after the round
     * @param rho1 ρ1 of the round
     * @param rho2 ρ2 of the round
     */
    public record Penalties(double alpha, double rho1, double rho2) {}

    /** {@return the number of sites in the aggregate} */
    public int sites() {
        return included.size();
    }
}
