// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.catalogue.SearchSettings;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.method.ParameterBuilder;
import io.hedgerow.samples.learn.method.Preset;
import io.hedgerow.samples.learn.method.UnitChoice;
import io.hedgerow.samples.learn.sites.SeriesOptions;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.learn.sites.Transform;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options that select an algorithm and its settings. An option that the chosen algorithm does not have is an error,
 * not ignored.
 */
public final class AlgorithmOptions {

    /** Options that set parameters by other ways: how rows are read, what is learned beside, a word of a choice. */
    private static final List<Setting> ELSEWHERE = List.of(
            Setting.of("--lags", null, "lags"),
            Setting.of("--realisation", null, "realisation"),
            Setting.of("--time", null, "time"),
            Setting.of("--step", null, "step"),
            Setting.of("--personal", null, "personal"),
            Setting.of("--preset gradual", null, "gradual"),
            Setting.ofCentring(Centring.NONE).unsaid(),
            Setting.ofCentring(Centring.BIAS_TERMS).unsaid());

    @Option(
            names = "--algorithm",
            completionCandidates = Algorithm.Names.class,
            paramLabel = "NAME",
            description = "What to run: ${COMPLETION-CANDIDATES}; default auto: {USED:usual} without --privacy,"
                    + " {USED:usual-of-series} for series.")
    private @Nullable String algorithm;

    @Option(names = "--lambda", paramLabel = "X", description = "Weight of the sparsity penalty.")
    private @Nullable Double lambda;

    @Option(
            names = "--centring",
            paramLabel = "HOW",
            description = "What sites subtract: ${COMPLETION-CANDIDATES} for intercepts instead; default local-mean.")
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

    @Mixin
    private RoundsOptions ofRounds = new RoundsOptions();

    @Mixin
    private SearchOptions ofSearch = new SearchOptions();

    @Mixin
    private PluginOptions plugins = new PluginOptions();

