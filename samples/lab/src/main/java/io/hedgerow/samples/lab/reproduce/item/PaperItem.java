// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.item;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperClaim;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.rows.TetradProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table or figure of the papers: its runs, and its printed numbers.
 *
 * @param id such as {@code 002-table-1}
 * @param also names of the same results elsewhere
 * @param watched whether one run has a measurement at every point of the axis, which are its rounds or its sites
 * @param panels at least one
 * @param methods at least one, unless nothing can be run
 * @param data settings of all runs
 * @param quick a smaller run
 * @param published numbers that are printed
 * @param claims comparative sentences, and what is drawn without numbers
 * @param register {@value #COMPLETE} when {@code claims} has every comparative sentence of the papers about the item;
 *     otherwise what is missing, after {@code lacks: }; empty where it is not declared
 * @param files that must be in the directory of the data, see {@link #files(Extent)}; empty for simulated data
 * @param missing why nothing can be run: {@code not built yet}, or {@code not reproducible: …}; empty where it can
 * @param cause the reason why results differ, as far as it is known
 */
public record PaperItem(
        String id,
        List<String> also,
        String place,
        String title,
        String axis,
        Kind kind,
        boolean watched,
        List<Panel> panels,
        List<Competitor> methods,
        List<Point> points,
        Settings data,
        List<Measure> measures,
        Extent quick,
        Extent full,
        List<PublishedFigure> published,
        List<PaperClaim> claims,
        String register,
        List<String> files,
        String missing,
        String cause) {

    /** The register of an item that has every sentence. */
    public static final String COMPLETE = "complete";

    public enum Kind {
        ROWS,
        /** Learns from time series. */
        SERIES,
        /** Ranks pairs of variables of time series in files. */
        RANKING,
        /** Predicts time series of files that were held out; the seed says which fold. */
        CROSS_VALIDATION,
        /** Computes what noise costs; no data are drawn. */
        ACCOUNTING
    }

    /** A part of the figure with settings of its own. */
    public record Panel(String name, Settings settings) {
        public Panel {
            settings = ItemReader.orNone(settings);
        }
    }

    /** A method to run, compared with the printed numbers when it is the paper's or stands for one of the paper's. */
    public record Competitor(String name, boolean ours, Settings settings, String standsFor) {
        @JsonCreator
        public Competitor {
            settings = ItemReader.orNone(settings);
        }

        public Competitor(String name, boolean ours, Settings settings) {
            this(name, ours, settings, "");
        }

        /** Whether it is a program of Tetrad, which is not part of this project. */
        public boolean isOfTetrad() {
            return TetradProgram.runs(settings);
        }
    }

    /** A point of the axis, which some panels have; all where none is named. */
    public record Point(String at, Settings settings, List<String> panels) {
        @JsonCreator
        public Point {
            settings = ItemReader.orNone(settings);
            panels = List.copyOf(panels);
        }

        public Point(String at, Settings settings) {
            this(at, settings, List.of());
        }

        boolean isIn(Panel panel) {
            return panels.isEmpty() || panels.contains(panel.name());
        }

        @JsonCreator
        static Point of(String at) {
            return new Point(at, Settings.NONE);
        }
    }

    public record Extent(List<String> points, String seeds, int minutes, Settings data) {
        Extent at(List<String> others) {
            return new Extent(others, seeds, minutes, data);
        }
    }

    public PaperItem {
        also = List.copyOf(also);
        panels = List.copyOf(panels);
        methods = List.copyOf(methods);
        points = List.copyOf(points);
        measures = List.copyOf(measures);
        published = List.copyOf(published);
        claims = List.copyOf(claims);
        files = List.copyOf(files);
    }

    public List<String> names() {
        return Stream.concat(Stream.of(id), also.stream()).toList();
    }

    /** The name of a line of the figure. */
    public static String series(Panel panel, Competitor method) {
        return panel.name().isEmpty() ? method.name() : method.name() + " / " + panel.name();
    }

    /** All lines of the figure, in the order of panels and methods. */
    public List<String> allSeries() {
        List<String> all = new ArrayList<>();
        panels.forEach(panel -> methods.forEach(method -> all.add(series(panel, method))));
        return all;
    }

    /** The lines with settings of ours, by the lines of the paper that they stand for. */
    public Map<String, String> standIns() {
        Map<String, String> all = new TreeMap<>();
        for (Panel panel : panels) {
            for (Competitor method : methods) {
                if (!method.standsFor().isEmpty()) {
                    all.put(
                            panel.name().isEmpty() ? method.standsFor() : method.standsFor() + " / " + panel.name(),
                            series(panel, method));
                }
            }
        }
        return all;
    }

    /**
     * The lines on the data of the text, and those on the data of the published code that are otherwise the same; empty
     * where an item has no such panel. A panel is on the data of the code when its setting {@code source} says so.
     */
    public Map<String, String> onCodesData() {
        Map<String, String> all = new TreeMap<>();
        for (Panel code : panels) {
            if (code.settings().find("source").isPresent()) {
                panels.stream()
                        .filter(text -> text.settings().equals(code.settings().without("source")))
                        .forEach(
                                text -> methods.forEach(method -> all.put(series(text, method), series(code, method))));
            }
        }
        return all;
    }

    /** The names of the points that every panel has, which are those of a mean over all. */
    public Set<String> commonPoints() {
        return points.stream()
                .filter(point -> point.panels().isEmpty())
                .map(Point::at)
                .collect(Collectors.toSet());
    }

    public List<String> pointNames() {
        return points.stream().map(Point::at).toList();
    }

    public List<Point> points(Extent extent) {
        return points.stream()
                .filter(point -> extent.points().isEmpty() || extent.points().contains(point.at()))
                .toList();
    }

    /** The extent of a run with points by name. */
    public Extent asked(Extent extent, List<String> wanted) {
        List<String> known = pointNames();
        for (String at : wanted) {
            if (!known.contains(at)) {
                throw new IllegalArgumentException("--points must name points of " + id + ", which are "
                        + String.join(", ", known) + ", was " + at);
            }
        }
        return wanted.isEmpty() ? extent : extent.at(wanted);
    }

    /**
     * The files that a run of this extent needs; {@code $at} in a name stands for a point of the axis, and
     * {@code $name} for the point's setting of that name.
     */
    public List<String> files(Extent extent) {
        return points(extent).stream().flatMap(this::files).distinct().toList();
    }

    private Stream<String> files(Point point) {
        return files.stream().map(file -> named(file, point));
    }

    /** The points of an extent whose files exist. */
    public Extent present(Extent extent, PaperData data) {
        List<String> there = points(extent).stream()
                .filter(point -> data.has(files(point).toList()))
                .map(Point::at)
                .toList();
        return extent.at(there);
    }

    private static String named(String file, Point point) {
        String filled = file.replace("$at", point.at());
        for (Map.Entry<String, String> said : point.settings().values().entrySet()) {
            filled = filled.replace("$" + said.getKey(), said.getValue());
        }
        return filled;
    }

    /** The heatmap of a point of a grid of two settings: the settings before them. */
    public String heatmap(String at) {
        String[] words = at.split(" ", -1);
        return kind == Kind.CROSS_VALIDATION ? String.join(" ", List.of(words).subList(0, words.length - 2)) : "";
    }

    /** The same without lines that are methods of Tetrad. */
    public PaperItem withoutTetrad() {
        List<Competitor> some =
                methods.stream().filter(method -> !method.isOfTetrad()).toList();
        return new PaperItem(
                id, also, place, title, axis, kind, watched, panels, some, points, data, measures, quick, full,
                published, claims, register, files, missing, cause);
    }

    /** The lines that a smaller item does not have. */
    public static String leftOut(PaperItem whole, PaperItem smaller) {
        List<String> names = whole.methods().stream()
                .filter(method -> !smaller.methods().contains(method))
                .map(Competitor::name)
                .toList();
        return "left out: " + String.join(", ", names) + ", which need the command line of Tetrad (--tetrad-jar FILE)";
    }

    /** The reason why it cannot be run, if it cannot. */
    public Optional<String> whyNot() {
        return missing.isEmpty() ? Optional.empty() : Optional.of(missing);
    }
}
