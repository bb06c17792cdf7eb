// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import java.util.Arrays;
import java.util.Optional;

/**
 * Measures how much more than by chance pairs of a series without an edge depend on each other: λ is the median of what
 * one more parent would gain them, over the median of χ² with one degree of freedom (genomic control: Devlin and Roeder
 * 1999). Steps that depend on each other beyond the lags, and causes that act a little on many variables, raise all
 * gains; then rows are worth 1 / λ of their number. Not private: it needs exact moments.
 *
 * <p>Symbols: j an explained variable with parents A; i a lag, or a variable before j in an order of the network, that
 * is no parent of j; r residual variances; n degrees of freedom:
 *
 * <pre>χ²_ij = (n − |A| − 1) ln(r_A / r_{A ∪ i}),   λ = median / 0.4549</pre>
 *
 * <p>A network that was sought with too many rows has the largest gains as edges, which lowers λ; so it is sought again
 * with n / λ rows until λ no longer grows.
 */
final class DiffuseDependence {

    /** The median of χ² with one degree of freedom. */
    private static final double MEDIAN = 0.4549364231195724;
    /** The deviation of the median of m such values, times √m, in units of the median. */
    private static final double SPREAD = 2.333;
    /** What a normal value exceeds once in a thousand times. */
    private static final double SURELY = 3.09;

    /** With fewer pairs, as of 25 variables with one lag, missed true edges weigh too much. */
    private static final int ENOUGH = 1000;
    /** Gains of one variable, of candidates that depend on each other, count as a quarter of their number. */
    private static final double ALIKE = 4;

    private static final int ROUNDS = 4;
    /** A smaller growth changes nothing that can be seen. */
    private static final double GROWTH = 1.05;

    private final EdgeKnowledge known;
    private final double[] covariance;
    private final double lambda;

    private DiffuseDependence(EdgeKnowledge known, double[] covariance, double lambda) {
        this.known = known;
        this.covariance = covariance;
        this.lambda = lambda;
    }

    /** Looks at the pairs of networks that a search finds by climbing; λ is 1 for rows that are no series. */
    static DiffuseDependence of(StructureSearch search, double[] covariance, double rows) {
        DiffuseDependence seen = new DiffuseDependence(search.knowledge(), covariance, 1);
        if (search.knowledge().targets().length == search.knowledge().variables()) {
            return seen;
        }
        for (int round = 0; round < ROUNDS; round++) {
            double next = seen.of(
                    search.climbing().search(covariance, seen.rows(rows)).network(), rows);
            if (next <= seen.lambda * GROWTH) {
                break;
            }
            seen = new DiffuseDependence(search.knowledge(), covariance, next);
        }
        return seen;
    }

    boolean isSeen() {
        return lambda > 1;
    }

    /** The number of independent rows that so many rows are worth. */
    double rows(double rows) {
        return Math.max(rows / lambda, StructureSearch.LEAST_ROWS);
    }

    /** λ of a network; 1 where chance exceeds it once in a thousand studies. */
    private double of(WeightMatrix network, double rows) {
        int d = known.variables();
        ParentSets parents = ParentSets.of(network, d - 1);
        boolean[] before = new boolean[d];
        Arrays.fill(before, true);
        for (int j : known.targets()) {
            before[j] = false;
        }
        double[] gains = new double[known.targets().length * d];
        int pairs = 0;
        for (int j : parents.topologicalOrder()) {
            if (before[j]) {
                continue; // a lag
            }
            TargetRegression regression = new TargetRegression(d, covariance, j, parents.count(j));
            for (int p = 0; p < parents.count(j); p++) {
                regression.add(parents.parent(j, p));
            }
            double free = rows - parents.count(j) - 1;
            for (int i = 0; i < d && free > 1; i++) {
                if (before[i] && known.allows(i, j) && parents.positionOf(j, i) < 0 && regression.usable(i)) {
                    double left = regression.residualVarianceWith(i);
                    // the median of ν ln(1 + t² / ν) is above that of χ² by a part of 1 / 2ν
                    gains[pairs++] =
                            left > 0 ? free * Math.log(regression.residualVariance() / left) / (1 + 0.5 / free) : 0;
                }
            }
            before[j] = true;
        }
        if (pairs < ENOUGH) {
            return 1;
        }
        Arrays.sort(gains, 0, pairs);
        double seen = gains[pairs / 2] / MEDIAN;
        return seen > 1 + SPREAD * SURELY / Math.sqrt(pairs / ALIKE) ? seen : 1;
    }

    /**
     * The search of lags alone, where there is diffuse dependence and variables affect others over steps: what happens
     * between two steps then acts on both of a pair, which looks like an edge within the step and is none. Empty where
     * edges within a step can be told. {@code found} is the network with all edges, as it would be shown.
     */
    Optional<StructureSearch> acrossSteps(StructureSearch search, WeightMatrix found) {
        return isSeen() && reachesOthers(found)
                ? Optional.of(search.knowing(known.parentsOnlyAsParents()))
                : Optional.empty();
    }

    private boolean reachesOthers(WeightMatrix network) {
        int t = known.targets().length;
        for (int i = t; i < known.variables(); i++) {
            for (int j = 0; j < t; j++) {
                if (i % t != j && network.hasEdge(i, j)) {
                    return true;
                }
            }
        }
        return false;
    }
}
