// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.effect.NetworkEffects;
import io.hedgerow.core.internal.search.posterior.StructurePosterior;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Misfit;
import io.hedgerow.core.search.Trust;
import java.util.List;
import java.util.Set;

/**
 * A {@link StructureSearch} on the moments of several sites: as many rows count as the sites' agreement allows, and the
 * result is compared with the data.
 *
 * <p>Immutable.
 */
public final class SitesSearch {

    private final StructureSearch search;

    public SitesSearch(StructureSearch search) {
        this.search = search;
    }

    /** The result, with the evidence of the moments for it. */
    public record Found(WeightMatrix network, Evidence evidence) {}

    public Found search(WithinSites given) {
        WithinSites moments = given.inCommonScale();
        double rows = moments.effectiveRows(search);
        double[] covariance = moments.covariance();
        StructurePosterior posterior =
                search.search(covariance, rows).lookedForHiddenCauses(search.knowledge(), covariance, rows);
        WeightMatrix network = posterior.network();
        ModelFit fit = new ModelFit(moments, search.knowledge().targets().length, network);
        Set<Misfit> flags = fit.flags();
        if (posterior.claimsHiddenCauses()) {
            flags.add(Misfit.HIDDEN_CAUSE);
        }
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
        Evidence evidence = posterior.evidence(search.knowledge(), trust, fit.equations(network));
        evidence = evidence.with(new NetworkEffects(search.knowledge(), covariance, rows, posterior).find());
        return new Found(network, UnexplainedPairs.in(moments, network, evidence));
    }

    public static List<Evidence.Equation> equations(WithinSites moments, WeightMatrix network) {
        return new ModelFit(moments, moments.variables(), network).equations(network);
    }
}
