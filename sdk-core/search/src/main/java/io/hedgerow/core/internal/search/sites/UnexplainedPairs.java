// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Finds pairs without a shown edge whose partial correlation within sites, given all other variables, is clearly not 0,
 * and clearly not the one that the network implies. (Two causes of one effect depend on each other given it, and are no
 * such pair.) Where hidden causes are claimed, they explain pairs that need an edge in the best network without them,
 * so all of that network's edges count as shown. With K = C⁻¹ observed and K = (I − B) V⁻¹ (I − B)ᵀ of the network,
 * refitted with its shown edges, partial correlations are r_ij = −K_ij / √(K_ii K_jj), and Fisher's z of the observed
 * ones has the standard error 1 / √(n − (d − 2) − 3), n effective rows. Beyond doubt: exceeded by chance for any pair
 * once in a thousand studies (Bonferroni).
 */
final class UnexplainedPairs {

    /** The probability with which chance is taken for a dependence, in all pairs together. */
    private static final double CHANCE = 1e-3;

    private static final double PIVOT = 1e-9;
    private static final double LARGEST = 1 - 1e-12;

    private final int d;
    private final double[] observed;
    private final double[] implied;
    private final double error;

    private UnexplainedPairs(int d, double[] observed, double[] implied, double error) {
        this.d = d;
        this.observed = observed;
        this.implied = implied;
        this.error = error;
    }

    /** Adds a finding of such pairs; none where rows are too few or columns determine each other. */
    static Evidence in(WithinSites moments, WeightMatrix network, Evidence evidence) {
        int d = moments.variables();
        double freedom = evidence.trust().effectiveRows() - d - 1;
        double[] c = MomentMatrix.correlation(d, moments.covariance());
        double[] inverse = new double[d * d];
        if (evidence.equations().size() < d || !(freedom > d) || !invert(d, c, inverse)) {
            return evidence;
        }
        PairProbabilities pairs = evidence.pairs();
        double[] implied = impliedInverse(d, c, network, pairs);
        UnexplainedPairs all = new UnexplainedPairs(d, inverse, implied, 1 / Math.sqrt(freedom));
        return evidence.with(Finding.at(Misfit.UNEXPLAINED_PAIRS, all.beside(network, pairs)));
    }

    private List<Finding.Place> beside(WeightMatrix network, PairProbabilities pairs) {
        boolean[] open = new boolean[d * d];
        int count = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                boolean joined = network.hasEdge(i, j) || network.hasEdge(j, i);
                open[i * d + j] = !joined || !explains(pairs, i, j);
                count += open[i * d + j] ? 1 : 0;
            }
        }
        List<Finding.Place> places = new ArrayList<>();
        double bound = count == 0
                ? Double.POSITIVE_INFINITY
                : -new NormalDistribution().inverseCumulativeProbability(CHANCE / (2.0 * count));
        for (int k = 0; k < d * d; k++) {
            double seen = z(observed, k / d, k % d) / error;
            double left = (z(observed, k / d, k % d) - z(implied, k / d, k % d)) / error;
            if (open[k] && Math.abs(seen) > bound && Math.abs(left) > bound) {
                places.add(new Finding.Place(k / d, k % d, OptionalDouble.of(seen)));
            }
        }
        return places;
    }

    private static boolean explains(PairProbabilities pairs, int i, int j) {
        boolean claimed = pairs.marks().map(AncestralMarks::claimHiddenCauses).orElse(false);
        return claimed || pairs.isShown(i, j);
    }

    private double z(double[] inverse, int i, int j) {
        double r = -inverse[i * d + j] / Math.sqrt(inverse[i * (d + 1)] * inverse[j * (d + 1)]);
        double inside = Math.max(-LARGEST, Math.min(LARGEST, r));
        return 0.5 * Math.log((1 + inside) / (1 - inside));
    }

    private static boolean invert(int d, double[] c, double[] inverse) {
        double[] factor = c.clone();
        if (!SmallCholesky.factor(factor, d, PIVOT)) {
            return false;
        }
        SmallCholesky.invert(factor, d, inverse);
        return true;
    }

    /** (I − B) V⁻¹ (I − B)ᵀ, B and V of regressions on the parents whose edges are shown. */
    private static double[] impliedInverse(int d, double[] c, WeightMatrix network, PairProbabilities pairs) {
        double[] inverse = new double[d * d];
        for (int j = 0; j < d; j++) {
            int target = j;
            TargetRegression regression = new TargetRegression(d, c, j, d);
            int[] parents = IntStream.range(0, d)
                    .filter(i -> network.hasEdge(i, target) && explains(pairs, i, target))
                    .filter(regression::add)
                    .toArray();
            double[] b = regression.coefficients(new double[parents.length]);
            double[] row = new double[d];
            row[j] = 1;
            for (int a = 0; a < parents.length; a++) {
                row[parents[a]] = -b[a];
            }
            double variance = Math.max(regression.residualVariance(), PIVOT);
            for (int k = 0; k < d * d; k++) {
                inverse[k] += row[k / d] * row[k % d] / variance;
            }
        }
        return inverse;
    }
}
