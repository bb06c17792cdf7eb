// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import com.fasterxml.jackson.core.JsonGenerator;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Misfit;
import io.hedgerow.core.search.Trust;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Writes what was learned as fields of a JSON object: {@code variables}, {@code levels}, {@code kind}, {@code edges},
 * {@code parameters}, {@code series}, {@code curves} and {@code trust}, as {@code docs/result.schema.json} describes
 * them. What there is not is left out.
 */
public final class NetworkWriter {

    private final NetworkPart part;
    private final NamedNetwork network;
    private final boolean dynamic;
    private final boolean exact;
    private final JsonGenerator out;

    private NetworkWriter(NetworkPart part, boolean exact, JsonGenerator out) {
        this.exact = exact;
        this.part = part;
        this.network = part.network();
        this.dynamic = network.slices().isPresent();
        this.out = out;
    }

    /**
     * Adds the fields to the object that is open.
     *
     * @param exact whether also what makes it read back exactly: probabilities of directions above the largest that is
     *     shown, and deviations of variables. The command line leaves both out
     * @throws IllegalStateException when a number is not finite, which JSON cannot say
     */
    public static void write(NetworkPart part, boolean exact, JsonGenerator out) throws IOException {
        NetworkWriter writer = new NetworkWriter(part, exact, out);
        writer.names("variables", part.variables());
        writer.levels();
        out.writeStringField("kind", part.network().kind());
        writer.edges();
        writer.parameters();
        writer.series();
        writer.curves(part.curves());
        if (part.evidence().isPresent()) {
            writer.trust(part.evidence().get());
        }
    }

    private void names(String field, List<String> names) throws IOException {
        out.writeArrayFieldStart(field);
        for (String name : names) {
            out.writeString(name);
        }
        out.writeEndArray();
    }

    /** Of categorical variables, where there are any. */
    private void levels() throws IOException {
        Map<String, List<String>> levels = part.levels();
        if (levels.isEmpty()) {
            return;
        }
        out.writeObjectFieldStart("levels");
        for (Map.Entry<String, List<String>> variable : levels.entrySet()) {
            names(variable.getKey(), variable.getValue());
        }
        out.writeEndObject();
    }

