// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.inspect;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.columns.MappingFile;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.output.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a look at files found, and the mapping files that follow. <b>Not private</b>: for the people of the site. */
public final class Inspection implements Result {

    /** What no one may forget about such a look. */
    public static final String FOR_THE_SITE =
            "computed from rows without noise: for people who may see the rows, on this machine; do not send it"
                    + " anywhere";

    private final List<SeenFile> files;
    private final List<Remark> remarks;
    private final List<MappingDraft> drafts;
    private final List<String> written = new ArrayList<>();
    private @Nullable Path mappings;

    private Inspection(List<SeenFile> files, SiteLook.Found found, List<Remark> users) {
        this.files = files;
        List<Remark> all = new ArrayList<>(users);
        all.addAll(found.remarks());
        this.remarks = Remark.sorted(all);
        this.drafts = found.drafts();
    }

    /** Looks at files, each read twice; a column says whose a row is, where it is there, and null looks for one. */
    public static Inspection of(List<Path> paths, @Nullable String user) {
        List<SeenFile> files = paths.stream().map(SeenFile::of).toList();
        Map<SeenFile, String> keys = new HashMap<>();
        List<Remark> users = new ArrayList<>();
        for (SeenFile file : files) {
            Users.column(file, user).ifPresent(column -> {
                keys.put(file, column.name());
                Users.remark(file, column).ifPresent(users::add);
            });
        }
        return new Inspection(files, SiteLook.of(files, keys), users);
    }

    /** Makes the suggestions about columns lines of the mapping files. */
    public void accept(List<String> columns) {
        for (String name : columns) {
            boolean any = false;
            for (int k = 0; k < files.size(); k++) {
                for (String column : named(name, files.get(k))) {
                    any |= drafts.get(k).accept(column);
                }
            }
            if (!any) {
                throw new IllegalArgumentException("--accept must name columns with a suggestion, " + name
                        + " has none: look at the findings without it");
            }
        }
    }

    /** The columns of a file that a name means: its own, or those that a finding of that name is about. */
    private static Set<String> named(String name, SeenFile file) {
        Set<String> columns = new LinkedHashSet<>();
        for (SeenColumn column : file.columns()) {
            if (ColumnGroup.plain(column.name()).equals(ColumnGroup.plain(name))) {
                columns.add(column.name());
            }
        }
        return columns;
    }

