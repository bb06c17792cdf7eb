// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares two networks by the metrics of {@code learn --truth} ({@link StructureMetrics}), and lists their differing
 * edges by name. Cycles are allowed.
 *
 * @param variables of both; columns with their lags of dynamic networks
 * @param shd insertions, deletions and reversals; an edge whose direction is not identified counts in the direction in
 *     which it is written
 * @param shdOfIdentified missing, extra and reversed edges as listed below: an edge whose direction is not identified
 *     fits both
 * @param cpdagShd pairs that the equivalence classes join differently; left out where a network has a cycle, lags or
 *     marks of causes that may be hidden
 * @param skeletonErrors pairs that only one of the two joins
 * @param same edges in both with one direction
 * @param missing edges of B that A does not have
 * @param extra edges of A that B does not have
 * @param reversed edges of A that B has reversed, both being identified
 * @param open edges of both that only one of them gives a direction, as A has them
 * @param marks pairs that both join with other marks; left out unless both have marks of causes that may be hidden
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Comparison(
        String a,
        String b,
        List<String> variables,
        int edgesOfA,
        int edgesOfB,
        int shd,
        int shdOfIdentified,
        @Nullable Integer cpdagShd,
        int skeletonErrors,
        int same,
        List<Pair> missing,
        List<Pair> extra,
        List<Pair> reversed,
        List<Pair> open,
        @Nullable List<OtherMark> marks)
        implements Result {

    /** An edge by names, and whether its direction is identified. */
    public record Pair(String from, String to, boolean directed) {

        private String shown() {
            return from + (directed ? " -> " : " - ") + to;
        }
    }

    /**
     * A pair of variables with an edge in both networks, with its mark in each.
     *
     * @param a its mark in A, from the first to the last
     * @param b the same in B
     */
    public record OtherMark(String from, String to, String a, String b) {

        private String shown() {
            return from + " " + a + " " + to + ", " + from + " " + b + " " + to + " in B";
        }
    }

    public static Comparison of(SavedNetwork one, SavedNetwork other) {
        VariableSchema names = common(one, other);
        int lags = Math.max(one.lags(), other.lags());
        NamedNetwork a = one.named(names, lags);
        NamedNetwork b = other.named(names, lags);
        StructureMetrics counts = StructureMetrics.of(a.shown(), b.shown());
        EdgeDifferences apart = EdgeDifferences.of(a, b);
        boolean marked = a.kind().equals("pag") || b.kind().equals("pag");
        Integer classes = lags == 0 && !marked && counts.equivalenceDistance().isPresent()
                ? (Integer) counts.equivalenceDistance().getAsInt()
                : null;
        return new Comparison(
                one.source(),
                other.source(),
                a.schema().names(),
                counts.edges().estimate(),
                counts.edges().truth(),
                counts.shd(),
                apart.shdOfIdentified(),
                classes,
                counts.skeleton().errors(),
                counts.correct(),
                apart.missing(),
                apart.extra(),
                apart.reversed(),
                apart.open(),
                a.kind().equals("pag") && b.kind().equals("pag") ? marks(a, b) : null);
    }

    private static List<OtherMark> marks(NamedNetwork a, NamedNetwork b) {
        AncestralMarks ofB = b.pairs().orElseThrow().marks().orElseThrow();
        return a.edges().stream()
                .filter(edge -> ofB.end(edge.from(), edge.to()).isPresent())
                .map(edge -> new OtherMark(
                        a.name(edge.from()), a.name(edge.to()), edge.mark(), ofB.mark(edge.from(), edge.to())))
                .filter(pair -> !pair.a().equals(pair.b()))
                .toList();
    }

    private static VariableSchema common(SavedNetwork one, SavedNetwork other) {
        if (!one.variables().isEmpty() && !other.variables().isEmpty()) {
            Set<String> apart = new TreeSet<>(one.variables());
            apart.addAll(other.variables());
            apart.removeIf(
                    name -> one.variables().contains(name) && other.variables().contains(name));
            if (!apart.isEmpty()) {
                throw new DataException(one.source() + " and " + other.source()
                        + " must have the same variables; only one of them has " + String.join(", ", apart));
            }
        }
        if (!one.variables().isEmpty()) {
            return one.schema();
        }
        if (!other.variables().isEmpty()) {
            return other.schema();
        }
        Set<String> all = new LinkedHashSet<>();
        for (SavedNetwork network : List.of(one, other)) {
            network.edges().forEach(edge -> {
                all.add(edge.from());
                all.add(edge.to());
            });
        }
        if (all.isEmpty()) {
            throw new DataException(
                    one.source() + " and " + other.source() + " list no edge and name no variable: nothing to compare");
        }
        return new VariableSchema(List.copyOf(all));
    }

    @Override
    public void describe(PrintWriter out) {
        out.println("A         " + a + ": " + Words.count(edgesOfA, "edge"));
        out.println("B         " + b + ": " + Words.count(edgesOfB, "edge"));
        out.println("SHD       " + shd
                + (shd == shdOfIdentified ? "" : ", " + shdOfIdentified + " where an edge without direction fits both")
                + (cpdagShd == null ? "" : ", SHD between classes " + cpdagShd)
                + ", skeleton errors " + skeletonErrors);
        list("missing", missing, out);
        list("extra", extra, out);
        list("reversed", reversed, out);
        list("open", open, out);
        lines(
                "marks",
                marks == null ? List.of() : marks.stream().map(OtherMark::shown).toList(),
                out);
    }

    private static void list(String label, List<Pair> pairs, PrintWriter out) {
        lines(label, pairs.stream().map(Pair::shown).toList(), out);
    }

    private static void lines(String label, List<String> texts, PrintWriter out) {
        IntStream.range(0, texts.size())
                .forEach(k -> out.println(String.format("%-10s", k == 0 ? label : "") + Printable.line(texts.get(k))));
    }
}
