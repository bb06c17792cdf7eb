// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.learn.LearnRun;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.method.Preset;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "demo",
        description = {
            "Simulate eight sites that may not share rows, learn one network from all, and show it beside the "
                    + "true one.",
            "",
            "Everything runs inside this process. The simulated rows stay where they are; sites exchange changes of "
                    + "their parameters. Nothing is private: this shows the learning, not the protection."
        })
public final class DemoCommand extends SubCommand {

    private static final int SITES = 8;
    private static final int ROWS = 1000;
    /** As many edges as variables fit from here on. */
    private static final int LEAST_VARIABLES = 3;
    /** A demonstration ends within a minute, and its picture can be read. */
    private static final int MOST_VARIABLES = 100;

    @Option(names = "--d", paramLabel = "D", description = "Number of variables; default ${DEFAULT-VALUE}.")
    private int variables = 12;

    @Option(names = "--seed", paramLabel = "N", description = "Another network; default ${DEFAULT-VALUE}.")
    private long seed = 7;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where to write the picture and the result; default ${DEFAULT-VALUE}.")
    private Path out = Path.of("hedgerow-demo");

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("Show what this does", "demo"),
                new Example("A larger network, elsewhere", "demo --d 30 --seed 3 --out picture"));
    }

    @Override
    public Result run(CommandContext context) throws IOException, InterruptedException {
        if (variables < LEAST_VARIABLES || variables > MOST_VARIABLES) {
            throw new IllegalArgumentException(
                    "--d must be from " + LEAST_VARIABLES + " to " + MOST_VARIABLES + ", was " + variables);
        }
        SimulatedSites study = SimulatedSites.of(new ErdosRenyi(variables, variables))
                .sites(SITES)
                .rowsPerSite(ROWS)
                .seed(seed)
                .build();
        LearnSettings settings = new LearnSettings(Algorithm.IN_ROUNDS, Method.named(Algorithm.IN_ROUNDS.name()));
        LearnRun run = new LearnRun(
                Sites.numbered(
                        "simulated site ",
                        IntStream.range(0, SITES).mapToObj(study::rows).toList()),
                settings,
                Optional.of(Preset.RECOMMENDED),
                Optional.of(study.truth()));
        return NetworkResult.of(run::execute, settings.rounds(), out, context);
    }
}
