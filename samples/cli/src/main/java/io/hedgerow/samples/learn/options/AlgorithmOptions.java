// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.nonprivate.Baseline;
import io.hedgerow.core.method.nonprivate.SearchSettings;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.method.Preset;
import io.hedgerow.samples.learn.method.UnitChoice;
import io.hedgerow.samples.learn.sites.SeriesOptions;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.learn.sites.Transform;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what to run. An option that the chosen algorithm does not have is an error, not ignored. */
public final class AlgorithmOptions {

    private static final String FEDERATED = "fed-sparse, fed-bnsl and fed-bnsl-fw";
    /** Searches on what was released behind noise. */
    private static final Set<Algorithm> PRIVATE_SEARCHES =
            Set.of(Algorithm.DP_GRAM, Algorithm.DP_DYNAMIC_GRAM, Algorithm.DP_FEATURE_GRAM);

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description =
                    "What to run: ${COMPLETION-CANDIDATES}; default auto: gram without --privacy, dynamic-gram for"
                            + " series.")
    private @Nullable Algorithm algorithm;

    @Option(names = "--lambda", paramLabel = "X", description = "Weight of the sparsity penalty.")
    private @Nullable Double lambda;

    @Option(
            names = "--centring",
            paramLabel = "HOW",
            description = "What sites subtract from their rows: ${COMPLETION-CANDIDATES}; default local-mean.")
    private @Nullable Centring centring;

    @Option(names = "--threshold", paramLabel = "X", description = "Smallest weight of an edge.")
    private @Nullable Double threshold;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "For shuffling, restarts and simulated losses; default 1. A run with none of these is the same"
                            + " whatever it is. Noise that protects has no seed.")
    private @Nullable Long seed;

    private boolean ofSeries;
    private boolean underBudget;

    @Option(
            names = "--orient",
            paramLabel = "HOW",
            description = "Direct edges that covariances leave open: ${COMPLETION-CANDIDATES} reads the rows "
                    + "once more if noise is visibly not normal. For gram, hill-climbing and order-mcmc.")
    private @Nullable Orientation orient;

    @Option(
            names = "--bic",
            description = "Search by the Bayesian information criterion in the place of a marginal likelihood, where "
                    + "noise variances differ. For gram, dynamic-gram, hill-climbing and order-mcmc.")
    private boolean bic;

    @Option(
            names = "--no-pairs",
            description = "Causes act alone: no sums of products of two are asked for. For feature-gram.")
    private boolean noPairs;

    @Mixin
    private RoundsOptions ofRounds = new RoundsOptions();

    @Mixin
    private SeriesRounds ofSeriesRounds = new SeriesRounds();

    @Mixin
    private NeuralOptions ofNetworks = new NeuralOptions();

    @Mixin
    private HiddenCauseOptions hiddenCauses = new HiddenCauseOptions();

    @Mixin
    private KnownEdgeOptions knowledge = new KnownEdgeOptions();

    /** What may direct edges that covariances leave open. */
    enum Orientation {
        /** The shape of noises. */
        NON_GAUSSIAN
    }

    /** Says whether there are options of time series, which decides what is run when nothing is named. */
    public void learnSeries(boolean given) {
        ofSeries = given;
    }

    /** Says whether there is a budget, which decides what is run when nothing is named. */
    public void learnUnderBudget(boolean given) {
        underBudget = given;
    }

    /**
     * What to run: the option's value, or the choice. Without a budget that is gram, whose search needs no common units
     * and says what to believe of each edge, unless an option is given that only methods in rounds have; dynamic-gram
     * where rows are said to be series. With one it is the private form of these.
     */
    public Algorithm algorithm() {
        if (algorithm != null && algorithm != Algorithm.AUTO) {
            return algorithm;
        }
        if (underBudget) {
            return ofSeries ? Algorithm.DP_DYNAMIC_GRAM : Algorithm.DP_GRAM;
        }
        if (ofSeries) {
            return Algorithm.DYNAMIC_GRAM;
        }
        return ofRounds.firstGiven().isEmpty() && lambda == null && centring == null
                ? Algorithm.GRAM
                : Algorithm.FED_SPARSE;
    }

    /** Whether rows are time series. */
    public boolean isOfSeries() {
        return algorithm().isDynamic() || (ofSeries && algorithm() == Algorithm.FEATURE_GRAM);
    }

    /**
     * What is known of edges, for a private run.
     *
     * @return nothing known without the options
     * @throws IllegalArgumentException when something is and the algorithm cannot keep it; names the option
     */
    KnownEdges known(Algorithm chosen) {
        if (!PRIVATE_SEARCHES.contains(chosen)) {
            refuseKnowledge();
        }
        return knowledge.known();
    }

    private void refuseKnowledge() {
        knowledge.firstGiven().ifPresent(option -> {
            throw foreign(
                    option,
                    "gram, dynamic-gram, feature-gram, dp-gram, dp-dynamic-gram, dp-feature-gram, hill-climbing and"
                            + " order-mcmc, whose search can keep to known edges");
        });
    }

    /**
     * Why an algorithm was chosen that nobody named.
     *
     * @return a sentence; empty when one was named
     */
    public Optional<String> choice() {
        if (!isAutomatic()) {
            return Optional.empty();
        }
        if (ofSeries) {
            return Optional.of("algorithm dynamic-gram was chosen, because rows are said to be series; --algorithm"
                    + " names another");
        }
        return Optional.of(
                algorithm() == Algorithm.GRAM
                        ? "algorithm gram was chosen: its search on one sum of moments needs no common units, and says"
                                + " what to believe of each edge; --algorithm names another"
                        : "algorithm fed-sparse was chosen, because options are given that only methods in rounds have;"
                                + " --algorithm names another");
    }

    /** Whether the choice is left to the program: true unless an algorithm was named. */
    public boolean isAutomatic() {
        return algorithm == null || algorithm == Algorithm.AUTO;
    }

    /** The seed: for shuffling and restarts. */
    public long seed() {
        return seed == null ? 1 : seed;
    }

    /** Options that methods in rounds have. */
    RoundsOptions ofRounds() {
        return ofRounds;
    }

    Optional<Double> lambda() {
        return Optional.ofNullable(lambda);
    }

    Optional<Double> threshold() {
        return Optional.ofNullable(threshold);
    }

    /** The name of the preset, for the report: the preset that was used; empty for algorithms without presets. */
    public Optional<Preset> preset() {
        return algorithm().federated().map(method -> Objects.requireNonNullElse(ofRounds.preset, Preset.RECOMMENDED));
    }

    /** The unit of losses: what counts as a noise variance of 1. */
    public UnitChoice unit() {
        return ofRounds.unit();
    }

    /** All parameters of the run. */
    public LearnSettings settings(
            Sites sites, Transform transform, SeriesOptions series, Optional<SearchSettings.Sharing> sharing) {
        requireValid();
        if (algorithm() == Algorithm.FEATURE_GRAM && series.choosing()) {
            throw foreign("--lags auto", "dynamic-gram, whose sums of lines can choose them");
        }
        if (algorithm().isDynamic() && !algorithm().isOfSeriesRounds() && series.lags() == 0) {
            throw new IllegalArgumentException("--lags 0 is a static network, which " + Words.dashed(algorithm())
                    + " does not learn: ask for --lags 1 or more, or name fdbnl, pfdbnl or a method without lags, such"
                    + " as gram, with --algorithm");
        }
        Optional<MethodSettings> method = algorithm()
                .federated()
                .map(known -> adjusted(preset().orElseThrow()
                        .settings(known, sites.schema().size(), sites.all().size())));
        SearchSettings usual = algorithm()
                .baseline()
                .map(Baseline::settings)
                .orElseGet(() -> algorithm().isDynamic() ? SearchSettings.ofSeries() : SearchSettings.ofSearch());
        SearchSettings search = new SearchSettings(
                Objects.requireNonNullElse(lambda, usual.lambda()),
                Objects.requireNonNullElse(threshold, usual.threshold()),
                Objects.requireNonNullElse(centring, usual.centring()),
                seed(),
                usual.ownUnits(),
                knowledge.known(),
                orient != null,
                Objects.requireNonNullElse(
                        ofSeriesRounds.lagLambda, Objects.requireNonNullElse(lambda, usual.lagLambda())),
                ofNetworks.hidden(usual.hidden()),
                bic);
        return transform.of(
                new LearnSettings(algorithm(), method, search, series.choosing(), named(series), !noPairs, sharing));
    }

    /** What is told its parameters by name. */
    private Optional<NamedMethod> named(SeriesOptions series) {
        if (algorithm() == Algorithm.NOTEARS_MLP_ADMM) {
            return Optional.of(ofNetworks.method(ofRounds, lambda, threshold, centring, seed()));
        }
        return algorithm().isOfSeriesRounds()
                ? Optional.of(ofSeriesRounds.method(algorithm(), ofRounds, lambda, threshold, centring, series.lags()))
                : Optional.empty();
    }

    /** Refuses values that are never allowed, and options that the chosen algorithm does not have. */
    public void requireValid() {
        refuseForeignOptions();
        knowledge.known();
        unit();
        require("--lambda", lambda, x -> x >= 0, "finite and >= 0");
        require("--threshold", threshold, x -> x >= 0, "finite and >= 0");
        ofRounds.requireValid();
    }

    static void require(String option, @Nullable Number value, DoublePredicate allowed, String range) {
        if (value == null) {
            return;
        }
        double number = value.doubleValue();
        if (!allowed.test(number) || number == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(option + " must be " + range + ", was " + value);
        }
    }

    private MethodSettings adjusted(MethodSettings start) {
        return ofRounds.adjusted(start)
                .withThreshold(Objects.requireNonNullElse(threshold, start.threshold()))
                .withLambda(Objects.requireNonNullElse(lambda, start.lambda()))
                .withCentring(Objects.requireNonNullElse(centring, start.centring()));
    }

    private void refuseForeignOptions() {
        boolean searches = algorithm().searches();
        ofSeriesRounds.requireFits(algorithm());
        ofNetworks.requireFits(algorithm());
        if (orient != null && algorithm().isPrivate()) {
            throw new IllegalArgumentException("--orient cannot be combined with --privacy: it needs exact means "
                    + "of functions of the rows; leave it out");
        }
        if (noPairs && algorithm() != Algorithm.FEATURE_GRAM) {
            throw foreign("--no-pairs", "feature-gram");
        }
        hiddenCauses.requireFits(algorithm(), orient != null);
        if (bic && (!searches || algorithm() == Algorithm.FEATURE_GRAM)) {
            throw foreign("--bic", "gram, dynamic-gram, hill-climbing and order-mcmc");
        }
        if (orient != null && (!searches || algorithm().isDynamic() || algorithm() == Algorithm.FEATURE_GRAM)) {
            throw foreign("--orient", "gram, hill-climbing and order-mcmc, which leave edges open");
        }
        if (!searches && !PRIVATE_SEARCHES.contains(algorithm())) {
            refuseKnowledge();
        }
        if (algorithm().isPrivate()) {
            refuseWithPrivacy();
            return;
        }
        if (algorithm() == Algorithm.NOTEARS_MLP_ADMM) {
            requireNone("fed-sparse", "--gamma");
            requireNone(FEDERATED, "--diagonal", "--acyclicity", "--unit", "--vote-rounds");
            return;
        }
        if (algorithm().isOfSeriesRounds()) {
            requireNone("fed-sparse and fed-bnsl-fw", "--gamma", "--local-iterations");
            requireNone(FEDERATED, "--diagonal", "--acyclicity", "--unit");
            return;
        }
        if (algorithm().federated().isPresent()) {
            if (algorithm() != Algorithm.FED_SPARSE) {
                requireNone("fed-sparse", "--gamma");
            }
            if (algorithm() == Algorithm.FED_BNSL) {
                requireNone("fed-sparse and fed-bnsl-fw", "--local-iterations");
            }
            return;
        }
        ofRounds.firstGiven().ifPresent(option -> {
            throw foreign(option, FEDERATED);
        });
        boolean sums = searches || algorithm() == Algorithm.DIRECT_LINGAM;
        if (centring != null && sums && !algorithm().isDynamic()) {
            throw new IllegalArgumentException("--centring cannot be combined with " + Words.dashed(algorithm())
                    + ", which centres within each site");
        }
        if (lambda != null && sums) {
            throw foreign(
                    "--lambda", "fed-sparse, fed-bnsl, fed-bnsl-fw, notears, voting, averaging, best and notears-mlp");
        }
    }

    /** Whether edges are shown with the marks that are left when causes may be hidden. */
    public boolean hiddenCauses() {
        return hiddenCauses.areWanted();
    }

    /** For runs under a budget, which draw nothing from it unless losses are simulated. */
    public void requireNoSeed() {
        if (seed != null) {
            throw new IllegalArgumentException("--seed cannot be combined with --privacy: noise, and how a file is"
                    + " divided into sites, must not be foreseen; leave it out, or give --dropouts, whose losses it is"
                    + " for");
        }
    }

    private void requireNone(String algorithms, String... options) {
        ofRounds.firstGiven(options).ifPresent(option -> {
            throw foreign(option, algorithms);
        });
    }

    private void refuseWithPrivacy() {
        requireNone(FEDERATED, "--preset", "--diagonal", "--acyclicity", "--vote-rounds");
        if (centring != null) {
            throw new IllegalArgumentException(
                    "--centring does not apply to private algorithms, where a site's exact mean"
                            + " would leak: give --centre private, or public values with --public-centre");
        }
        boolean greedy = algorithm() == Algorithm.DP_FED_SPARSE || algorithm() == Algorithm.DP_FED_SPARSE_LAPLACE;
        String others = greedy ? "dp-fed-sparse" : "dp-fed-sparse and dp-fed-bnsl";
        if (!greedy) {
            requireNone(others, "--gamma", "--local-iterations");
        }
        if (PRIVATE_SEARCHES.contains(algorithm())) {
            if (lambda != null) {
                throw foreign("--lambda", others);
            }
            requireNone(others, "--rounds", "--rho1", "--rho2");
        }
    }

    private IllegalArgumentException foreign(String option, String algorithms) {
        String name = Words.dashed(algorithm());
        return new IllegalArgumentException(
                option + " does not apply to --algorithm " + name + ", only to " + algorithms);
    }
}
