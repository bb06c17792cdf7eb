// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is wrong is told in one line that names the place, the value and what is allowed, and leaves nothing behind. In
 * arguments and messages, @ stands for the folder with the files.
 */
@Tag("slow")
class BadInputTest {

    private static final String ALGORITHMS = String.join(", ", new Algorithm.Names());

    @TempDir
    Path temp;

    @BeforeEach
    void files() throws IOException {
        String good = "1,2\n3,2\n4,3\n5,9\n";
        Map<String, String> files = Map.ofEntries(
                Map.entry("good.csv", "a,b\n" + good),
                Map.entry("empty.csv", ""),
                Map.entry("header.csv", "a,b\n"),
                Map.entry("one.csv", "a,b\n1,2\n"),
                Map.entry("ragged.csv", "a,b\n1,2\n3\n4,5\n"),
                Map.entry("text.csv", "a,b\n1,2\n3,high\n4,5\n"),
                Map.entry("nan.csv", "a,b\n1,2\n3,NaN\n4,5\n"),
                Map.entry("infinite.csv", "a,b\n1,2\n3,Infinity\n4,5\n"),
                Map.entry("nobody.csv", "who,week,b\nann,1,2\nann,2,4\n ,1,5\n"),
                Map.entry("apart.csv", "who,week,b\nann,1,2\nann,2,4\nbob,1,5\nann,3,5\n"),
                Map.entry("constant.csv", "a,b\n1,2\n3,2\n4,2\n"),
                Map.entry("duplicate.csv", "a,a\n" + good),
                Map.entry("numbers.csv", good),
                Map.entry("other.csv", "a,c\n" + good),
                Map.entry("order.csv", "b,a\n" + good),
                Map.entry("size.csv", "0,1,0\n0,0,1\n0,0,0\n"),
                Map.entry("one-column.csv", "a\n1\n2,3\n"),
                Map.entry("book.XLSX", "PK"),
                Map.entry("unknown.csv", "cause,effect\na,z\n"),
                Map.entry("tiers.yaml", "tiers: [[b], [a]]\n"),
                Map.entry("twice.yaml", "tiers: [[a], [b, a]]\n"),
                Map.entry("known.csv", "cause,effect\na,b\n"));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(temp.resolve(file.getKey()), file.getValue());
        }
        Files.write(temp.resolve("bytes.csv"), "caf\u00e9,x\n".getBytes(StandardCharsets.ISO_8859_1));
        Files.createDirectory(temp.resolve("folder"));
    }

    static Stream<Arguments> badData() {
        return Stream.of(
                Arguments.of("@/missing.csv", "@/missing.csv: must be a file, does not exist"),
                Arguments.of("@/folder", "@/folder: must be a file, is a directory"),
                Arguments.of("@/empty.csv", "@/empty.csv: must have a first line, is empty"),
                Arguments.of("@/header.csv", "@/header.csv: needs at least 2 rows, has 0"),
                Arguments.of(
                        "@/book.XLSX",
                        "@/book.XLSX: a workbook of a spreadsheet (Excel, LibreOffice) has tables, formulas and formats and"
                                + " is not read: open it there and save the table of rows as CSV (UTF-8)"),
                Arguments.of(
                        "@/one-column.csv",
                        "@/one-column.csv, line 3: must have 1 field, as the header has, has 2: correct the line; if all"
                                + " lines begin with the name of a row, as those of R's write.table do, begin the header"
                                + " with a name for it"),
                Arguments.of("@/one.csv", "@/one.csv: needs at least 2 rows, has 1"),
                Arguments.of("@/ragged.csv", "@/ragged.csv, line 3: must have 2 fields, as the header has, has 1"),
                Arguments.of(
                        "@/text.csv",
                        "@/text.csv, line 3, column \"b\": must be a number such as -1.5 or 2e-3, was \"high\": correct"
                                + " the cell, or leave the column out, or take it as a category"
                                + " (--drop, --categories)"),
                Arguments.of(
                        "@/nan.csv --missing refuse",
                        "@/nan.csv, line 3, column \"b\": must be a number, was \"NaN\" (missing): complete the cell,"
                                + " remove the record, or read with --missing use (gram) or skip-row"),
                Arguments.of(
                        "@/nobody.csv --realisation who --time week",
                        "@/nobody.csv, line 4, column \"who\": must say whose row it is by a number, or a name of at"
                                + " most 200 characters in one line, was \" \" (missing): complete the cell, or"
                                + " remove the record"),
                Arguments.of(
                        "@/apart.csv --realisation who --time week --sites 2",
                        "@/apart.csv: rows of one realisation must stand together, those of ann do not: sort the rows"
                                + " by realisation and time"),
                Arguments.of(
                        "@/apart.csv --realisation who --time week",
                        "@/apart.csv: rows of one realisation must stand together, those of ann do not: sort the rows"
                                + " by realisation and time"),
                Arguments.of(
                        "@/infinite.csv",
                        "@/infinite.csv, line 3, column \"b\": must be a finite number, was \"Infinity\""),
                Arguments.of(
                        "@/constant.csv",
                        "@/constant.csv: column \"b\" (always 2.0): must have a variance > 0, is constant: leave out"
                                + " with --drop, at every site"),
                Arguments.of(
                        "@/duplicate.csv",
                        "@/duplicate.csv, line 1: column names must be distinct, \"a\" names columns 1 and 2"),
                Arguments.of(
                        "@/numbers.csv --no-header --columns=x1,y2",
                        "@/numbers.csv: has no column \"y2\" (columns: x1, x2)"),
                Arguments.of(
                        "@/good.csv @/other.csv",
                        "@/other.csv: variables must be those of @/good.csv, first differ at position 2: must be \"b\","
                                + " is \"c\"; 1 of 2 variables are missing, the first is \"b\"; with gram,"
                                + " --optional-columns says which columns not every site has"),
                Arguments.of(
                        "@/good.csv @/order.csv",
                        "@/order.csv: variables must be those of @/good.csv, first differ at position 1: must be \"a\","
                                + " is \"b\"; the variables are the same in another order: select columns with --columns"
                                + " in the expected order"),
                Arguments.of(
                        "@/good.csv --sites 3",
                        "@/good.csv: --sites must leave each site at least 2 rows, is 3 for 4 rows"),
                Arguments.of(
                        "@/good.csv --truth @/size.csv",
                        "@/size.csv: must be a 2 x 2 matrix, one line per variable, has 3 lines"),
                Arguments.of(
                        "@/good.csv --truth @/unknown.csv",
                        "@/unknown.csv, line 2, effect: must be one of the 2 variables, was \"z\""),
                Arguments.of(
                        "@/good.csv --algorithm gram --tiers @/missing.csv",
                        "@/missing.csv: cannot be read: no such file or directory"),
                Arguments.of(
                        "@/good.csv --algorithm gram --tiers @/twice.yaml",
                        "@/twice.yaml:1: tiers: a variable must be in one tier, a is in tier 1 and in tier 2: name it"
                                + " once"),
                Arguments.of("@/good.csv --truth @/missing.csv", "@/missing.csv: no such file or directory"),
                Arguments.of("@/good.csv --truth @/folder", "@/folder: must be a file, is a directory"),
                Arguments.of("@/good.csv --truth @/bytes.csv", "@/bytes.csv: must be UTF-8 text, has other bytes"),
                Arguments.of(
                        "@/good.csv --truth @/empty.csv",
                        "@/empty.csv: must hold a matrix or a list of edges, is empty"));
    }

    @ParameterizedTest
    @MethodSource("badData")
    void learn_fromBadData_saysWhere(String arguments, String message) throws IOException {
        check(ExitCode.BAD_DATA, "learn --data " + arguments + " --out @/made/result", message);
    }

    static Stream<Arguments> badOptions() {
        return Stream.of(
                Arguments.of(
                        "--algorithm fed-spars",
                        "invalid value for option '--algorithm': must be one of " + ALGORITHMS
                                + "; was 'fed-spars' (did you mean 'fed-sparse'?)"),
                Arguments.of(
                        "--preset papper",
                        "invalid value for option '--preset': must be one of recommended, gradual, paper, paper-admm, paper-sachs;"
                                + " was 'papper' (did you mean 'paper'?)"),
                Arguments.of("--lamda 1", "unknown option '--lamda' for 'hedgerow learn'; did you mean '--lambda'?"),
                Arguments.of("--sites 0", "--sites must be from 1 to 999, was 0"),
                Arguments.of("--sites 1000000000", "--sites must be from 1 to 999, was 1000000000"),
                Arguments.of(
                        "@/order.csv --sites 2",
                        "--sites splits one file, but --data has 2: give one file, or leave --sites out to have one site"
                                + " per file"),
                Arguments.of(
                        "--partition shuffle", "--partition says how --sites splits one file: also give " + "--sites"),
                Arguments.of("@/good.csv", "each site must have its own file, @/good.csv was given twice"),
                Arguments.of(
                        "@/folder/../good.csv",
                        "each site must have its own file, @/good.csv and @/folder/../good.csv are the same file"),
                Arguments.of("--rounds 0", "--rounds must be at least 1, was 0"),
                Arguments.of(
                        "--local-iterations 0", "--local-iterations must be a whole number from 1 to 100000, was 0"),
                Arguments.of("--vote-rounds 0", "--vote-rounds must be a whole number from 1 to 100000, was 0"),
                Arguments.of(
                        "--vote-rounds 200000", "--vote-rounds must be a whole number from 1 to 100000, was 200000"),
                Arguments.of(
                        "--algorithm notears-mlp --hidden 101",
                        "--hidden must be a whole number from 1 to 100, was 101"),
                Arguments.of(
                        "--algorithm pfdbnl --series --participants 0",
                        "--participants must be a whole number from 1, was 0"),
                Arguments.of("--algorithm pfdbnl --series --mu -1", "--mu must be > 0, from 1e-50 to 1e50, was -1.0"),
                Arguments.of("--lambda -1", "--lambda must be finite and >= 0, was -1.0"),
                Arguments.of("--lambda NaN", "--lambda must be finite and >= 0, was NaN"),
                Arguments.of("--lambda Infinity", "--lambda must be finite and >= 0, was Infinity"),
                Arguments.of(
                        "--lambda abc",
                        "invalid value for option '--lambda': must be a number such as 0.5 or 1e-3, was 'abc'"),
                Arguments.of("--threshold NaN", "--threshold must be finite and >= 0, was NaN"),
                Arguments.of("--rho1 0", "--rho1 must be > 0, from 1e-50 to 1e50, was 0.0"),
                Arguments.of("--rho2 NaN", "--rho2 must be > 0, from 1e-50 to 1e50, was NaN"),
                Arguments.of("--gamma 2", "--gamma must be > 0, from 1e-50 to 1, was 2.0"),
                Arguments.of(
                        "--algorithm fed-bnsl --gamma 0.5",
                        "--gamma does not apply to --algorithm fed-bnsl, only to fed-sparse"),
                Arguments.of(
                        "--algorithm notears --rounds 5",
                        "--rounds does not apply to --algorithm notears, only to fed-sparse, fed-bnsl, fdbnl, "
                                + "pfdbnl, notears-mlp-admm and fed-bnsl-fw"),
                Arguments.of(
                        "--algorithm gram --lambda 1",
                        "--lambda does not apply to --algorithm gram, only to fed-sparse, fed-bnsl, fdbnl, "
                                + "pfdbnl, notears-mlp-admm, fed-bnsl-fw, notears, dynotears, dynotears-averaging, "
                                + "dynotears-best, voting, averaging, best, notears-mlp, notears-mlp-voting, "
                                + "notears-mlp-averaging and notears-mlp-best"),
                Arguments.of(
                        "--graph-score aic",
                        "--graph-score must be one of " + String.join(", ", Algorithm.choices("score")) + ", was aic"),
                Arguments.of(
                        "--transform ranks",
                        "invalid value for option '--transform': must be one of "
                                + Arrays.stream(Transform.values())
                                        .map(Words::dashed)
                                        .collect(Collectors.joining(", "))
                                + "; was 'ranks'"),
                Arguments.of(
                        "--algorithm direct-lingam --transform normal-scores",
                        "--transform normal-scores cannot be combined with direct-lingam, which learns from what "
                                + "is not normal in the rows: leave one of them out"),
                Arguments.of(
                        "--algorithm gram --orient non-gaussian --transform normal-scores",
                        "--transform normal-scores cannot be combined with --orient non-gaussian, which learns "
                                + "from what is not normal in the rows: leave one of them out"),
                Arguments.of(
                        "--algorithm fed-sparse --orient non-gaussian",
                        "--orient does not apply to --algorithm fed-sparse, only to gram, hill-climbing and "
                                + "order-mcmc"),
                Arguments.of(
                        "--algorithm fed-sparse --hidden-causes",
                        "--hidden-causes does not apply to --algorithm fed-sparse, only to gram, dynamic-gram, "
                                + "hill-climbing and order-mcmc"),
                Arguments.of(
                        "--algorithm feature-gram --hidden-causes",
                        "--hidden-causes does not apply to --algorithm feature-gram, only to gram, dynamic-gram, "
                                + "hill-climbing and order-mcmc"),
                Arguments.of(
                        "--algorithm gram --orient non-gaussian --hidden-causes",
                        "--hidden-causes cannot be combined with --orient non-gaussian, whose directions are true only"
                                + " where no cause is hidden: leave one of them out"),
                Arguments.of(
                        "--algorithm direct-lingam --centring none",
                        "--centring does not apply to --algorithm direct-lingam, only to dynamic-gram, "
                                + "fed-sparse, fed-bnsl, fdbnl, pfdbnl, notears-mlp-admm, fed-bnsl-fw, notears, "
                                + "dynotears, dynotears-averaging, dynotears-best, voting, averaging, best, "
                                + "notears-mlp, notears-mlp-voting, notears-mlp-averaging and notears-mlp-best"),
                Arguments.of(
                        "--algorithm fed-sparse --required a->b",
                        "--required does not apply to --algorithm fed-sparse, only to gram, dynamic-gram, "
                                + "feature-gram, hill-climbing and order-mcmc"),
                Arguments.of(
                        "--algorithm dp-fed-sparse --tiers @/tiers.yaml",
                        "--tiers does not apply to --algorithm dp-fed-sparse, only to dp-gram, "
                                + "dp-dynamic-gram and dp-feature-gram"),
                Arguments.of(
                        "--algorithm gram --required a=b",
                        "an edge must be written as cause->effect, such as age->dose, was \"a=b\""),
                Arguments.of(
                        "--algorithm gram --required a->c",
                        "required edge a -> c: there is no variable \"c\" (there are 2: a, b)"),
                Arguments.of(
                        "--algorithm order-mcmc --required a->b --forbidden b->a,a->b",
                        "edge a -> b is both required and forbidden: leave it out of one of them"),
                Arguments.of(
                        "--algorithm hill-climbing --required a->b,b->a",
                        "required edges must form no cycle, are b -> a -> b: leave one of them out"),
                Arguments.of(
                        "--algorithm gram --required a->b --tiers @/tiers.yaml",
                        "edge a -> b is required, but a is in tier 2 and b in tier 1, and no edge leads to an earlier"
                                + " tier: leave the edge out, or change the tiers"),
                Arguments.of("--algorithm best", "--algorithm best needs the known network: give --truth FILE"));
    }

    @ParameterizedTest
    @MethodSource("badOptions")
    void learn_withBadOptions_saysWhatIsAllowed(String arguments, String message) throws IOException {
        check(ExitCode.USAGE, "learn --data @/good.csv " + arguments + " --out @/made/result", message);
    }

    /** A file whose rows are bad shows whether rows were read first. */
    @Test
    void learn_withBadOptionsAndBadRows_complainsAboutTheOptions() throws IOException {
        check(ExitCode.USAGE, "learn --data @/text.csv --rounds 0", "--rounds must be at least 1, was 0");
        check(
                ExitCode.BAD_DATA,
                "learn --data @/text.csv --truth @/size.csv",
                "@/size.csv: must be a 2 x 2 matrix, one line per variable, has 3 lines");
        check(
                ExitCode.BAD_DATA,
                "learn --data @/text.csv --out @/good.csv",
                "cannot write to directory @/good.csv: exists and is not a directory");
    }

    static Stream<Arguments> badOutputs() {
        return Stream.of(Arguments.of("learn --data @/good.csv"), Arguments.of("demo --d 3"));
    }

    @ParameterizedTest
    @MethodSource("badOutputs")
    void anyCommand_whenItCannotWrite_saysWhy(String command) throws IOException {
        check(
                ExitCode.BAD_DATA,
                command + " --out @/good.csv",
                "cannot write to directory @/good.csv: exists and is not a directory");
        check(
                ExitCode.BAD_DATA,
                command + " --out @/good.csv/below",
                "cannot write to directory @/good.csv/below: exists and is not a directory");
    }

    @Test
    void demo_withBadOptions_saysWhatIsAllowed() throws IOException {
        check(ExitCode.USAGE, "demo --d 2 --out @/made/result", "--d must be from 3 to 100, was 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "learn --dta x | unknown option '--dta' for 'hedgerow learn'; did you mean '--data'?",
                "learn rows.csv | unexpected argument 'rows.csv' for 'hedgerow learn'; a file of rows is named with --data rows.csv",
                "learn rows.csv --colums a | unknown option '--colums' for 'hedgerow learn'; did you mean '--columns'?",
                "predict rows.csv | unexpected argument 'rows.csv' for 'hedgerow predict'; a file of rows is named with --data",
                "learn --dta=x | unknown option '--dta' for 'hedgerow learn'; did you mean '--data'?",
                "plan --rows 1000 --d 5 --site 2 --privacy epsilon=1"
                        + " | unknown option '--site' for 'hedgerow plan'; did you mean '--sites'?"
            })
    void whatTheUserTyped_isNamed(String commandLine, String message) {
        Shell shell = Shell.real();
        assertEquals(ExitCode.USAGE.number(), shell.run(commandLine.split(" ")), shell.err());
        assertTrue(shell.err().contains(message), shell.err());
    }

    private void check(ExitCode code, String commandLine, String message) throws IOException {
        Map<String, String> before = SiteFolder.content(temp);
        List<String> words = new ArrayList<>(List.of(here(commandLine).split(" ")));
        Shell shell = Shell.real();
        assertEquals(code.number(), shell.run(words.toArray(String[]::new)), shell.err());
        List<String> expected = new ArrayList<>(List.of("hedgerow: error: " + here(message)));
        if (code == ExitCode.USAGE) {
            expected.add("try 'hedgerow " + words.get(0) + " --help'");
        }
        assertEquals(expected, shell.err().lines().toList());
        assertEquals("", shell.out());
        assertEquals(before, SiteFolder.content(temp), "nothing is left behind");
        words.add("--verbose");
        Shell verbose = Shell.real();
        verbose.run(words.toArray(String[]::new));
        assertTrue(
                verbose.err().contains("\tat io.hedgerow.") || verbose.err().contains("\tat picocli."), verbose.err());
        assertFalse(shell.err().contains("\tat "));
    }

    private String here(String text) {
        return text.replace("@", temp.toString());
    }
}
