// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.internal.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the conditions under which simulated data are recorded. */
public final class ConditionOptions {

    private static final WeightRange WEAK = GraphGenerator.weakChain(1).weights();
    private static final double LEAST_DEVIATION = 0.5;
    private static final double MOST_DEVIATION = 2;
    private static final int FEWEST_VARIABLES_WITH_CONFOUNDERS = 4;
    private static final int MOST_CONFOUNDERS = 1000;

    public enum Graph {
        /** Edges anywhere, equally likely. */
        ERDOS_RENYI("Erdős–Rényi"),
        /** A few causes with many effects. */
        SCALE_FREE("scale-free"),
        /** One path through all variables, of weak edges. */
        WEAK_CHAIN("one chain");

        private final String words;

        Graph(String words) {
            this.words = words;
        }
    }

    @Option(
            names = "--graph",
            paramLabel = "KIND",
            description = "Shape of the simulated graphs: ${COMPLETION-CANDIDATES}; default erdos-renyi. weak-chain is "
                    + "one path through all variables.")
    private Graph graph = Graph.ERDOS_RENYI;

    @Option(
            names = "--density",
            paramLabel = "X",
            description = "Edges per variable of the simulated graphs; default 1.")
    private @Nullable Double density;

    @Mixin
    private WeightOptions weights = new WeightOptions();

    @Option(
            names = "--mechanism",
            paramLabel = "KIND",
            split = ",",
            description = "How variables depend on their causes: ${COMPLETION-CANDIDATES}; default linear, or all up"
                    + " to mixed in experiment nonlinear, which takes several. mlp: 100 sigmoid units; gp, gp-add:"
                    + " one Gaussian process of all causes, or the sum of one for each; multi-index: tanh + cos + sin"
                    + " of projections; mixed: each variable linear or one of the others; binary: 1 with the"
                    + " probability sigmoid(weighted sum); poisson: counts of mean exp(weighted sum), at most 500,"
                    + " best with small --weights. All edges of truth.csv weigh 1 unless linear.")
    private List<Mechanism> mechanisms = new ArrayList<>();

    @Option(
            names = "--noise",
            paramLabel = "KIND",
            split = ",",
            description =
                    "Simulated noise, a form, its variances or both as in laplace,unequal: ${COMPLETION-CANDIDATES};"
                            + " default gaussian,equal. Unequal standard deviations are log-uniform from 0.5 to 2.")
    private List<NoiseChoice> noise = new ArrayList<>();

    @Option(
            names = "--units",
            paramLabel = "KIND",
            description = "Units of the simulated columns: ${COMPLETION-CANDIDATES}; default raw.")
    private SimulatedSites.Units units = SimulatedSites.Units.RAW;

    @Option(
            names = "--offsets",
            paramLabel = "X",
            description =
                    "How far sites' means lie apart, in each variable's standard deviations; default ${DEFAULT-VALUE}.")
    private double offsets = 0;

    @Option(
            names = "--heterogeneity",
            paramLabel = "X",
            description = "Standard deviation of a site's weights around the common ones; default ${DEFAULT-VALUE}.")
    private double heterogeneity = 0;

    @Option(
            names = "--site-noise",
            paramLabel = "X",
            description =
                    "How far sites' noises differ: standard deviation of their logarithms; default ${DEFAULT-VALUE}.")
    private double siteNoise = 0;

    @Option(
            names = "--confounders",
            paramLabel = "M",
            description = "Hidden causes, each of four variables; default ${DEFAULT-VALUE}.")
    private int confounders = 0;

    @Option(
            names = "--mixed",
            description =
                    "Record a third of the columns as binary, a third as counts, and the others as skewed amounts.")
    private boolean mixed;

    @Mixin
    private CategorySimulation categories = new CategorySimulation();

    public CategorySimulation categories() {
        return categories;
    }

    boolean hasDensity() {
        return density != null;
    }

    /** Refuses conditions under which a site's true weights are not those of its model. */
    public void requireRawWeights(String table) {
        if (mechanisms.stream().anyMatch(mechanism -> mechanism != Mechanism.LINEAR)) {
            throw new IllegalArgumentException("experiment " + table + " compares with the sites' true weights, which"
                    + " only linear mechanisms have: leave out --mechanism " + words(mechanisms));
        }
        if (mixed || units != SimulatedSites.Units.RAW) {
            throw new IllegalArgumentException("experiment " + table + " compares with the sites' true weights, which"
                    + " are known in raw units only: leave out " + (mixed ? "--mixed" : "--units"));
        }
    }

