// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * Says how far a network from second moments can be trusted: the assumptions, n_eff, and whether the data agree with
 * the model. Immutable. As private as the moments that it was computed from.
 *
 * @param assumption on the noises, given or chosen by the smaller Bayesian information criterion
 * @param margin by how much the criterion of the other assumption was larger, after noise the squared distance in its
 *     metric; 0 when it was given
 * @param rows n of all sites
 * @param effectiveRows as many rows of one population, without noise, as the moments are worth
 * @param siteDisagreement φ: the variance of the sites' correlations over what chance explains, about 1 when they
 *     agree; empty of fewer than three sites
 * @param unexplained Q: the deviance of the network from the covariances per degree of freedom, about 1 when it
 *     explains them; after noise the squared distance in its metric, at most about 1 then; of additive models the
 *     largest mean square of the unexplained part of two variables, in deviations, about 1 to 2.5 when they are right;
 *     empty of few rows, and in additive models of series that drift and of moments that noise has buried
 * @param nonlinearity mean squared score, over the edges, of residuals that bend with their cause; about 1 when
 *     relations are linear; empty without edges or rows
 * @param kurtosis excess kurtosis of the noises, root of the weighted mean square less what chance explains; 0 when
 *     they are normal; empty where it was not summed
 * @param varianceRatio the largest noise variance over the smallest, in the columns' own units
 * @param trappedChains how many of four chains stayed where the posterior is low and are not counted
 * @param chainGap the largest difference of a probability between two chains that are counted
 * @param scaleFactors by what factor the standard deviation of a variable, by its position, differs between sites; of
 *     those only where that is more than chance
 * @param flags the disagreements that were seen; empty when the data agree
 * @param columns which sites have which variables; empty where all sites have all
 */
