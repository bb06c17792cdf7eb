// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.lingam.contrast.ContrastSums;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.search.sites.ModelTest;
import io.hedgerow.core.internal.search.sites.SitesSearch;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Finding.Outcome;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

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
 *
 * <p>A noise with n J ≤ log(d / 0.01), see {@link ContrastSums}, looks Gaussian.
 */
public final class DirectLingam {

    /** The probability that some Gaussian noise is taken for another. */
    private static final double FALSE_ALARM = 0.01;

    private static final List<ModelTest<Judged>> TESTS = List.of(
            judged -> judged.moments().findDisagreement(),
            judged -> judged.moments().findScales(judged.moments().variables()),
            judged -> SitesSearch.findStructure(judged.moments(), judged.network()),
            judged -> findNormalNoise(judged.gaussian()),
            judged -> judged.moments().findConstant(judged.moments().variables()));

    private DirectLingam() {}

    /**
     * An acyclic network, with least-squares weights; the findings about it, without probabilities; and whether
     * questions sufficed to try every edge in reverse.
     */
    public record Found(WeightMatrix network, Evidence evidence, boolean complete) {

        /** What is to be said of the search, and not of the data: that it is not complete. */
        public List<String> notes() {
            return complete
                    ? List.of()
                    : List.of("the rounds ended before every edge was tried the other way round: allow more rounds");
        }
    }

    /** The moments and network that are tested, and the variables whose noise looks Gaussian. */
    private record Judged(WithinSites moments, WeightMatrix network, List<Integer> gaussian) {}

    /** Between two variables whose noise looks Gaussian a direction is not identified; one among others has all. */
    static Finding findNormalNoise(List<Integer> gaussian) {
        boolean seen = gaussian.size() > 1;
        return new Finding(
                Misfit.NORMAL_NOISE,
                seen ? Outcome.FAILED : Outcome.PASSED,
                OptionalDouble.of(gaussian.size()),
                seen
                        ? gaussian.stream()
                                .sorted()
                                .map(j -> new Finding.Place(j, j, OptionalDouble.empty()))
                                .toList()
                        : List.of());
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
        WeightMatrix network = Family.weights(climbed.families(), covariance);
        return new Found(network, evidence(new Judged(moments, network, gaussian), pooled.worth()), climbed.complete());
    }

    private static Evidence evidence(Judged judged, double rows) {
        Trust trust = new Trust(
                NoiseAssumption.UNEQUAL,
                0,
                judged.moments().rows(),
                rows,
                SitesSearch.varianceRatio(judged.moments(), judged.network()),
                0,
                0,
                ModelTest.judge(TESTS, judged));
        PairProbabilities none = new PairProbabilities(Optional.empty(), Optional.empty(), trust.cap());
        return new Evidence(none, List.of(), trust, OptionalInt.empty());
    }
}
