// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.exchange.NetworkFile;
import io.hedgerow.samples.exchange.SavedNetwork;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.CsvText;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.predict.Intervention;
import io.hedgerow.samples.simulation.FittedRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        FittedRows fitted = FittedRows.of(saved);
        Intervention set = Intervention.of(fitted.schema(), settings);
        set.requireIdentified(saved);
        fitted.requireSaid(set);
        CsvText.writeAlone(out, fitted.schema().names(), line -> fitted.texts(set, rows, seed, line));
        List<String> said = new ArrayList<>(fitted.limits());
        if (!settings.isEmpty()) {
            said.addAll(set.assumptions(saved));
        }
        return new Written(saved.source(), rows, seed, settings, out.toString(), said);
    }

    /** Where the rows are, and what they do not show. */
    private record Written(String network, long rows, long seed, List<String> set, String file, List<String> limits)
            implements Result {
        @Override
        public void describe(PrintWriter out) {
            out.println("wrote " + Words.count(rows, "row") + " to " + file);
            limits.forEach(limit -> out.println("  " + Printable.line(limit)));
        }
    }
}
