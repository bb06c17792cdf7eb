// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Reads networks that {@link NetworkWriter} wrote, in this release or an earlier one, exact to the last bit. Unknown
 * fields are ignored, and a document that contradicts itself is refused. What no document has is not known then: how
 * likely pairs are that were never in doubt, and how much a variable varies.
 */
final class NetworkReader {

    static final String FINITE = "a number";
    static final String SHARE = "a number from 0 to 1";

    /** As many variables as a plan may have; of series with all lags. A small file can ask for far more. */
    private static final int MOST_COLUMNS = 10_000;

    private final YamlNode root;
    private final List<YamlNode> edges;
    private final Optional<NetworkPart.Model> model;
    private final VariableSchema names;
    private final VariableSchema schema;
    private final boolean dynamic;
    private final int lags;

    private NetworkReader(YamlNode root) {
        this.root = root;
        YamlNode variables = root.required("variables");
        this.names = variables.checked(() -> new VariableSchema(variables.items("a list of names").stream()
                        .map(name -> name.text("a name"))
                        .toList())
                .with(levels()));
        this.edges = items(root, "edges").stream()
                .filter(edge -> !edge.optional("status")
                        .map(status -> status.text("a word").equals("missing"))
                        .orElse(false))
                .toList();
        this.model = root.optional("parameters").map(parameters -> {
            YamlNode word = parameters.required("model");
            return Words.constant(NetworkPart.Model.class, word.text("a word"))
                    .orElseThrow(() -> word.mustBe("one of "
                            + Arrays.stream(NetworkPart.Model.values())
                                    .map(NetworkPart.Model::word)
                                    .toList()));
        });
        int seen = edges.stream().mapToInt(NetworkReader::lag).max().orElse(0);
        Optional<YamlNode> series = root.optional("series");
        this.lags = Math.max(
                seen,
                series.flatMap(node -> node.optional("lags"))
                        .or(() -> root.optional("lags"))
                        .map(node -> node.whole(0, TimeSlices.MOST_LAGS))
                        .orElse(0));
        this.dynamic = lags > 0 || series.isPresent();
        int columns = names.size() * (lags + 1);
        if (columns > MOST_COLUMNS) {
            throw variables.complain("must be at most " + MOST_COLUMNS + " columns, were " + columns + ": "
                    + names.size() + " variables with " + lags + " lags");
        }
        this.schema = dynamic ? variables.checked(() -> new TimeSlices(names, Math.max(1, lags)).stacked()) : names;
    }

    private Map<String, VariableKind> levels() {
        Map<String, VariableKind> kinds = new TreeMap<>();
        root.optional("levels")
                .ifPresent(levels -> levels.fields()
                        .forEach((name, list) -> kinds.put(
                                name,
                                list.checked(() -> new VariableKind.Categorical(list.items("a list of levels").stream()
                                        .map(level -> level.text("a level"))
                                        .toList())))));
        return kinds;
    }

    static NetworkPart read(YamlNode root) {
        return new NetworkReader(root).part();
    }

    private NetworkPart part() {
        requireOnce();
        WeightMatrix weights = weights();
        Optional<PairProbabilities> pairs = new PairReader(this, weights).pairs();
        List<Evidence.Equation> equations = equations();
        String scale = root.optional("parameters")
                .flatMap(parameters -> parameters.optional("scale"))
                .map(node -> node.text("a word"))
                .orElse(FittedEquations.DATA);
        boolean norms = model.filter(NetworkPart.Model.NORMS::equals).isPresent();
        Optional<Evidence> evidence = root.optional("trust").map(trust -> evidence(trust, pairs, equations));
        NamedNetwork plain = NamedNetwork.of(schema, weights)
                .withSmallestEffect(smallestEffect())
                .withDeviations(evidence.isPresent() ? NetworkPart.deviations(schema, equations) : List.of());
        NamedNetwork voted = votes().map(plain::withVoteShares).orElse(plain);
        return new NetworkPart(
                pairs.map(voted::withPairs).orElse(voted),
                evidence,
                new FittedEquations(evidence.isPresent() ? List.of() : equations, scale, norms));
    }

    String kind() {
        return statedKind()
                .orElseGet(() ->
                        edges.stream().anyMatch(edge -> edge.optional("mark").isPresent()) ? "pag" : "");
    }

    private Optional<String> statedKind() {
        return root.optional("kind").map(node -> node.matching("dag|cpdag|pag", "one of dag, cpdag, pag"));
    }

