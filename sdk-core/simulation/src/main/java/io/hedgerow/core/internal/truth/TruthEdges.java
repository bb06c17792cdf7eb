// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.truth;

import de.siegmar.fastcsv.reader.CsvRecord;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.CsvCell;
import io.hedgerow.core.internal.text.Nearest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Turns the lines of a list of edges into a network. */
final class TruthEdges {

    private static final Set<List<String>> BEGINNINGS = Set.of(List.of("from", "to"), List.of("cause", "effect"));

    private TruthEdges() {}

    static WeightMatrix read(List<CsvRecord> lines, String source, VariableSchema schema) {
        CsvRecord header = lines.get(0);
        if (header.getFieldCount() < 2) {
            throw new DataException(TruthReader.at(source, header)
                    + ": must be a header such as cause,effect or the first line of a matrix, was \""
                    + TruthReader.shown(header.getField(0)) + "\"");
        }
        if (schema.indexOf(header.getField(0).strip()) >= 0
                && schema.indexOf(header.getField(1).strip()) >= 0) {
            // Taking it for a header would silently lose an edge.
            throw new DataException(TruthReader.at(source, header)
                    + ": must be a header such as cause,effect, but names two variables");
        }
        Optional<TimeSlices> slices = TimeSlices.of(schema);
        VariableSchema named = slices.map(TimeSlices::variables).orElse(schema);
        int lagAt = slices.isPresent() ? lagColumn(header, source) : -1;
        int at = weightColumn(header, lagAt);
        int d = schema.size();
        double[] entries = new double[d * d];
        for (CsvRecord line : lines.subList(1, lines.size())) {
            String place = TruthReader.at(source, line);
            if (line.getFieldCount() != header.getFieldCount()) {
                throw new DataException(place + ": must have " + header.getFieldCount() + " cells like the header, has "
                        + line.getFieldCount());
            }
            int lag = slices.isPresent() ? lag(line.getField(lagAt), place, slices.get()) : 0;
            int from =
                    lag * named.size() + variable(CsvCell.text(line.getField(0).strip()), place + ", cause", named);
            int to = variable(CsvCell.text(line.getField(1).strip()), place + ", effect", named);
            if (from == to) {
                throw new DataException(place + ": no variable causes itself, was "
                        + schema.names().get(from));
            }
            double weight = weight(line, at, place);
            if (weight == 0) {
                throw new DataException(place + ", weight: an edge must have a weight other than 0");
            }
            if (entries[from * d + to] != 0) {
                throw new DataException(place + ": the edge " + schema.names().get(from) + " -> "
                        + schema.names().get(to) + " is listed twice");
            }
            entries[from * d + to] = weight;
        }
        return WeightMatrix.ofRows(d, entries);
    }

    static List<TruthReader.Listed> listed(List<CsvRecord> lines, String source) {
        CsvRecord header = lines.get(0);
        List<String> first =
                header.getFields().stream().limit(2).map(String::strip).toList();
        if (!BEGINNINGS.contains(first)) {
            // a line of names taken for a header would silently lose an edge
            throw new DataException(TruthReader.at(source, header)
                    + ": must begin with from,to or cause,effect, was \""
                    + TruthReader.shown(String.join(",", header.getFields())) + "\"");
        }
        int lagAt = column(header, "lag");
        int directedAt = column(header, "directed");
        int weightAt = column(header, "weight");
        List<TruthReader.Listed> edges = new ArrayList<>();
        Set<List<Object>> seen = new HashSet<>();
        for (CsvRecord line : lines.subList(1, lines.size())) {
            String place = TruthReader.at(source, line);
            if (line.getFieldCount() != header.getFieldCount()) {
                throw new DataException(place + ": must have " + header.getFieldCount() + " cells like the header, has "
                        + line.getFieldCount());
            }
            String from = CsvCell.text(line.getField(0).strip());
            String to = CsvCell.text(line.getField(1).strip());
            double weight = weight(line, weightAt, place);
            double lag = lagAt < 0 ? 0 : TruthReader.number(line.getField(lagAt), place + ", lag");
            if (!(lag >= 0 && lag <= TimeSlices.MOST_LAGS && lag == Math.rint(lag))) {
                throw new DataException(place + ", lag: must be a whole number from 0 to " + TimeSlices.MOST_LAGS
                        + ", was " + TruthReader.shown(line.getField(lagAt)));
            }
            if (from.isEmpty() || to.isEmpty() || (from.equals(to) && lag == 0)) {
                throw new DataException(place + ": an edge must join two variables, was \""
                        + TruthReader.shown(from + "," + to) + "\"");
            }
            if (weight == 0) {
                throw new DataException(place + ", weight: an edge must have a weight other than 0");
            }
            if (!seen.add(List.of(from, to, lag))) {
                throw new DataException(place + ": the edge " + from + " -> " + to + " is listed twice");
            }
            edges.add(new TruthReader.Listed(
                    from, to, (int) lag, directedAt < 0 || isTrue(line.getField(directedAt), place), weight));
        }
        return edges;
    }

    private static double weight(CsvRecord line, int at, String place) {
        return at < 0 || line.getField(at).isBlank() ? 1 : TruthReader.number(line.getField(at), place + ", weight");
    }

    private static boolean isTrue(String cell, String place) {
        String word = cell.strip().toLowerCase(Locale.ROOT);
        if (!word.equals("true") && !word.equals("false")) {
            throw new DataException(
                    place + ", directed: must be true or false, was \"" + TruthReader.shown(cell) + "\"");
        }
        return word.equals("true");
    }

    /** The column called so, or the third if it is not the lag; −1 without. */
    private static int weightColumn(CsvRecord header, int lagAt) {
        int named = column(header, "weight");
        return named >= 0 || header.getFieldCount() < 3 || lagAt >= 0 ? named : 2;
    }

    private static int column(CsvRecord header, String name) {
        return header.getFields().stream().map(String::strip).toList().indexOf(name);
    }

    private static int lagColumn(CsvRecord header, String source) {
        int named = column(header, "lag");
        if (named < 0) {
            throw new DataException(TruthReader.at(source, header)
                    + ": edges of a dynamic network must have a column lag, 0 within a step, has "
                    + header.getFields());
        }
        return named;
    }

    private static int lag(String cell, String place, TimeSlices slices) {
        double lag = TruthReader.number(cell, place + ", lag");
        if (!(lag >= 0 && lag <= slices.lags() && lag == Math.rint(lag))) {
            throw new DataException(place + ", lag: must be a whole number from 0 to " + slices.lags()
                    + ", as many as are looked at, was " + TruthReader.shown(cell));
        }
        return (int) lag;
    }

    private static int variable(String cell, String place, VariableSchema schema) {
        int exact = schema.indexOf(cell);
        int index = exact >= 0 ? exact : schema.indexOf(cell.strip());
        if (index < 0) {
            throw new DataException(place + ": must be one of the " + schema.size() + " variables, was \""
                    + TruthReader.shown(cell) + "\""
                    + Nearest.to(cell.strip(), schema.names())
                            .map(name -> "; did you mean \"" + name + "\"?")
                            .orElse(""));
        }
        return index;
    }
}
