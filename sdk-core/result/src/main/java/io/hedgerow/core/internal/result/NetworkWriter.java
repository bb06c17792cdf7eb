// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import com.fasterxml.jackson.core.JsonGenerator;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.internal.json.JsonWriter;
import io.hedgerow.core.internal.search.posterior.UndecidedPair;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Finding.Outcome;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Writes a network as fields of a JSON object, see {@code docs/result.schema.json}; leaves out empty fields. */
public final class NetworkWriter {

    /** Stands where a level is for the information of the whole edge. */
    private static final int INFORMATION = -2;

    private final NetworkPart part;
    private final NamedNetwork network;
    private final boolean dynamic;
    private final boolean exact;
    private final JsonWriter out;

    private NetworkWriter(NetworkPart part, boolean exact, JsonWriter out) {
        this.exact = exact;
        this.part = part;
        this.network = part.network();
        this.dynamic = network.slices().isPresent();
        this.out = out;
    }

    /** Adds the fields to the open object; {@code exact} adds what makes the text the same when read and written. */
    public static void write(NetworkPart part, boolean exact, JsonWriter out) {
        NetworkWriter writer = new NetworkWriter(part, exact, out);
        out.texts("variables", part.variables());
        if (!part.levels().isEmpty()) {
            out.object("levels", () -> part.levels().forEach(out::texts));
        }
        out.text("kind", part.network().kind());
        writer.edges();
        writer.parameters();
        part.categories()
                .ifPresent(model -> out.value(
                        "tables", to -> TableSection.write(new FamilyTables(part.network(), model), exact, to)));
        writer.series();
        writer.curves(part.curves());
        part.effects().ifPresent(effects -> new EffectSection(part.names()).write(effects, out));
        part.evidence()
                .flatMap(Evidence::figures)
                .ifPresent(figures -> new FigureSection(part.names()).write(figures, out));
        part.evidence().ifPresent(evidence -> out.object("trust", () -> writer.trust(evidence)));
    }

    private void edges() {
        List<NetworkEdge> found = network.edges().stream()
                .filter(edge -> edge.status() != NetworkEdge.EdgeStatus.MISSING)
                .toList();
        out.objects("edges", found, this::edge);
    }

    private void edge(NetworkEdge edge) {
        Optional<PairProbabilities> pairs = network.pairs();
        int i = edge.from();
        int j = edge.to();
        OptionalDouble direction = part.direction(edge);
        ends(i, j);
        out.flag("directed", edge.directed());
        out.number("weight", edge.weight());
        out.number("voteShare", edge.voteShare());
        out.number("adjacent", edge.adjacent());
        pairs.ifPresent(known -> out.number("adjacentRaw", known.adjacentRaw(i, j)));
        out.number("direction", direction);
        if (exact && direction.isPresent()) {
            pairs.ifPresent(known -> out.number("directionRaw", known.directionRaw(i, j)));
        }
        pairs.ifPresent(known -> out.number("noiseRatio", known.noiseRatio(i, j)));
        if (dynamic && edge.adjacent().isPresent()) {
            out.number("probability", edge.adjacent().getAsDouble() * direction.orElse(1));
        }
        pairs.flatMap(PairProbabilities::marks).ifPresent(marks -> {
            String mark = marks.mark(i, j);
            out.text("mark", mark);
            out.number("markShare", marks.share(i, j));
            if (mark.equals(NetworkEdge.ARROW)) {
                out.flag("visible", marks.isVisible(i, j));
            }
        });
    }

    private void ends(int from, int to) {
        out.text("from", part.name(from));
        out.text("to", network.name(to));
        lagOf(from);
    }

    private void lagOf(int column) {
        if (dynamic) {
            out.whole("lag", part.lag(column));
        }
    }

    private void parameters() {
        NetworkPart.Model model = part.model();
        int variables = model == NetworkPart.Model.NORMS ? 0 : part.variables().size();
        out.object("parameters", () -> {
            out.text("model", model.word());
            out.text("meaning", model.meaning());
            out.text("scale", part.fitted().scale());
            out.objects("equations", columns(0, variables), this::equation);
        });
    }

    private void equation(int j) {
        List<Evidence.Equation> known = part.equations();
        out.text("variable", network.name(j));
        if (known.size() > j) {
            out.number("intercept", known.get(j).intercept());
            out.number("noiseVariance", known.get(j).noiseVariance());
            out.number("deviation", exact ? known.get(j).deviation() : OptionalDouble.empty());
        }
        if (part.categories().isPresent()) {
            family(j, part.categories().get());
            return;
        }
        List<Integer> parents = columns(0, part.model() == NetworkPart.Model.CURVES ? 0 : network.size()).stream()
                .filter(i -> network.weights().hasEdge(i, j))
                .toList();
        out.objects("parents", parents, i -> {
            out.text("variable", part.name(i));
            lagOf(i);
            out.number("weight", network.weights().get(i, j));
        });
    }

    /** What an edge to or from a category tells, and each term of a number's equation. */
    private void family(int j, CategoricalModel model) {
        Optional<CategoricalModel.Line> line =
                model.equations().stream().filter(own -> own.target() == j).findFirst();
        line.ifPresent(own -> {
            out.number("intercept", own.intercept());
            out.number("noiseVariance", own.noiseVariance());
        });
        List<CategoricalModel.Term> terms = new ArrayList<>();
        for (int i : columns(0, network.size())) {
            boolean category = !network.schema().levels(i).isEmpty();
            if (network.weights().hasEdge(i, j) && (line.isEmpty() || category)) {
                terms.add(new CategoricalModel.Term(
                        i, INFORMATION, network.weights().get(i, j)));
            }
            line.ifPresent(own ->
                    own.terms().stream().filter(term -> term.cause() == i).forEach(terms::add));
        }
        out.objects("parents", terms, term -> {
            out.text("variable", part.name(term.cause()));
            if (term.level() >= 0) {
                out.text("level", network.schema().levels(term.cause()).get(term.level()));
            }
            out.number(term.level() == INFORMATION ? "information" : "weight", term.weight());
        });
    }

