// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.exchange.NetworkFile;
import io.hedgerow.samples.exchange.SavedNetwork;
import io.hedgerow.samples.network.EffectAnswer;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "effect",
        description = {
            "Say by how much one variable changes when another is set higher.",
            "",
            "Prints P(affects), the median and the 90 %% interval over the posterior, in the units of the data, what"
                    + " was adjusted for, which values networks have that the data cannot tell apart, and what it"
                    + " rests on when causes may be hidden. Reads no rows, and costs no budget: all of it follows from"
                    + " what was summed or released. Of series the effects over steps; of categories changes of"
                    + " probabilities when a level is set in place of the most common one.",
            "",
            "Without --of and --on, a table of the likeliest. Refuses results without a posterior over networks, and"
                    + " curves, with the reason."
        })
public final class EffectCommand extends SubCommand {

    @Option(
            names = "--network",
            required = true,
            paramLabel = "DIR|FILE",
            description = "A directory that learn --out or a study wrote, or its result.json.")
    private Path network = Path.of("");

    @Option(names = "--of", paramLabel = "VARIABLE", description = "The variable that is set; default all.")
    private @Nullable String of;

    @Option(names = "--on", paramLabel = "VARIABLE", description = "The variable that changes; default all.")
    private @Nullable String on;

    @Option(
            names = "--change",
            paramLabel = "X",
            description = "By how much it is set higher, in its unit; default ${DEFAULT-VALUE}.")
    private double change = 1;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("The likeliest effects", "effect --network result"),
                new Example(
                        "What five more of a dose do to the pressure",
                        "effect --network result --of dose --on pressure --change 5"));
    }

    @Override
    public Result run(CommandContext context) throws IOException {
        EffectAnswer.Question question = new EffectAnswer.Question(of, on, change);
        SavedNetwork saved = NetworkFile.read(network);
        return EffectAnswer.of(saved.source(), saved.learned(), question);
    }
}