    /**
     * Writes a mapping file for each file, called as {@link MappingFile#nameFor} says, and none where two would be one.
     */
    public void writeMappings(Path directory) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        try (OutputDirectory out = OutputDirectory.prepare(directory)) {
            for (int k = 0; k < files.size(); k++) {
                String name = MappingFile.nameFor(files.get(k).path());
                if (!names.add(name)) {
                    throw new IllegalArgumentException("--write-mappings must give each file of --data a file of its"
                            + " own, two would be " + name + ": rename one of them");
                }
                out.write(name, drafts.get(k).text());
            }
            out.commit().forEach(path -> written.add(path.toString()));
        }
        mappings = directory;
    }

    /** Writes the document and a page with a histogram of every column. */
    public void writeTo(Path directory) throws IOException {
        try (OutputDirectory out = OutputDirectory.prepare(directory)) {
            out.write("inspect.json", JsonOutput.text(json()));
            out.write("inspect.html", InspectionPage.of(files, remarks));
            out.commit().forEach(path -> written.add(path.toString()));
        }
    }

    @Override
    public Object json() {
        return new Document(
                FOR_THE_SITE, files.stream().map(Inspection::summary).toList(), remarks, written);
    }

    private static FileSummary summary(SeenFile file) {
        return new FileSummary(
                file.path().toString(),
                file.rows(),
                file.keptRows(),
                file.columns().stream().map(Inspection::summary).toList());
    }

    private static ColumnSummary summary(SeenColumn column) {
        double[] sorted = column.isNumber() ? column.sorted() : new double[0];
        boolean any = sorted.length > 0;
        return new ColumnSummary(
                column.name(),
                column.kind().word(),
                column.missing(),
                column.isNumber() ? null : column.levels().size(),
                any ? sorted[0] : null,
                any ? SeenColumn.quantile(sorted, 0.5) : null,
                any ? sorted[sorted.length - 1] : null,
                any ? Figures.mean(sorted) : null,
                any ? Figures.deviation(sorted) : null);
    }

    private record Document(String use, List<FileSummary> files, List<Remark> findings, List<String> written) {}

    private record FileSummary(String file, long rows, long looked, List<ColumnSummary> columns) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record ColumnSummary(
            String name,
            String kind,
            long missing,
            @Nullable Integer levels,
            @Nullable Double least,
            @Nullable Double median,
            @Nullable Double most,
            @Nullable Double mean,
            @Nullable Double deviation) {}

    @Override
    public void describe(PrintWriter out) {
        for (SeenFile file : files) {
            out.println(file.path() + ": " + Words.count(file.rows(), "row") + ", "
                    + Words.count(file.columns().size(), "column")
                    + (file.keptRows() < file.rows() ? "; the first " + file.keptRows() + " rows were looked at" : ""));
            out.println();
            out.print(new Table(
                            2,
                            List.of("column", "kind", "missing", "least", "median", "most"),
                            file.columns().stream().map(Inspection::row).toList())
                    .markdown());
            out.println();
        }
        out.println(
                remarks.isEmpty() ? "nothing was found" : Words.count(remarks.size(), "finding") + ", the worst first");
        int number = 0;
        for (Remark remark : remarks) {
            number++;
            out.println();
            out.println(number + ". " + remark.weight().words() + ", " + remark.about() + ": "
                    + Printable.line(String.join(", ", remark.files()))
                    + (remark.columns().isEmpty() ? "" : ", " + Printable.line(String.join(", ", remark.columns()))));
            line(out, "found", remark.found());
            line(out, "example", remark.example());
            line(out, "effect", remark.effect());
            line(out, "do", remark.advice());
        }
        out.println();
        written.forEach(path -> out.println("wrote " + path));
        if (mappings != null) {
            out.println("then: " + next(mappings));
        }
        out.println(FOR_THE_SITE);
    }

    /** The command that learns with the mapping files; missing cells that are no findings any more end it. */
    private String next(Path folder) {
        boolean missing = remarks.stream().anyMatch(remark -> remark.about().equals("missing"));
        return "hedgerow learn --data "
                + files.stream().map(file -> inShell(file.path())).collect(Collectors.joining(" ")) + " --mapping "
                + inShell(folder) + (missing ? " --missing skip-row" : "");
    }

    private static String inShell(Path path) {
        String text = path.toString();
        return text.matches("[A-Za-z0-9_./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    private static void line(PrintWriter out, String word, String text) {
        if (!text.isEmpty()) {
            out.printf("   %-8s %s%n", word, Printable.line(text));
        }
    }

    private static List<String> row(SeenColumn column) {
        double[] sorted = column.isNumber() ? column.sorted() : new double[0];
        boolean any = sorted.length > 0;
        String kind = column.isNumber() || column.kind() == SeenColumn.Kind.EMPTY
                ? column.kind().word()
                : column.kind().word() + ": " + column.shownLevels();
        return List.of(
                Printable.line(column.name()),
                Printable.line(kind),
                String.valueOf(column.missing()),
                any ? Figures.of(sorted[0]) : "",
                any ? Figures.of(SeenColumn.quantile(sorted, 0.5)) : "",
                any ? Figures.of(sorted[sorted.length - 1]) : "");
    }

    /** A page of findings and a histogram of every column, in one HTML file that loads nothing. */
    private static final class InspectionPage {

        private static final int BARS = 24;
        private static final int WIDTH = 240;
        private static final int HEIGHT = 60;

        private InspectionPage() {}

        static String of(List<SeenFile> files, List<Remark> remarks) {
            StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                    + "<title>inspect</title><style>body{font-family:sans-serif;margin:2em;max-width:70em}"
                    + "figure{display:inline-block;margin:.5em}figcaption{font-size:small}"
                    + "rect{fill:#4a7a5a}</style></head><body>\n");
            page.append("<p>").append(escaped(Inspection.FOR_THE_SITE)).append("</p>\n<ol>\n");
            for (Remark remark : remarks) {
                page.append("<li><b>")
                        .append(escaped(remark.weight().words() + ", " + remark.about()))
                        .append("</b> ")
                        .append(escaped(String.join(", ", remark.files()) + ": " + String.join(", ", remark.columns())))
                        .append("<br>")
                        .append(escaped(
                                remark.found() + (remark.example().isEmpty() ? "" : " (" + remark.example() + ")")
                                        + ". " + remark.effect() + ". " + remark.advice() + "."))
                        .append("</li>\n");
            }
            page.append("</ol>\n");
            for (SeenFile file : files) {
                page.append("<h2>").append(escaped(file.name())).append("</h2>\n");
                file.columns().forEach(column -> figure(page, column));
            }
            return page.append("</body></html>\n").toString();
        }

        private static void figure(StringBuilder page, SeenColumn column) {
            double[] counts = column.isNumber() ? histogram(column.sorted()) : levels(column.levels());
            page.append("<figure><svg width=\"" + WIDTH + "\" height=\"" + HEIGHT + "\" role=\"img\">");
            double most = 1;
            for (double count : counts) {
                most = Math.max(most, count);
            }
            double wide = (double) WIDTH / Math.max(1, counts.length);
            for (int k = 0; k < counts.length; k++) {
                double high = HEIGHT * counts[k] / most;
                page.append(String.format(
                        Locale.ROOT,
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                        k * wide,
                        HEIGHT - high,
                        Math.max(1, wide - 1),
                        high));
            }
            double[] sorted = column.isNumber() ? column.sorted() : new double[0];
            String shown = sorted.length == 0
                    ? column.kind().word() + ": " + column.shownLevels()
                    : Figures.of(sorted[0]) + " to " + Figures.of(sorted[sorted.length - 1]);
            page.append("</svg><figcaption>")
                    .append(escaped(column.name() + " (" + shown + ")"))
                    .append("</figcaption></figure>\n");
        }

        private static double[] histogram(double[] sorted) {
            double[] counts = new double[sorted.length == 0 ? 0 : BARS];
            if (sorted.length > 0) {
                double least = sorted[0];
                double wide = (sorted[sorted.length - 1] - least) / BARS;
                for (double value : sorted) {
                    counts[wide > 0 ? (int) Math.min(BARS - 1, (value - least) / wide) : 0]++;
                }
            }
            return counts;
        }

        private static double[] levels(Map<String, Long> levels) {
            return levels.values().stream()
                    .limit(BARS)
                    .mapToDouble(Long::doubleValue)
                    .toArray();
        }

        private static String escaped(String text) {
            return text.replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;")
                    .replace("\"", "&quot;");
        }
    }
}
