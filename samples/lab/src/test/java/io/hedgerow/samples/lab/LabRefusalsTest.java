// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SiteFolder;
import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What commands of the lab refuse, in one line that says what is allowed, and nothing is left behind. */
class LabRefusalsTest {

    @TempDir
    Path temp;

    static Stream<Arguments> badSimulations() {
        return Stream.of(
                Arguments.of("simulate --d 1", "--d must be from 2 to 5000, was 1"),
                Arguments.of("simulate --d 5 --edges 11", "--edges must be from 0 to 10, was 11"),
                Arguments.of("simulate --sites 0", "--sites must be from 1 to 999, was 0"),
                Arguments.of("simulate --rows 1", "--rows must be at least 2, was 1"),
                Arguments.of("simulate --heterogeneity NaN", "--heterogeneity must be finite and >= 0, was NaN"),
                Arguments.of("simulate --offsets -1", "--offsets must be finite and >= 0, was -1.0"),
                Arguments.of("simulate --site-noise Infinity", "--site-noise must be finite and >= 0, was Infinity"),
                Arguments.of("simulate --confounders -1", "--confounders must be from 0 to 1000, was -1"),
                Arguments.of("simulate --d 3 --confounders 1", "--confounders needs --d of at least 4, was 3"),
                Arguments.of(
                        "simulate --mixed --units random",
                        "--mixed columns have units of their own: leave out --units, was random"),
                Arguments.of(
                        "simulate --noise laplace,gumbel",
                        "--noise must name at most one form and one of equal and unequal, was laplace,gumbel"),
                Arguments.of(
                        "simulate --noise equal,unequal",
                        "--noise must name at most one form and one of equal and unequal, was equal,unequal"),
                Arguments.of(
                        "simulate --d 5 --density 2.5", "--density must be from 0 to 2.0 for 5 variables, was 2.5"),
                Arguments.of(
                        "simulate --d 5 --density 1 --edges 4",
                        "--edges and --density both say how many edges: give one of them"),
                Arguments.of(
                        "simulate --noise gumble",
                        "invalid value for option '--noise' (KIND): must be one of equal, unequal, gaussian, exponential, gumbel, uniform, logistic, laplace; was 'gumble' (did you mean"
                                + " 'gumbel'?)"));
    }

    @ParameterizedTest
    @MethodSource("badSimulations")
    void simulations_withBadOptions_sayWhatIsAllowed(String command, String message) throws IOException {
        check(ExitCode.USAGE, command + " --out @/made/result", message);
    }

    @Test
    void simulate_whenItCannotWrite_saysWhy() throws IOException {
        Files.writeString(temp.resolve("good.csv"), "a,b\n1,2\n");
        String command = "simulate --d 3 --sites 2 --rows 5 --out @/good.csv";
        String reason = ": exists and is not a directory";
        check(ExitCode.BAD_DATA, command, "cannot write to directory @/good.csv" + reason);
        check(ExitCode.BAD_DATA, command + "/below", "cannot write to directory @/good.csv/below" + reason);
    }

    private void check(ExitCode code, String commandLine, String message) throws IOException {
        Map<String, String> before = SiteFolder.content(temp);
        Shell shell = Shell.real();
        assertEquals(code.number(), shell.run(here(commandLine).split(" ")), shell.err());
        List<String> expected = new ArrayList<>(List.of("hedgerow: error: " + here(message)));
        if (code == ExitCode.USAGE) {
            expected.add("try 'hedgerow simulate --help'");
        }
        assertEquals(expected, shell.err().lines().toList());
        assertEquals("", shell.out());
        assertEquals(before, SiteFolder.content(temp), "nothing is left behind");
    }

    private String here(String text) {
        return text.replace("@", temp.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "experiment private --epsilon 1,0 | --epsilon must be finite and > 0, was 0.0",
                "experiment speed --private-methods dp-gram --epsilon -1 | --epsilon must be finite and > 0, was -1.0",
                "experiment private --epsilon x | '--epsilon' (LIST): must be a number such as 0.5 or 1e-3, was 'x'",
                "experiment private --sites 1.5"
                        + " | invalid value for option '--sites': must be a whole number such as 10, was '1.5'"
            })
    void whatTheUserTyped_isNamed(String commandLine, String message) {
        refuses(commandLine, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "experiment structure --epsilon 1 | --epsilon cannot be combined with the action structure, which reads --d",
                "experiment structure --bytes 10 | --bytes cannot be combined with the action structure",
                "experiment structure --dropouts 0.1 | --dropouts cannot be combined with the action structure",
                "experiment nonlinear --methods gram | --methods cannot be combined with the action nonlinear",
                "experiment speed --seeds 1-3 | --seeds cannot be combined with the action speed",
                "experiment speed --offsets 1 | --offsets cannot be combined with the action speed",
                "experiment speed --epsilon 1 | --epsilon is for --private-methods",
                "experiment reading --d 3 | --d cannot be combined with the action reading",
                "experiment transport --rows 3 | --rows cannot be combined with the action transport",
                "experiment grid --named-methods fed-sparse --grid lambda=1 --steps 9 | --steps is for a method of series",
                "experiment grid --named-methods fdbnl --grid threshold=1 --rows 9 | --rows is for a method of rows",
                "experiment grid --named-methods fed-sparse --grid lambda=1 --data a.csv --density 2"
                        + " | --density is for what is simulated, which --data replaces",
                "simulate --d 4 --lags 1 --rows 100 --out never | --rows is for rows that are no series"
            })
    void optionWithoutAUse_isRefusedByItsName(String commandLine, String message) {
        refuses(commandLine, message);
    }

    private static void refuses(String commandLine, String message) {
        Shell shell = Shell.real();
        assertEquals(ExitCode.USAGE.number(), shell.run(commandLine.split(" ")), shell.out() + shell.err());
        assertTrue(shell.err().contains(message), shell.err());
    }

    /** An option that no table reads could never be given; a name that is no option could never be refused. */
    @Test
    void tablesTogether_readAllOptionsOfExperiment() {
        Set<String> options = new CommandLine(new ExperimentCommand())
                .getCommandSpec().options().stream()
                        .map(option -> option.longestName())
                        .filter(name -> !GivenOptions.COMMON.contains(name) && !name.equals("--help"))
                        .collect(Collectors.toCollection(TreeSet::new));
        Set<String> read = Arrays.stream(TableName.values())
                .flatMap(table -> table.options().stream())
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(options, read);
    }
}
