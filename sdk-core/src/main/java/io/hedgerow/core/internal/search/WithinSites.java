package io.hedgerow.core.internal.search;

import io.hedgerow.core.data.SufficientStatistics;
import java.util.List;

/**
 * The covariances of all sites' rows, each about its own site's means, and what they are worth. Means that differ
 * between sites are no relation between variables; pooled centring would count them as one.
 *
 * <p>Immutable.
 */
public final class WithinSites {

    /** Effects below about a hundredth of a variance are beyond what a linear model should be believed to resolve. */
    private static final double RESOLUTION = 1000;

    private static final int FEWEST_TO_COMPARE = 3;
    /** A correlation nearer to 1 says nothing about agreement but that a column is double. */
    private static final double LARGEST = 1 - 1e-12;

    private final double[] covariance;
    private final long rows;
    private final double disagreement;

    private WithinSites(double[] covariance, long rows, double disagreement) {
        this.covariance = covariance;
        this.rows = rows;
        this.disagreement = disagreement;
    }

    /** [d, d] row by row: Σ_k (n_k − 1) S_k / Σ_k (n_k − 1); a copy. */
    public double[] covariance() {
        return covariance.clone();
    }

    /** n of all sites. */
    public long rows() {
        return rows;
    }

    /**
     * φ: the variance of Fisher's z of the sites' correlations, over what n_k rows each explain; 1 when sites agree,
     * and with fewer than three sites, which cannot be told.
     */
    public double disagreement() {
        return disagreement;
    }

    /**
     * From the statistics of every site.
     *
     * @param sites at least one; of two rows or more in all beyond one for each site
     * @return pooled
     * @throws IllegalArgumentException when no site has two rows
     */
    public static WithinSites of(List<SufficientStatistics> sites) {
        int d = sites.get(0).variables();
        double[] sum = new double[d * d];
        long rows = 0;
        double freedom = 0;
        for (SufficientStatistics site : sites) {
            rows += site.rows();
            double own = site.rows() - 1;
            freedom += own;
            for (int k = 0; k < sum.length; k++) {
                sum[k] += own > 0 ? site.rows() * site.covariance(k / d, k % d) : 0;
            }
        }
        if (!(freedom > 0)) {
            throw new IllegalArgumentException("a site must have two rows or more, had none with more than one");
        }
        for (int k = 0; k < sum.length; k++) {
            sum[k] /= freedom;
        }
        return new WithinSites(sum, rows, disagreement(d, sites));
    }

    /**
     * How many rows of one population without small misfits the covariances are worth: 1 / (max(1, φ) / n + 1 / 1000).
     *
     * @return n_eff
     */
    public double effectiveRows() {
        return 1 / (Math.max(1, disagreement) / rows + 1 / RESOLUTION);
    }

    private static double disagreement(int d, List<SufficientStatistics> all) {
        List<SufficientStatistics> sites =
                all.stream().filter(site -> site.rows() > 4).toList();
        if (sites.size() < FEWEST_TO_COMPARE || d < 2) {
            return 1;
        }
        double total = 0;
        int pairs = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                total += between(i, j, sites);
                pairs++;
            }
        }
        return total / pairs / (sites.size() - 1);
    }

    /** Σ_k w_k (z_k − z̄)² with w_k = n_k − 4: about K − 1 when the sites' rows are of one population. */
    private static double between(int i, int j, List<SufficientStatistics> sites) {
        double weight = 0;
        double sum = 0;
        double squares = 0;
        for (SufficientStatistics site : sites) {
            double scale = site.covariance(i, i) * site.covariance(j, j);
            double r = scale > 0 ? site.covariance(i, j) / Math.sqrt(scale) : 0;
            double bounded = Math.max(-LARGEST, Math.min(LARGEST, r));
            double z = 0.5 * Math.log((1 + bounded) / (1 - bounded));
            double w = site.rows() - 4;
            weight += w;
            sum += w * z;
            squares += w * z * z;
        }
        return Math.max(0, squares - sum * sum / weight);
    }
}
