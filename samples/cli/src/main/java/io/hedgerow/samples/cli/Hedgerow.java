// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.cli.network.CompareCommand;
import io.hedgerow.samples.cli.network.DemoCommand;
import io.hedgerow.samples.cli.network.EffectCommand;
import io.hedgerow.samples.cli.network.ExportCommand;
import io.hedgerow.samples.cli.network.InspectCommand;
import io.hedgerow.samples.cli.network.LearnCommand;
import io.hedgerow.samples.cli.network.PredictCommand;
import io.hedgerow.samples.cli.network.SynthesiseCommand;
import io.hedgerow.samples.cli.privacy.AccountCommand;
import io.hedgerow.samples.cli.privacy.AuditCommand;
import io.hedgerow.samples.cli.privacy.LedgerCommand;
import io.hedgerow.samples.cli.privacy.PlanCommand;
import io.hedgerow.samples.cli.study.AgentCommand;
import io.hedgerow.samples.cli.study.CoordinatorCommand;
import io.hedgerow.samples.cli.study.EgressCommand;
import io.hedgerow.samples.cli.study.EnrolCommand;
import io.hedgerow.samples.cli.study.FederationCommand;
import io.hedgerow.samples.cli.study.HubCommand;
import io.hedgerow.samples.cli.study.QueueCommand;
import io.hedgerow.samples.cli.study.QuickstartCommand;
import io.hedgerow.samples.cli.study.SiteCommand;
import io.hedgerow.samples.cli.study.StudyCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

public final class Hedgerow {

    /** Messages about connections arrive as exceptions, too. A logger without a reference is garbage-collected. */
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

    private static final Logger GRPC = Logger.getLogger("io.grpc");

    private Hedgerow() {}

    /** The commands of this program, and of the lab if it is on the class path, in the order of help: new instances. */
    public static List<SubCommand> commands() {
        return LabCommands.placedAmong(own());
    }

    private static List<SubCommand> own() {
        return List.of(
                new DemoCommand(),
                new QuickstartCommand(),
                new InspectCommand(),
                new LearnCommand(),
                new PredictCommand(),
                new SynthesiseCommand(),
                new EffectCommand(),
                new CompareCommand(),
                new ExportCommand(),
                new PlanCommand(),
                new AccountCommand(),
                new LedgerCommand(),
                new AuditCommand(),
                new EnrolCommand(),
                new StudyCommand(),
                new CoordinatorCommand(),
                new QueueCommand(),
                new HubCommand(),
                new AgentCommand(),
                new SiteCommand(),
                new FederationCommand(),
                new EgressCommand());
    }

    /** The command that a line begins with, alone: describing all of them takes picocli a third of a start. */
    static List<SubCommand> commandsOf(String... args) {
        // the lab is looked for only where a line may be about it
        List<SubCommand> own = named(own(), args);
        if (!own.isEmpty()) {
            return own;
        }
        List<SubCommand> all = commands();
        List<SubCommand> named = named(all, args);
        return named.isEmpty() ? all : named;
    }

    private static List<SubCommand> named(List<SubCommand> commands, String... args) {
        return commands.stream()
                .filter(command -> args.length > 0 && args[0].equals(command.commandName()))
                .limit(1)
                .toList();
    }

    public static int run(Terminal terminal, String... args) {
        CommandLineApplication application = new CommandLineApplication(commandsOf(args), terminal);
        LabCommands.tellWhereTheyAre(application.parser());
        return application.run(args);
    }

    public static void main(String[] args) {
        Terminal terminal = terminal(System.getenv());
        // Standard output carries the result and nothing else, whatever a library prints.
        System.setOut(System.err);
        GRPC.setLevel(Level.OFF);
        // Libraries that would log find nowhere to log to, and need not say so.
        System.setProperty("slf4j.internal.verbosity", System.getProperty("slf4j.internal.verbosity", "ERROR"));
        int exitCode = run(terminal, args);
        terminal.out().flush();
        terminal.err().flush();
        System.exit(exitCode);
    }

    /** HEDGEROW_TTY, of the launcher, says which streams are terminals: from Java 22 on, Console cannot tell. */
    static Terminal terminal(Map<String, String> environment) {
        List<String> live =
                Arrays.asList(environment.getOrDefault("HEDGEROW_TTY", "").split(","));
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        return new Terminal(
                writer(FileDescriptor.out),
                writer(FileDescriptor.err),
                live.contains("out") || (!environment.containsKey("HEDGEROW_TTY") && isTerminal(STANDARD_OUTPUT)),
                live.contains("out") && !plain,
                live.contains("err") && !environment.getOrDefault("TERM", "").equals("dumb"),
                InstantSource.system());
    }

    /** What the launcher would say, of a process that was started without it, where the system tells. */
    static boolean isTerminal(Path stream) {
        try {
            return Files.readSymbolicLink(stream).toString().matches("/dev/(pts/|tty|console).*");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static PrintWriter writer(FileDescriptor stream) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(stream), StandardCharsets.UTF_8));
    }
}
