// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.lingam.contrast.ContrastSums;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.search.sums.WithinSites;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Learns a linear network whose directions are all identified, because noises are not Gaussian (LiNGAM, Shimizu et al.
 * 2006): the order by {@link CausalOrdering}, parents by {@link OrderedRegressions}, then every edge once more by
 * {@link TurningClimb}. Noise variances need not be equal, and units of columns do not matter. Assumes that no common
 * cause is hidden.
 *
 * <p>Sites send their covariances once and then, for each of d − 1 steps and for each change of an edge, exact sums
 * over rows about their own means. Where correlations differ between sites, rows count by 1 / φ, see
 * {@link WithinSites#disagreement}. Not private. Stateless. Cost: each row is read d times and more, with d³ / 3
 * evaluations of the contrasts.
 */
public final class DirectLingam {

    /** The probability that some Gaussian noise is taken for another. */
    private static final double FALSE_ALARM = 0.01;

    private DirectLingam() {}

    /**
     * An acyclic network, with least-squares weights; variables whose noise looks Gaussian, n J ≤ log(d / 0.01), see
     * {@link ContrastSums}, between two of which a direction is not identified; and whether questions sufficed to try
     * every edge in reverse.
     */
    public record Found(WeightMatrix network, List<Integer> gaussian, boolean complete) {
        public Found {
            gaussian = List.copyOf(gaussian);
        }

        /** The reasons to doubt directions: noises of two variables look Gaussian, or the search is not complete. */
        public List<String> doubts(VariableSchema schema) {
            List<String> doubts = new ArrayList<>();
            if (gaussian.size() > 1) {
                doubts.add(gaussianDoubt(schema));
            }
            if (!complete) {
                doubts.add("the rounds ended before every edge was tried the other way round: allow more rounds");
            }
            return doubts;
        }

        private String gaussianDoubt(VariableSchema schema) {
            boolean all = gaussian.size() == schema.size();
            String whose = all
                    ? "noise looks Gaussian: directions are not identified"
                    : "noise of "
                            + gaussian.stream().map(schema.names()::get).collect(Collectors.joining(", "))
                            + " looks Gaussian: directions between these are not identified";
            return whose + ", and edges that follow from a wrong direction are wrong; order-mcmc says which"
                    + " directions the covariances tell";
        }
    }

    /**
     * The fewest rounds to a network, with moments in the first: d − 1 steps of the order, then at most d + d (d − 1)
     * residuals, 2 d in a round. More rounds let it turn edges.
     */
    public static int fewestRounds(int variables) {
        return variables + (variables + 1) / 2;
    }

    /** Learns from all sites' rows and their moments; {@link #fewestRounds} rounds can be asked. */
    public static Found learn(VariableSchema schema, WithinSites moments, Contrasts rows) {
        PooledRows pooled = PooledRows.of(moments, rows);
        double[] covariance = pooled.covariance();
        int[] order = CausalOrdering.of(schema, covariance, pooled.contrasts());
        int d = schema.size();
        NoiseFamilies scores = pooled.scores();
        TurningClimb.Climbed climbed = TurningClimb.from(
                OrderedRegressions.select(order, covariance, pooled.worth()),
                scores,
                OrderedRegressions.price(d, pooled.worth()) / 2);
        List<Integer> gaussian = new ArrayList<>();
        for (Family family : climbed.families()) {
            if (!(scores.evidence(family) > Math.log(d / FALSE_ALARM))) {
                gaussian.add(family.child());
            }
        }
        return new Found(Family.weights(climbed.families(), covariance), gaussian, climbed.complete());
    }
}