    /** The number of edges of a graph: d times the density, rounded; without one d, or as many as fit. */
    public int edges(int variables) {
        int pairs = variables * (variables - 1) / 2;
        if (density == null) {
            return Math.min(variables, pairs);
        }
        double most = (variables - 1) / 2.0;
        if (!(density >= 0 && density <= most)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "--density must be from 0 to %s for %d variables, was %s", most, variables, density));
        }
        return (int) Math.min(pairs, Math.round(density * variables));
    }

    public GraphGenerator graph(int variables) {
        return graph == Graph.WEAK_CHAIN && density == null
                ? GraphGenerator.weakChain(variables, weights.orElse(WEAK))
                : graph(variables, edges(variables));
    }

    GraphGenerator graph(int variables, int edges) {
        return switch (graph) {
            case ERDOS_RENYI -> new ErdosRenyi(variables, edges, weights.orElse(WeightRange.STANDARD));
            // each new variable brings the same number of edges, so only the nearest such number can be had
            case SCALE_FREE ->
                GraphGenerator.scaleFree(
                        variables,
                        Math.max(1, Math.round((float) edges / variables)),
                        weights.orElse(WeightRange.STANDARD));
            case WEAK_CHAIN ->
                throw new IllegalArgumentException(
                        "--graph weak-chain has one edge less than variables: leave out --density, and simulate"
                                + " --edges");
        };
    }

    /** The least weight that baselines with a threshold take for an edge. */
    public double threshold() {
        return weights.threshold();
    }

    /** The mechanisms by which variables depend on their causes: those named; all that add noise when none is. */
    public List<Mechanism> mechanisms() {
        List<Mechanism> named = mechanisms.isEmpty() ? List.of(Mechanism.values()) : mechanisms;
        return named.stream()
                .filter(one -> !mechanisms.isEmpty() || one.addsNoise())
                .toList();
    }

    /** A study under these conditions, linear unless another mechanism is named; size and seed are still to be set. */
    public SimulatedSites.Builder study(GraphGenerator graph) {
        return study(graph, bent().orElse(Mechanism.LINEAR));
    }

    public SimulatedSites.Builder study(GraphGenerator graph, Mechanism mechanism) {
        categories.requireNone();
        requireSpread("--heterogeneity", heterogeneity);
        requireSpread("--site-noise", siteNoise);
        requireSpread("--offsets", offsets);
        boolean curved = mechanism != Mechanism.LINEAR;
        boolean drawn = !mechanism.addsNoise();
        requireUnless(drawn && (!noise.isEmpty() || siteNoise > 0), "--noise and --site-noise are added", mechanism);
        requireUnless(curved && !drawn && weights.isGiven(), "--weights are of linear effects", mechanism);
        requireUnless(curved && heterogeneity > 0, "--heterogeneity is of linear weights", mechanism);
        if (confounders < 0 || confounders > MOST_CONFOUNDERS) {
            throw new IllegalArgumentException(
                    "--confounders must be from 0 to " + MOST_CONFOUNDERS + ", was " + confounders);
        }
        if (confounders > 0 && graph.variables() < FEWEST_VARIABLES_WITH_CONFOUNDERS) {
            throw new IllegalArgumentException("--confounders needs --d of at least "
                    + FEWEST_VARIABLES_WITH_CONFOUNDERS + ", was " + graph.variables());
        }
        if (mixed && units != SimulatedSites.Units.RAW) {
            throw new IllegalArgumentException("--mixed columns have units of their own: leave out --units, was "
                    + units.name().toLowerCase(Locale.ROOT));
        }
        SimulatedSites.Builder study = SimulatedSites.of(graph)
                .noise(form())
                .mechanism(mechanism)
                .units(units)
                .offsets(offsets)
                .heterogeneity(heterogeneity)
                .siteNoise(siteNoise)
                .confounders(confounders);
        if (unequal()) {
            study.noiseDeviations(LEAST_DEVIATION, MOST_DEVIATION);
        }
        return mixed ? study.mixedColumns() : study;
    }

    SimulatedSites.Builder studyInDeviations(GraphGenerator graph) {
        if (mixed || units != SimulatedSites.Units.RAW) {
            throw new IllegalArgumentException(
                    "simulate --like says units and kinds of columns: leave out " + (mixed ? "--mixed" : "--units"));
        }
        return study(graph).units(SimulatedSites.Units.STANDARDISED);
    }

    private static void requireUnless(boolean wrong, String what, Mechanism kind) {
        if (wrong) {
            throw new IllegalArgumentException(
                    what + ": leave out, or say --mechanism linear, was " + Words.dashed(kind));
        }
    }

    private void requireOneMechanism() {
        if (mechanisms.size() > 1) {
            throw new IllegalArgumentException(
                    "--mechanism must name one, only experiment nonlinear takes several, was " + words(mechanisms));
        }
    }

    private boolean changesSitesOrColumns() {
        return heterogeneity != 0
                || siteNoise != 0
                || offsets != 0
                || confounders != 0
                || mixed
                || units != SimulatedSites.Units.RAW;
    }

    /** The one mechanism that is named; empty for linear effects. */
    Optional<Mechanism> bent() {
        requireOneMechanism();
        return mechanisms.stream()
                .filter(mechanism -> mechanism != Mechanism.LINEAR)
                .findFirst();
    }

    /** The noise of time series, which have no other condition. */
    public Noise ofSeries() {
        bent();
        if (graph != Graph.ERDOS_RENYI || weights.isGiven() || changesSitesOrColumns()) {
            throw new IllegalArgumentException(
                    "of the conditions only --noise and --density go with time series; simulate --clients"
                            + " says how sites differ");
        }
        return form();
    }

    /** Draws rows of categories, or of numbers and categories. */
    public CategorySimulation.Drawn ofCategories(Supplier<GraphGenerator> drawing, int sites, long rows, long seed) {
        boolean drawn = categories.isDrawn();
        String option = categories.option();
        boolean ofNumbers = !mechanisms.isEmpty() || !noise.isEmpty() || changesSitesOrColumns();
        boolean ofGraph = graph != Graph.ERDOS_RENYI || density != null || weights.isGiven();
        if (ofNumbers || (ofGraph && !drawn)) {
            throw new IllegalArgumentException(
                    drawn
                            ? "of the conditions only --graph, --density and --weights go with " + option
                            : option + " brings the whole network: leave out conditions");
        }
        return categories.draw(drawing, sites, rows, seed);
    }

    public StructuralVar varied(StructuralVar model, long seed) {
        return unequal() ? model.withDeviations(LEAST_DEVIATION, MOST_DEVIATION, seed) : model;
    }

    /** Requires conditions under which the true weights are those of the columns. */
    public void requireLinearInRawUnits(String table) {
        if (bent().isPresent() || mixed || units != SimulatedSites.Units.RAW) {
            throw new IllegalArgumentException(table + " compares with the weights of a linear truth: leave out"
                    + " --mechanism, --mixed and --units");
        }
    }

    /** The form of noises; refuses two. */
    public Noise form() {
        return NoiseChoice.form(noise);
    }

    private boolean unequal() {
        return noise.contains(NoiseChoice.UNEQUAL);
    }

    private static void requireSpread(String option, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(option + " must be finite and >= 0, was " + value);
        }
    }

    /** Describes the choices for the head of a table: one sentence without its stop. */
    public String remark() {
        List<String> said = new ArrayList<>();
        boolean chain = graph == Graph.WEAK_CHAIN;
        String dense = density == null || density == 1 ? "d edges" : density + " d edges";
        said.add(graph.words + " with " + (chain ? "d - 1 edges" : dense));
        if (categories.isWanted()) {
            String strength = ", weights " + weights.remark(chain ? WEAK : WeightRange.STANDARD);
            return categories.remark(said.get(0) + strength);
        }
        if (!mechanisms.isEmpty()) {
            said.add("mechanism " + words(mechanisms));
        }
        said.add("weights " + weights.remark(chain ? WEAK : WeightRange.STANDARD));
        String form = form().name().toLowerCase(Locale.ROOT);
        if (mechanisms().stream().anyMatch(Mechanism::addsNoise)) {
            said.add((form.equals("gaussian") ? "Gaussian" : form) + " noise of "
                    + (unequal() ? "standard deviations log-uniform on [0.5, 2]" : "variance 1"));
        }
        said.add("units " + units.name().toLowerCase(Locale.ROOT));
        say(said, "sites' means apart by ", offsets, " standard deviations");
        say(said, "sites' weights by ", heterogeneity, "");
        say(said, "logarithms of sites' noises by ", siteNoise, "");
        if (confounders > 0) {
            said.add("hidden causes of four variables each: " + confounders);
        }
        if (mixed) {
            said.add("mixed columns");
        }
        return String.join(", ", said);
    }

    private static String words(List<Mechanism> named) {
        return named.stream().map(Words::dashed).collect(Collectors.joining(","));
    }

    private static void say(List<String> said, String before, double value, String after) {
        if (value > 0) {
            said.add(before + value + after);
        }
    }
}
