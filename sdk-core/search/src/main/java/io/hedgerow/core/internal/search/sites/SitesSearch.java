// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.effect.NetworkEffects;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.EvidenceMatrix;
import io.hedgerow.core.internal.search.posterior.StructurePosterior;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.regression.ParentFit;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A {@link StructureSearch} on sites' moments: rows are down-weighted where sites disagree, and the result is tested.
 * Immutable.
 */
public final class SitesSearch {

    private static final List<ModelTest<Judged>> TESTS = List.of(
            judged -> judged.moments().findDisagreement(),
            judged -> judged.moments().findScales(judged.fit().targets()),
            judged -> judged.fit().structure(judged.diffuse()),
            judged -> judged.posterior().findHiddenCause(),
            judged -> judged.fit().lines(),
            judged -> judged.fit().normality(),
            judged -> judged.moments().findConstant(judged.fit().targets()));

    private final StructureSearch search;

    public SitesSearch(StructureSearch search) {
        this.search = search;
    }

    /** The result; {@code acrossSteps} says that edges within a step were left out, see {@link DiffuseDependence}. */
    public record Found(WeightMatrix network, Evidence evidence, boolean acrossSteps) {}

    /**
     * The network and moments on which the assumptions are tested; diffuse says that pairs without an edge depend on
     * each other more than by chance.
     */
    private record Judged(WithinSites moments, ModelFit fit, boolean diffuse, StructurePosterior posterior) {}

    public Found search(WithinSites given) {
        WithinSites seen = completed(given.inCommonScale());
        double most = seen.effectiveRows(search);
        WithinSites moments = weighed(seen, most);
        double[] covariance = moments.covariance();
        DiffuseDependence diffuse = DiffuseDependence.of(search, covariance, most);
        double rows = diffuse.rows(most);
        StructurePosterior all = search.search(covariance, rows);
        Optional<StructureSearch> lagged = diffuse.acrossSteps(search, all.shown());
        StructurePosterior found =
                lagged.map(lags -> lags.search(covariance, rows)).orElse(all);
        // what a network without hidden causes lets expect says nothing of them
        // nor can steps that depend on each other by what happens between them
        StructurePosterior posterior = given.groups().isPresent() || lagged.isPresent()
                ? found
                : found.lookedForHiddenCauses(search.knowledge(), covariance, rows);
        ModelFit fit = new ModelFit(moments, search.knowledge().targets().length, posterior.network());
        Trust trust = new Trust(
                posterior.assumption(),
                posterior.margin(),
                moments.rows(),
                rows,
                fit.varianceRatio(),
                posterior.trapped(),
                posterior.gap(),
                ModelTest.judge(TESTS, new Judged(moments, fit, diffuse.isSeen(), posterior)),
                columns(moments));
        if (seen.noise().isPresent()) {
            posterior = posterior.of(refitted(posterior.network(), seen.covariance()));
        }
        WeightMatrix network = posterior.network();
        Evidence evidence = posterior.evidence(
                search.knowledge(), trust, new ModelFit(seen, fit.targets(), network).equations(network));
        if (given.groups().isEmpty()) { // of filled-in covariances no regression has that many rows
            evidence = evidence.with(effects(seen, rows, posterior).find());
        }
        return new Found(network, UnexplainedPairs.in(moments, network, evidence), lagged.isPresent());
    }

    private NetworkEffects effects(WithinSites seen, double rows, StructurePosterior posterior) {
        NetworkEffects effects = new NetworkEffects(search.knowledge(), seen.covariance(), rows, posterior);
        return seen.noise()
                .map(noise ->
                        effects.behind(rows, noise, MomentMatrix.correlation(seen.variables(), seen.covariance())))
                .orElse(effects);
    }

    /** Gives every relation the weight of the rows that tell of it, where cells are missing. */
    private WithinSites weighed(WithinSites seen, double rows) {
        return seen.noise()
                .map(noise -> seen.withCovariance(EvidenceMatrix.of(search.climbing(), seen.covariance(), rows, noise)))
                .orElse(seen);
    }

    /** The network with the regressions of other covariances. */
    private static WeightMatrix refitted(WeightMatrix network, double[] covariance) {
        int d = network.variables();
        return ParentFit.weights(d, covariance, ParentSets.of(network, Math.max(1, d - 1)));
    }

    /** Replaces covariances of columns that some sites lack by those that the best network lets expect. */
    private WithinSites completed(WithinSites moments) {
        return moments.groups()
                .map(groups -> moments.withCovariance(
                        StructuralCompletion.of(search, groups, moments.effectiveRows() / (double) moments.degrees())))
                .orElse(moments);
    }

    /** How many sites and rows have each variable; empty where all sites have all. */
    private static Optional<Trust.Columns> columns(WithinSites moments) {
        return moments.groups().map(groups -> {
            int[] pair = groups.fewest();
            return new Trust.Columns(
                    IntStream.range(0, moments.variables())
                            .mapToObj(j -> groups.sites(j, j))
                            .toList(),
                    IntStream.range(0, moments.variables())
                            .mapToObj(j -> Math.round(groups.rows(j, j)))
                            .toList(),
                    pair[0],
                    pair[1],
                    groups.sites(pair[0], pair[1]),
                    Math.round(groups.rows(pair[0], pair[1])));
        });
    }

    /** Whether a network of all variables leaves correlations open. */
    public static Finding findStructure(WithinSites moments, WeightMatrix network) {
        return new ModelFit(moments, moments.variables(), network).structure(false);
    }

    /** The largest noise variance of a network of all variables over the smallest. */
    public static double varianceRatio(WithinSites moments, WeightMatrix network) {
        return new ModelFit(moments, moments.variables(), network).varianceRatio();
    }

    public static List<Evidence.Equation> equations(WithinSites moments, WeightMatrix network) {
        return new ModelFit(moments, moments.variables(), network).equations(network);
    }
}
