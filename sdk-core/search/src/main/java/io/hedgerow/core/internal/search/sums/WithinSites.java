// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.score.BgeScore;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The moments of all sites' rows, each about its own site's means, and their n_eff: {@link SiteSums} summed over sites.
 * Pooled centring would count differing means as a relation. Immutable.
 */
public final class WithinSites {

    /** Sites with a smaller φ may be taken for one population. */
    private static final double GROSS = 2;

    /** The prior of {@link BgeScore} counts as w + 1 rows that fit: without them, chance would pass for edges. */
    static final double OF_PRIOR = 3;

    /** With fewer, correlations are near 1 for any variables. */
    private static final int LEAST_DEGREES = 4;

    private static final double PERHAPS = 0.05;

    private final int variables;
    private final int sites;
    private final Parameters sums;
    private final long degrees;
    private final double[] covariance;
    private final double[] mean;
    private final boolean comparable;
    /** Where not all rows have all columns; null where all have. */
    private final @Nullable PairCounts pairs;
    /** Of correlations, beyond that of as many rows with all cells; null without missing cells. */
    private final @Nullable MomentNoise noise;

    private WithinSites(
            int variables,
            int sites,
            Parameters sums,
            long degrees,
            double[] covariance,
            double[] mean,
            boolean comparable,
            @Nullable PairCounts pairs,
            @Nullable MomentNoise noise) {
        this.pairs = pairs;
        this.noise = noise;
        this.comparable = comparable;
        this.variables = variables;
        this.sites = sites;
        this.sums = sums;
        this.degrees = degrees;
        this.covariance = covariance;
        this.mean = mean;
    }

    /** Takes a sum, by {@link SiteSums#layout}, over K sites with {@value #LEAST_DEGREES} or more rows above K. */
    public static WithinSites of(int variables, int sites, Parameters sums) {
        return of(variables, sites, sums, Centring.LOCAL_MEAN);
    }

    /** The same with products about means or about 0; with the latter the mean of all rows is subtracted. */
    public static WithinSites of(int variables, int sites, Parameters sums, Centring centring) {
        SufficientStatistics all = SiteSums.statistics(variables, sums);
        boolean within = centring == Centring.LOCAL_MEAN;
        int means = within ? sites : 1;
        if (all.rows() - means < LEAST_DEGREES) {
            throw new IllegalArgumentException("there must be at least " + (means + LEAST_DEGREES) + " rows of "
                    + Words.count(sites, "site") + ", whose means are subtracted, to tell relations from chance, were "
                    + all.rows());
        }
        // every mean that was subtracted takes a degree of freedom
        double factor = (double) all.rows() / (all.rows() - means);
        double[] covariance = new double[variables * variables];
        double[] mean = new double[variables];
        for (int k = 0; k < covariance.length; k++) {
            int i = k / variables;
            int j = k % variables;
            covariance[k] = factor * (all.covariance(i, j) - (within ? 0 : all.mean(i) * all.mean(j)));
        }
        for (int j = 0; j < variables; j++) {
            mean[j] = all.mean(j);
        }
        return new WithinSites(variables, sites, sums, all.rows() - means, covariance, mean, true, null, null);
    }

    /**
     * Takes a sum, by {@link ColumnRoster#layout}, over sites that have different columns. Covariances are the
     * likeliest ones without a network ({@link GroupMoments#likeliest}), and a search replaces them; degrees of freedom
     * are √(f̃ f), see {@link #effectiveRows()}. Each pair needs {@value #LEAST_DEGREES} rows more than its sites.
     */
    public static WithinSites of(ColumnRoster roster, int sites, Parameters sums) {
        GroupMoments groups = GroupMoments.of(roster, sums);
        int[] pair = groups.fewest();
        if (groups.degrees(pair[0], pair[1]) < LEAST_DEGREES) {
            throw new IllegalArgumentException("there must be at least " + LEAST_DEGREES
                    + " rows more than sites that have both variables of a pair, to tell relations from chance, were "
                    + Math.round(groups.rows(pair[0], pair[1])) + " rows of "
                    + Words.count(groups.sites(pair[0], pair[1]), "site") + " for \"" + roster.name(pair[0])
                    + "\" and \"" + roster.name(pair[1]) + "\": leave one of them out");
        }
        int d = roster.variables();
        Parameters total = roster.total(sums);
        double[] mean = new double[d];
        Arrays.setAll(
                mean,
                j -> total.get(SiteSums.single(d, j, SiteSums.SUM)) / total.get(SiteSums.single(d, j, SiteSums.ROWS)));
        WithinSites as =
                new WithinSites(d, sites, total, degrees(groups), groups.likeliest(), mean, true, groups, null);
        return as.scales().vary() ? as.inCommonScale(roster, sums) : as;
    }

