// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.nonprivate.Baseline;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import java.util.Optional;

/** What {@code learn} can run. */
public enum Algorithm {
    /** Fed-Sparse-BNSL: rounds, sparse updates. */
    FED_SPARSE,
    /** Fed-BNSL (NOTEARS-ADMM): rounds, dense updates. */
    FED_BNSL,
    /** Fed-BNSL with Frank–Wolfe at the sites: a baseline. */
    FED_BNSL_FW,
    /** NOTEARS on the rows of all sites in one place: a baseline without federation. */
    NOTEARS,
    /** NOTEARS at every site alone, then edges that more than half of them found. */
    VOTING,
    /** NOTEARS at every site alone, then the mean of their weights. */
    AVERAGING,
    /** NOTEARS at every site alone, then the one nearest to the known network. */
    BEST,
    /** Hill climbing on the rows of all sites in one place: a baseline without federation. */
    HILL_CLIMBING,
    /** The posterior over structures on the rows of all sites in one place; knows no units. */
    ORDER_MCMC,
    /** Directions from noise that is not Gaussian, by sums over the sites' rows, round by round; knows no units. */
    DIRECT_LINGAM,
    /** Sites release moments up to the fourth once; the coordinator sums them and searches. */
    GRAM,
    /** The same for time series: a dynamic network. */
    DYNAMIC_GRAM,
    /** Sums of histograms and of columns that bend: relations are curves, static or of time series. */
    FEATURE_GRAM,
    /** A dynamic network in rounds towards a consensus. */
    FDBNL,
    /** The same with a network of its own for every site. */
    PFDBNL,
    /** DYNOTEARS on the rows of all sites in one place: a baseline without federation. */
    DYNOTEARS,
    /** DYNOTEARS at every site alone, then the mean of their weights. */
    DYNOTEARS_AVERAGING,
    /** DYNOTEARS at every site alone, then the one nearest to the known network. */
    DYNOTEARS_BEST,
    /** NOTEARS-MLP-ADMM: a neural network for each variable, in rounds towards a consensus. */
    NOTEARS_MLP_ADMM,
    /** NOTEARS-MLP on the rows of all sites in one place: a baseline without federation. */
    NOTEARS_MLP,
    /** NOTEARS-MLP at every site alone, then edges that more than half of them found. */
    NOTEARS_MLP_VOTING,
    /** NOTEARS-MLP at every site alone, then the mean of their weights. */
    NOTEARS_MLP_AVERAGING,
    /** NOTEARS-MLP at every site alone, then the one nearest to the known network. */
    NOTEARS_MLP_BEST,
    /** DP-Fed-Sparse-BNSL: private greedy steps at the sites. */
    DP_FED_SPARSE,
    /** The same with Laplace noise throughout: a baseline. */
    DP_FED_SPARSE_LAPLACE,
    /** DP-Fed-BNSL: one noisy matrix per site, rounds of the closed form on it. */
    DP_FED_BNSL,
    /** Sites release noisy second moments once; the coordinator searches. */
    DP_GRAM,
    /** The same for the time series of persons: a dynamic network. */
    DP_DYNAMIC_GRAM,
    /** The same with histograms and columns that bend: relations are curves. */
    DP_FEATURE_GRAM,
    /**
     * With a budget, the private algorithm that does best at these numbers; without, gram unless options speak against.
     */
    AUTO;

    /** Whether its result is the same in all units of the columns, or says where it is not. */
    public boolean knowsNoUnits() {
        return searches() || this == DIRECT_LINGAM;
    }

    /** Whether it searches for the structure that fits best, and needs no equal noise variances. */
    public boolean searches() {
        return this == GRAM
                || this == DYNAMIC_GRAM
                || this == FEATURE_GRAM
                || this == HILL_CLIMBING
                || this == ORDER_MCMC;
    }

    /** Whether it learns from time series. */
    public boolean isDynamic() {
        return this == DYNAMIC_GRAM || this == DP_DYNAMIC_GRAM || isOfSeriesRounds() || name().startsWith("DYNOTEARS");
    }

    /** Whether it learns from time series in rounds. */
    public boolean isOfSeriesRounds() {
        return this == FDBNL || this == PFDBNL;
    }

    /** Whether every variable is a neural network of others. */
    public boolean isNeural() {
        return name().startsWith("NOTEARS_MLP");
    }

    /** Whether it compares with the known network while it learns. */
    public boolean needsTruth() {
        return this == BEST || this == DYNOTEARS_BEST || this == NOTEARS_MLP_BEST;
    }

    /** What it is compared with: the baseline behind it, or empty. */
    public Optional<Baseline> baseline() {
        return Words.constant(Baseline.class, Words.dashed(this));
    }

    /** The method of the SDK behind it: the method that runs in rounds, or empty. */
    public Optional<FederatedMethod> federated() {
        return Words.constant(FederatedMethod.class, Words.dashed(this));
    }

    /** Whether sites release sums of their rows and nothing else. */
    public boolean isOfSums() {
        return this == GRAM || this == DYNAMIC_GRAM || this == FEATURE_GRAM || this == DIRECT_LINGAM;
    }

    /** Whether it needs a privacy budget: true for the algorithms whose names begin with dp-. */
    public boolean isPrivate() {
        return name().startsWith("DP_");
    }

    /** The private method of the SDK behind it: the method that keeps a promise, or empty. */
    public Optional<PrivateAlgorithm> guarantee() {
        return Words.constant(PrivateAlgorithm.class, Words.dashed(this));
    }
}
