// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;

/** The program where no lab is on the class path, as here and at a site. */
class LabCommandsTest {

    @Command(name = "experiment")
    private static final class Experiment extends Named {}

    @Command(name = "learn")
    private static final class OtherLearn extends Named {}

    @Command(name = "extra")
    private static final class Extra extends Named {}

    private abstract static class Named extends SubCommand {
        @Override
        public List<Example> examples() {
            return List.of(new Example("Nothing", commandName()));
        }

        @Override
        public Result run(CommandContext context) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void help_saysWhichJarHasTheLab() {
        Shell shell = Shell.real();
        assertEquals(0, shell.run("--help"), shell.err());
        assertTrue(
                shell.out().endsWith("\nNot here, but in hedgerow-lab.jar: simulate, experiment, reproduce\n"),
                shell.out());
        assertFalse(shell.out().contains("\n  simulate "), shell.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate --d 4", "experiment speed", "reproduce list", "help simulate", "reproduce"})
    void commandOfTheLab_isRefusedWithTheJarThatHasIt(String line) {
        Shell shell = Shell.real();
        assertEquals(ExitCode.USAGE.number(), shell.run(line.split(" ")));
        String command = line.replaceFirst("^help ", "").split(" ", 2)[0];
        assertEquals(
                "hedgerow: error: unknown command '" + command + "'; it is in hedgerow-lab.jar, which must be on the"
                        + " class path: java -cp hedgerow.jar:hedgerow-lab.jar io.hedgerow.samples.cli.Hedgerow "
                        + command,
                shell.err().lines().findFirst().orElse(""));
        assertEquals("", shell.out());
    }

    @Test
    void otherWord_isNotSaidToBeThere() {
        Shell shell = Shell.real();
        assertEquals(ExitCode.USAGE.number(), shell.run("experience"));
        assertFalse(shell.err().contains("hedgerow-lab.jar"), shell.err());
    }

    @Test
    void foundCommands_haveTheirPlaces_andReplaceNone() {
        List<SubCommand> own = Hedgerow.commands();
        List<SubCommand> all = LabCommands.placedAmong(own, List.of(new Extra(), new OtherLearn(), new Experiment()));
        List<String> names = all.stream().map(SubCommand::commandName).toList();
        assertEquals(own.size() + 2, all.size());
        assertEquals(names.indexOf("audit") + 1, names.indexOf("experiment"));
        assertEquals("extra", names.get(names.size() - 1));
        assertTrue(all.containsAll(own), names.toString());
    }
}
