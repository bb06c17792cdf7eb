// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.exchange.Comparison;
import io.hedgerow.samples.exchange.NetworkFile;
import io.hedgerow.samples.exchange.SavedNetwork;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "compare",
        description = {
            "Compare two networks: name and count missing, extra and reversed edges.",
            "",
            "Each is a directory of results, a result.json, a list of edges (network.csv, or any CSV file with the"
                    + " header from,to or cause,effect and optional columns lag, directed and weight), Tetrad's text"
                    + " graph, BIF, or, beside one of these, a matrix without names. Cycles are allowed. An edge"
                    + " without direction counts in the SHD as it is written, as with learn --truth; in the lists it"
                    + " fits both directions, and is open where the other network has one."
        })
public final class CompareCommand extends SubCommand {

    @Parameters(index = "0", paramLabel = "A", description = "What is compared.")
    private Path one = Path.of("");

    @Parameters(index = "1", paramLabel = "B", description = "With what: edges that only B has are missing.")
    private Path other = Path.of("");

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("A result and the known network", "compare result sites/truth.csv"),
                new Example("A result and what Tetrad found", "compare result tetrad.txt --json"));
    }

    @Override
    public Result run(CommandContext context) throws IOException {
        List<SavedNetwork> both = NetworkFile.read(one, other);
        return Comparison.of(both.get(0), both.get(1));
    }
}
