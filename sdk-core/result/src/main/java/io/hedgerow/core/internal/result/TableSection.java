// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import com.fasterxml.jackson.core.JsonGenerator;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes and reads the section {@code tables} of a {@code result.json}, one for each categorical variable. Where it
 * also has numbers as causes, {@code averagedOver} names them: the table is a mean over these, and no part of the joint
 * distribution. Probabilities have a line for each configuration of the parents, the first parent slowest; counts are
 * the rows that a line rests on with those of the prior, and are left out where they are not known.
 */
public final class TableSection {

    private static final String NAMES = "a list of names";
    private static final String LINES = "a list of lines, one for each configuration of the parents";

    private TableSection() {}

    /** Adds the field {@code tables} to the open object; the network is over some of the result's variables. */
    public static void write(DiscreteNetwork network, JsonGenerator out) throws IOException {
        VariableSchema schema = network.schema();
        out.writeArrayFieldStart("tables");
        for (int j = 0; j < schema.size(); j++) {
            out.writeStartObject();
            table(schema, j, network.table(j), out);
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void table(VariableSchema schema, int j, ProbabilityTable table, JsonGenerator out)
            throws IOException {
        out.writeStringField("target", schema.names().get(j));
        names("levels", schema.levels(j), out);
        List<String> parents = new ArrayList<>();
        for (int i : table.parents()) {
            parents.add(schema.names().get(i));
        }
        names("parents", parents, out);
        out.writeArrayFieldStart("probabilities");
        for (int c = 0; c < table.configurations(); c++) {
            out.writeArray(table.probabilities(c), 0, table.levels());
        }
        out.writeEndArray();
        if (table.rows(0).isPresent()) {
            out.writeArrayFieldStart("counts");
            for (int c = 0; c < table.configurations(); c++) {
                out.writeNumber(table.rows(c).orElseThrow());
            }
            out.writeEndArray();
        }
    }

    /** Writes the tables of all categories of a network; {@code exact} adds the rows that have each level. */
    static void write(FamilyTables families, boolean exact, JsonGenerator out) throws IOException {
        DiscreteNetwork network = families.all();
        out.writeStartArray();
        for (int j = 0; j < network.schema().size(); j++) {
            CategoricalModel.FamilyCounts family = families.model().tables().get(j);
            out.writeStartObject();
            table(network.schema(), j, network.table(j), out);
            out.writeNumberField("prior", family.priorRows());
            List<String> numbers = families.averagedOver(family);
            if (!numbers.isEmpty()) {
                names("averagedOver", numbers, out);
            }
            if (exact) {
                double[] rows = family.counts().stream().mapToDouble(n -> n).toArray();
                out.writeArrayFieldStart("rows");
                for (int from = 0; from < rows.length; from += family.levels()) {
                    out.writeArray(rows, from, family.levels());
                }
                out.writeEndArray();
            }
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void names(String field, List<String> names, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart(field);
        for (String name : names) {
            out.writeString(name);
        }
        out.writeEndArray();
    }

    /** Reads the network over the variables whose ancestors all have tables; empty where the document has none. */
    public static Optional<DiscreteNetwork> read(String source, byte[] bytes) {
        try {
            return read(YamlDocument.json(source, bytes));
        } catch (YamlProblem e) {
            throw new DataException(e.text(), e);
        }
    }

    /** Reads the network over the variables that have tables; empty where there is none. */
    static Optional<DiscreteNetwork> read(YamlNode root) {
        Optional<YamlNode> section = root.optional("tables");
        List<YamlNode> tables =
                exact(section.map(node -> node.items("a list of tables")).orElse(List.of()));
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        Map<String, VariableKind> kinds = new LinkedHashMap<>();
        for (YamlNode table : tables) {
            YamlNode target = table.required("target");
            YamlNode levels = table.required("levels");
            VariableKind kind = levels.checked(() -> new VariableKind.Categorical(texts(levels)));
            if (kinds.put(target.text("the name of a variable"), kind) != null) {
                throw target.complain("must have one table, has another");
            }
        }
        YamlNode place = section.get();
        return Optional.of(place.checked(() -> {
            VariableSchema schema = new VariableSchema(List.copyOf(kinds.keySet()), List.copyOf(kinds.values()));
            return DiscreteNetwork.of(
                    schema, tables.stream().map(table -> table(table, schema)).toList());
        }));
    }

    /** Those that are no means over numbers, and do not follow from such. */
    private static List<YamlNode> exact(List<YamlNode> tables) {
        List<YamlNode> kept = new ArrayList<>(tables);
        Set<String> dropped = new HashSet<>();
        boolean changed = true;
        while (changed) {
            changed = kept.removeIf(table -> {
                boolean mean = table.optional("averagedOver").isPresent()
                        || table.required("parents").items(NAMES).stream()
                                .anyMatch(parent -> dropped.contains(parent.text("the name of a variable")));
                if (mean) {
                    dropped.add(table.required("target").text("the name of a variable"));
                }
                return mean;
            });
        }
        return kept;
    }

    private static ProbabilityTable table(YamlNode table, VariableSchema schema) {
        int[] parents = table.required("parents").items(NAMES).stream()
                .mapToInt(parent -> place(parent, schema))
                .toArray();
        YamlNode lines = table.required("probabilities");
        double[][] probabilities =
                lines.items(LINES).stream().map(TableSection::numbers).toArray(double[][]::new);
        double[] counts = table.optional("counts").map(TableSection::numbers).orElse(new double[0]);
        return lines.checked(() -> ProbabilityTable.of(parents, probabilities, counts));
    }

    private static int place(YamlNode parent, VariableSchema schema) {
        String name = parent.text("the name of a variable");
        int place = schema.indexOf(name);
        if (place < 0) {
            throw parent.mustBe("a variable that has a table"
                    + Nearest.to(name, schema.names())
                            .map(near -> " (did you mean " + near + "?)")
                            .orElse(""));
        }
        return place;
    }

    private static double[] numbers(YamlNode list) {
        return list.items("a list of numbers").stream()
                .mapToDouble(number -> number.number("a number"))
                .toArray();
    }

    private static List<String> texts(YamlNode list) {
        return list.items(NAMES).stream().map(text -> text.text("a level")).toList();
    }
}
