// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.sites.SitesSearch;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.List;
import java.util.Optional;

/**
 * Orients edges that covariances leave undirected, by noise that is not normal: {@link ClassOrientation}. Not private.
 */
public final class NoiseDirections {

    private NoiseDirections() {}

    /** The number of open edges; 0 under equal variances, where every direction is identified. */
    public static int open(SitesSearch.Found found) {
        return found.evidence()
                .pairs()
                .pattern()
                .map(EquivalenceClass::undirected)
                .orElse(0);
    }

    /** Whether noises look other than normal. */
    public static boolean told(SitesSearch.Found found) {
        return found.evidence().trust().flags().contains(Misfit.NOT_GAUSSIAN);
    }

    /** The likeliest member of the class and edges that noise directs; unchanged if none is open or noise is normal. */
    public static SitesSearch.Found direct(
            SitesSearch.Found found, EdgeKnowledge known, WithinSites moments, Contrasts rows) {
        if (open(found) == 0 || !told(found)) {
            return found;
        }
        ClassOrientation noise =
                ClassOrientation.of(Dag.of(found.network()), (i, j) -> !known.allows(i, j), moments, rows);
        WeightMatrix network = noise.likeliest();
        EquivalenceClass left = EquivalenceClass.of(
                Dag.of(network), (i, j) -> !known.allows(i, j) || noise.directs(j, i, ClassOrientation.MARGIN));
        Evidence before = found.evidence();
        PairProbabilities pairs = new PairProbabilities(
                Optional.of(left).filter(pattern -> pattern.undirected() > 0),
                before.pairs().directed(),
                before.pairs().cap(),
                Optional.of(ratios(network, noise)),
                before.pairs().marks());
        List<Evidence.Equation> equations =
                before.equations().isEmpty() ? before.equations() : SitesSearch.equations(moments, network);
        return new SitesSearch.Found(network, before.with(pairs, equations).with(Optional.empty()), false);
    }

    private static WeightMatrix ratios(WeightMatrix network, ClassOrientation noise) {
        int d = network.variables();
        double[] ratios = new double[d * d];
        for (int k = 0; k < ratios.length; k++) {
            if (noise.directs(k / d, k % d, ClassOrientation.MARGIN)) {
                ratios[k] = noise.ratio(k / d, k % d);
            }
        }
        return WeightMatrix.ofRows(d, ratios);
    }
}
