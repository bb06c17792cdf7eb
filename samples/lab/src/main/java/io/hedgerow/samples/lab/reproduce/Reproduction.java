// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce;

import io.hedgerow.core.data.DataException;
import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.item.PlannedRun;
import io.hedgerow.samples.lab.reproduce.outcome.CheckedClaim;
import io.hedgerow.samples.lab.reproduce.outcome.ItemOutcome;
import io.hedgerow.samples.lab.reproduce.outcome.OutcomePage;
import io.hedgerow.samples.lab.reproduce.outcome.OutcomePlot;
import io.hedgerow.samples.lab.reproduce.outcome.OutcomeTable;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.rows.TetradProgram;
import io.hedgerow.samples.lab.reproduce.run.RunFile;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import io.hedgerow.samples.lab.table.NumberList;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs the tables and figures of the papers: lists them, runs one, and writes all results down. */
public final class Reproduction {

    private final PaperItems items = PaperItems.read();
    private final PaperData data;

    /**
     * Finds all items, with Tetrad, a jar or an executable file, for the lines that are its methods, or without them.
     */
    public Reproduction(Optional<Path> data, Optional<Path> tetrad) {
        tetrad.ifPresent(TetradProgram::new);
        this.data = new PaperData(data, tetrad);
    }

    /**
     * The part of an item that is run.
     *
     * @param full whether all of it, rather than a run of two minutes at most
     * @param seeds instead of those of the paper; empty for them
     * @param points of the axis, instead of all or of those of a quick run; empty for them
     * @param lines of the figure, by their names, methods or parts, instead of all; empty for all
     */
    public record Amount(boolean full, Optional<String> seeds, List<String> points, List<String> lines, int threads) {
        public Amount {
            points = List.copyOf(points);
            lines = List.copyOf(lines);
            if (threads < 1) {
                throw new IllegalArgumentException("--threads must be at least 1, was " + threads);
            }
        }
    }

    /**
     * The time of a run on one thread.
     *
     * @param minutes rounded up
     * @param measured whether they are from runs of all its methods and points
     * @param guessed whether no run of it was measured
     */
    private record Time(long minutes, boolean measured, boolean guessed) {

        static Time quick(PaperItem item, @Nullable ItemStatus known) {
            return of(item.quick().minutes(), known == null ? null : known.quickSeconds(), true);
        }

        static Time full(PaperItem item, @Nullable ItemStatus known) {
            return of(
                    item.full().minutes(),
                    known == null ? null : known.fullSeconds(),
                    known != null && known.wholeMeasured());
        }

        private static Time of(int guess, @Nullable Long seconds, boolean whole) {
            return seconds == null
                    ? new Time(guess, false, true)
                    : new Time(Math.max(1, (seconds + 59) / 60), whole, false);
        }

        String text() {
            return (measured ? "" : guessed ? "unmeasured, perhaps " : "about ") + minutes + " min";
        }
    }

    private record Listed(
            String id,
            List<String> also,
            String title,
            String status,
            @Nullable Time quick,
            @Nullable Time full) {
        String line() {
            String names = also.isEmpty() ? "" : " (also " + String.join(", ", also) + ")";
            String time = quick == null || full == null ? "" : "; quick " + quick.text() + ", full " + full.text();
            return id + "  " + status + time + "  " + title + names;
        }
    }

    /** Lists every item and its state: one line each, the id first. */
    public Result list() {
        Map<String, ItemStatus> known = ItemStatus.known();
        List<Listed> all = items.all().stream()
                .map(item -> new Listed(
                        item.id(),
                        item.also(),
                        item.title(),
                        ItemStatus.text(item, known, data),
                        item.whyNot().isEmpty() ? Time.quick(item, known.get(item.id())) : null,
                        item.whyNot().isEmpty() ? Time.full(item, known.get(item.id())) : null))
                .toList();
        return new Said(all, all.stream().map(Listed::line).toList());
    }

