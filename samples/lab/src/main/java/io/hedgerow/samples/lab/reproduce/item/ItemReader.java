// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.item;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Competitor;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Extent;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Kind;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Panel;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Point;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperClaim;
import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads an item: {@code items/ID.json} and the numbers that are printed, {@code published/ID.csv}. */
final class ItemReader {

    /** Reads missing values as an empty list or text, and refuses unknown keys. */
    private static final ObjectMapper JSON = new ObjectMapper();

    static {
        for (Class<?> absent : List.of(List.class, Map.class, String.class)) {
            JSON.configOverride(absent).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
        }
    }

    private ItemReader() {}

    private record Item(
            String id,
            List<String> also,
            String place,
            String title,
            String axis,
            String run,
            boolean watched,
            List<Panel> panels,
            List<Competitor> methods,
            List<Point> points,
            Map<String, List<String>> grid,
            @Nullable Settings data,
            List<Measure> measures,
            String seeds,
            int minutes,
            @Nullable Quick quick,
            List<PaperClaim> claims,
            String register,
            List<String> files,
            String missing,
            String cause) {

        PaperItem with(List<PublishedFigure> published) {
            String all = seeds.isEmpty() ? "1-10" : seeds;
            Quick smaller = quick == null ? new Quick(List.of(), "", 0, null) : quick;
            return new PaperItem(
                    id,
                    also,
                    place,
                    title,
                    axis,
                    run.isEmpty() ? Kind.ROWS : Words.constant(Kind.class, run).orElseThrow(),
                    watched,
                    panels.isEmpty() ? List.of(new Panel("", Settings.NONE)) : panels,
                    methods,
                    grid.isEmpty() ? points : withOthers(combinations(grid), points),
                    orNone(data),
                    measures,
                    new Extent(
                            smaller.points,
                            smaller.seeds.isEmpty() ? all : smaller.seeds,
                            Math.max(1, smaller.minutes),
                            orNone(smaller.data)),
                    new Extent(List.of(), all, Math.max(1, minutes), Settings.NONE),
                    published,
                    claims,
                    register,
                    files,
                    missing,
                    cause);
        }
    }

    private record Quick(
            List<String> points,
            String seeds,
            int minutes,
            @Nullable Settings data) {}

    static PaperItem read(String id) {
        try (InputStream json = resource("items/" + id + ".json")) {
            if (json == null) {
                throw new IllegalStateException("there is no items/" + id + ".json");
            }
            return JSON.readValue(json, Item.class).with(figures("published/" + id));
        } catch (IOException e) {
            throw new UncheckedIOException(id + ": " + Words.reason(e), e);
        }
    }

    static @Nullable InputStream resource(String name) {
        return ItemReader.class.getResourceAsStream(name);
    }

    static Settings orNone(@Nullable Settings settings) {
        return settings == null ? Settings.NONE : settings;
    }

    static List<PublishedFigure> figures(String name) throws IOException {
        try (InputStream csv = resource(name + ".csv")) {
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

    /** A grid with points outside of it, whose names are settings, such as {@code C=5 T=50}. */
    private static List<Point> withOthers(List<Point> grid, List<Point> others) {
        List<Point> all = new ArrayList<>(grid);
        for (Point other : others) {
            Map<String, String> said = new HashMap<>();
            for (String word : other.at().split(" ", -1)) {
                String[] both = word.split("=", 2);
                said.put(both[0], both[1]);
            }
            all.add(new Point(other.at(), new Settings(said), other.panels()));
        }
        return all;
    }

    /** Every combination of the values of all names. */
    private static List<Point> combinations(Map<String, List<String>> grid) {
        List<Point> all = List.of(new Point("", Settings.NONE));
        for (Map.Entry<String, List<String>> axis : grid.entrySet()) {
            List<Point> longer = new ArrayList<>();
            for (Point begun : all) {
                for (String value : axis.getValue()) {
                    String at = (begun.at() + " " + axis.getKey() + "=" + value).strip();
                    longer.add(new Point(at, begun.settings().with(new Settings(Map.of(axis.getKey(), value)))));
                }
            }
            all = longer;
        }
        return all;
    }
}
