package io.hedgerow.core.graph;

import de.siegmar.fastcsv.reader.CsvRecord;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.internal.text.Nearest;
import java.util.List;

/** Turns the lines of a list of edges into a network. */
final class TruthEdges {

    private TruthEdges() {}

    static WeightMatrix read(List<CsvRecord> lines, String source, VariableSchema schema) {
        CsvRecord header = lines.get(0);
        if (header.getFieldCount() < 2) {
            throw new DataException(TruthReader.at(source, header)
                    + ": must be a header such as cause,effect or the first line of a matrix, was \""
                    + TruthReader.shown(header.getField(0)) + "\"");
        }
        if (schema.indexOf(header.getField(0).trim()) >= 0
                && schema.indexOf(header.getField(1).trim()) >= 0) {
            // Taking it for a header would silently lose an edge.
            throw new DataException(TruthReader.at(source, header)
                    + ": must be a header such as cause,effect, but names two variables");
        }
        TimeSlices slices = TimeSlices.of(schema).orElse(new TimeSlices(schema, 0));
        int lagAt = slices.lags() == 0 ? -1 : column(header, "lag");
        int at = weightColumn(header, lagAt);
        int d = schema.size();
        double[] entries = new double[d * d];
        for (CsvRecord line : lines.subList(1, lines.size())) {
            String place = TruthReader.at(source, line);
            if (line.getFieldCount() != header.getFieldCount()) {
                throw new DataException(place + ": must have " + header.getFieldCount() + " cells like the header, has "
                        + line.getFieldCount());
            }
            int from = lagAt < 0
                    ? variable(line.getField(0), place + ", cause", schema)
                    : variable(line.getField(0), place + ", cause", slices.variables())
                            + slices.size() * lag(line.getField(lagAt), place, slices.lags());
            int to = variable(line.getField(1), place + ", effect", schema);
            if (from == to) {
                throw new DataException(place + ": no variable causes itself, was "
                        + schema.names().get(from));
            }
            double weight = at < 0 ? 1 : TruthReader.number(line.getField(at), place + ", weight");
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

    /** The column called so, or the third if it holds nothing else; −1 without. */
    private static int weightColumn(CsvRecord header, int lagAt) {
        int named = column(header, "weight");
        return named >= 0 || header.getFieldCount() < 3 || lagAt == 2 ? named : 2;
    }

    private static int column(CsvRecord header, String name) {
        return header.getFields().stream().map(String::trim).toList().indexOf(name);
    }

    private static int lag(String cell, String place, int lags) {
        double steps = TruthReader.number(cell, place + ", lag");
        if (!(steps >= 0 && steps <= lags && steps == Math.rint(steps))) {
            throw new DataException(place + ", lag: must be a whole number from 0 to " + lags + ", was \""
                    + TruthReader.shown(cell) + "\"");
        }
        return (int) steps;
    }

    private static int variable(String cell, String place, VariableSchema schema) {
        int exact = schema.indexOf(cell);
        int index = exact >= 0 ? exact : schema.indexOf(cell.trim());
        if (index < 0) {
            throw new DataException(place + ": must be one of the " + schema.size() + " variables, was \""
                    + TruthReader.shown(cell) + "\""
                    + Nearest.to(cell.trim(), schema.names())
                            .map(name -> "; did you mean \"" + name + "\"?")
                            .orElse(""));
        }
        return index;
    }
}
