// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command made for the tests of the shell: it does what the test tells it. */
@Command(name = "probe", description = "Tries the shell.")
final class ProbeCommand extends SubCommand {

    enum Solver {
        FED_SPARSE,
        CLOSED_FORM
    }

    @Option(names = "--solver", description = "One of ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    Solver solver = Solver.FED_SPARSE;

    @Option(names = "--rounds", paramLabel = "N", description = "How many rounds.")
    int rounds = 1;

    @Parameters(arity = "0..1", description = "A file of 100%% numbers.")
    @Nullable String file;

    private final Callable<ExitCode> work;

    ProbeCommand(Callable<ExitCode> work) {
        this.work = work;
    }

    @Override
    public List<Example> examples() {
        return List.of(new Example("Keep 95% of it", "probe --solver fed-sparse --rounds 3 rows.csv"));
    }

    @Override
    public Result run(CommandContext context) throws Exception {
        context.note("probing");
        context.progress().update(new Progress.Step("round", 1, 2, 0));
        ExitCode code = work.call();
        return new Result() {
            @Override
            public Object json() {
                return new Found(solver, rounds, 0.5);
            }

            @Override
            public void describe(PrintWriter out) {
                out.println("found with " + solver);
            }

            @Override
            public ExitCode exitCode() {
                return code;
            }
        };
    }

    record Found(Solver solver, int rounds, double weight) {}
}
