// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.exchange.MixedModel;
import io.hedgerow.samples.exchange.MixedPrediction;
import io.hedgerow.samples.exchange.NetworkFile;
import io.hedgerow.samples.exchange.Prediction;
import io.hedgerow.samples.exchange.SavedNetwork;
import io.hedgerow.samples.exchange.TablePrediction;
import io.hedgerow.samples.learn.sites.FormatOptions;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hedgerow predict}: what a fitted network says of new rows. */
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
            "Of a network of categories (tables in result.json, or BIF) each variable gets the probability of "
                    + "each of its levels and the most probable one. Cells may be missing, and without --given "
                    + "whole columns: then those that FILE lacks are predicted from all that it has. Where a direction "
                    + "is not identified each variable is predicted from all others. Of a network of numbers and "
                    + "categories the same, without --given."
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
            required = true,
            paramLabel = "FILE",
            description = "New rows: a file as for learn, with names of columns and the units of the data learned from."
                    + " Other columns are ignored.")
    private Path data = Path.of("");

    @Option(
            names = "--given",
            split = ",",
            paramLabel = "COLUMN",
            description = "Predict from these columns only; others may be missing in FILE.")
    private List<String> given = new ArrayList<>();

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
                        "predict --network result --data ward4.csv --given age,dose --out predicted.csv"));
    }

    @Override
    public Result run(CommandContext context) throws IOException {
        SavedNetwork saved = NetworkFile.read(network);
        CsvOptions options = format.ofSite(data, CsvOptions.defaults());
        if (saved.allTables().isPresent()) {
            if (anyScale) {
                throw new IllegalArgumentException(
                        "--any-scale is of numbers, and this network has categories only: leave it out");
            }
            return TablePrediction.of(saved, saved.allTables().get(), data, options, given, out);
        }
        Optional<MixedModel> mixed = MixedModel.of(saved);
        if (mixed.isPresent()) {
            if (anyScale || !given.isEmpty()) {
                throw new IllegalArgumentException(
                        "--given and --any-scale are of networks that have no categories beside numbers: leave them"
                                + " out");
            }
            return MixedPrediction.of(saved, mixed.get(), data, options, out);
        }
        return Prediction.of(saved, data, options, new Prediction.Wanted(given, anyScale, out));
    }
}