    private void edges() throws IOException {
        Optional<PairProbabilities> pairs = network.pairs();
        Optional<AncestralMarks> marks = pairs.flatMap(PairProbabilities::marks);
        out.writeArrayFieldStart("edges");
        for (NetworkEdge edge : network.edges()) {
            if (edge.status() == NetworkEdge.EdgeStatus.MISSING) {
                continue;
            }
            int i = edge.from();
            int j = edge.to();
            boolean past = part.lag(i) > 0;
            out.writeStartObject();
            ends(i, j);
            out.writeBooleanField("directed", edge.directed());
            number("weight", edge.weight());
            number("voteShare", edge.voteShare());
            number("adjacent", edge.adjacent());
            number("adjacentRaw", pairs.map(known -> known.adjacentRaw(i, j)).orElseGet(OptionalDouble::empty));
            number("direction", past ? OptionalDouble.empty() : edge.direction());
            if (exact && edge.direction().isPresent() && !past) {
                number(
                        "directionRaw",
                        pairs.map(known -> known.directionRaw(i, j)).orElseGet(OptionalDouble::empty));
            }
            number("noiseRatio", pairs.map(known -> known.noiseRatio(i, j)).orElseGet(OptionalDouble::empty));
            if (dynamic && edge.adjacent().isPresent()) {
                number(
                        "probability",
                        edge.adjacent().getAsDouble()
                                * (past ? 1 : edge.direction().orElse(1)));
            }
            if (marks.isPresent()) {
                String mark = marks.get().mark(i, j);
                out.writeStringField("mark", mark);
                number("markShare", marks.get().share(i, j));
                if (mark.equals(NetworkEdge.ARROW)) {
                    out.writeBooleanField("visible", marks.get().isVisible(i, j));
                }
            }
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private void ends(int from, int to) throws IOException {
        out.writeStringField("from", part.name(from));
        out.writeStringField("to", network.name(to));
        lagOf(from);
    }

    private void lagOf(int column) throws IOException {
        if (dynamic) {
            out.writeNumberField("lag", part.lag(column));
        }
    }

    private void parameters() throws IOException {
        NetworkPart.Model model = part.model();
        List<Evidence.Equation> known = part.equations();
        out.writeObjectFieldStart("parameters");
        out.writeStringField("model", model.word());
        out.writeStringField("meaning", model.meaning());
        out.writeStringField("scale", part.fitted().scale());
        out.writeArrayFieldStart("equations");
        int variables = model == NetworkPart.Model.NORMS ? 0 : part.variables().size();
        for (int j = 0; j < variables; j++) {
            out.writeStartObject();
            out.writeStringField("variable", network.name(j));
            if (known.size() > j) {
                number("intercept", known.get(j).intercept());
                number("noiseVariance", known.get(j).noiseVariance());
                number("deviation", exact ? known.get(j).deviation() : OptionalDouble.empty());
            }
            out.writeArrayFieldStart("parents");
            for (int i = 0; model != NetworkPart.Model.CURVES && i < network.size(); i++) {
                if (network.weights().hasEdge(i, j)) {
                    out.writeStartObject();
                    out.writeStringField("variable", part.name(i));
                    lagOf(i);
                    number("weight", network.weights().get(i, j));
                    out.writeEndObject();
                }
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private void series() throws IOException {
        if (network.slices().isEmpty()) {
            return;
        }
        TimeSlices slices = network.slices().get();
        out.writeObjectFieldStart("series");
        out.writeNumberField("lags", part.lags());
        out.writeFieldName("w");
        block(slices.size(), 0);
        out.writeArrayFieldStart("a");
        for (int lag = 1; lag <= part.lags(); lag++) {
            block(slices.size(), lag);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private void block(int d, int lag) throws IOException {
        out.writeStartArray();
        for (int i = 0; i < d; i++) {
            out.writeStartArray();
            for (int j = 0; j < d; j++) {
                out.writeNumber(finite("series", network.weights().get(lag * d + i, j)));
            }
            out.writeEndArray();
        }
        out.writeEndArray();
    }

    private void curves(List<Evidence.Curve> curves) throws IOException {
        if (curves.isEmpty()) {
            return;
        }
        out.writeArrayFieldStart("curves");
        for (Evidence.Curve curve : curves) {
            out.writeStartObject();
            ends(curve.from(), curve.to());
            out.writeBooleanField("interacting", curve.interacting());
            out.writeArrayFieldStart("points");
            for (Evidence.Point point : curve.points()) {
                out.writeStartObject();
                number("cause", point.cause());
                number("effect", point.effect());
                number("deviation", point.deviation());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private void trust(Evidence evidence) throws IOException {
        Trust trust = evidence.trust();
        TrustWords words = new TrustWords(network, evidence);
        out.writeObjectFieldStart("trust");
        out.writeStringField("summary", words.summary());
        out.writeStringField("score", trust.assumption().code());
        number("margin", trust.margin());
        out.writeNumberField("rows", trust.rows());
        number("effectiveRows", trust.effectiveRows());
        number("siteDisagreement", trust.siteDisagreement());
        number("unexplained", trust.unexplained());
        number("nonlinearity", trust.nonlinearity());
        number("kurtosis", trust.kurtosis());
        number("varianceRatio", trust.varianceRatio());
        out.writeNumberField("trappedChains", trust.trappedChains());
        number("chainGap", trust.chainGap());
        if (!trust.scaleFactors().isEmpty()) {
            out.writeArrayFieldStart("scaleFactors");
            for (Map.Entry<Integer, Double> scale : trust.scaleFactors().entrySet()) {
                out.writeStartObject();
                out.writeStringField("column", network.name(scale.getKey()));
                number("factor", scale.getValue());
                out.writeEndObject();
            }
            out.writeEndArray();
        }
        names("flags", trust.flags().stream().sorted().map(Misfit::code).toList());
        out.writeArrayFieldStart("undecided");
        for (TrustWords.Pair pair : words.undecided()) {
            pair(pair, "adjacent", OptionalDouble.of(words.joined(pair)));
        }
        out.writeEndArray();
        number("smallestEffect", network.smallestEffect());
        List<TrustWords.Pair> notShown = words.notShown();
        if (!notShown.isEmpty()) {
            out.writeArrayFieldStart("notShown");
            for (TrustWords.Pair pair : notShown) {
                out.writeStartObject();
                ends(pair.one(), pair.other());
                number("adjacent", words.joined(pair));
                out.writeEndObject();
            }
            out.writeEndArray();
        }
        pairsWithout(words, evidence);
        out.writeEndObject();
    }

    /** What no edge says: hidden causes, and dependence that is unexplained. */
    private void pairsWithout(TrustWords words, Evidence evidence) throws IOException {
        List<TrustWords.Pair> hidden = words.hidden();
        if (!hidden.isEmpty()) {
            AncestralMarks marks = evidence.pairs().marks().orElseThrow();
            out.writeArrayFieldStart("hiddenCauses");
            for (TrustWords.Pair pair : hidden) {
                pair(pair, "share", marks.share(pair.one(), pair.other()));
            }
            out.writeEndArray();
        }
        List<TrustWords.Pair> unexplained = words.unexplained();
        if (!unexplained.isEmpty()) {
            out.writeArrayFieldStart("unexplainedPairs");
            for (TrustWords.Pair pair : unexplained) {
                pair(pair, "t", OptionalDouble.of(words.errors(pair)));
            }
            out.writeEndArray();
        }
    }

    private void pair(TrustWords.Pair pair, String field, OptionalDouble value) throws IOException {
        out.writeStartObject();
        out.writeStringField("one", network.name(pair.one()));
        out.writeStringField("other", network.name(pair.other()));
        number(field, value);
        out.writeEndObject();
    }

    private void number(String field, OptionalDouble value) throws IOException {
        if (value.isPresent()) {
            number(field, value.getAsDouble());
        }
    }

    private void number(String field, double value) throws IOException {
        out.writeNumberField(field, finite(field, value));
    }

    static double finite(String field, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalStateException(field + " must be finite to be written as JSON, was " + value);
        }
        return value;
    }
}
