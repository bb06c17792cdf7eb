package io.hedgerow.core.internal.search;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Misfit;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import java.util.Optional;
import java.util.Set;

/**
 * A {@link StructureSearch} on the moments of several sites: as many rows count as the sites' agreement allows, and
 * what was found is held against the data.
 *
 * <p>Immutable.
 */
public final class SitesSearch {

    /** Effects below about a hundredth of a variance are beyond what a linear model should be believed to resolve. */
    private static final double RESOLUTION = 1000;
    /** Where correlations are left unexplained, the model resolves less. */
    private static final double RESOLUTION_OF_MISFIT = 300;
    /** Beyond this a posterior takes minutes. */
    private static final int MOST_WITH_CHAINS = 150;

    private final StructureSearch search;

    private SitesSearch(StructureSearch search) {
        this.search = search;
    }

    /**
     * Searches with probabilities, for up to {@value #MOST_WITH_CHAINS} variables; beyond, without.
     *
     * @param search how
     * @param variables d
     * @return the search
     */
    public static SitesSearch of(StructureSearch search, int variables) {
        return new SitesSearch(variables > MOST_WITH_CHAINS ? search.climbing() : search);
    }

    /**
     * What was found.
     *
     * @param network acyclic
     * @param evidence what the moments say of it
     */
    public record Found(WeightMatrix network, Evidence evidence) {}

    /**
     * Searches.
     *
     * @param moments of all sites
     * @return the network
     */
    public Found search(WithinSites moments) {
        Found found = search(moments, RESOLUTION, Set.of());
        Set<Misfit> flags = found.evidence().trust().flags();
        return flags.contains(Misfit.UNEXPLAINED) ? search(moments, RESOLUTION_OF_MISFIT, flags) : found;
    }

    private Found search(WithinSites moments, double resolution, Set<Misfit> seen) {
        double rows = moments.effectiveRows(resolution);
        StructurePosterior posterior = search.search(moments.covariance(), rows);
        WeightMatrix network = posterior.network();
        ModelFit fit = new ModelFit(moments, network);
        Set<Misfit> flags = fit.flags();
        flags.addAll(seen);
        Trust trust = new Trust(
                posterior.assumption(),
                posterior.margin(),
                moments.rows(),
                rows,
                fit.siteDisagreement(),
                fit.unexplained(),
                fit.nonlinearity(),
                fit.kurtosis(),
                fit.varianceRatio(),
                posterior.trapped(),
                posterior.gap(),
                flags);
        return new Found(network, evidence(posterior, search.knowledge(), trust, fit));
    }

    private static Evidence evidence(StructurePosterior posterior, EdgeKnowledge known, Trust trust, ModelFit fit) {
        return new Evidence(
                new PairProbabilities(
                        posterior.assumption() == NoiseAssumption.EQUAL
                                ? Optional.empty()
                                : Optional.of(EquivalenceClass.of(
                                        Dag.of(posterior.network()), (i, j) -> !known.allows(i, j))),
                        posterior.edges().filter(edges -> trust.mixed()),
                        trust.cap()),
                fit.equations(posterior.network()),
                trust);
    }
}