    private static List<Integer> columns(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    private void series() {
        network.slices()
                .ifPresent(slices -> out.object("series", () -> {
                    out.whole("lags", part.lags());
                    out.value("w", to -> block(to, slices.size(), 0));
                    out.value("a", to -> {
                        to.writeStartArray();
                        for (int lag = 1; lag <= part.lags(); lag++) {
                            block(to, slices.size(), lag);
                        }
                        to.writeEndArray();
                    });
                }));
    }

    private void block(JsonGenerator to, int d, int lag) throws IOException {
        to.writeStartArray();
        for (int i = 0; i < d; i++) {
            to.writeStartArray();
            for (int j = 0; j < d; j++) {
                to.writeNumber(JsonWriter.finite("series", network.weights().get(lag * d + i, j)));
            }
            to.writeEndArray();
        }
        to.writeEndArray();
    }

    private void curves(List<Evidence.Curve> curves) {
        if (curves.isEmpty()) {
            return;
        }
        out.objects("curves", curves, curve -> {
            ends(curve.from(), curve.to());
            out.flag("interacting", curve.interacting());
            out.objects("points", curve.points(), point -> {
                out.number("cause", point.cause());
                out.number("effect", point.effect());
                out.number("deviation", point.deviation());
            });
        });
    }

    private void trust(Evidence evidence) {
        Trust trust = evidence.trust();
        Findings findings = evidence.findings();
        TrustDescription words = new TrustDescription(network, evidence);
        out.text("summary", words.summary());
        out.text("score", trust.assumption().code());
        out.number("margin", trust.margin());
        out.whole("rows", trust.rows());
        out.number("effectiveRows", trust.effectiveRows());
        for (Misfit misfit : Misfit.values()) {
            if (!misfit.figure().isEmpty()) {
                out.number(misfit.figure(), findings.figure(misfit));
            }
        }
        out.number("varianceRatio", trust.varianceRatio());
        out.whole("trappedChains", trust.trappedChains());
        out.number("chainGap", trust.chainGap());
        unlessEmpty("scaleFactors", findings.places(Misfit.SCALES_DIFFER), scale -> {
            out.text("column", network.name(scale.one()));
            out.number("factor", scale.figure());
        });
        trust.columns().ifPresent(this::columns);
        out.texts(
                "flags",
                findings.ofNetwork().failed().stream().map(Finding::code).toList());
        List<String> notJudged = findings.ofNetwork().all().stream()
                .filter(finding -> finding.outcome() == Outcome.NOT_JUDGED
                        && finding.figure().isPresent())
                .map(Finding::code)
                .toList();
        if (!notJudged.isEmpty()) { // a figure alone would be read as that of a test which passed
            out.texts("notJudged", notJudged);
        }
        out.objects("undecided", UndecidedPair.of(network), pair -> {
            names(pair.one(), pair.other());
            out.number("adjacent", pair.joined());
        });
        out.number("smallestEffect", network.smallestEffect());
        unlessEmpty("notShown", words.notShown(), pair -> {
            ends(pair.one(), pair.other());
            out.number("adjacent", words.joined(pair.one(), pair.other()));
        });
        // what no edge says: hidden causes, and dependence that is unexplained
        unlessEmpty("hiddenCauses", findings.places(Misfit.HIDDEN_PAIRS), pair -> pair(pair, "share"));
        unlessEmpty("unexplainedPairs", findings.places(Misfit.UNEXPLAINED_PAIRS), pair -> pair(pair, "t"));
        places(findings);
    }

    /** The columns of all findings that have no field of their own. */
    private void places(Findings findings) {
        List<Map.Entry<Misfit, Finding.Place>> places = findings.all().stream()
                .filter(finding -> !TrustReader.OWN_FIELDS.contains(finding.about()))
                .flatMap(finding -> finding.places().stream().map(place -> Map.entry(finding.about(), place)))
                .toList();
        unlessEmpty("places", places, place -> {
            out.text("finding", place.getKey().code());
            out.text("column", network.name(place.getValue().one()));
            out.number("figure", place.getValue().figure());
            if (!place.getValue().where().isEmpty()) {
                out.text("where", place.getValue().where());
            }
        });
    }

    private void columns(Trust.Columns columns) {
        List<Integer> places =
                IntStream.range(0, columns.sites().size()).boxed().toList();
        out.objects("columns", places, j -> {
            out.text("column", network.name(j));
            out.whole("sites", columns.sites().get(j));
            out.whole("rows", columns.rows().get(j));
        });
        out.objects("fewestRows", List.of(columns.one(), columns.other()), j -> {
            out.text("column", network.name(j));
            out.whole("sites", columns.fewestSites());
            out.whole("rows", columns.fewestRows());
        });
    }

    private <T> void unlessEmpty(String field, Collection<T> items, Consumer<T> fields) {
        if (!items.isEmpty()) {
            out.objects(field, items, fields);
        }
    }

    private void pair(Finding.Place pair, String field) {
        names(pair.one(), pair.other());
        out.number(field, pair.figure());
    }

    private void names(int one, int other) {
        out.text("one", network.name(one));
        out.text("other", network.name(other));
    }
}
