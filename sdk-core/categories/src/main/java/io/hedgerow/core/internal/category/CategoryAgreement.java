// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.search.sums.SiteAgreement;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How much more than by chance sites differ in the shares of levels, and in relations. Symbols: K sites with n_k of n
 * rows; φ of relations, of two numbers as {@link WithinSites#disagreement}, of two categories 2 (Σ_k n_k I_k − n I)
 * over its degrees of freedom, I being information. Sums are added first; not thread-safe.
 */
final class CategoryAgreement {

    private static final int FEWEST_TO_COMPARE = 3;
    /** With less in a cell, twice the information is not χ². */
    private static final double LEAST_EXPECTED = 5;

    private static final double PERHAPS = 0.05;
    /** Sites with a smaller φ may be taken for one population. */
    private static final double GROSS = 2;

    private final int sites;
    private final double rows;
    private final List<Integer> shifted = new ArrayList<>();
    private double sum;
    private double freedom;

    CategoryAgreement(int sites, double rows) {
        this.sites = sites;
        this.rows = rows;
    }

    /**
     * Compares the shares of the levels of a category: 2 [Σ_k Σ_l n_kl ln (n_kl / n_k) − Σ_l n_l ln (n_l / n)] is χ²
     * when all sites have the same.
     *
     * @param within Σ_k Σ_l n_kl ln (n_kl / n_k)
     */
    void addShares(int category, CountTable single, double within) {
        double gain = 2 * (within - single.entropySum() + rows * Math.log(rows));
        double degrees = (sites - 1.0) * (single.filled() - 1);
        if (degrees > 0 && gain / degrees > Math.max(GROSS, SiteAgreement.quantile(degrees, SiteAgreement.SURELY))) {
            shifted.add(category);
        }
    }

    /** Adds a pair of categories with Σ_k n_k I_k − n I, where all expected counts are large enough. */
    void addPair(CountTable a, CountTable b, double surplus) {
        double least = least(a) * least(b) / rows / sites;
        if (sites >= FEWEST_TO_COMPARE && least >= LEAST_EXPECTED) {
            sum += Math.max(0, 2 * surplus);
            freedom += (sites - 1.0) * (a.filled() - 1) * (b.filled() - 1);
        }
    }

    private static double least(CountTable single) {
        return Arrays.stream(single.counts()).filter(n -> n > 0).min().orElse(0);
    }

    /** Adds the φ of so many numbers. */
    void addNumbers(double own, int numbers) {
        double degrees = (sites - 1) * numbers * (numbers - 1) / 2.0;
        sum += own * degrees;
        freedom += degrees;
    }

    /** Categories whose levels have other shares at other sites, beyond chance. */
    List<Integer> shifted() {
        return List.copyOf(shifted);
    }

    private double ratio() {
        return freedom > 0 ? sum / freedom : 1;
    }

    /** φ; empty where too little is known. */
    OptionalDouble disagreement() {
        return freedom > 0 ? OptionalDouble.of(ratio()) : OptionalDouble.empty();
    }

    /** Whether pairs differ between sites, with φ. */
    Finding findDisagreement() {
        return Finding.of(
                Misfit.SITES_DIFFER,
                disagreement(),
                freedom > 0 && ratio() > Math.max(GROSS, SiteAgreement.quantile(freedom, SiteAgreement.SURELY)));
    }

    /** What a row counts: 1 / φ where φ is beyond chance. */
    double weight() {
        boolean told = freedom > 0 && ratio() > Math.max(1, SiteAgreement.quantile(freedom, PERHAPS));
        return told ? 1 / ratio() : 1;
    }
}
