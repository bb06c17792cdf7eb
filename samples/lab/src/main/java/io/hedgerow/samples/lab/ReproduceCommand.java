// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.lab.reproduce.Reproduction;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hedgerow reproduce}: runs the tables and figures of the papers again. */
@Command(
        name = "reproduce",
        description = {
            "Run a table or figure of the papers again, and put our numbers beside theirs.",
            "",
            "WHAT is list, which shows every table and figure with its outcome; or the id of one, such as "
                    + "002-table-1, to run it with the published settings and ours; or document, which writes all "
                    + "results (--results) into one page, and table.md and plot.svg anew beside every table.csv.",
            "",
            "A run writes table.csv, one line for every measurement, as it goes, and table.md, plot.svg and report.html"
                    + " at the end. Killed and started again with the same --out it goes on where it was. The results"
                    + " are the same for any number of threads, apart from seconds and from private methods, whose"
                    + " noise has no seed."
        })
public final class ReproduceCommand extends SubCommand {

    @Parameters(paramLabel = "WHAT", description = "list, document, or the id of a table or figure.")
    @SuppressWarnings("NullAway.Init") // required, so set by the parser
    private String what;

    @Option(
            names = "--out",
            paramLabel = "PATH",
            description = "Of a run: the directory for its files. Of document: the file, such as docs/reproduction.md.")
    private @Nullable Path out;

    @Option(names = "--quick", description = "Fewer seeds and points, two minutes at most; the default.")
    private boolean quick;

    @Option(names = "--full", description = "All seeds and points of the paper; list says how long that takes.")
    private boolean full;

    @Option(
            names = "--seeds",
            paramLabel = "LIST",
            description = "Seeds of the data sets, such as 1-10, instead of those of the paper.")
    private @Nullable String seeds;

    @Option(
            names = "--points",
            paramLabel = "LIST",
            split = ",",
            description = "Points of the axis, such as 10,20, instead of all of them; a later run with --out of"
                    + " this one adds others.")
    private List<String> points = List.of();

    @Option(
            names = "--lines",
            paramLabel = "LIST",
            split = ",",
            description = "Lines of the figure by name, method or part, such as 'd = 20', instead of all of them; a"
                    + " later run with --out of this one adds others.")
    private List<String> lines = List.of();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Runs at the same time; default as many as there are processors.")
    private @Nullable Integer threads;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where real data are; without it ../shared/data, if it exists: sachs/sachs.csv and"
                    + " sachs_truth.csv, dream4/insilico_size100_N_*.tsv, fmri/simN_*.csv. Nothing is downloaded:"
                    + " docs/published-data.md says how to make these files from what their authors offer.")
    private @Nullable Path data;

    @Option(
            names = "--tetrad-jar",
            paramLabel = "FILE",
            description = "Your own copy of Tetrad's command line (causal-cmd), for PC-Voting and FGES-Voting; lines of"
                    + " these are left out without it. It is started as a program of its own.")
    private @Nullable Path tetrad;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Of document: a directory with one for each item that was run; default docs/reproduction.")
    private @Nullable Path results;

    @Option(
            names = "--status",
            paramLabel = "FILE",
            description = "Of document: also write the verdicts to FILE, from which list has them.")
    private @Nullable Path status;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("What there is, and how it came out", "reproduce list"),
                new Example("Bytes and accuracy of Fed-Sparse-BNSL, in a minute", "reproduce 002-table-1 --out t1"),
                new Example("The whole of it", "reproduce 002-table-1 --full --out t1"),
                new Example(
                        "Other data sets, on one thread",
                        "reproduce 001-figure-2 --full --seeds 101-110 --threads 1 --out f2"),
                new Example(
                        "Two points of its axis, which a run without --points completes",
                        "reproduce 001-figure-2 --full --points 2,4 --out f2"),
                new Example("Real data that are at hand", "reproduce 001-figure-3 --data shared/data --out sachs"),
                new Example(
                        "With PC and FGES of a Tetrad that is at hand",
                        "reproduce 001-figure-5 --tetrad-jar causal-cmd.jar --out f5"),
                new Example(
                        "Write down what came of all",
                        "reproduce document --results docs/reproduction --out docs/reproduction.md"));
    }

    @Override
    public Result run(CommandContext context) throws IOException, InterruptedException {
        Reproduction all =
                new Reproduction(Optional.ofNullable(data).or(PaperData::usual), Optional.ofNullable(tetrad));
        if (what.equals("list")) {
            return all.list();
        }
        if (out == null) {
            throw new IllegalArgumentException("--out must say where results go, was not given: give --out PATH");
        }
        if (what.equals("document")) {
            return all.document(
                    results == null ? Path.of("docs", "reproduction") : results, out, Optional.ofNullable(status));
        }
        if (quick && full) {
            throw new IllegalArgumentException("--quick and --full cannot be combined: leave one of them out");
        }
        int atOnce = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        return all.run(
                what, new Reproduction.Amount(full, Optional.ofNullable(seeds), points, lines, atOnce), out, context);
    }
}
