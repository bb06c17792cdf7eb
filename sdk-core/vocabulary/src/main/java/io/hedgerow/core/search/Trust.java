// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The assessment of how far a network from second moments can be trusted: the assumptions, n_eff, and whether the data
 * agree with the model. Immutable. As private as the moments that it was computed from.
 *
 * @param assumption on the noises, given or chosen by the smaller Bayesian information criterion
 * @param margin by how much the criterion of the other assumption was larger, after noise the squared distance in its
 *     metric; 0 when the assumption was given
 * @param rows n of all sites
 * @param effectiveRows the number of rows of one population, without noise, that the moments are worth
 * @param varianceRatio the largest noise variance over the smallest, in the columns' own units
 * @param trappedChains how many of four chains stayed where the posterior is low and are not counted
 * @param chainGap the largest difference of a probability between two chains that are counted
 * @param findings of the tests whether the data agree with the network
 * @param columns which sites have which variables; empty where all sites have all
 */
public record Trust(
        NoiseAssumption assumption,
        double margin,
        long rows,
        double effectiveRows,
        double varianceRatio,
        int trappedChains,
        double chainGap,
        Findings findings,
        Optional<Columns> columns) {

    /**
     * The sites and rows that have each variable, where sites have different columns.
     *
     * @param sites the number of sites that have a variable, by its position
     * @param rows the number of rows of these sites, by the same position
     * @param one a variable of the pair that the fewest rows have
     * @param other the other variable of this pair
     * @param fewestSites the number of sites that have both
     * @param fewestRows the number of rows of these sites
     */
    public record Columns(List<Integer> sites, List<Long> rows, int one, int other, int fewestSites, long fewestRows) {
        public Columns {
            sites = List.copyOf(sites);
            rows = List.copyOf(rows);
            if (sites.size() != rows.size()) {
                throw new IllegalArgumentException("columns must have as many numbers of rows as of sites, "
                        + sites.size() + ", had " + rows.size());
            }
        }
    }

    /** No model is known to be right to a hundredth. */
    private static final double MOST = 0.99;

    /** The largest probability that is shown where the data disagree with the model, or cannot tell. */
    public static final double MOST_UNLESS_IT_FITS = 0.9;

    public Trust {
        Objects.requireNonNull(assumption, "assumption");
        Objects.requireNonNull(findings, "findings");
        Objects.requireNonNull(columns, "columns");
    }

    /**
     * Creates the trust where all sites have all variables.
     *
     * @param assumption on the noises
     * @param margin by how much the criterion of the other assumption was larger
     * @param rows n of all sites
     * @param effectiveRows the number of rows that the moments are worth
     * @param varianceRatio the largest noise variance over the smallest
     * @param trappedChains how many of four chains are not counted
     * @param chainGap the largest difference of a probability between two chains
     * @param findings of the tests
     */
    public Trust(
            NoiseAssumption assumption,
            double margin,
            long rows,
            double effectiveRows,
            double varianceRatio,
            int trappedChains,
            double chainGap,
            Findings findings) {
        this(
                assumption,
                margin,
                rows,
                effectiveRows,
                varianceRatio,
                trappedChains,
                chainGap,
                findings,
                Optional.empty());
    }

    /** {@return the disagreements of the whole network that were seen; empty when the data agree} */
    public Set<Misfit> flags() {
        return findings.ofNetwork().failed().stream().map(Finding::about).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * {@return a copy with one more finding}
     *
     * @param finding the finding, which replaces one about the same disagreement
     */
    public Trust with(Finding finding) {
        return with(findings.with(finding));
    }

    /**
     * {@return a copy with other findings}
     *
     * @param others all of them
     */
    public Trust with(Findings others) {
        return new Trust(
                assumption, margin, rows, effectiveRows, varianceRatio, trappedChains, chainGap, others, columns);
    }

    /** {@return whether chains agreed, so that probabilities mean something: at most one of four chains was trapped} */
    public boolean mixed() {
        return trappedChains <= 1;
    }

    /**
     * {@return the largest probability that should be shown: 0.99, or 0.9 when the data disagree with the model, or
     * rows are too few to tell; a pair that no edge explains limits no probability of others}
     */
    public double cap() {
        return findings.ofNetwork().verdict() == Finding.Outcome.PASSED ? MOST : MOST_UNLESS_IT_FITS;
    }

    /**
     * A way in which data disagree with one network for all sites, linear or additive with normal noise, or cannot show
     * one. While one is seen, probabilities are of a model that is known to be wrong, or lean on what noise has hidden.
     * The last three are said of single columns or pairs and are no flags of the network.
     */
    public enum Misfit {
        /**
         * Correlations differ between sites by more than chance. Figure φ: the variance of the sites' correlations over
         * what chance explains, about 1 when they agree; empty of fewer than three sites.
         */
        SITES_DIFFER(
                "sites-differ",
                "siteDisagreement",
                "the sites differ by more than chance, so no single network fits all",
                "look at sites one by one, or learn weights of each site's own"),
        /**
         * Columns have other standard deviations at other sites, as in other units. The figure of a column is the
         * factor by which its deviation differs between sites; columns for which that is no more than chance are left
         * out.
         */
        SCALES_DIFFER(
                "scales-differ",
                "",
                "columns vary more at some sites than at others, as in other units, so weights in units fit no site",
                "check the units of the columns at every site"),
        /**
         * The network leaves more correlation unexplained than chance does with so many rows; in additive models, that
         * of their columns. It does not show the reason: many effects too weak to be seen one by one, a hidden cause
         * and bent relations all do. Figure Q: the deviance of the network from the covariances per degree of freedom,
         * about 1 when it explains them; after noise the squared distance in its metric, at most about 1 then; of
         * additive models the largest mean square of the unexplained part of two variables, in deviations, about 1 to
         * 2.5 when they are right; empty of few rows, and in additive models of series that drift and of moments that
         * noise has buried.
         */
        UNEXPLAINED(
                "structure-unexplained",
                "unexplained",
                "some correlations are left that no single edge can be credited with; possible reasons: many effects "
                        + "too weak for so many rows, a hidden cause, relations that are not linear",
                "use more rows, look for hidden causes, or fit curves"),
        /** A network with hidden causes explains the correlations better than every network without. */
        HIDDEN_CAUSE(
                "hidden-cause",
                "",
                "a network in which causes are hidden explains the correlations better than any without: see the marks "
                        + "of the edges",
                "record what the variables have in common"),
        /**
         * The data contradict a declared intervention on a variable: it follows from its causes differently than
         * elsewhere though it is no target, or follows from them though it was set. Figure: the share of all pairs of
         * variable and set of rows that do; above a half no single ones are named. A column is named with the rows.
         */
        MECHANISMS_DIFFER(
                "mechanisms-differ",
                "mechanismsDiffering",
                "some variables do not follow from their causes as the interventions say, so these may be others",
                "name what was disturbed, in the rows in which it was, for otherwise directions around it are wrong; a "
                        + "variable that follows from its causes though it was set is changed, or no target"),
        /**
         * Columns of a series have another distribution at an earlier step than at a later one. The columns are those.
         */
        SERIES_DRIFT(
                "series-drift",
                "",
                "over the series there is a drift, so whether one steady network fits was not judged",
                "learn from a stretch that is steady, or from differences between steps"),
        /** The noise of a private release is larger than the data in too many of their directions. */
        BURIED(
                "buried-in-noise",
                "",
                "the noise of the release hides much of what distinguishes edges, as in dense networks or with a "
                        + "small budget: expect many wrong edges",
                "use more rows, a larger budget, noise that the sites share, or known edges"),
        /**
         * Residuals bend with a cause. Figure: mean squared score, over the edges, of residuals that bend with their
         * cause, about 1 when relations are linear; empty without edges or rows.
         */
        NOT_LINEAR("not-linear", "nonlinearity", "some relations are not linear", "fit curves, or take normal scores"),
        /**
         * Residuals have other tails than a normal distribution. Figure: excess kurtosis of the noises, root of the
         * weighted mean square less what chance explains, 0 when they are normal; empty where it was not summed.
         */
        NOT_GAUSSIAN(
                "not-gaussian",
                "kurtosis",
                "noise is not normally distributed",
                "take normal scores, or let the noise direct edges"),
        /**
         * The noises of two variables or more look normal, but the search needs other noises to direct edges. Figure:
         * the number of these variables. The columns are those with such noises.
         */
        NORMAL_NOISE(
                "normal-noise",
                "normalNoises",
                "noise of two variables or more looks normal: directions between these are not identified, and edges "
                        + "that follow from a wrong direction are wrong",
                "learn with order-mcmc, which says which directions the covariances identify"),
        /**
         * Pairs without an edge whose partial correlation, all other variables given, differs beyond doubt from what
         * the network implies. The figure of a pair is its partial correlation in standard errors.
         */
        UNEXPLAINED_PAIRS(
                "pairs-unexplained",
                "",
                "dependent beyond doubt, which no edge explains",
                "do not take them for independent"),
        /** Pairs of which a hidden cause of both is the only explanation. The figure of a pair is the mark's share. */
        HIDDEN_PAIRS(
                "pairs-hidden", "", "a hidden cause is the only explanation", "record what the two have in common"),
        /**
         * Columns that are constant at some sites, so that only the rows of the others say something of their edges.
         * The figure of a column is about the share of these rows. This limits what the data show, and contradicts no
         * network.
         */
        CONSTANT_SOMEWHERE(
                "constant-somewhere",
                "",
                "some columns vary at some sites only, from which their edges come",
                "record them at the other sites as well"),
        /**
         * Columns whose cells are missing where others have other values than elsewhere, so that rows without a missing
         * cell are other rows than all. The figure of a column is the largest difference of a mean in standard errors.
         * It contradicts no network: rows with missing cells are used. Whether cells are missing for their own values
         * nothing shows.
         */
        MISSING_DEPENDS_ON(
                "missing-depends-on",
                "",
                "cells are missing where other columns have other values, so whole rows are other rows than all",
                "use rows with missing cells, and ask why these are missing");

        private final String code;
        private final String figure;
        private final String meaning;
        private final String remedy;

        Misfit(String code, String figure, String meaning, String remedy) {
            this.code = code;
            this.figure = figure;
            this.meaning = meaning;
            this.remedy = remedy;
        }

        /** {@return its name in results, such as {@code sites-differ}} */
        public String code() {
            return code;
        }

        /** {@return the field of results with the measure of the whole network; empty where there is no measure} */
        public String figure() {
            return figure;
        }

        /** {@return its meaning for people, a clause without full stop} */
        public String meaning() {
            return meaning;
        }

        /** {@return the remedy, a clause without full stop} */
        public String remedy() {
            return remedy;
        }

        /** {@return whether it is said of the whole network, and not of single pairs or columns alone} */
        public boolean isFlag() {
            return this != UNEXPLAINED_PAIRS && this != HIDDEN_PAIRS && contradictsNetwork();
        }

        /** {@return whether data in which it is seen contradict the network, and do not merely say less of a column} */
        public boolean contradictsNetwork() {
            return this != CONSTANT_SOMEWHERE && this != MISSING_DEPENDS_ON;
        }
    }
}
