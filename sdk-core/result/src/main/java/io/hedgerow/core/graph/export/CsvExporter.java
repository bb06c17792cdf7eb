// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.graph.export.ExportedNetwork.Part;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownCurve;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import io.hedgerow.core.internal.text.CsvCell;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Writes a network's edges, curves or total effects as comma-separated values (RFC 4180, lines end with CR LF). */
final class CsvExporter {

    private static final String STATIC = "from,to,directed,weight,adjacent,direction";
    private static final String DYNAMIC = "from,to,lag,directed,weight,probability";

    private CsvExporter() {}

    /**
     * Edges for people: a name that a spreadsheet would run as a formula ({@code =}, {@code +}, {@code -} or {@code @}
     * first) has an apostrophe before it, which commands that read the file take off.
     */
    static NetworkExporter edges() {
        return new PartExporter(
                "csv",
                "csv",
                "the edges; names that a spreadsheet would run as formulas get an apostrophe",
                Part.GRAPH,
                (network, out) -> writeEdges(network.graph(), CsvCell::forPeople, out));
    }

    /** The same for programs: every name as it is. */
    static NetworkExporter rawEdges() {
        return new PartExporter(
                "raw-csv",
                "csv",
                "the edges for programs, with names as they are",
                Part.GRAPH,
                (network, out) -> writeEdges(network.graph(), CsvCell::of, out));
    }

    static NetworkExporter curves() {
        return new PartExporter(
                "curves-csv",
                "csv",
                "points of the curve of each edge",
                Part.CURVES,
                (network, out) -> writeCurves(network.graph(), network.curves(), out));
    }

    static NetworkExporter effects() {
        return new PartExporter(
                "effects-csv",
                "csv",
                "total effects, a line each",
                Part.EFFECTS,
                (network, out) ->
                        writeEffects(network.graph(), network.effects().orElseThrow(), out));
    }

    /**
     * Writes the edges of the estimate as {@code network.csv} of {@code docs/guides/analyst.md}. Weights read back to
     * the same bits. Truth and isolated variables are not written; {@link io.hedgerow.core.internal.truth.TruthReader}
     * reads the file back. Where causes may be hidden, a pair without an edge in the network that predicts has an empty
     * weight. A name is written as a cell says: as it is, or so that it is no formula to a spreadsheet.
     */
    private static void writeEdges(NamedNetwork network, UnaryOperator<String> cell, Appendable out)
            throws IOException {
        ShownNetwork shown = ShownNetwork.of(network);
        boolean dynamic = shown.isDynamic();
        out.append(dynamic ? DYNAMIC : STATIC)
                .append(shown.hasMarks() ? ",mark" : "")
                .append("\r\n");
        for (ShownEdge edge : shown.edges()) {
            NetworkEdge known = edge.edge();
            if (known.status() == EdgeStatus.MISSING) {
                continue;
            }
            List<String> cells = new ArrayList<>();
            cells.add(cell.apply(shown.name(edge.from())));
            cells.add(cell.apply(shown.name(edge.to())));
            if (dynamic) {
                cells.add(Integer.toString(edge.lag()));
            }
            cells.add(Boolean.toString(known.directed()));
            cells.add(known.weight() == 0 ? "" : Double.toString(known.weight()));
            if (dynamic) {
                cells.add(number(edge.probability()));
            } else {
                cells.add(number(known.adjacent()));
                cells.add(number(known.direction()));
            }
            if (shown.hasMarks()) {
                cells.add(known.mark());
            }
            out.append(String.join(",", cells)).append("\r\n");
        }
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? Double.toString(value.getAsDouble()) : "";
    }

    /** Writes curves as {@code curves.csv} of {@code docs/guides/analyst.md}; numbers read back to the same bits. */
    private static void writeCurves(NamedNetwork network, List<Evidence.Curve> curves, Appendable out)
            throws IOException {
        boolean dynamic = ShownNetwork.of(network).isDynamic();
        out.append(dynamic ? "from,to,lag," : "from,to,").append("cause,effect,deviation\r\n");
        for (ShownCurve shown : ShownCurve.of(network, curves)) {
            ShownEdge edge = shown.edge();
            String ends = CsvCell.forPeople(network.name(edge.from())) + ',' + CsvCell.forPeople(shown.effect());
            String start = dynamic ? ends + ',' + edge.lag() : ends;
            for (Evidence.Point point : shown.curve().points()) {
                out.append(start).append(',').append(Double.toString(point.cause()));
                out.append(',').append(Double.toString(point.effect()));
                out.append(',').append(Double.toString(point.deviation())).append("\r\n");
            }
        }
    }

    /** An empty cell of a number. */
    private static void level(VariableSchema names, int variable, Optional<Integer> level, Appendable out)
            throws IOException {
        cell(level.filter(at -> at >= 0).map(names.levels(variable)::get).orElse(""), out);
    }

    /**
     * Writes total effects as {@code effects.csv} of {@code docs/guides/analyst.md}, names in one cell parted by a
     * semicolon. Numbers read back to the same bits.
     */
    private static void writeEffects(NamedNetwork network, TotalEffects effects, Appendable out) throws IOException {
        VariableSchema names = network.slices().map(TimeSlices::variables).orElseGet(network::schema);
        boolean series = network.slices().isPresent();
        boolean levels =
                effects.pairs().stream().anyMatch(effect -> effect.levels().isPresent());
        out.append("from,to,");
        out.append(series ? "steps," : "").append(levels ? "level,reference,outcome," : "");
        out.append("probability,median,lower,upper,identified,least_size,adjustment,rests_on\r\n");
        for (Effect effect : effects.pairs()) {
            cell(names.names().get(effect.from()), out);
            cell(names.names().get(effect.to()), out);
            if (series) {
                out.append(Integer.toString(effect.steps())).append(',');
            }
            if (levels) {
                Optional<TotalEffects.Contrast> contrast = effect.levels();
                level(names, effect.from(), contrast.map(TotalEffects.Contrast::level), out);
                level(names, effect.from(), contrast.map(TotalEffects.Contrast::reference), out);
                level(names, effect.to(), contrast.map(TotalEffects.Contrast::outcome), out);
            }
            for (double number : new double[] {
                effect.probability(),
                effect.change().median(),
                effect.change().lower(),
                effect.change().upper()
            }) {
                out.append(Double.toString(number)).append(',');
            }
            out.append(
                            effect.identification().possible().isEmpty()
                                    ? ""
                                    : Boolean.toString(effect.identification().identified()))
                    .append(',');
            out.append(
                            effect.identification().possible().isEmpty()
                                    ? ""
                                    : Double.toString(effect.identification().leastSize()))
                    .append(',');
            cell(
                    effect.identification().adjustment().stream()
                            .map(names.names()::get)
                            .collect(Collectors.joining("; ")),
                    out);
            out.append(CsvCell.forPeople(effect.identification().restsOn().stream()
                            .map(link -> names.names().get(link.from())
                                    + ' '
                                    + link.mark()
                                    + ' '
                                    + names.names().get(link.to()))
                            .collect(Collectors.joining("; "))))
                    .append("\r\n");
        }
    }

    private static void cell(String text, Appendable out) throws IOException {
        out.append(CsvCell.forPeople(text)).append(',');
    }
}
