// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.dp.internal.options.Centre;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.ParameterBuilder;
import io.hedgerow.samples.learn.sites.SeriesOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of differentially private algorithms. All of them are public statements, never computed from the rows.
 */
public final class PrivateMethodOptions {

    @Option(
            names = "--centre",
            paramLabel = "HOW",
            description = "dp-: what sites subtract from their rows: ${COMPLETION-CANDIDATES}; default none, with a"
                    + " warning.")
    private @Nullable Centre centre;

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
            if (centre == Centre.PRIVATE) {
                throw new IllegalArgumentException("--centre private does not apply to " + algorithm + ", whose"
                        + " series are about their own means, or about --public-centre");
            }
            return;
        }
        if (ofScores && options.ownUnits()) {
            throw new IllegalArgumentException(
                    "--own-units does not apply to --transform normal-scores, which have no units: leave it out");
        }
        if (ofScores || algorithm.has(MethodTrait.CURVES)) {
            requireHistogramsFit(ofScores ? "--transform normal-scores" : algorithm.name(), options);
        } else if (centre == Centre.PRIVATE
                && algorithm.has(MethodTrait.ROUNDS)
                && (bound == null || !algorithm.takes("bound"))) {
            throw new IllegalArgumentException(
                    !algorithm.takes("bound")
                            ? "--centre private does not apply to " + algorithm.name()
                                    + ": give --public-centre, or use " + Algorithm.UNDER_BUDGET
                            : "--centre private needs --bound X here: a public number that no cell exceeds");
        } else if (bound != null && centre != Centre.PRIVATE) {
            throw new IllegalArgumentException(
                    "--bound is for --centre private, whose mean it bounds: give both, or" + " leave --bound out");
        }
    }

    /** The method of time series, as a plan would say it. */
    public NamedMethod series(AlgorithmOptions options, SeriesOptions series, String keyColumn) {
        ParameterBuilder method = new ParameterBuilder(series.privateMethod(options.algorithm(), keyColumn));
        options.named().parameters().forEach(method::set);
        giveRange(method);
        method.set("person-mean", centre == Centre.NONE ? false : null)
                .set("length", length)
                .set("clip", given("--clip", clip))
                .set("own-units", options.ownUnits() ? true : null);
        publicCentre.forEach((name, value) -> method.set("centre." + name, value));
        double unit = options.unit().publicNumber();
        return method.set("unit", options.unit().isGiven() ? unit : null).method();
    }

    private void requireCentreFits() {
        boolean isPublic = centre == null ? !publicCentre.isEmpty() : centre == Centre.PUBLIC;
        if (publicCentre.isEmpty() == isPublic) {
            throw new IllegalArgumentException(
                    "--centre public and --public-centre NAME=X,... belong together: give both, or neither");
        }
    }

    /** Says what is known of the range of deviations. */
    private void giveRange(ParameterBuilder method) {
        Double from = given("--smallest-deviation", smallest);
        Double to = given("--largest-deviation", largest);
        if (from != null && to != null && !(from < to)) {
            throw new IllegalArgumentException(
                    "--smallest-deviation must be below --largest-deviation, were " + from + " and " + to);
        }
        method.set("smallest-deviation", from).set("largest-deviation", to);
    }

    private static @Nullable Double given(String option, @Nullable Double value) {
        if (value != null && (!(value > 0) || value == Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(option + " must be finite and > 0, was " + value);
        }
        return value;
    }

    private void requireHistogramsFit(String what, AlgorithmOptions options) {
        if (centre == Centre.PRIVATE) {
            throw new IllegalArgumentException("--centre private does not apply to " + what + ", whose histograms"
                    + " tell where values are: give --public-centre NAME=X for values that are far from 0");
        }
        if (options.unit().publicNumber() != 1) {
            throw new IllegalArgumentException(
                    "--unit does not apply to " + what + ", which finds a unit of every variable: leave it out");
        }
    }

    /**
     * The method of rows with these columns, as a plan would say it.
     *
     * @param scores the same method with a transform that it pays for; empty for rows as they are
     */
    public NamedMethod named(Optional<NamedMethod> scores, AlgorithmOptions options, VariableSchema schema) {
        options.known(options.algorithm()).requireFits(schema);
        NamedMethod said = options.named();
        ParameterBuilder method = new ParameterBuilder(Method.named(said.name()).withRounds(said.rounds()));
        // a release keeps every edge unless it has a threshold, which is none of 0
        said.parameters().entrySet().stream()
                .filter(given -> options.algorithm().has(MethodTrait.ROUNDS)
                        || !(given.getKey().equals("threshold") && Double.parseDouble(given.getValue()) == 0))
                .forEach(given -> method.set(given.getKey(), given.getValue()));
        scores.ifPresent(transformed -> transformed.parameters().forEach(method::set));
        giveRange(method);
        giveCentre(method, schema);
        double unit = options.unit().publicNumber();
        return method.set("unit", unit == 1 ? null : unit)
                .set("clip", given("--clip", clip))
                .set("own-units", options.ownUnits() ? true : null)
                .set("mean-smoothness", meanSmoothness ? true : null)
                .method();
    }

    private void giveCentre(ParameterBuilder method, VariableSchema schema) {
        requireVariables(schema);
        publicCentre.forEach((name, value) -> method.set("centre." + name, value));
        method.set("private-mean", centre == Centre.PRIVATE ? true : null).set("bound", given("--bound", bound));
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
                    + " --bound, --clip, --length and --mean-smoothness do not apply to " + run);
        }
    }

    private void requireVariables(VariableSchema schema) {
        publicCentre.keySet().forEach(name -> {
            if (schema.indexOf(name) < 0) {
                throw new IllegalArgumentException(
                        "--public-centre must name variables of " + schema.names() + ", named " + name);
            }
        });
        for (String name : schema.names()) {
            double value = publicCentre.getOrDefault(name, 0.0);
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("--public-centre must be finite, was " + name + "=" + value);
            }
        }
    }
}