    /** No edge, pair or curve is there twice; an edge of a cpdag or pag is there in one direction. */
    private void requireOnce() {
        Contradictions columns = new Contradictions(schema);
        boolean lines = statedKind().filter(kind -> !kind.equals("dag")).isPresent();
        Contradictions.Once once = lines ? columns.pairs("an edge") : columns.directed("an edge");
        edges.forEach(edge -> once.add(edge, cause(edge, "from"), variable(edge, "to")));
        Contradictions.Once absent = columns.directed("an edge that is not shown");
        doubts("notShown").forEach(edge -> absent.add(edge, cause(edge, "from"), variable(edge, "to")));
        Contradictions.Once curves = columns.directed("a curve");
        items(root, "curves").forEach(curve -> curves.add(curve, cause(curve, "from"), variable(curve, "to")));
        for (String field : List.of("undecided", "hiddenCauses", "unexplainedPairs")) {
            Contradictions.Once pairs = columns.pairs("a pair");
            doubts(field).forEach(pair -> pairs.add(pair, column(pair, "one"), column(pair, "other")));
        }
    }

    Optional<NetworkPart.Model> model() {
        return model;
    }

    List<YamlNode> edges() {
        return edges;
    }

    int size() {
        return schema.size();
    }

    /** A part of {@code trust}: none without. */
    List<YamlNode> doubts(String field) {
        return root.optional("trust").map(trust -> items(trust, field)).orElseGet(List::of);
    }

    Optional<Double> cap() {
        return root.optional("trust").map(this::trust).map(Trust::cap);
    }

    boolean settled() {
        return root.optional("trust").map(this::trust).map(Trust::mixed).orElse(false);
    }

    boolean isDirectedByNoise() {
        return root.optional("trust")
                .map(this::trust)
                .filter(trust -> trust.findings().figure(Misfit.NORMAL_NOISE).isPresent())
                .isPresent();
    }

    static List<YamlNode> items(YamlNode node, String field) {
        return node.optional(field).map(list -> list.items("a list")).orElseGet(List::of);
    }

    static OptionalDouble number(YamlNode node, String field, String allowed) {
        return node.optional(field)
                .map(value -> OptionalDouble.of(allowed.equals(SHARE) ? share(value) : value.number(allowed)))
                .orElseGet(OptionalDouble::empty);
    }

    private static double share(YamlNode node) {
        double share = node.number(SHARE);
        if (!(share >= 0 && share <= 1)) {
            throw node.mustBe(SHARE);
        }
        return share;
    }

    static double share(YamlNode node, String field) {
        return share(node.required(field));
    }

    static double number(YamlNode node, String field) {
        return node.required(field).number(FINITE);
    }

    /** The steps of a cause before its effect. */
    private static int lag(YamlNode node) {
        return node.optional("lag")
                .map(lag -> lag.whole(0, TimeSlices.MOST_LAGS))
                .orElse(0);
    }

    boolean isPast(YamlNode edge) {
        return lag(edge) > 0;
    }

    /** The column of a cause: its variable, so many steps before. */
    int cause(YamlNode node, String field) {
        int steps = lag(node);
        if (steps > Math.max(lags, 0)) {
            throw node.optional("lag").orElse(node).mustBe("at most " + lags + ", the lags of the series");
        }
        return steps * names.size() + variable(node, field);
    }

    int variable(YamlNode node, String field) {
        return variable(node.required(field));
    }

    int variable(YamlNode name) {
        return place(name, names);
    }

    /** A column by its name, which says its lag. */
    int column(YamlNode node, String field) {
        return place(node.required(field), schema);
    }

    private static int place(YamlNode node, VariableSchema among) {
        String name = node.text("a variable");
        int place = among.indexOf(name);
        if (place < 0) {
            throw node.mustBe("one of the variables "
                    + String.join(", ", among.names())
                    + Nearest.to(name, among.names())
                            .map(near -> " (did you mean \"" + near + "\"?)")
                            .orElse(""));
        }
        return place;
    }

    /** Of the network that predicts, which equations have; otherwise of the edges that are shown. */
    private WeightMatrix weights() {
        double[] shown = new double[size() * size()];
        for (YamlNode edge : edges) {
            shown[cause(edge, "from") * size() + variable(edge, "to")] =
                    number(edge, "weight", FINITE).orElse(1);
        }
        Contradictions columns = new Contradictions(schema);
        if (statedKind().filter("dag"::equals).isPresent()) {
            columns.requireAcyclic(root.required("edges"), "edges of a dag", WeightMatrix.ofRows(size(), shown));
        }
        if (model.isEmpty() || model.get() == NetworkPart.Model.CURVES || model.get() == NetworkPart.Model.NORMS) {
            // of those that are not shown no document has the weights
            for (YamlNode edge : doubts("notShown")) {
                shown[cause(edge, "from") * size() + variable(edge, "to")] = Double.MIN_VALUE;
            }
            return WeightMatrix.ofRows(size(), shown);
        }
        double[] w = new double[size() * size()];
        Contradictions.Once once = columns.directed("an edge");
        for (YamlNode equation : items(root.required("parameters"), "equations")) {
            int j = variable(equation, "variable");
            for (YamlNode parent : items(equation, "parents")) {
                if (parent.optional("level").isEmpty()) {
                    int i = cause(parent, "variable");
                    once.add(parent, i, j);
                    boolean told = parent.optional("information").isPresent();
                    w[i * size() + j] = number(parent, told ? "information" : "weight");
                }
            }
        }
        WeightMatrix weights = WeightMatrix.ofRows(size(), w);
        columns.requireAcyclic(root.required("parameters"), "equations", weights);
        return weights;
    }

