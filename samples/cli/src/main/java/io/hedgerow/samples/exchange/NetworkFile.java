// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.TruthReader;
import io.hedgerow.core.graph.TruthReader.Listed;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.learn.LearnReport;
import io.hedgerow.samples.network.ParametersEntry;
import io.hedgerow.samples.output.JsonOutput;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads a network from what it was written to: a directory of {@code learn --out} or of a study, its
 * {@code result.json}, a list of edges such as {@code network.csv}, Tetrad's text, or a matrix without names, told
 * apart by their content.
 */
public final class NetworkFile {

    private NetworkFile() {}

    /**
     * Reads a network that names its variables.
     *
     * @throws DataException when it holds something else; a matrix among others
     */
    public static SavedNetwork read(Path path) throws IOException {
        return read(path, () -> {
            throw new DataException(path + ": is a matrix, which names no variables: give a list of edges with a header"
                    + " such as from,to, or a result");
        });
    }

    /**
     * Reads two networks, of which one may be a matrix in the order of the other's variables.
     *
     * @throws DataException when one holds something else, or both are matrices
     */
    public static List<SavedNetwork> read(Path one, Path other) throws IOException {
        if (isMatrix(one)) {
            SavedNetwork named = read(other);
            return List.of(read(one, named::schema), named);
        }
        SavedNetwork named = read(one);
        return List.of(named, read(other, named::schema));
    }