    /**
     * Takes sums of rows with missing cells, by {@link SiteSums#layout} as of {@link CellSums}, with the likeliest
     * covariances, [d, d], and means, [d], of these rows, and the noise of their correlations.
     */
    public static WithinSites ofCells(
            int sites, Parameters sums, PairCounts pairs, double[] covariance, double[] mean, MomentNoise noise) {
        long degrees = Math.max(LEAST_DEGREES, pairs.rows() - sites);
        double factor = (double) pairs.rows() / degrees;
        double[] unbiased =
                Arrays.stream(covariance).map(value -> factor * value).toArray();
        return new WithinSites(mean.length, sites, sums, degrees, unbiased, mean, true, pairs, noise);
    }

    private static long degrees(GroupMoments groups) {
        return Math.round(Math.sqrt(groups.meanDegrees() * groups.degrees()));
    }

    private WithinSites inCommonScale(ColumnRoster roster, Parameters all) {
        GroupMoments scaled = GroupMoments.inCommonScale(roster, all, scales().deviations());
        return new WithinSites(variables, sites, sums, degrees, scaled.likeliest(), mean, true, scaled, null);
    }

    /** The moments of each group of sites; empty where all sites have all columns. */
    public Optional<GroupMoments> groups() {
        return pairs instanceof GroupMoments groups ? Optional.of(groups) : Optional.empty();
    }

    /** How many rows and sites have each pair; empty where all have all. */
    public Optional<PairCounts> pairs() {
        return Optional.ofNullable(pairs);
    }

    /**
     * The noise of correlations beyond that of as many rows with all cells, φ' times as much where sites differ; empty
     * without missing cells.
     */
    public Optional<MomentNoise> noise() {
        return Optional.ofNullable(noise).map(one -> one.times(inflation()));
    }

    /** The same with other covariances, such as those that a network lets expect where sites lack columns. */
    public WithinSites withCovariance(double[] other) {
        return new WithinSites(variables, sites, sums, degrees, other.clone(), mean, comparable, pairs, noise);
    }

    /** The same of the sites that have some columns alone: only their third and fourth moments, and maybe none. */
    public WithinSites having(int[] columns) {
        return pairs == null
                ? this
                : new WithinSites(
                        variables, sites, pairs.having(columns), degrees, covariance, mean, false, null, null);
    }

    /** n n_ij / (n_i n_j), with n_ij the rows of sites where both variables vary, in n of all; 1 where all do. */
    public double overlap(int one, int other) {
        if (pairs != null) {
            return pairs.overlap(one, other, shapeRows());
        }
        return disagreeing().overlap(one, other);
    }

    /** The same of rows that depend on each other, such as a series': with unknown chance, no {@link #disagreement}. */
    public WithinSites ofSeries() {
        return new WithinSites(variables, sites, sums, degrees, covariance, mean, false, pairs, noise);
    }

    /** Refuses variables that vary at no site. */
    public WithinSites requireVarying(List<String> names) {
        double[] variances = new double[variables];
        Arrays.setAll(variances, j -> covariance[j * (variables + 1)]);
        requireVarying(names, variances);
        return this;
    }

    /** Refuses variables without a variance above 0: [d]. */
    public static void requireVarying(List<String> names, double[] variances) {
        List<String> constant = IntStream.range(0, variances.length)
                .filter(j -> !(variances[j] > 0))
                .mapToObj(j -> "\"" + names.get(j) + "\"")
                .toList();
        if (!constant.isEmpty()) {
            throw new DataException((constant.size() == 1 ? "column " : "columns ") + String.join(", ", constant)
                    + ": must have a variance > 0 at some site, " + (constant.size() == 1 ? "is" : "are")
                    + " constant: leave out (CellFormat.dropped), at every site, in a plan among its variables");
        }
    }

    public int variables() {
        return variables;
    }

    public int sites() {
        return sites;
    }

    /** [d, d] row by row: Σ_k n_k S_k / (n − K); a copy. */
    public double[] covariance() {
        return covariance.clone();
    }

    public double mean(int variable) {
        return mean[variable];
    }

    /** n and Σ x of all rows: [1 + d]. */
    public double[] total() {
        double[] total = new double[1 + variables];
        total[0] = rows();
        for (int j = 0; j < variables; j++) {
            total[j + 1] = total[0] * mean[j];
        }
        return total;
    }

    public long rows() {
        return pairs != null ? pairs.rows() : rows(0);
    }

    private long rows(int variable) {
        return Math.round(sums.get(SiteSums.single(variables, variable, SiteSums.ROWS)));
    }

    /** n less the subtracted means, n being the rows: the degrees of freedom of the covariances. */
    public long degrees() {
        return degrees;
    }

    /** The rows of third and fourth moments; 0 when these were not summed. */
    public double shapeRows() {
        double most = 0;
        for (int j = 0; j < variables; j++) {
            if (noise != null && shapeRows(j) == 0) {
                return 0; // constant at all sites without missing cells
            }
            most = Math.max(most, shapeRows(j));
        }
        return most;
    }

