// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.sums.CellSums;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;

/**
 * The coordinator's part of a study of rows with missing cells: asks sites of {@link CellRelease} for the products that
 * covariances let expect until these are the likeliest, then for what the rows tell of them. Not thread-safe.
 */
public final class CellExchange {

    /** The most steps; 12 are usual with a fifth of the cells missing, 40 to 60 where columns are nine tenths empty. */
    private static final int MOST_STEPS = 100;

    private static final int FEWEST_STEPS = 10;

    /** With fewer rows of a pair, correlations are near 1 for any variables. */
    private static final int LEAST_DEGREES = 4;

    private final List<String> names;
    private final int sites;
    private final CellSums first;
    private final UnaryOperator<Parameters> round;
    private final IntSupplier left;
    private boolean settled;
    private double[] announced = new double[0];

    /**
     * The likeliest moments of rows with missing cells.
     *
     * @param sites that have rows
     * @param covariance [d, d], by n
     * @param mean [d]
     * @param noise of the correlations, beyond that of as many rows with all cells
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    public record Likeliest(int sites, double[] covariance, double[] mean, MomentNoise noise) {}

    /** After a first sum over so many sites; a round announces and sums. */
    public CellExchange(
            List<String> names, int sites, Parameters first, UnaryOperator<Parameters> round, IntSupplier left) {
        this.names = names;
        this.sites = sites;
        this.first = CellSums.of(names.size(), first.toArray());
        this.round = round;
        this.left = left;
    }

    /** The layout of all messages of so many variables. */
    public static ParameterLayout layout(int variables) {
        return new CellLayout(variables).layout();
    }

    /** The most rounds that a study takes. */
    public static int rounds(int variables) {
        return 1 + MOST_STEPS + (new CellLayout(variables).hasInformation() ? CellLayout.PARTS : 0);
    }

    /** The fewest rounds: ten steps, after which covariances may not have settled where many cells are missing. */
    public static int fewestRounds(int variables) {
        return rounds(variables) - MOST_STEPS + FEWEST_STEPS;
    }

    /** The first sum. */
    public CellSums first() {
        return first;
    }

    /** Whether covariances have settled. */
    public boolean settled() {
        return settled;
    }

    /** The question about the products that the likeliest covariances let expect, once these are known. */
    public Parameters asked() {
        return new CellLayout(names.size()).askProducts(announced);
    }

    /** The likeliest moments; of rows without missing cells those of the first sum. */
    public WithinSites moments() {
        int d = names.size();
        if (!first.anyMissing()) {
            return WithinSites.of(d, sites, first.sums());
        }
        Likeliest found = likeliest();
        return WithinSites.ofCells(found.sites(), first.sums(), first, found.covariance(), found.mean(), found.noise());
    }

    /** The likeliest moments, where cells are missing. */
    public Likeliest likeliest() {
        int d = names.size();
        requireRows();
        WithinSites.requireVarying(names, first.variances());
        CellLayout layout = new CellLayout(d);
        int parts = layout.hasInformation() ? CellLayout.PARTS : 0;
        CovarianceSteps steps = new CovarianceSteps(first.variances());
        SeenCells.Expected expected;
        double[] s;
        do {
            s = steps.covariance();
            expected = layout.expected(round.apply(layout.askProducts(s)), s);
            steps.take(mean(expected.products()), expected.deviance());
        } while (!steps.settled() && left.getAsInt() > parts);
        settled = steps.settled();
        double[] covariance = steps.evaluated();
        announced = covariance;
        double[] mean = new double[d];
        for (int j = 0; j < d; j++) {
            mean[j] = expected.sums()[j] / expected.located()[j];
        }
        int sites = first.sites();
        double rows = (double) first.rows() - sites;
        return new Likeliest(sites, covariance, mean, noise(layout, covariance, rows));
    }

    private double[] mean(double[] products) {
        double rows = (double) first.rows();
        return Arrays.stream(products).map(value -> value / rows).toArray();
    }

    private MomentNoise noise(CellLayout layout, double[] covariance, double rows) {
        int d = names.size();
        double[] correlation = correlation(covariance);
        if (!layout.hasInformation()) {
            return CellInformation.noiseOfPairs(d, first, rows);
        }
        double[] information = new double[CellInformation.size(d)];
        for (int part = 0; part < CellLayout.PARTS; part++) {
            layout.take(part, round.apply(layout.askPart(part, covariance)), information);
        }
        return CellInformation.of(d, information)
                .noise(correlation, rows)
                .orElseGet(() -> CellInformation.noiseOfPairs(d, first, rows));
    }

    private double[] correlation(double[] covariance) {
        int d = names.size();
        double[] correlation = new double[d * d];
        Arrays.setAll(
                correlation, k -> covariance[k] / Math.sqrt(covariance[k / d * (d + 1)] * covariance[k % d * (d + 1)]));
        return correlation;
    }

    private void requireRows() {
        int[] pair = first.fewest();
        double rows = first.rows(pair[0], pair[1]);
        if (rows - first.sites(pair[0], pair[1]) < LEAST_DEGREES) {
            String one = "\"" + names.get(pair[0]) + "\"";
            String both = pair[0] == pair[1] ? one : one + " and \"" + names.get(pair[1]) + "\"";
            throw new DataException("there must be at least " + LEAST_DEGREES + " rows more than sites that have "
                    + (pair[0] == pair[1] ? "a column" : "both columns of a pair")
                    + ", to tell relations from chance, were " + Words.count(Math.round(rows), "row") + " with " + both
                    + ": leave one of the columns out at all sites");
        }
    }
}