    private static boolean isMatrix(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return false;
        }
        String text = text(path).strip();
        return !isJson(text)
                && !isTetrad(text)
                && TruthReader.listed(new StringReader(text), path.toString()).isEmpty();
    }

    private static SavedNetwork read(Path path, Supplier<VariableSchema> beside) throws IOException {
        Path file = path;
        if (Files.isDirectory(path)) {
            file = Files.exists(path.resolve("result.json"))
                    ? path.resolve("result.json")
                    : path.resolve("network.csv");
            if (!Files.exists(file)) {
                throw new DataException(path + ": must hold result.json or network.csv, as learn --out writes them,"
                        + " holds neither");
            }
        }
        String text = text(file);
        String source = file.toString();
        if (isJson(text.strip())) {
            return json(text, source);
        }
        if (isTetrad(text)) {
            return tetrad(text.lines().toList(), source);
        }
        Optional<List<Listed>> listed = TruthReader.listed(new StringReader(text), source);
        if (listed.isPresent()) {
            int lags = listed.get().stream().mapToInt(Listed::lag).max().orElse(0);
            return new SavedNetwork(source, List.of(), lags, listed.get(), Optional.empty());
        }
        VariableSchema names = beside.get();
        WeightMatrix matrix = TruthReader.read(new StringReader(text), source, names);
        return new SavedNetwork(source, names.names(), 0, edges(matrix, names), Optional.empty());
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new DataException(file + ": must be UTF-8 text, has other bytes", e);
        }
    }

    private static boolean isJson(String text) {
        return text.startsWith("{");
    }

    private static boolean isTetrad(String text) {
        return text.lines().anyMatch(TetradGraph::begins);
    }

    private static List<Listed> edges(WeightMatrix matrix, VariableSchema names) {
        List<Listed> edges = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            for (int j = 0; j < names.size(); j++) {
                if (matrix.hasEdge(i, j)) {
                    edges.add(new Listed(names.names().get(i), names.names().get(j), 0, true, matrix.get(i, j)));
                }
            }
        }
        return edges;
    }

    private static SavedNetwork tetrad(List<String> lines, String source) {
        try {
            VariableSchema names = TetradGraph.nodes(lines);
            List<Listed> edges = new ArrayList<>();
            Map<Listed, String> marks = new HashMap<>();
            for (TetradGraph.Edge edge : TetradGraph.edges(lines, names)) {
                boolean directed = edge.mark().equals(NetworkEdge.ARROW);
                Listed listed =
                        new Listed(names.names().get(edge.from()), names.names().get(edge.to()), 0, directed, 1);
                edges.add(listed);
                marks.put(listed, edge.mark());
            }
            // a graph of lines and arrows alone is a class of networks, as of PC and FGES
            boolean plain = Set.of(NetworkEdge.ARROW, NetworkEdge.LINE).containsAll(marks.values());
            return new SavedNetwork(
                    source, names.names(), 0, edges, Optional.empty(), Map.of(), plain ? Map.of() : marks);
        } catch (IllegalArgumentException e) {
            throw new DataException(source + ": " + e.getMessage(), e);
        }
    }

    private static SavedNetwork json(String text, String source) {
        JsonNode document;
        try {
            document = JsonOutput.object(text);
        } catch (IllegalStateException e) {
            throw new DataException(source + ": " + e.getMessage(), e);
        }
        if (document.path("version").asInt(LearnReport.VERSION) > LearnReport.VERSION) {
            throw new DataException(source + ": version must be at most " + LearnReport.VERSION + ", was "
                    + document.get("version").asText() + ": read it with the version of hedgerow that wrote it");
        }
        if (!document.path("variables").isArray() || !document.path("edges").isArray()) {
            throw new DataException(
                    source + ": must be a result.json with variables and edges, has not both of these lists");
        }
        if (document.has("state") && !document.has("kind")) {
            throw new DataException(source + ": the study has no network, "
                    + document.path("reason").asText());
        }
        List<String> variables = new ArrayList<>();
        document.get("variables").forEach(name -> variables.add(name.asText()));
        List<Listed> edges = new ArrayList<>();
        Map<Listed, SavedNetwork.Joined> probabilities = new HashMap<>();
        Map<Listed, String> marks = new HashMap<>();
        boolean marked = document.path("kind").asText().equals("pag");
        for (JsonNode edge : document.get("edges")) {
            if (!edge.path("from").isTextual() || !edge.path("to").isTextual()) {
                throw new DataException(source + ": every edge must have from and to, was " + edge);
            }
            if (!edge.path("status").asText().equals("missing")) {
                Listed listed = new Listed(
                        edge.get("from").asText(),
                        edge.get("to").asText(),
                        edge.path("lag").asInt(0),
                        edge.path("directed").asBoolean(true),
                        edge.path("weight").asDouble(1));
                edges.add(listed);
                if (marked || (!document.has("kind") && edge.has("mark"))) {
                    marks.put(listed, TetradGraph.mark(edge.path("mark").asText(), source));
                }
                if (edge.path("adjacent").isNumber()) {
                    double direction = edge.path("direction").asDouble(1);
                    probabilities.put(
                            listed,
                            new SavedNetwork.Joined(
                                    edge.get("adjacent").asDouble(),
                                    direction,
                                    edge.path("noiseRatio").asDouble(0)));
                }
            }
        }
        int seen = edges.stream().mapToInt(Listed::lag).max().orElse(0);
        int lags = Math.max(
                seen,
                document.path("series").path("lags").asInt(document.path("lags").asInt(0)));
        Optional<ParametersEntry> parameters = parameters(document.path("parameters"), source);
        return new SavedNetwork(source, variables, lags, edges, parameters, probabilities, marks);
    }

    private static Optional<ParametersEntry> parameters(JsonNode node, String source) {
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        ParametersEntry.Model model = Words.constant(
                        ParametersEntry.Model.class, node.path("model").asText())
                .orElseThrow(() -> new DataException(source + ": parameters.model must be one of "
                        + Arrays.stream(ParametersEntry.Model.values())
                                .map(Words::dashed)
                                .toList()
                        + ", was " + node.path("model")));
        List<ParametersEntry.Equation> equations = new ArrayList<>();
        for (JsonNode equation : node.path("equations")) {
            List<ParametersEntry.Parent> parents = new ArrayList<>();
            for (JsonNode parent : equation.path("parents")) {
                parents.add(new ParametersEntry.Parent(
                        parent.path("variable").asText(),
                        parent.has("lag") ? (Integer) parent.get("lag").asInt() : null,
                        number(parent, "weight", source)));
            }
            equations.add(new ParametersEntry.Equation(
                    equation.path("variable").asText(),
                    equation.has("intercept") ? (Double) number(equation, "intercept", source) : null,
                    equation.has("noiseVariance") ? (Double) number(equation, "noiseVariance", source) : null,
                    parents));
        }
        return Optional.of(new ParametersEntry(
                model, node.path("meaning").asText(), node.path("scale").asText(ParametersEntry.DATA), equations));
    }

    private static double number(JsonNode node, String field, String source) {
        if (!node.path(field).isNumber()) {
            throw new DataException(source + ": " + field + " must be a number, was " + node.path(field));
        }
        return node.get(field).asDouble();
    }
}