    private double shapeRows(int j) {
        return sums.get(SiteSums.single(variables, j, SiteSums.SHAPES));
    }

    /** The mean of z_i² z_j; z in each site's own deviations. */
    public double third(int i, int j) {
        int s = Math.floorMod(j - i, variables);
        return sums.get(SiteSums.third(variables, i, s)) / shapeRows();
    }

    /** The mean of z_i⁴, over sites where it varies. */
    public double fourth(int i) {
        return sums.get(SiteSums.single(variables, i, SiteSums.FOURTH)) / shapeRows(i);
    }

    /** φ, see {@link SiteDisagreement}; about 1 when sites agree. Empty of rows that depend on each other. */
    public OptionalDouble disagreement() {
        return comparable ? disagreeing().value() : OptionalDouble.empty();
    }

    private SiteDisagreement disagreeing() {
        return new SiteDisagreement(variables, sites, sums, Optional.ofNullable(pairs));
    }

    /** Variables, among the first, constant at some sites; with the share, about, of rows at sites where they vary. */
    public Map<Integer, Double> constantSomewhere(int first) {
        return disagreeing().constantSomewhere(first);
    }

    /**
     * The surplus of each variable's chance variation of correlations over columns without ties: [d], Σ_k n_k t_k / n²,
     * t of {@link io.hedgerow.core.data.DataView#spreadOfTies}.
     */
    private double[] spreadOfTies() {
        double[] spread = new double[variables];
        for (int j = 0; j < variables; j++) {
            double n = (double) rows(j);
            spread[j] = sums.get(SiteSums.single(variables, j, SiteSums.TIES)) / (n * n);
        }
        return spread;
    }

    /**
     * {@link #effectiveRows} less the loss to ties, which vary correlations more by chance, and equally where the
     * parents of a variable leave little of it; so it depends on the network, for which {@code search} climbs.
     */
    public double effectiveRows(StructureSearch search) {
        double[] spread = spreadOfTies();
        double rows = effectiveRows();
        return Arrays.stream(spread).allMatch(t -> t == 0)
                ? rows
                : MomentNoise.ofVariables(spread)
                        .rows(search.climbing(), rows, MomentMatrix.correlation(variables, covariance), covariance);
    }

    /** Whether φ is above 2 and above what chance exceeds once in a thousand studies. */
    public boolean sitesDiffer() {
        return disagreement().isPresent()
                && disagreement().orElseThrow()
                        > Math.max(GROSS, disagreeing().quantile(covariance, SiteAgreement.SURELY));
    }

    /** Whether correlations differ between sites, with φ. */
    public Finding findDisagreement() {
        return Finding.of(Misfit.SITES_DIFFER, disagreement(), sitesDiffer());
    }

    /** Whether deviations of the first variables differ between sites, with their factors. */
    public Finding findScales(int first) {
        return Finding.atColumns(Misfit.SCALES_DIFFER, scaleFactors(first));
    }

    /** Whether columns among the first are constant at some sites, with the share of rows where they vary. */
    public Finding findConstant(int first) {
        return Finding.atColumns(Misfit.CONSTANT_SOMEWHERE, constantSomewhere(first));
    }

    /** The factors by which deviations of the first variables differ between sites, where notable and beyond chance. */
    public Map<Integer, Double> scaleFactors(int first) {
        return scales().factors(first);
    }

    /** Moments in which each variable has one unit at all sites: these, unless deviations differ beyond chance. */
    public WithinSites inCommonScale() {
        return pairs == null && comparable && scales().vary()
                ? new WithinSites(
                        variables, sites, sums, degrees, scales().common((double) rows()), mean, true, null, null)
                : this;
    }

    private SiteScales scales() {
        return new SiteScales(variables, j -> pairs == null ? sites : pairs.sites(j, j), sums, !comparable);
    }

    /**
     * n_eff, the number of rows of one population that are as good as the covariances: n' / φ', n' being n less the
     * subtracted means and the rows of the prior, φ' being φ where chance exceeds it once in twenty studies or less,
     * else 1; at least {@value StructureSearch#LEAST_ROWS}. Where sites have different columns, n is √(f̃ f), f̃ being
     * the harmonic mean of the degrees of freedom f_ij of pairs and f all: of a pair that is measured in the share s of
     * the rows, the covariances that a network lets expect have s r for a relation r that the network does not have,
     * and all of r for one that it has. So f rows would take the latter for 1 / s times as sure, f̃ ≈ s f the former
     * for s² times; √s f is between.
     */
    public double effectiveRows() {
        return Math.max(Math.max(1, degrees - OF_PRIOR) / inflation(), StructureSearch.LEAST_ROWS);
    }

    /** φ' of {@link #effectiveRows()}. */
    double inflation() {
        boolean told = disagreement().isPresent()
                && disagreement().orElseThrow() > disagreeing().quantile(covariance, PERHAPS);
        return told ? disagreement().orElseThrow() : 1;
    }
}