    private Optional<WeightMatrix> votes() {
        double[] shares = new double[size() * size()];
        boolean voted = false;
        for (YamlNode edge : edges) {
            OptionalDouble share = number(edge, "voteShare", SHARE);
            voted |= share.isPresent();
            shares[cause(edge, "from") * size() + variable(edge, "to")] = share.orElse(0);
        }
        return voted ? Optional.of(WeightMatrix.ofRows(size(), shares)) : Optional.empty();
    }

    private List<Evidence.Equation> equations() {
        List<Optional<Evidence.Equation>> known = new ArrayList<>();
        IntStream.range(0, names.size()).forEach(j -> known.add(Optional.empty()));
        root.optional("parameters").ifPresent(parameters -> {
            Set<Integer> seen = new HashSet<>();
            for (YamlNode equation : items(parameters, "equations")) {
                int j = variable(equation, "variable");
                if (!seen.add(j)) {
                    throw equation.complain("a variable must have one equation, "
                            + names.names().get(j) + " has two");
                }
                if (equation.optional("intercept").isPresent()
                        && equation.optional("noiseVariance").isPresent()) {
                    double noise = number(equation, "noiseVariance");
                    if (!(noise >= 0)) {
                        throw equation.required("noiseVariance").mustBe("a number of at least 0");
                    }
                    known.set(
                            j,
                            Optional.of(new Evidence.Equation(
                                    number(equation, "intercept"), noise, number(equation, "deviation", FINITE))));
                }
            }
        });
        boolean complete =
                model.filter(word -> NetworkPart.COMPLETE.contains(word)).isPresent();
        boolean families = CategoryReader.isIn(root);
        if (complete) {
            IntStream.range(0, names.size())
                    .filter(j -> known.get(j).isEmpty()
                            && !(families && !names.levels(j).isEmpty()))
                    .findFirst()
                    .ifPresent(j -> {
                        throw root.required("parameters")
                                .complain("must have an equation with intercept and noiseVariance of every variable,"
                                        + " has no equation of " + names.names().get(j));
                    });
        }
        return !families && known.stream().allMatch(Optional::isPresent)
                ? known.stream().flatMap(Optional::stream).toList()
                : List.of();
    }

    private OptionalDouble smallestEffect() {
        return root.optional("trust")
                .map(trust -> number(trust, "smallestEffect", SHARE))
                .orElseGet(OptionalDouble::empty);
    }

    private Evidence evidence(YamlNode trust, Optional<PairProbabilities> pairs, List<Evidence.Equation> equations) {
        List<Evidence.Curve> curves = items(root, "curves").stream()
                .map(curve -> new Evidence.Curve(
                        cause(curve, "from"),
                        variable(curve, "to"),
                        items(curve, "points").stream()
                                .map(point -> new Evidence.Point(
                                        number(point, "cause"), number(point, "effect"), number(point, "deviation")))
                                .toList(),
                        curve.required("interacting").flag()))
                .toList();
        List<Finding.Place> unexplained = doubts("unexplainedPairs").stream()
                .map(pair -> new Finding.Place(
                        Math.min(column(pair, "one"), column(pair, "other")),
                        Math.max(column(pair, "one"), column(pair, "other")),
                        OptionalDouble.of(number(pair, "t"))))
                .sorted(Comparator.comparing(Finding.Place::one).thenComparing(Finding.Place::other))
                .toList();
        Trust known = trust(trust);
        Evidence evidence = new Evidence(
                pairs.orElseGet(() -> new PairProbabilities(Optional.empty(), Optional.empty(), known.cap())),
                equations,
                known,
                dynamic ? OptionalInt.of(lags) : OptionalInt.empty(),
                curves,
                Optional.empty());
        if (!unexplained.isEmpty()) {
            evidence = evidence.with(Finding.at(Misfit.UNEXPLAINED_PAIRS, unexplained));
        }
        evidence = evidence.with(new EffectSection(names).read(root));
        evidence = new FigureSection(names).read(root).map(evidence::with).orElse(evidence);
        return CategoryReader.isIn(root) ? evidence.with(new CategoryReader(root, names, this).model()) : evidence;
    }

    private Trust trust(YamlNode trust) {
        return TrustReader.read(trust, scale -> column(scale, "column"));
    }
}
