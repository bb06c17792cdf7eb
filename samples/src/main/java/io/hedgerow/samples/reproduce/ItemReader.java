// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.reproduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.reproduce.PaperItem.Competitor;
import io.hedgerow.samples.reproduce.PaperItem.Extent;
import io.hedgerow.samples.reproduce.PaperItem.Kind;
import io.hedgerow.samples.reproduce.PaperItem.Panel;
import io.hedgerow.samples.reproduce.PaperItem.Point;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads an item: {@code items/ID.json} and the numbers that are printed, {@code published/ID.csv}. */
final class ItemReader {

    private static final Set<String> KEYS = Set.of(
            "id",
            "also",
            "place",
            "title",
            "axis",
            "run",
            "watched",
            "panels",
            "methods",
            "points",
            "grid",
            "data",
            "measures",
            "seeds",
            "minutes",
            "quick",
            "claims",
            "files",
            "missing",
            "cause");

    private static final Set<String> QUICK = Set.of("points", "seeds", "minutes", "data");

    private ItemReader() {}

    static PaperItem read(String id) {
        try (InputStream json = resource("items/" + id + ".json")) {
            if (json == null) {
                throw new IllegalStateException("there is no items/" + id + ".json");
            }
            JsonNode root = new ObjectMapper().readTree(json);
            requireOnly(root, KEYS);
            return item(root, published(id));
        } catch (IOException e) {
            throw new UncheckedIOException(id + ": " + e.getMessage(), e);
        }
    }

    static @Nullable InputStream resource(String name) {
        return ItemReader.class.getResourceAsStream(name);
    }

    private static PaperItem item(JsonNode root, List<PublishedFigure> published) {
        JsonNode quick = root.path("quick");
        requireOnly(quick, QUICK);
        String seeds = root.path("seeds").asText("1-10");
        return new PaperItem(
                root.path("id").asText(),
                texts(root.path("also")),
                root.path("place").asText(),
                root.path("title").asText(),
                root.path("axis").asText(),
                Kind.valueOf(
                        root.path("run").asText("rows").toUpperCase(Locale.ROOT).replace('-', '_')),
                root.path("watched").asBoolean(),
                panels(root.path("panels")),
                methods(root.path("methods")),
                root.has("grid") ? grid(root.path("grid")) : points(root.path("points")),
                settings(root.path("data")),
                texts(root.path("measures")).stream().map(Measure::of).toList(),
                new Extent(
                        texts(quick.path("points")),
                        quick.path("seeds").asText(seeds),
                        quick.path("minutes").asInt(1),
                        settings(quick.path("data"))),
                new Extent(List.of(), seeds, root.path("minutes").asInt(1), Settings.NONE),
                published,
                claims(root.path("claims")),
                texts(root.path("files")),
                root.path("missing").asText(),
                root.path("cause").asText());
    }

    private static void requireOnly(JsonNode node, Set<String> allowed) {
        node.fieldNames().forEachRemaining(name -> {
            if (!allowed.contains(name)) {
                throw new IllegalArgumentException("there is no key " + name + ", only " + allowed);
            }
        });
    }

    private static List<PublishedFigure> published(String id) throws IOException {
        try (InputStream csv = resource("published/" + id + ".csv")) {
            if (csv == null) {
                return List.of();
            }
            return new String(csv.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(PublishedFigure::parse)
                    .toList();
        }
    }

    private static List<Panel> panels(JsonNode node) {
        List<Panel> all = new ArrayList<>();
        node.forEach(one -> all.add(new Panel(one.path("name").asText(), settings(one.path("settings")))));
        return all.isEmpty() ? List.of(new Panel("", Settings.NONE)) : all;
    }

    private static List<Competitor> methods(JsonNode node) {
        List<Competitor> all = new ArrayList<>();
        node.forEach(one -> all.add(new Competitor(
                one.path("name").asText(), one.path("ours").asBoolean(), settings(one.path("settings")))));
        return all;
    }

    private static List<Point> points(JsonNode node) {
        List<Point> all = new ArrayList<>();
        node.forEach(one -> all.add(
                one.isTextual()
                        ? new Point(one.asText(), Settings.NONE)
                        : new Point(one.path("at").asText(), settings(one.path("settings")))));
        return all;
    }

    /** Every combination of the values of all names. */
    private static List<Point> grid(JsonNode node) {
        List<Point> all = List.of(new Point("", Settings.NONE));
        for (Map.Entry<String, JsonNode> axis : node.properties()) {
            List<Point> longer = new ArrayList<>();
            for (Point begun : all) {
                for (String value : texts(axis.getValue())) {
                    String at = (begun.at() + " " + axis.getKey() + "=" + value).strip();
                    longer.add(new Point(at, begun.settings().with(new Settings(Map.of(axis.getKey(), value)))));
                }
            }
            all = longer;
        }
        return all;
    }

    private static List<PaperClaim> claims(JsonNode node) {
        List<PaperClaim> all = new ArrayList<>();
        node.forEach(one -> all.add(new PaperClaim(
                one.path("text").asText(),
                Measure.of(one.path("measure").asText()),
                one.path("lower").asText(),
                one.path("higher").asText(),
                texts(one.path("at")),
                one.path("place").asText())));
        return all;
    }

    private static Settings settings(JsonNode node) {
        Map<String, String> values = new TreeMap<>();
        node.properties()
                .forEach(entry -> values.put(entry.getKey(), entry.getValue().asText()));
        return new Settings(values);
    }

    private static List<String> texts(JsonNode node) {
        List<String> all = new ArrayList<>();
        node.forEach(one -> all.add(one.asText()));
        return List.copyOf(all);
    }
}
