package io.hedgerow.core.search;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.StructureSearch;
import io.hedgerow.core.internal.search.WithinSites;
import java.util.List;

/**
 * The posterior probability of every possible edge, as {@code order-mcmc} finds it, low ones and all: what its
 * calibration is measured on. A learned network shows only those of its own edges.
 *
 * <p>Deterministic for a seed. Stateless. Not private: run it on what may be seen.
 */
public final class EdgeProbabilities {

    private EdgeProbabilities() {}

    /**
     * Computes them.
     *
     * @param sites statistics of each, over the same variables; not modified
     * @param seed of the search
     * @return [d, d], the probability of i → j; both of a pair together at most 1, but for rounding
     * @throws IllegalArgumentException when no site has two rows, or a column does not vary
     */
    public static WeightMatrix of(List<SufficientStatistics> sites, long seed) {
        WithinSites moments = WithinSites.of(sites);
        return StructureSearch.of(sites.get(0).variables(), seed)
                .search(moments.covariance(), moments.effectiveRows())
                .edges();
    }
}
