// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Misfit;
import io.hedgerow.core.search.Trust;
import java.util.List;
import java.util.Set;

/**
 * A {@link StructureSearch} on the moments of several sites: as many rows count as the sites' agreement allows, and
 * what was found is held against the data.
 *
 * <p>Immutable.
 */
public final class SitesSearch {

    /** Effects below about a hundredth of a variance are beyond what a linear model should be believed to resolve. */
    static final double RESOLUTION = 1000;
    /** Where correlations are left unexplained, the model resolves less. */
    private static final double RESOLUTION_OF_MISFIT = 300;

    private final StructureSearch search;

    /** Searches. */
    public SitesSearch(StructureSearch search) {
        this.search = search;
    }

    /**
     * What was found.
     *
     * @param evidence what the moments say of it
     */
    public record Found(WeightMatrix network, Evidence evidence) {}

    /**
     * Searches.
     *
     * @param given moments of all sites; of variables in other units at some, the sites' correlations are searched
     */
    public Found search(WithinSites given) {
        WithinSites moments = given.inCommonScale();
        Found found = search(moments, RESOLUTION, Set.of());
        Set<Misfit> flags = found.evidence().trust().flags();
        return flags.contains(Misfit.UNEXPLAINED) ? search(moments, RESOLUTION_OF_MISFIT, flags) : found;
    }

    /**
     * What else is in the equations of a network.
     *
     * @param moments of all sites
     * @return for every variable
     */
    public static List<Evidence.Equation> equations(WithinSites moments, WeightMatrix network) {
        return new ModelFit(moments, moments.variables(), network).equations(network);
    }

    private Found search(WithinSites moments, double resolution, Set<Misfit> seen) {
        double rows = moments.effectiveRows(resolution);
        StructurePosterior posterior = search.search(moments.covariance(), rows);
        WeightMatrix network = posterior.network();
        ModelFit fit = new ModelFit(moments, search.knowledge().targets().length, network);
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
                moments.scaleFactors(search.knowledge().targets().length),
                flags);
        return new Found(network, posterior.evidence(search.knowledge(), trust, fit.equations(network)));
    }
}
