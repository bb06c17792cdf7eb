// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.cli.network.LearnCommand;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What must hold for every command of the real program. */
class ProgramTest {

    private final List<SubCommand> commands = Hedgerow.commands();
    private final CommandLine parser = new CommandLineApplication(commands, nowhere()).parser();

    @Test
    void everyCommand_hasDescriptionAndOptionTexts() {
        for (CommandLine command : parser.getSubcommands().values()) {
            CommandSpec spec = command.getCommandSpec();
            assertTrue(spec.usageMessage().description().length > 0, spec.name());
            spec.options()
                    .forEach(option -> assertTrue(
                            option.hidden() || option.description().length > 0,
                            spec.name() + " " + option.longestName()));
        }
    }

    @Test
    void everyExample_parses() {
        for (SubCommand command : commands) {
            assertFalse(command.examples().isEmpty(), command.getClass().getSimpleName());
            for (SubCommand.Example example : command.examples()) {
                String[] words = example.arguments().split(" ");
                CommandLine fresh = new CommandLineApplication(Hedgerow.commandsOf(words), nowhere()).parser();
                try {
                    fresh.parseArgs(words);
                } catch (CommandLine.MissingParameterException e) { // the options are in a file that is not here
                    assertTrue(example.arguments().contains("--config "), example.arguments() + ": " + e.getMessage());
                }
            }
        }
    }

    @Test
    void everyCommand_isRegisteredOnce() {
        // The parser adds "help"; a name used twice would have replaced the first command.
        Set<String> names = new HashSet<>(parser.getSubcommands().keySet());
        names.remove("help");
        assertEquals(commands.size(), names.size());
    }

    @Test
    void lineThatBeginsWithACommand_describesThatOneOnly_andAnyOtherAll() {
        for (String name : parser.getSubcommands().keySet()) {
            List<SubCommand> described = Hedgerow.commandsOf(name, "--help");
            assertEquals(name.equals("help") ? commands.size() : 1, described.size(), name);
        }
        assertEquals(LearnCommand.class, Hedgerow.commandsOf("learn").get(0).getClass());
        assertEquals(commands.size(), Hedgerow.commandsOf("lern").size());
        assertEquals(commands.size(), Hedgerow.commandsOf().size());
    }

    @Test
    void terminal_believesTheLauncher() {
        assertTrue(Hedgerow.terminal(Map.of("HEDGEROW_TTY", "out,err")).liveErr());
        assertTrue(Hedgerow.terminal(Map.of("HEDGEROW_TTY", "out")).colourOut());
        assertFalse(Hedgerow.terminal(Map.of("HEDGEROW_TTY", "out")).liveErr());
        assertFalse(Hedgerow.terminal(Map.of()).liveErr());
        assertFalse(Hedgerow.terminal(Map.of("HEDGEROW_TTY", "out", "NO_COLOR", "1"))
                .colourOut());
        assertFalse(Hedgerow.terminal(Map.of("HEDGEROW_TTY", "out,err", "TERM", "dumb"))
                .liveErr());
    }

    private static Terminal nowhere() {
        return new Terminal(
                new PrintWriter(Writer.nullWriter()),
                new PrintWriter(Writer.nullWriter()),
                false,
                false,
                InstantSource.system());
    }
}
