// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.predict.FittedNetwork;
import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.exchange.NetworkFile;
import io.hedgerow.samples.exchange.SavedNetwork;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.CsvText;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.predict.DoSettings;
import io.hedgerow.samples.predict.RowsBesideRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "synthesise",
        description = {
            "Draw rows of a learned network, for tests and demonstrations.",
            "",
            "No row is of a person. The rows show what the network says and nothing else: which is printed. They are "
                    + "as private as the network: of one that was learned under a budget they cost nothing more, "
                    + "however many are drawn; of another they may show what its rows show.",
            "",
            "After a private release it says how far the rows are from those of the sites: which means, deviations, "
                    + "shares and dependences of two variables lie outside of what the release tells, with its noise.",
            "",
            "Refuses networks with cycles, lags or curves, and those learned on normal scores."
        })
public final class SynthesiseCommand extends SubCommand {

    @Option(
            names = "--network",
            required = true,
            paramLabel = "DIR|FILE",
            description = "A directory that learn --out or a study wrote, its result.json, or a network in BIF.")
    private Path network = Path.of("");

    @Option(names = "--rows", required = true, paramLabel = "N", description = "How many rows; above 0.")
    private long rows;

    @Option(
            names = "--do",
            paramLabel = "VARIABLE=VALUE",
            description = "Set a variable in all rows, whatever its causes are; may be repeated.")
    private List<String> settings = new ArrayList<>();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "The same seed draws the same rows; ${DEFAULT-VALUE} unless given.")
    private long seed;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "Write the rows to FILE, as CSV.")
    private Path out = Path.of("");

    @Option(
            names = "--figures",
            paramLabel = "FILE",
            description = "After a private release, write every mean, deviation, share and dependence to FILE, as CSV:"
                    + " its value in the rows, and its interval.")
    private @Nullable Path figures;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "Rows for the tests of a program", "synthesise --network result --rows 1000 --out rows.csv"),
                new Example(
                        "As if all had got the dose",
                        "synthesise --network result --rows 1000 --do dose=5 --out treated.csv"));
    }

    @Override
    public Result run(CommandContext context) throws IOException {
        SavedNetwork saved = NetworkFile.read(network);
        FittedNetwork fitted = saved.fitted();
        Optional<ReleasedFigures> released = saved.figures().filter(known -> settings.isEmpty());
        if (figures != null && released.isEmpty()) {
            throw new IllegalArgumentException("--figures needs a network of a private release, and no --do: "
                    + (settings.isEmpty() ? fitted.source() + " has no figures" : "leave one of both out"));
        }
        Map<String, String> set = DoSettings.of(fitted, settings);
        RowSource drawn = drawn(fitted, set);
        CsvText.writeAlone(
                out,
                fitted.schema().names(),
                line -> drawn.forEachRow(row -> {
                    List<String> cells = new ArrayList<>();
                    for (int j = 0; j < row.length; j++) {
                        List<String> levels = fitted.schema().levels(j);
                        cells.add(levels.isEmpty() ? Double.toString(row[j]) : levels.get((int) row[j]));
                    }
                    line.accept(cells);
                }));
        List<String> said = new ArrayList<>(fitted.limits());
        List<RowsBesideRelease.Compared> compared = List.of();
        if (released.isPresent()) {
            RowsBesideRelease beside = RowsBesideRelease.of(released.get(), drawn);
            compared = beside.figures();
            said.addAll(beside.sentences());
        }
        if (figures != null) {
            List<RowsBesideRelease.Compared> lines = compared;
            CsvText.writeAlone(
                    figures, RowsBesideRelease.header(), line -> lines.forEach(one -> line.accept(one.cells())));
        }
        if (!settings.isEmpty()) {
            said.addAll(fitted.assumptions(set));
        }
        return new Written(fitted.source(), rows, seed, settings, out.toString(), said, compared);
    }

    private RowSource drawn(FittedNetwork fitted, Map<String, String> set) {
        try {
            return fitted.synthesise(set, rows, seed);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--" + Words.reason(e), e);
        } catch (DataException e) {
            throw new DataException(Words.reason(e) + ", or ask predict --do of those it does say", e);
        }
    }

    /** Reports the file of synthetic rows and their limitations. */
    private record Written(
            String network,
            long rows,
            long seed,
            List<String> set,
            String file,
            List<String> limits,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RowsBesideRelease.Compared> figures)
            implements Result {
        @Override
        public void describe(PrintWriter out) {
            out.println("wrote " + Words.count(rows, "row") + " to " + file);
            limits.forEach(limit -> out.println("  " + Printable.line(limit)));
        }
    }
}
