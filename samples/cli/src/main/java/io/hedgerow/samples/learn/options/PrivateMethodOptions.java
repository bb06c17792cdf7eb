// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.ParameterBuilder;
import io.hedgerow.samples.learn.sites.SeriesOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that only private algorithms have. All of them are public statements, never computed from the rows. */
public final class PrivateMethodOptions {

    @Option(
            names = "--centre",
            paramLabel = "HOW",
            description = "dp-: what sites subtract from their rows: ${COMPLETION-CANDIDATES}; default none, with a"
                    + " warning.")
    private PrivateSettings.@Nullable Centre centre;

    @Option(
            names = "--public-centre",
            split = ",",
            paramLabel = "NAME=X",
            description = "dp-: public values to subtract, with --centre public; 0 for variables not named.")
    private Map<String, Double> publicCentre = new LinkedHashMap<>();

    @Option(
            names = "--smallest-deviation",
            paramLabel = "X",
            description = "dp-: public; no variable's standard deviation is expected below X.")
    private @Nullable Double smallest;

    @Option(
            names = "--largest-deviation",
            paramLabel = "X",
            description = "dp-: public; no variable's standard deviation is expected above X.")
    private @Nullable Double largest;

    @Option(
            names = "--bound",
            paramLabel = "X",
            description =
                    "{METHODS:bound} with --centre private: public; no cell is expected beyond X in absolute value.")
    private @Nullable Double bound;

    @Option(
            names = "--clip",
            paramLabel = "X",
            description = "{METHODS:clip}: what a row or a series can contribute; greedy steps take it in units of a"
                    + " residual, others as the bound on a norm.")
    private @Nullable Double clip;

    @Option(
            names = "--own-units",
            description = "{METHODS:own-units}: columns are in unrelated units, so their noise variances cannot be"
                    + " compared. Without a budget it is --set own-units=true.")
    private boolean ownUnits;

    @Option(
            names = "--length",
            paramLabel = "T",
            description = "{METHODS:length}: public; how many rows the series of every user has, without it "
                    + "lags look weaker.")
    private @Nullable Long length;

    @Option(
            names = "--mean-smoothness",
            description =
                    "{METHODS:mean-smoothness}: sites send the noisy second moments that set the lengths of steps,"
                            + " and all take their mean.")
    private boolean meanSmoothness;

    /** Refuses options that the run does not use, and those that contradict each other, before any file is opened. */
    public void requireFits(AlgorithmOptions options, boolean ofScores, SeriesOptions series) {
        Algorithm algorithm = options.algorithm();
        requireCentreFits();
        settings().forEach(setting -> setting.requireFits(algorithm));
        if (algorithm.isOfPlugin()) {
            requireNothing("--algorithm " + algorithm.name() + ", whose parameters are given by --set: leave them out");
            Optional<String> other = ofScores ? Optional.of("--transform") : series.firstGiven();
            other.ifPresent(option -> {
                throw new IllegalArgumentException(option + " does not apply to --algorithm " + algorithm.name()
                        + " under a budget, where the parameters of a plugin are given by --set: leave it out");
            });
            return;
        }
        if (algorithm.has(MethodTrait.SERIES)) {
            if (centre == PrivateSettings.Centre.PRIVATE) {
                throw new IllegalArgumentException("--centre private does not apply to " + algorithm + ", whose"
                        + " series are about their own means, or about --public-centre");
            }
            return;
        }
        if (ofScores && ownUnits) {
            throw new IllegalArgumentException(
                    "--own-units does not apply to --transform normal-scores, which have no units: leave it out");
        }
        if (ofScores || algorithm.has(MethodTrait.CURVES)) {
            requireHistogramsFit(ofScores ? "--transform normal-scores" : algorithm.name(), options);
        } else if (centre == PrivateSettings.Centre.PRIVATE
                && algorithm.has(MethodTrait.ROUNDS)
                && (bound == null || !algorithm.takes("bound"))) {
            throw new IllegalArgumentException(
                    !algorithm.takes("bound")
                            ? "--centre private does not apply to " + algorithm.name()
                                    + ": give --public-centre, or use " + Algorithm.UNDER_BUDGET
                            : "--centre private needs --bound X here: a public number that no cell exceeds");
        } else if (bound != null && centre != PrivateSettings.Centre.PRIVATE) {
            throw new IllegalArgumentException(
                    "--bound is for --centre private, whose mean it bounds: give both, or" + " leave --bound out");
        }
    }

    /** The method of time series, as a plan would say it. */
    public NamedMethod series(AlgorithmOptions options, SeriesOptions series, String keyColumn) {
        ParameterBuilder method = told(series.privateMethod(options.algorithm(), keyColumn), options)
                .set("person-mean", centre == PrivateSettings.Centre.NONE ? false : null)
                .set("length", length)
                .set("clip", given("--clip", clip))
                .set("own-units", ownUnits ? true : null)
                .set("threshold", options.threshold().orElse(null));
        publicCentre.forEach((name, value) -> method.set("centre." + name, value));
        double unit = options.unit().publicNumber();
        return method.set("unit", options.unit().isGiven() ? unit : null).method();
    }

    private void requireCentreFits() {
        boolean isPublic = centre == null ? !publicCentre.isEmpty() : centre == PrivateSettings.Centre.PUBLIC;
        if (publicCentre.isEmpty() == isPublic) {
            throw new IllegalArgumentException(
                    "--centre public and --public-centre NAME=X,... belong together: give both, or neither");
        }
    }

