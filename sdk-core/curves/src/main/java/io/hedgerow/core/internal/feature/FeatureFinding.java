// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.search.FeatureNetwork;
import io.hedgerow.core.internal.feature.search.FeaturePrior;
import io.hedgerow.core.internal.feature.search.FeatureSearch;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The best additive model on moments, with the results of its chain and its regressions. As private as the moments. */
public final class FeatureFinding {

    private static final double MOST_BEHIND_NOISE = 0.9;

    /** A direction is believed from this share of P(edge) on. */
    private static final double DIRECTED = 0.95;

    private FeatureFinding() {}

    /** The excess of the other assumption's criterion, 0 without a choice, and the ratio of noise variances. */
    public record Fit(NoiseAssumption assumption, double margin, double varianceRatio, WeightMatrix network) {}

    /** Searches from no edges; P is at most {@value #MOST_BEHIND_NOISE}, above which calibration was not measured. */
    public static FeatureLearner.Found search(
            FeatureMoments features,
            EdgeKnowledge knowledge,
            double rows,
            FeaturePrior prior,
            long seed,
            Function<Fit, Trust> trust) {
        FeatureSearch search = new FeatureSearch(features, knowledge, rows, prior, seed);
        FeatureSearch.Chosen chosen = search.best(Optional.of(NoiseAssumption.UNEQUAL), List.of());
        return of(features, search, chosen, rows, trust, MOST_BEHIND_NOISE, List.of());
    }

    /** Names columns that so many bins tell as good as two values of, so that no curve differs from a line. */
    public static List<String> ofTwoValues(VariableSchema schema, FeatureMap map, int cell) {
        List<String> two = IntStream.range(0, schema.size())
                .filter(j -> !map.marginal(j).isCoarse() && map.marginal(j).filled(cell) <= 2)
                .mapToObj(j -> schema.names().get(j))
                .toList();
        return two.isEmpty()
                ? List.of()
                : List.of("as far as histograms tell, no more than two values have " + String.join(", ", two)
                        + ": what they do to others is a step and no curve, and what is done to them is taken for a"
                        + " line with normal noise, so believe joined pairs more than directions there");
    }

    static FeatureLearner.Found of(
            FeatureMoments features,
            FeatureSearch search,
            FeatureSearch.Chosen chosen,
            double rows,
            Function<Fit, Trust> trust,
            double mostLikely,
            List<String> notes) {
        FeatureNetwork network = new FeatureNetwork(features, chosen.best(), rows);
        WeightMatrix weights = network.weights();
        WeightMatrix likely = search.probabilities(chosen.best());
        Trust judged =
                trust.apply(new Fit(chosen.best().assumption(), chosen.margin(), network.varianceRatio(), weights));
        PairProbabilities known = new PairProbabilities(
                pattern(search.knowledge(), chosen.best(), weights, likely),
                Optional.of(likely),
                Math.min(mostLikely, judged.cap()));
        return new FeatureLearner.Found(
                weights,
                new Evidence(
                        known, network.equations(), judged, OptionalInt.empty(), network.curves(), Optional.empty()),
                notes);
    }

    /** Bent relations have directions that lines have not; the chain tells which. */
    private static Optional<EquivalenceClass> pattern(
            EdgeKnowledge knowledge, FeatureSearch.Best best, WeightMatrix weights, WeightMatrix likely) {
        if (best.assumption() == NoiseAssumption.EQUAL) {
            return Optional.empty();
        }
        return Optional.of(EquivalenceClass.of(
                Dag.of(weights),
                (i, j) -> !knowledge.allows(i, j)
                        || (weights.hasEdge(j, i)
                                && likely.get(j, i) >= DIRECTED * (likely.get(i, j) + likely.get(j, i)))));
    }
}
