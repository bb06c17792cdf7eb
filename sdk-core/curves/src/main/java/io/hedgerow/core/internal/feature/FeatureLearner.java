// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.internal.feature.search.FeaturePrior;
import io.hedgerow.core.internal.feature.search.FeatureScores;
import io.hedgerow.core.internal.feature.search.FeatureSearch;
import io.hedgerow.core.internal.feature.search.PairChoice;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.sites.ModelTest;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Learns an additive model from sums that sites release in rounds: histograms, then moments of the columns of a
 * {@link FeatureMap}, then those of the pairs that these suggest, as far as {@link FeatureRelease#asked} lets. Climbs
 * start at the networks of lines, too, so that straight relations are found as well as without curves. Immutable. Not
 * private.
 */
public final class FeatureLearner {

    /** The factor by which a total variance exceeds that within sites where sites are offset. */
    private static final double OFFSET = 1.5;
    /** Kolmogorov and Smirnov: √(n / 2) times the distance of two samples is larger once in a thousand. */
    private static final double BY_CHANCE = 1.95;

    private static final List<ModelTest<Judged>> TESTS = List.of(
            judged -> judged.moments().findDisagreement(),
            judged -> judged.moments().findScales(judged.targets()),
            judged -> judged.drawn(Misfit.UNEXPLAINED, FeatureFit::structure),
            judged -> judged.drawn(Misfit.NOT_GAUSSIAN, FeatureFit::normality),
            Judged::drift,
            judged -> judged.moments().findConstant(judged.targets()));

    private final EdgeKnowledge knowledge;
    private final Optional<NoiseAssumption> assumed;
    private final boolean pairs;
    private final FeatureRelease.Seen seen;
    private final long seed;

    /** Assumes nothing of noises where {@code assumed} is empty; {@code seen} limits the pairs that sites release. */
    public FeatureLearner(
            EdgeKnowledge knowledge,
            Optional<NoiseAssumption> assumed,
            boolean pairs,
            FeatureRelease.Seen seen,
            long seed) {
        this.knowledge = knowledge;
        this.assumed = assumed;
        this.pairs = pairs;
        this.seen = seen;
        this.seed = seed;
    }

    /** Network[i, j] is the deviation of i's part in the mean of j, with the sign of its trend; notes are doubts. */
    public record Found(WeightMatrix network, Evidence evidence, List<String> notes) {}

    /** The network and moments on which the assumptions are tested; rows are drawn unless a series drifts. */
    private record Judged(Optional<FeatureFit> drawn, WithinSites moments, int targets, List<Integer> drifting) {

        Finding drift() {
            return targets == moments.variables()
                    ? Finding.notJudged(Misfit.SERIES_DRIFT, OptionalDouble.empty())
                    : Finding.at(
                            Misfit.SERIES_DRIFT,
                            drifting.stream()
                                    .map(j -> new Finding.Place(j, j, OptionalDouble.empty()))
                                    .toList());
        }

        Finding drawn(Misfit about, Function<FeatureFit, Finding> test) {
            return drawn.map(test).orElseGet(() -> Finding.notJudged(about, OptionalDouble.empty()));
        }
    }

    /** Learns from the sum of the sites' first release; {@code ask} announces a vector and sums their next one. */
    public Found learn(VariableSchema schema, WithinSites moments, UnaryOperator<Parameters> ask) {
        int d = moments.variables();
        FeatureLayout layout = FeatureRelease.layout(d, pairs);
        double[] covariance = moments.covariance();
        double[] centre = IntStream.range(0, d).mapToDouble(moments::mean).toArray();
        double[] unit = IntStream.range(0, d)
                .mapToDouble(j -> covariance[j * (d + 1)] > 0 ? Math.sqrt(covariance[j * (d + 1)]) : 1)
                .toArray();
        Parameters scales = layout.tellScales(moments.rows(), centre, unit);
        Parameters histograms = ask.apply(scales);
        List<Marginal> marginals = IntStream.range(0, d)
                .mapToObj(j -> Marginal.of(centre[j], unit[j], layout.histogram(histograms, j)))
                .toList();
        Parameters asked = layout.tellMarginals(scales, marginals);
        Parameters singles = ask.apply(asked);
        double rows = moments.effectiveRows();
        List<ParentSets> lines = lines(moments, rows);
        List<String> notes = new ArrayList<>(offsets(schema, marginals, unit));
        FeatureMap alone = new FeatureMap(marginals, layout.width(), new int[0][]);
        notes.addAll(FeatureFinding.ofTwoValues(schema, alone, 1));
        FeatureMoments features = layout.moments(alone, moments.sites(), singles, singles);
        FeatureSearch search = new FeatureSearch(features, knowledge, rows, FeaturePrior.EXACT, seed);
        List<ParentSets> starts = new ArrayList<>(lines);
        if (pairs && d > 2) {
            FeatureSearch.Best draft = search.draft(lines);
            starts.add(draft.graph());
            int[][] together = pairs(draft, moments, notes);
            if (together.length > 0) {
                FeatureMap map = new FeatureMap(marginals, layout.width(), together);
                features = layout.moments(map, moments.sites(), singles, ask.apply(layout.tellPairs(asked, together)));
                search = new FeatureSearch(features, knowledge, rows, FeaturePrior.EXACT, seed);
            }
        }
        return found(schema, moments, features, search, search.best(assumed, starts), rows, notes);
    }

    /** The pairs to ask for. Rows do not limit them, but sites release no sums that reveal single rows. */
    private int[][] pairs(FeatureSearch.Best draft, WithinSites moments, List<String> notes) {
        int[][] wanted = PairChoice.choose(draft.scores(), draft.graph(), PairChoice.most(moments.variables()));
        long told = seen == FeatureRelease.Seen.EACH ? moments.rows() / moments.sites() : moments.rows();
        int room = FeatureRelease.asked(seen, moments.variables(), wanted.length, told);
        if (room == wanted.length) {
            return wanted;
        }
        notes.add((room == 0
                        ? "causes were assumed to act alone"
                        : "causes may act together in " + room + " pairs only, and in " + (wanted.length - room)
                                + " others were assumed to act alone")
                + ": sums of as many columns as the " + told + " rows of "
                + (seen == FeatureRelease.Seen.TOTAL ? "all sites together" : "a site")
                + " would tell these one by one, and sums of half as many tell less");
        return PairChoice.choose(draft.scores(), draft.graph(), room);
    }

    /** The best networks of lines under both assumptions. */
    private List<ParentSets> lines(WithinSites moments, double rows) {
        StructureSearch search =
                StructureSearch.of(moments.variables(), seed).knowing(knowledge).climbing();
        return List.of(
                ParentSets.of(
                        search.assuming(NoiseAssumption.UNEQUAL)
                                .search(moments.covariance(), rows)
                                .network(),
                        moments.variables()),
                ParentSets.of(
                        search.assuming(NoiseAssumption.EQUAL)
                                .search(moments.covariance(), rows)
                                .network(),
                        moments.variables()));
    }

    private static List<String> offsets(VariableSchema schema, List<Marginal> marginals, double[] within) {
        List<String> far = IntStream.range(0, schema.size())
                .filter(j -> Math.pow(marginals.get(j).deviation() / within[j], 2) > OFFSET)
                .mapToObj(j -> schema.names().get(j))
                .toList();
        return far.isEmpty()
                ? List.of()
                : List.of("sites have different means of " + String.join(", ", far)
                        + ": curves are of the values as they are; if these are offsets of instruments,"
                        + " transform normal-scores takes each site's own ranks");
    }

    /** Variables with another distribution at an earlier step of a series, whose rows are then no one series. */
    private List<Integer> drifting(FeatureMap map, long rows) {
        int present = knowledge.targets().length;
        double chance = BY_CHANCE * Math.sqrt(2.0 / rows);
        return IntStream.range(present, map.variables())
                .filter(j -> map.marginal(j).distance(map.marginal(j % present)) > chance)
                .map(j -> j % present)
                .distinct()
                .sorted()
                .boxed()
                .toList();
    }

    private Found found(
            VariableSchema schema,
            WithinSites moments,
            FeatureMoments features,
            FeatureSearch search,
            FeatureSearch.Chosen chosen,
            double rows,
            List<String> notes) {
        List<Integer> drifting = drifting(features.map(), moments.rows());
        if (knowledge.targets().length < moments.variables() && moments.sites() > 1) {
            notes.add("whether sites differ was not judged, for steps of a series depend on each other");
        }
        notes.addAll(FeatureScores.PARENTS.notes(schema, chosen.best().graph()));
        Optional<FeatureFit> drawn = drifting.isEmpty()
                ? Optional.of(new FeatureFit(features, chosen.best(), new SearchRandom(seed)))
                : Optional.empty();
        Judged judged = new Judged(drawn, moments, knowledge.targets().length, drifting);
        return FeatureFinding.of(
                features,
                search,
                chosen,
                rows,
                fit -> new Trust(
                        fit.assumption(),
                        fit.margin(),
                        moments.rows(),
                        rows,
                        fit.varianceRatio(),
                        0,
                        0,
                        ModelTest.judge(TESTS, judged)),
                1,
                notes);
    }
}
