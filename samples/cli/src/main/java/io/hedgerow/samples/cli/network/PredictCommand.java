// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.predict.FittedNetwork;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.exchange.NetworkFile;
import io.hedgerow.samples.exchange.SavedNetwork;
import io.hedgerow.samples.learn.sites.FormatOptions;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.predict.DoSettings;
import io.hedgerow.samples.predict.MixedPrediction;
import io.hedgerow.samples.predict.Prediction;
import io.hedgerow.samples.predict.TablePrediction;
import io.hedgerow.samples.predict.WhatIf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "predict",
        description = {
            "Predict variables of new rows with a learned network.",
            "",
            "Predicts each variable from its parents, or, with --given, every other variable from the given "
                    + "columns, by the conditional mean of the network. Reads rows without any privacy: run it "
                    + "where the rows may be read. Refuses networks with cycles, lags or curves, and without "
                    + "--given those with a direction that is not identified.",
            "",
            "Cells may be missing: a row is predicted from those that it has, and it is said how many it lacked.",
            "",
            "Of a network of categories (tables in result.json, or BIF) each variable gets the probability of "
                    + "each of its levels and the most probable one. Without --given FILE may lack whole columns: "
                    + "then these are predicted from all that it has. Where a direction "
                    + "is not identified each variable is predicted from all others. Of a network of numbers and "
                    + "categories the same, but only variables are predicted without --given whose causes FILE has.",
            "",
            "--given says what was seen, --do what is done: it cuts the arrows into a variable, so its causes do not "
                    + "follow from it. Without --data it prints what is expected of all variables before and after; "
                    + "with --data and --given it predicts rows, whose given cells were seen after it was done. "
                    + "Refuses a variable with an edge whose direction is not identified."
        })
public final class PredictCommand extends SubCommand {

    @Option(
            names = "--network",
            required = true,
            paramLabel = "DIR|FILE",
            description = "A directory that learn --out or a study wrote, its result.json, or a network in BIF.")
    private Path network = Path.of("");

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "New rows: a file as for learn, with names of columns and the units of the data learned from."
                    + " Other columns are ignored. May be left out with --do.")
    private @Nullable Path data;

    @Option(
            names = "--given",
            split = ",",
            paramLabel = "COLUMN",
            description = "Predict from these columns only; others may be missing in FILE.")
    private List<String> given = new ArrayList<>();

    @Option(
            names = "--do",
            paramLabel = "VARIABLE=VALUE",
            description = "Set a variable, whatever its causes are; may be repeated.")
    private List<String> settings = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write predicted values to FILE, a line for each row in the same order.")
    private @Nullable Path out;

    @Option(
            names = "--any-scale",
            description = "Also predict where a column lies 10 standard deviations or a factor of 10 from what the"
                    + " network was learned from, as in another unit.")
    private boolean anyScale;

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "How well parents predict, on a ward that was not learned from",
                        "predict --network result --data ward4.csv"),
                new Example(
                        "Everything else from what is known early",
                        "predict --network result --data ward4.csv --given age,dose --out predicted.csv"),
                new Example("What changes where the dose is set", "predict --network result --do dose=5"));
    }

    @Override
    public Result run(CommandContext context) throws IOException {
        SavedNetwork saved = NetworkFile.read(network);
        Path rows = data;
        if (rows == null) {
            return expected(saved);
        }
        if (!settings.isEmpty() && given.isEmpty()) {
            throw new IllegalArgumentException("--do with --data must have --given, the columns whose cells were seen"
                    + " after it was done: name them, or leave out --data");
        }
        CsvOptions options = format.ofSite(rows, CsvOptions.defaults());
        FittedNetwork fitted = saved.fitted();
        if (fitted.linear().isPresent()) {
            return Prediction.of(fitted, rows, options, wanted(fitted));
        }
        if (fitted.tables().isPresent()) {
            if (anyScale) {
                throw new IllegalArgumentException(
                        "--any-scale is of numbers, and this network has categories only: leave it out");
            }
            return TablePrediction.of(fitted, rows, options, wanted(fitted));
        }
        if (anyScale) {
            throw new IllegalArgumentException(
                    "--any-scale is of networks that have no categories beside numbers: leave it out");
        }
        if (!settings.isEmpty()) {
            throw new IllegalArgumentException(
                    "--do with --data is of networks of numbers alone, or of categories alone: leave out --data");
        }
        return MixedPrediction.of(fitted, rows, options, wanted(fitted));
    }

    private Prediction.Wanted wanted(FittedNetwork fitted) {
        return new Prediction.Wanted(given, DoSettings.of(fitted, settings), anyScale, out);
    }

    private Result expected(SavedNetwork saved) {
        if (settings.isEmpty()) {
            throw new IllegalArgumentException("predict must have --data, rows to predict, or --do, was given neither");
        }
        if (anyScale || !given.isEmpty() || out != null) {
            throw new IllegalArgumentException(
                    "--given, --any-scale and --out are of rows: add --data, or leave them out");
        }
        FittedNetwork fitted = saved.fitted();
        return WhatIf.of(fitted, DoSettings.of(fitted, settings));
    }
}