public record Trust(
        NoiseAssumption assumption,
        double margin,
        long rows,
        double effectiveRows,
        OptionalDouble siteDisagreement,
        OptionalDouble unexplained,
        OptionalDouble nonlinearity,
        OptionalDouble kurtosis,
        double varianceRatio,
        int trappedChains,
        double chainGap,
        Map<Integer, Double> scaleFactors,
        Set<Misfit> flags,
        Optional<Columns> columns) {

    /**
     * The sites and rows that have each variable, where sites have different columns.
     *
     * @param sites that have a variable, by its position
     * @param rows of these sites, by the same position
     * @param one a variable of the pair that the fewest rows have
     * @param other the other variable of this pair
     * @param fewestSites that have both
     * @param fewestRows of these sites
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
        Objects.requireNonNull(siteDisagreement, "siteDisagreement");
        Objects.requireNonNull(unexplained, "unexplained");
        Objects.requireNonNull(nonlinearity, "nonlinearity");
        Objects.requireNonNull(kurtosis, "kurtosis");
        scaleFactors = Collections.unmodifiableMap(new TreeMap<>(scaleFactors));
        flags = Set.copyOf(flags);
        Objects.requireNonNull(columns, "columns");
    }

    /**
     * Trust where all sites have all variables.
     *
     * @param assumption on the noises
     * @param margin by how much the criterion of the other assumption was larger
     * @param rows n of all sites
     * @param effectiveRows as many as the moments are worth
     * @param siteDisagreement φ
     * @param unexplained Q
     * @param nonlinearity mean squared score of bends
     * @param kurtosis excess kurtosis of the noises
     * @param varianceRatio the largest noise variance over the smallest
     * @param trappedChains how many of four chains are not counted
     * @param chainGap the largest difference of a probability between two chains
     * @param scaleFactors of deviations that differ between sites
     * @param flags the disagreements that were seen
     */
    public Trust(
            NoiseAssumption assumption,
            double margin,
            long rows,
            double effectiveRows,
            OptionalDouble siteDisagreement,
            OptionalDouble unexplained,
            OptionalDouble nonlinearity,
            OptionalDouble kurtosis,
            double varianceRatio,
            int trappedChains,
            double chainGap,
            Map<Integer, Double> scaleFactors,
            Set<Misfit> flags) {
        this(
                assumption,
                margin,
                rows,
                effectiveRows,
                siteDisagreement,
                unexplained,
                nonlinearity,
                kurtosis,
                varianceRatio,
                trappedChains,
                chainGap,
                scaleFactors,
                flags,
                Optional.empty());
    }

    /**
     * Trust in a noisy release, which does not show whether sites agree.
     *
     * @param assumption on the noises
     * @param margin the squared distance, in the metric of the noise
     * @param rows n of all sites
     * @param effectiveRows as many as the release is worth
     * @param unexplained the squared distance of the network, in the metric of the noise
     * @param varianceRatio the largest noise variance over the smallest
     * @param trappedChains how many of four chains are not counted
     * @param chainGap the largest difference of a probability between two chains
     * @param flags the disagreements that were seen
     * @return without measures that need exact sums
     */
    public static Trust behindNoise(
            NoiseAssumption assumption,
            double margin,
            long rows,
            double effectiveRows,
            OptionalDouble unexplained,
            double varianceRatio,
            int trappedChains,
            double chainGap,
            Set<Misfit> flags) {
        OptionalDouble unknown = OptionalDouble.empty();
        return new Trust(
                assumption,
                margin,
                rows,
                effectiveRows,
                unknown,
                unexplained,
                unknown,
                unknown,
                varianceRatio,
                trappedChains,
                chainGap,
                Map.of(),
                flags);
    }

    /** {@return whether chains agreed, so that probabilities mean something: at most one of four chains was trapped} */
    public boolean mixed() {
        return trappedChains <= 1;
    }

    /**
     * {@return the largest probability that should be shown: 0.99, or 0.9 when the data disagree with the model, or
     * rows are too few to tell}
     */
    public double cap() {
        return flags.isEmpty() && unexplained.isPresent() ? MOST : MOST_UNLESS_IT_FITS;
    }

    /**
     * A way in which data disagree with one network for all sites, linear or additive with normal noise, or cannot show
     * one. While one is seen, probabilities are of a model that is known to be wrong, or lean on what noise has hidden.
     */
    public enum Misfit {
        /** Correlations differ between sites by more than chance. */
        SITES_DIFFER("sites-differ", "the sites differ by more than chance, so no single network fits all"),
        /** Columns have other standard deviations at other sites, as in other units. */
        SCALES_DIFFER(
                "scales-differ",
                "columns vary more at some sites than at others, as in other units, so weights in units fit no site"),
        /**
         * The network leaves correlations open that rows of its number should not; in additive models, of their
         * columns. It does not show the reason: many effects too weak to be seen one by one, a hidden cause and bent
         * relations all do.
         */
        UNEXPLAINED(
                "structure-unexplained",
                "some correlations are left that no single edge can be credited with; possible reasons: many effects "
                        + "too weak for so many rows, a hidden cause, relations that are not linear"),
        /** A network with hidden causes explains the correlations better than every network without. */
        HIDDEN_CAUSE(
                "hidden-cause",
                "a network in which causes are hidden explains the correlations better than any without: see the marks "
                        + "of the edges"),
        /**
         * A variable does not behave in the rows of some interventions as was said: it follows from its causes
         * otherwise than elsewhere though it is no target, or follows from them though it was set.
         */
        MECHANISMS_DIFFER(
                "mechanisms-differ",
                "some variables do not follow from their causes as the interventions say, so these may be others"),
        /** The noise of a private release is larger than the data in too many of their directions. */
        BURIED(
                "buried-in-noise",
                "the noise of the release hides much of what distinguishes edges, as in dense networks or with a "
                        + "small budget: expect many wrong edges"),
        /** Residuals bend with a cause. */
        NOT_LINEAR("not-linear", "some relations are not linear"),
        /** Residuals have other tails than a normal distribution. */
        NOT_GAUSSIAN("not-gaussian", "noise is not normally distributed");

        private final String code;
        private final String meaning;

        Misfit(String code, String meaning) {
            this.code = code;
            this.meaning = meaning;
        }

        /** {@return its name in results, such as {@code sites-differ}} */
        public String code() {
            return code;
        }

        /** {@return its meaning for people, a clause without full stop} */
        public String meaning() {
            return meaning;
        }
    }
}