    /**
     * Runs what is missing of an item in the directory: table.csv, run by run, then table.md, plot.svg, report.html.
     */
    public Result run(String name, Amount amount, Path out, CommandContext context)
            throws IOException, InterruptedException {
        PaperItem whole = items.named(name);
        PaperItem item = data.tetrad().isPresent() ? whole : whole.withoutTetrad();
        if (item.methods().size() < whole.methods().size()) {
            context.note(PaperItem.leftOut(whole, item));
        }
        item.whyNot().ifPresent(why -> {
            throw new IllegalArgumentException(item.id() + " cannot be run: " + why);
        });
        PaperItem.Extent asked = item.asked(amount.full() ? item.full() : item.quick(), amount.points());
        PaperItem.Extent extent = item.present(asked, data);
        List<String> files = item.files(asked);
        if (extent.points().isEmpty()) {
            throw new DataException(item.id() + ": data absent: " + String.join(", ", files)
                    + " must be in the directory of --data DIR, was "
                    + data.directory().map(Path::toString).orElse("not given"));
        }
        if (!data.has(files)) {
            context.note("left out, for their data are absent: "
                    + String.join(
                            ", ",
                            files.stream()
                                    .filter(file -> !data.has(List.of(file)))
                                    .toList()));
        }
        List<Integer> seeds = NumberList.parse("--seeds", amount.seeds().orElse(extent.seeds()), 0);
        List<PlannedRun> plan = PlannedRun.of(item, extent, seeds);
        List<PlannedRun> part = part(item, plan, amount.lines());
        RunFile file = RunFile.open(out, item.measures());
        try (OutputDirectory target = OutputDirectory.prepare(out)) {
            List<RunLine> lines =
                    new ItemRunner(ItemRunner.of(item, data), amount.threads(), context).run(part, plan, file);
            ItemOutcome outcome = new ItemOutcome(item, lines);
            target.write("table.md", OutcomeTable.markdown(outcome));
            target.write("plot.svg", OutcomePlot.svg(outcome));
            target.write("report.html", OutcomePage.html(outcome));
            List<String> told =
                    new ArrayList<>(List.of(OutcomeTable.markdown(outcome).stripTrailing(), ""));
            target.commit().forEach(path -> told.add("wrote " + path));
            return new Said(Compared.of(outcome), told);
        }
    }

    private static List<PlannedRun> part(PaperItem item, List<PlannedRun> plan, List<String> lines) {
        for (String line : lines) {
            if (item.allSeries().stream().noneMatch(series -> isNamed(series, line))) {
                throw new IllegalArgumentException("--lines must name lines of " + item.id() + ", or methods or parts, "
                        + "which are " + String.join(", ", item.allSeries()) + ", was " + line);
            }
        }
        return plan.stream()
                .filter(run -> lines.isEmpty() || lines.stream().anyMatch(line -> isNamed(run.series(), line)))
                .toList();
    }

    private static boolean isNamed(String series, String line) {
        return series.equals(line) || series.startsWith(line + " / ") || series.endsWith(" / " + line);
    }

    /** The JSON document of a run, with its comparison to print. */
    private record Compared(
            ItemStatus standing,
            List<PrintedNumber> numbers,
            List<Statement> statements,
            List<Statement> withOurSettings,
            long failed) {

        record PrintedNumber(
                String series,
                String at,
                String measure,
                String printed,
                double mean,
                double deviation,
                int runs,
                String verdict) {}

        record Statement(String text, String place, String verdict, String seen) {}

        static Compared of(ItemOutcome outcome) {
            return new Compared(
                    ItemStatus.of(outcome),
                    outcome.numbers().stream()
                            .map(one -> new PrintedNumber(
                                    one.published().series(),
                                    one.published().at(),
                                    one.published().measure().column(),
                                    one.published().text(),
                                    one.ours().mean(),
                                    one.ours().deviation(),
                                    one.runs(),
                                    one.verdict(outcome.numbers())))
                            .toList(),
                    statements(outcome.claims()),
                    statements(outcome.ourClaims()),
                    outcome.failures());
        }

        private static List<Statement> statements(List<CheckedClaim> claims) {
            return claims.stream()
                    .map(one -> new Statement(
                            one.claim().text(),
                            one.claim().place(),
                            one.verdict().toString(),
                            one.seen()))
                    .toList();
        }
    }

    /**
     * Writes the document of all items that {@link #run} has run, the files beside every {@code table.csv}, and the
     * same in short, which {@link #list} shows; an empty status stays as it is.
     */
    public Result document(Path results, Path document, Optional<Path> status) throws IOException {
        ReproductionDocument all = ReproductionDocument.read(items.all(), results);
        for (Map.Entry<String, Map<String, String>> item : all.besideTables().entrySet()) {
            for (Map.Entry<String, String> file : item.getValue().entrySet()) {
                Files.writeString(results.resolve(item.getKey()).resolve(file.getKey()), file.getValue());
            }
        }
        Files.writeString(document, all.markdown());
        for (Map.Entry<String, String> page : all.pages().entrySet()) {
            Files.writeString(results.resolve(page.getKey()), page.getValue());
        }
        List<String> written = new ArrayList<>(List.of("wrote " + document));
        if (status.isPresent()) {
            Files.writeString(status.get(), ItemStatus.csv(all.standings()));
            written.add("wrote " + status.get());
        }
        return new Said(all.standings(), written);
    }

    private record Said(Object json, List<String> lines) implements Result {
        @Override
        public void describe(PrintWriter out) {
            lines.forEach(out::println);
        }
    }
}
