// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.model.Parameters;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * How far sites disagree, from their sums by {@link SiteSums#layout}: φ is the variance of Fisher's z of the sites'
 * correlations, over its value by chance for n_k rows each, mean over pairs. Σ_k w_k (z_k − z̄)² is Σ w z² − (Σ w z)² /
 * Σ w, so sums over sites are enough. Pairs with a column that is constant at a site are of so many sites fewer, by
 * their share of the rows. Immutable.
 */
final class SiteDisagreement {

    private static final int FEWEST_TO_COMPARE = 3;

    private final int d;
    private final int sites;
    private final Parameters sums;
    /** Where not all rows have all columns. */
    private final Optional<PairCounts> pairs;

    SiteDisagreement(int variables, int sites, Parameters sums, Optional<PairCounts> pairs) {
        this.d = variables;
        this.sites = sites;
        this.sums = sums;
        this.pairs = pairs;
    }

    /** φ; about 1 when sites agree. Empty for fewer than three sites. */
    OptionalDouble value() {
        double weight = sums.get(SiteSums.agreement(d, 0, 0));
        if (sites < FEWEST_TO_COMPARE || d < 2 || !(weight > 0)) {
            return OptionalDouble.empty();
        }
        double between = 0;
        double freedom = 0;
        for (int j = 0; j < d; j++) {
            between += sums.get(SiteSums.single(d, j, SiteSums.SPREAD));
            for (int s = 1; s <= d / 2; s++) {
                double sum = sums.get(SiteSums.agreement(d, j, s));
                double varying = sums.get(SiteSums.varying(d, j, s));
                between -= varying > 0 ? sum * sum / varying : 0;
                int one = j;
                int other = (j + s) % d;
                double have = pairs.map(counts -> counts.sitesVarying(one, other, varying))
                        .orElse(sites * varying / weight);
                freedom += Math.max(0, have - 1);
            }
        }
        return freedom > 0 ? OptionalDouble.of(Math.max(0, between) / freedom) : OptionalDouble.empty();
    }

    /** The φ that sites of one network with covariances, [d, d], exceed with a probability. */
    double quantile(double[] covariance, double exceeded) {
        double compared = pairs.map(PairCounts::meanSites).orElse((double) sites);
        return SiteAgreement.quantile(SiteAgreement.freedom(d, compared, covariance), exceeded);
    }

    /** The share of the rows, at sites that have a variable, at which it varies. */
    private double share(int variable) {
        double weight = sums.get(SiteSums.agreement(d, variable, 0));
        return weight > 0 ? sums.get(SiteSums.varying(d, variable, 0)) / weight : 1;
    }

    private double share(int one, int other) {
        int s = Math.floorMod(other - one, d);
        double both = s <= d / 2 ? sums.get(SiteSums.varying(d, one, s)) : sums.get(SiteSums.varying(d, other, d - s));
        double weight = sums.get(SiteSums.agreement(d, 0, 0));
        return weight > 0 ? both / weight : 1;
    }

    /** n n_ij / (n_i n_j), n_ij being the rows of sites where both variables vary; 1 where all do. */
    double overlap(int one, int other) {
        double apart = share(one) * share(other);
        return apart > 0 ? share(one, other) / apart : 1;
    }

    /** Variables, among the first, constant at some sites; with the share, about, of rows at sites where they vary. */
    Map<Integer, Double> constantSomewhere(int first) {
        Map<Integer, Double> shares = new TreeMap<>();
        for (int j = 0; j < first; j++) {
            if (share(j) < 1) {
                shares.put(j, share(j));
            }
        }
        return shares;
    }
}
