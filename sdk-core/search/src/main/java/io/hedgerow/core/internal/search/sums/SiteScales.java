// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.model.Parameters;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Tests whether a variable has the same deviation at all sites, and computes moments for which that does not matter:
 * another unit or instrument of a site changes products of sums but no correlation of its own. Symbols: l_k = ln s², of
 * site k; w_k of {@link SiteSums}; K sites; κ the fourth moment.
 */
final class SiteScales {

    /** A smaller factor between deviations is not worth a word to a reader. */
    private static final double LIKE = 1.2;
    /** A factor above the differences of series of one unit, which may drift. */
    private static final double OTHER_UNITS = 3;

    /** Rows that follow each other are worth fewer. */
    private static final double ROWS_OF_SERIES = 0.1;

    /** The variance of ln s² of normal rows is 2 / n; lighter tails are not trusted. */
    private static final double LEAST_CHANCE = 2;

    private final int d;
    private final IntUnaryOperator sites;
    private final Parameters sums;
    private final boolean series;

    /** Takes the sums of sites; {@code sites} tells how many have a variable. */
    SiteScales(int variables, IntUnaryOperator sites, Parameters sums, boolean series) {
        this.d = variables;
        this.sites = sites;
        this.sums = sums;
        this.series = series;
    }

    private double weight(int j) {
        return sums.get(SiteSums.varying(d, j, 0));
    }

    /** The share, in the rows, of the sites that have a variable. */
    private double share(int j) {
        return share(sums, d, j);
    }

    /** Within [0, 1] for any sums: a site may send a weight that its rows cannot have. */
    private static double share(Parameters of, int d, int j) {
        double rows = of.get(SiteSums.agreement(d, j, 0));
        return rows > 0 ? Math.max(0, Math.min(1, of.get(SiteSums.varying(d, j, 0)) / rows)) : 0;
    }

    /**
     * e^{τ/2} of those of the first variables whose deviations differ by a notable factor; τ² is the variance of l
     * between sites beyond that of chance.
     */
    Map<Integer, Double> factors(int first) {
        Map<Integer, Double> factors = new TreeMap<>();
        for (int j = 0; j < first; j++) {
            double factor = Math.exp(Math.sqrt(between(j)) / 2);
            if (factor > (series ? OTHER_UNITS : LIKE)) {
                factors.put(j, factor);
            }
        }
        return factors;
    }

    /** Whether some variable's deviations surely differ, even a little. */
    boolean vary() {
        return IntStream.range(0, d).anyMatch(j -> between(j) > 0);
    }

    /**
     * τ² = (Q − (K − 1)(κ − 1)) / (Σ w (1 − 1/K)), Q = Σ w (l − l̄)² (DerSimonian and Laird 1986, of sites of like
     * size); 0 where chance exceeds Q / (κ − 1), about χ² with K − 1 degrees of freedom, once in a thousand studies.
     */
    private double between(int j) {
        double summed = series ? ROWS_OF_SERIES : 1;
        double weight = summed * weight(j);
        double varying = weight > 0 ? sites.applyAsInt(j) * share(j) : 0;
        if (varying < 2) {
            return 0;
        }
        double sum = summed * sums.get(SiteSums.correlation(d, j, 0));
        double q = summed * sums.get(SiteSums.single(d, j, SiteSums.SCALE_SPREAD)) - sum * sum / weight;
        double shapes = sums.get(SiteSums.single(d, j, SiteSums.SHAPES));
        double fourth = shapes > 0 ? sums.get(SiteSums.single(d, j, SiteSums.FOURTH)) / shapes : 0;
        double chance = (varying - 1) * Math.max(LEAST_CHANCE, fourth - 1);
        boolean surely = q > chance * SiteAgreement.quantile(varying - 1, SiteAgreement.SURELY / d);
        return surely ? (q - chance) / (weight * (1 - 1 / varying)) : 0;
    }

    /**
     * The sites' mean correlations, Σ n r / n, with geometric means of their variances: the covariances if each
     * variable had one unit at all sites; [d, d]. (Correlations of mean z are no such matrix where sites have few
     * rows.) Where a variable is constant at a site, its correlations there are 0, and so is its variance.
     */
    double[] common(double rows) {
        double[] common = new double[d * d];
        for (int j = 0; j < d; j++) {
            common[j * (d + 1)] = share(j) * deviation(j) * deviation(j);
            for (int s = 1; s <= d / 2; s++) {
                int i = (j + s) % d;
                double r = sums.get(SiteSums.correlation(d, j, s)) / rows;
                common[j * d + i] = r * deviation(i) * deviation(j);
                common[i * d + j] = common[j * d + i];
            }
        }
        return common;
    }

    /** e^{mean l / 2} of every variable, over the sites where it varies. */
    double[] deviations() {
        return IntStream.range(0, d).mapToDouble(this::deviation).toArray();
    }

    /** Σ n r of sites of one group, in given deviations: [d, d]; a variable has the rows where it varies. */
    static double[] inOwnDeviations(int d, Parameters own, double[] deviations) {
        double[] products = new double[d * d];
        for (int j = 0; j < d; j++) {
            products[j * (d + 1)] =
                    share(own, d, j) * own.get(SiteSums.single(d, j, SiteSums.ROWS)) * deviations[j] * deviations[j];
            for (int s = 1; s <= d / 2; s++) {
                int i = (j + s) % d;
                products[j * d + i] = own.get(SiteSums.correlation(d, j, s)) * deviations[i] * deviations[j];
                products[i * d + j] = products[j * d + i];
            }
        }
        return products;
    }

    private double deviation(int j) {
        return weight(j) > 0 ? Math.exp(sums.get(SiteSums.correlation(d, j, 0)) / weight(j) / 2) : 0;
    }
}