    @Mixin
    private KnownEdgeOptions knowledge = new KnownEdgeOptions();

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
        if (algorithm != null && !isAutomatic()) {
            try {
                return Algorithm.of(algorithm, plugins.catalogue());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("invalid value for option '--algorithm': " + Words.reason(e), e);
            }
        }
        if (underBudget) {
            return ofSeries ? Algorithm.OF_SERIES_UNDER_BUDGET : Algorithm.UNDER_BUDGET;
        }
        if (ofSeries) {
            return Algorithm.USUAL_OF_SERIES;
        }
        return !ofRounds.isGiven() && lambda == null && centring == null ? Algorithm.USUAL : Algorithm.IN_ROUNDS;
    }

    public boolean isOfSeries() {
        return algorithm().has(MethodTrait.SERIES) || (ofSeries && algorithm().takes("realisation"));
    }

    public boolean takesCategories() {
        return algorithm().has(MethodTrait.CATEGORIES);
    }

    public void requireTakes(VariableSchema schema) {
        algorithm().requireTakes(schema);
        if (hiddenCauses() && schema.hasCategories()) {
            throw new IllegalArgumentException("--hidden-causes looks at correlations of numbers, and "
                    + String.join(", ", schema.categorical())
                    + (schema.categorical().size() == 1 ? " is a category" : " are categories")
                    + ": leave it out");
        }
    }

    /** What is known of edges, for a private run. */
    KnownEdges known(Algorithm chosen) {
        knowledge.settings().forEach(setting -> setting.requireFits(chosen));
        return knowledge.known();
    }

    public Optional<String> choice() {
        if (!isAutomatic()) {
            return Optional.empty();
        }
        if (ofSeries) {
            return Optional.of("algorithm " + algorithm()
                    + " was chosen, because rows are said to be series; --algorithm" + " names another");
        }
        return Optional.of(
                algorithm().equals(Algorithm.USUAL)
                        ? "algorithm " + algorithm()
                                + " was chosen: its search on one sum of moments needs no common units, and says"
                                + " what to believe of each edge; --algorithm names another"
                        : "algorithm " + algorithm()
                                + " was chosen, because options are given that only methods in rounds have;"
                                + " --algorithm names another");
    }

    /** Whether the choice is left to the program: true unless an algorithm was named. */
    public boolean isAutomatic() {
        return algorithm == null || algorithm.strip().equalsIgnoreCase(Algorithm.AUTO);
    }

    public long seed() {
        return seed == null ? 1 : seed;
    }

    boolean ownUnits() {
        return ofSearch.ownUnits;
    }

    /** The name of the preset, for the report: the preset that was used; empty for algorithms without presets. */
    public Optional<Preset> preset() {
        return algorithm().federated().map(method -> Objects.requireNonNullElse(ofRounds.preset, Preset.RECOMMENDED));
    }

    public UnitChoice unit() {
        return ofRounds.unit();
    }

    public LearnSettings settings(
            Sites sites, Transform transform, SeriesOptions series, Optional<SearchSettings.Sharing> sharing) {
        requireValid();
        if (series.choosing() && !isChoosingLags(algorithm())) {
            throw Setting.foreign("--lags auto", algorithm(), AlgorithmOptions::isChoosingLags);
        }
        if (algorithm().has(MethodTrait.SERIES) && !takesNoLags(algorithm()) && series.lags() == 0) {
            throw new IllegalArgumentException(
                    "--lags 0 is a static network, which " + algorithm().name()
                            + " does not learn: ask for --lags 1 or more, or name a method in rounds, which are "
                            + algorithm().others(AlgorithmOptions::takesNoLags) + ", or one without lags, such as "
                            + Algorithm.USUAL + ", with --algorithm");
        }
        LearnSettings chosen = new LearnSettings(algorithm(), named(sites, series, sharing));
        return transform.of(knowledge.told(chosen, sites));
    }

    /** Only rounds over the columns of a series are those of a static network without lags. */
    private static boolean takesNoLags(Algorithm known) {
        return known.has(MethodTrait.SERIES) && known.has(MethodTrait.ROUNDS);
    }

    /** Only moments can choose lags. */
    private static boolean isChoosingLags(Algorithm known) {
        return known.method()
                .parameter("lags")
                .filter(lags -> lags.words().contains("auto"))
                .isPresent();
    }

    private NamedMethod named(Sites sites, SeriesOptions series, Optional<SearchSettings.Sharing> sharing) {
        List<Setting> beside = new ArrayList<>();
        if (isOfSeries()) {
            beside.add(Setting.of("--lags", series.choosing() ? "auto" : series.lags(), "lags"));
        }
        sharing.ifPresent(wanted -> beside.add(Setting.of("--personal", Words.dashed(wanted), "personal")));
        NamedMethod named = named(beside);
        return ofRounds.rounds != null
                ? named
                : named.inUsualRounds(
                        Agreement.inProcess(
                                "learn", sites.schema(), sites.all().size(), UploadProtection.insecurePlain()),
                        algorithm().catalogue());
    }

    /** The method as a plan would say it, on rows that are no series. */
    public NamedMethod named() {
        return named(List.of());
    }

    private NamedMethod named(List<Setting> beside) {
        Algorithm chosen = algorithm();
        if (centring == Centring.LOCAL_MEAN && ofRounds.preset == Preset.PAPER && chosen.has(MethodTrait.NEURAL)) {
            throw new IllegalArgumentException("--centring of " + chosen.name() + " must be none with --preset paper,"
                    + " which takes rows as they are, was local-mean: leave one of them out");
        }
        NamedMethod named = Method.named(chosen.name());
        ParameterBuilder method =
                new ParameterBuilder(ofRounds.rounds == null ? named : named.withRounds(ofRounds.rounds));
        List<Setting> settings = new ArrayList<>(all());
        settings.add(Setting.of("--seed", seed(), "seed"));
        settings.addAll(beside);
        for (Setting setting : settings) {
            String parameter = setting.parameter(chosen);
            if (parameter != null) {
                method.set(parameter, setting.value());
            }
        }
        plugins.set.forEach(method::set);
        return method.method();
    }

    /** Every option that sets a parameter whatever the rows are. */
    private List<Setting> all() {
        List<Setting> all = new ArrayList<>(ofSearch.settings());
        ofSearch.ofUnits().ifPresent(all::add);
        all.add(Setting.of("--lambda", lambda, "lambda", "lambda-w"));
        all.add(Setting.of("--threshold", threshold, "threshold"));
        all.add(Setting.ofCentring(centring));
        all.addAll(ofRounds.settings(algorithm()));
        all.addAll(knowledge.settings());
        boolean plugin = algorithm().isOfPlugin();
        if (plugin || !algorithm().has(MethodTrait.PROMISE)) {
            all.add(ofRounds.ofUnit(plugin)); // with a budget it must be public
        }
        return all;
    }

    public Optional<MethodHelp> help() {
        return plugins.help ? Optional.of(MethodHelp.of(algorithm().method())) : Optional.empty();
    }

    /** Refuses values that are never allowed, and options that the chosen algorithm does not have. */
    public void requireValid() {
        plugins.catalogue(); // refuses a path without methods, whatever is run
        refuseForeignOptions();
        knowledge.requireValid(ofSearch);
        unit();
        require("--lambda", lambda, x -> x >= 0, "finite and >= 0");
        require("--threshold", threshold, x -> x >= 0, "finite and >= 0");
        ofRounds.requireValid();
        Stream.of(ofRounds.settings(algorithm()), ofSearch.settings(), List.of(Setting.of("--seed", seed, "seed")))
                .flatMap(List::stream)
                .forEach(setting -> setting.requireAllowed(algorithm()));
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

    private void refuseForeignOptions() {
        Algorithm chosen = algorithm();
        if (chosen.has(MethodTrait.PROMISE)) {
            refuseWithPrivacy();
        }
        if (ofRounds.rounds != null && !chosen.has(MethodTrait.ROUNDS)) {
            throw Setting.foreign("--rounds", chosen, known -> known.has(MethodTrait.ROUNDS));
        }
        ofSearch.requireValid();
        all().forEach(setting -> setting.requireFits(chosen));
        plugins.requireFits(chosen, given());
    }

    /** What options say of parameters, with what sets a parameter whenever there are series. */
    private List<Setting> given() {
        List<Setting> given = new ArrayList<>(all());
        given.add(Setting.of("--seed", seed, "seed"));
        if (isOfSeries() && algorithm().isOfPlugin() && !algorithm().has(MethodTrait.PROMISE)) {
            given.add(Setting.of("--lags", "1 unless it is given", "lags"));
        }
        given.addAll(ELSEWHERE);
        return given;
    }

    /** Whether edges are shown with the marks that are left when causes may be hidden. */
    public boolean hiddenCauses() {
        return ofSearch.hiddenCauses;
    }

    /** For runs under a budget, which draw nothing from it unless losses are simulated. */
    public void requireNoSeed() {
        if (seed != null) {
            throw new IllegalArgumentException("--seed cannot be combined with --privacy: noise, and how a file is"
                    + " divided into sites, must not be foreseen; leave it out, or give --dropouts, whose losses it is"
                    + " for");
        }
    }

    private void refuseWithPrivacy() {
        if (ofSearch.orient != null) {
            throw new IllegalArgumentException("--orient cannot be combined with --privacy: it needs exact means "
                    + "of functions of the rows; leave it out");
        }
        if (centring != null) {
            throw new IllegalArgumentException(
                    "--centring does not apply to private algorithms, where a site's exact mean"
                            + " would leak: give --centre private, or public values with --public-centre");
        }
    }
}