    /** With what is known of edges and of the range of deviations, as a plan says it. */
    private ParameterBuilder told(NamedMethod method, AlgorithmOptions options) {
        ParameterBuilder told = new ParameterBuilder(method);
        options.knownSettings(options.algorithm())
                .forEach(known -> told.set(known.parameters().get(0), known.value()));
        return told.set("smallest-deviation", given("--smallest-deviation", smallest))
                .set("largest-deviation", given("--largest-deviation", largest));
    }

    private static @Nullable Double given(String option, @Nullable Double value) {
        return value == null ? null : (Double) positive(option, value, 1);
    }

    private void requireHistogramsFit(String what, AlgorithmOptions options) {
        if (centre == PrivateSettings.Centre.PRIVATE) {
            throw new IllegalArgumentException("--centre private does not apply to " + what + ", whose histograms"
                    + " tell where values are: give --public-centre NAME=X for values that are far from 0");
        }
        if (options.unit().publicNumber() != 1) {
            throw new IllegalArgumentException(
                    "--unit does not apply to " + what + ", which finds a unit of every variable: leave it out");
        }
    }

    /** The method of curves or of normal scores, as a plan would say it. */
    public NamedMethod ofHistograms(NamedMethod named, AlgorithmOptions options, VariableSchema schema) {
        ParameterBuilder method = told(named, options);
        method.set("threshold", options.threshold().filter(least -> least > 0).orElse(null));
        List<Double> centres = centres(schema, 1);
        for (int j = 0; j < centres.size(); j++) {
            method.set("centre." + schema.names().get(j), centres.get(j) == 0 ? null : centres.get(j));
        }
        return method.method();
    }

    public PrivateSettings settings(
            Algorithm algorithm, AlgorithmOptions options, VariableSchema schema, int sites, double epsilon) {
        PrivateAlgorithm guarantee = algorithm
                .guarantee()
                .orElseThrow(() -> new IllegalArgumentException(
                        "a private run needs an algorithm with a guarantee, was " + algorithm));
        PrivateSettings start = PrivateSettings.recommended(guarantee, schema.size(), sites, epsilon);
        PrivateSettings.Centre chosen = Objects.requireNonNullElse(
                centre, publicCentre.isEmpty() ? PrivateSettings.Centre.NONE : PrivateSettings.Centre.PUBLIC);
        double deviation = Math.sqrt(options.unit().publicNumber());
        double from = positive("--smallest-deviation", smallest, start.smallestDeviation() * deviation) / deviation;
        double to = positive("--largest-deviation", largest, start.largestDeviation() * deviation) / deviation;
        if (!(from < to)) {
            throw new IllegalArgumentException(
                    "--smallest-deviation must be below --largest-deviation, were " + from + " and " + to);
        }
        RoundsOptions rounds = options.ofRounds();
        PrivateSettings settings = new PrivateSettings(
                guarantee,
                Objects.requireNonNullElse(rounds.rounds, start.rounds()),
                Objects.requireNonNullElse(rounds.localIterations, start.localIterations()),
                options.lambda().orElse(start.lambda()),
                Objects.requireNonNullElse(rounds.rho1, start.rho1()),
                Objects.requireNonNullElse(rounds.rho2, start.rho2()),
                Objects.requireNonNullElse(rounds.gamma, start.gamma()),
                positive("--clip", clip, start.clip()),
                start.selectionShare(),
                start.scaleShare(),
                options.threshold().orElse(start.threshold()),
                from,
                to,
                chosen,
                chosen == PrivateSettings.Centre.PUBLIC ? centres(schema, deviation) : null,
                bound == null ? null : positive("--bound", bound, 1) / deviation,
                ownUnits,
                null,
                options.seed(),
                null);
        KnownEdges known = options.known(algorithm);
        known.requireFits(schema);
        PrivateSettings told = settings.knowing(known);
        return meanSmoothness ? told.withMeanSmoothness() : told;
    }

    /** Warns when no centre was chosen; empty of categories, which have no mean. */
    public Optional<String> doubt(VariableSchema columns) {
        return centre == null && publicCentre.isEmpty() && !columns.hasCategories()
                ? Optional.of(CentreWarning.ofOptions())
                : Optional.empty();
    }

    private List<Setting> settings() {
        return List.of(
                Setting.of("--length", length, "length"),
                Setting.flag("--own-units", ownUnits, "own-units"),
                Setting.flag("--mean-smoothness", meanSmoothness, "mean-smoothness"),
                Setting.of("--clip", clip, "clip"),
                Setting.of("--bound", bound, "bound"));
    }

    /** Refuses private options in a run without privacy. */
    public void requireNone() {
        requireNothing("a run without privacy: leave them out, or give a budget with --privacy epsilon=E");
    }

    private void requireNothing(String run) {
        if (centre != null
                || !publicCentre.isEmpty()
                || smallest != null
                || largest != null
                || settings().stream().anyMatch(setting -> setting.given() != null)) {
            throw new IllegalArgumentException("--centre, --public-centre, --smallest-deviation, --largest-deviation,"
                    + " --bound, --clip, --length, --own-units and --mean-smoothness do not apply to " + run);
        }
    }

    private List<Double> centres(VariableSchema schema, double deviation) {
        publicCentre.keySet().forEach(name -> {
            if (schema.indexOf(name) < 0) {
                throw new IllegalArgumentException(
                        "--public-centre must name variables of " + schema.names() + ", named " + name);
            }
        });
        List<Double> values = new ArrayList<>();
        for (String name : schema.names()) {
            double value = publicCentre.getOrDefault(name, 0.0);
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("--public-centre must be finite, was " + name + "=" + value);
            }
            values.add(value / deviation);
        }
        return values;
    }

    private static double positive(String option, @Nullable Double value, double otherwise) {
        if (value == null) {
            return otherwise;
        }
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(option + " must be finite and > 0, was " + value);
        }
        return value;
    }
}
