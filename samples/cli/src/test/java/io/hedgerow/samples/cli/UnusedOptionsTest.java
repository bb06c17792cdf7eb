// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.cli.command.GivenOptions.OptionsOfAction;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.cli.privacy.AuditCommand;
import io.hedgerow.samples.cli.study.EgressCommand;
import io.hedgerow.samples.cli.study.EnrolCommand;
import io.hedgerow.samples.cli.study.QueueCommand;
import io.hedgerow.samples.cli.study.SiteCommand;
import io.hedgerow.samples.cli.study.StudyCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No command but {@code learn}, which {@code LearnOptionsTest} looks at, drops an option in silence. */
class UnusedOptionsTest {

    private static final Map<String, Class<? extends OptionsOfAction>> ACTIONS = Map.of(
            "audit", AuditCommand.Kind.class,
            "study", StudyCommand.Action.class,
            "enrol", EnrolCommand.Action.class,
            "egress", EgressCommand.Action.class,
            "queue", QueueCommand.Action.class,
            "site", SiteCommand.Action.class);

    /** An option that no action reads could never be given; a name that is no option could never be refused. */
    @Test
    void actionsTogether_readAllOptionsOfTheirCommand() {
        Terminal nowhere = new Terminal(
                new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()),
                false,
                false,
                InstantSource.fixed(Instant.EPOCH));
        CommandLineApplication program = new CommandLineApplication(Hedgerow.commands(), nowhere);
        ACTIONS.forEach((command, actions) -> {
            Set<String> options = program.parser().getSubcommands().get(command).getCommandSpec().options().stream()
                    .map(option -> option.longestName())
                    .filter(name -> !GivenOptions.COMMON.contains(name) && !name.equals("--help"))
                    .collect(Collectors.toCollection(TreeSet::new));
            Set<String> read = Arrays.stream(actions.getEnumConstants())
                    .flatMap(action -> action.options().stream())
                    .filter(name -> !name.isEmpty())
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(options, read, command);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plan --rows 1000 --d 5 --sites 3 --privacy epsilon=1 --algorithm dp-gram --rounds 50"
                        + " | --rounds does not apply to --algorithm dp-gram, only to dp-fed-sparse",
                "plan --rows 1000 --d 5 --sites 3 --privacy epsilon=1 --algorithm dp-fed-bnsl --local-iterations 5"
                        + " | --local-iterations does not apply to --algorithm dp-fed-bnsl, only to dp-fed-sparse",
                "plan --rows 1000 --d 5 --sites 3 --privacy epsilon=1,delta=0.01 --algorithm dp-feature-gram"
                        + " | the budget's delta must be below 1/rows = 0.00100, was 0.01",
                "audit epsilon --rounds 3 | --rounds cannot be combined with the action epsilon, which reads --mechanism",
                "audit reconstruct --unit person | --unit cannot be combined with the action reconstruct",
                "audit reconstruct --data a.csv b.csv --rows 10 | --rows is for simulated rows, which --data replaces",
                "audit epsilon --mechanism gaussian --unit person | --unit is for methods, of which none is named",
                "federation --data a.csv --sites 3 --seed 4 --out never | --seed is for --partition shuffle",
                "federation --data a.csv --sites 3 --algorithm dp-gram --epsilon 1 --partition shuffle --seed 4 --out never"
                        + " | --seed is for --partition shuffle without a budget",
                "study digest a.yaml --key b | --key cannot be combined with the action digest",
                "study check a.yaml --rows-are-units | --rows-are-units cannot be combined with the action check"
            })
    void optionWithoutAUse_isRefusedByItsName(String commandLine, String message) {
        Shell shell = Shell.real();
        assertEquals(2, shell.run(commandLine.split(" ")), shell.out() + shell.err());
        assertTrue(shell.err().contains(message), shell.err());
    }
}
