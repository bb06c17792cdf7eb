// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.result.ResultDocument;
import io.hedgerow.core.internal.result.TableSection;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.truth.TruthReader;
import io.hedgerow.core.internal.truth.TruthReader.Listed;
import io.hedgerow.core.table.BifReader;
import io.hedgerow.core.table.DiscreteNetwork;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads a network from what it was written to: a directory of {@code learn --out} or of a study, its
 * {@code result.json}, a list of edges such as {@code network.csv}, Tetrad's text, BIF, or a matrix without names, told
 * apart by their content.
 */
public final class NetworkFile {

    private NetworkFile() {}

    public static SavedNetwork read(Path path) throws IOException {
        return read(path, () -> {
            throw new DataException(path + ": is a matrix, which names no variables: give a list of edges with a header"
                    + " such as from,to, or a result");
        });
    }

    /** Reads two networks, of which one may be a matrix in the order of the other's variables. */
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
                && !BifReader.begins(text)
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
        if (BifReader.begins(text)) {
            return discrete(BifReader.read(text, source), source);
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

    private static SavedNetwork discrete(DiscreteNetwork network, String source) {
        return new SavedNetwork(
                source,
                network.schema().names(),
                0,
                edges(network.dag().weights(), network.schema()),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Optional.of(network));
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
                    source,
                    names.names(),
                    0,
                    edges,
                    Optional.empty(),
                    Map.of(),
                    plain ? Map.of() : marks,
                    Optional.empty());
        } catch (IllegalArgumentException e) {
            throw new DataException(source + ": " + Words.reason(e), e);
        }
    }

    private static SavedNetwork json(String text, String source) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        NetworkPart part = ResultDocument.read(source, bytes).network();
        NamedNetwork network = part.network();
        List<Listed> edges = new ArrayList<>();
        Map<Listed, SavedNetwork.Joined> probabilities = new HashMap<>();
        Map<Listed, String> marks = new HashMap<>();
        for (NetworkEdge edge : network.edges()) {
            int lag = part.lag(edge.from());
            Listed listed =
                    new Listed(part.name(edge.from()), part.name(edge.to()), lag, edge.directed(), edge.weight());
            edges.add(listed);
            if (network.kind().equals("pag")) {
                marks.put(listed, edge.mark());
            }
            edge.adjacent().ifPresent(adjacent -> {
                double direction = part.direction(edge).orElse(1);
                double ratio = network.pairs()
                        .map(known -> known.noiseRatio(edge.from(), edge.to()).orElse(0))
                        .orElse(0.0);
                probabilities.put(listed, new SavedNetwork.Joined(adjacent, direction, ratio));
            });
        }
        return new SavedNetwork(
                source,
                part.variables(),
                part.lags(),
                edges,
                Optional.of(part),
                probabilities,
                marks,
                part.tables().or(() -> TableSection.read(source, bytes)));
    }
}
