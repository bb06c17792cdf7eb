// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.internal.search.sums.GroupMoments;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Estimates covariances of all columns where sites have different ones: those expected under the network that explains
 * best what was measured (structural EM: Friedman 1997, on {@link GroupMoments}). A network and the covariances that it
 * lets expect are found in turn, from several starts: covariances without a network, of which few rows are taken for
 * true at first and more in every round. Few leave out what only chance of different rows shows, many see weak effects.
 * The end with the smallest Bayesian information criterion of the measured moments is taken, so what was filled in is
 * never evidence for the network that filled it in. Deterministic.
 */
final class StructuralCompletion {

    private static final int MOST_ROUNDS = 10;
    /** So many suffice: the network changes what is expected more than further steps would. */
    private static final int STEPS = 50;

    private static final int LAST_STEPS = 300;
    private static final double MORE_ROWS = 1.8;
    private static final double SMALLEST = 1e-9;

    private final StructureSearch search;
    private final GroupMoments groups;
    private final int d;

    private StructuralCompletion(StructureSearch search, GroupMoments groups) {
        this.search = search;
        this.groups = groups;
        this.d = search.knowledge().variables();
    }

    private static final class End {
        private final double criterion;
        private final double[] covariance;

        End(double criterion, double[] covariance) {
            this.criterion = criterion;
            this.covariance = covariance;
        }
    }

    /** The covariances, [d, d], positive definite; {@code share} is what differing sites leave of the degrees. */
    static double[] of(StructureSearch search, GroupMoments groups, double share) {
        StructuralCompletion completion = new StructuralCompletion(search.climbing(), groups);
        double[] start = groups.likeliest();
        int[] pair = groups.fewest();
        double fewest = groups.degrees(pair[0], pair[1]);
        double mean = groups.meanDegrees();
        double all = share * groups.degrees();
        List<End> ends =
                DoubleStream.of(fewest / 4, fewest, mean / 2, mean, groups.degrees()).boxed().toList().parallelStream()
                        .map(rows -> completion.from(start, Math.max(StructureSearch.LEAST_ROWS, share * rows), all))
                        .toList();
        return ends.stream()
                .min(Comparator.comparingDouble(end -> end.criterion))
                .orElseThrow()
                .covariance;
    }

    private End from(double[] start, double first, double all) {
        double[] covariance = start;
        double rows = Math.min(first, all);
        WeightMatrix network = WeightMatrix.empty(d);
        boolean settled = false;
        for (int round = 0; round < MOST_ROUNDS && !settled; round++) {
            WeightMatrix next = search.search(covariance, rows).network();
            settled = sameEdges(next, network) && rows == all;
            network = next;
            covariance = expected(covariance, network, STEPS);
            rows = Math.min(all, MORE_ROWS * rows);
        }
        covariance = expected(covariance, network, LAST_STEPS);
        // rows count as fewer in both terms where sites differ
        double criterion = all / groups.degrees() * groups.deviance(implied(covariance, network))
                + network.edgeCount() * Math.log(all);
        return new End(criterion, covariance);
    }

    private double[] expected(double[] covariance, WeightMatrix network, int steps) {
        return groups.expected(implied(covariance, network), steps, next -> implied(next, network));
    }

    private boolean sameEdges(WeightMatrix one, WeightMatrix other) {
        return IntStream.range(0, d * d).allMatch(k -> one.hasEdge(k / d, k % d) == other.hasEdge(k / d, k % d));
    }

    /** The covariances of a network whose regressions are fitted to others: (I − B)⁻ᵀ V (I − B)⁻¹. */
    private double[] implied(double[] covariance, WeightMatrix network) {
        double[] implied = new double[d * d];
        int[] order = ParentSets.of(network, Math.max(1, d - 1)).topologicalOrder();
        for (int at = 0; at < d; at++) {
            int j = order[at];
            TargetRegression regression = new TargetRegression(d, covariance, j, d);
            int[] parents = IntStream.range(0, d)
                    .filter(i -> network.hasEdge(i, j) && regression.add(i))
                    .toArray();
            double[] b = regression.coefficients(new double[parents.length]);
            for (int earlier = 0; earlier < at; earlier++) {
                int k = order[earlier];
                for (int p = 0; p < parents.length; p++) {
                    implied[j * d + k] += b[p] * implied[parents[p] * d + k];
                }
                implied[k * d + j] = implied[j * d + k];
            }
            double variance = Math.max(regression.residualVariance(), SMALLEST * covariance[j * (d + 1)]);
            for (int p = 0; p < parents.length; p++) {
                variance += b[p] * implied[j * d + parents[p]];
            }
            implied[j * (d + 1)] = variance;
        }
        return implied;
    }
}
