// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.core.data.DataException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BifReaderTest {

    /** Where networks of the bnlearn repository may lie beside the checkout. */
    private static final Path OUTSIDE = Path.of("../../shared/data/outside/networks");

    private static final String AGE = "variable age {\n  type discrete [ 3 ] { <5, 5-12, 12+ };\n}\n";
    private static final String CODE = "variable code {\n  type discrete [ 2 ] { I21.0, I21 };\n}\n";
    private static final String AGE_TABLE = "probability ( age ) {\n  table 0.2, 0.3, 0.5;\n}\n";

    private static DiscreteNetwork read(String text) {
        return BifReader.read(text, "n.bif");
    }

    private static String complaint(String text) {
        return String.valueOf(
                assertThrows(DataException.class, () -> read(text)).getMessage());
    }

    @Test
    void levels_areKeptToTheLetter() {
        DiscreteNetwork network = read("network heart { property made by hand; }\n" + AGE + CODE + AGE_TABLE
                + "probability ( code | age ) {\n  (5-12) 0.25, 0.75;\n  (<5) 1e-1, .9;\n  (12+) 1, 0.;\n}\n");
        assertEquals(List.of("<5", "5-12", "12+"), network.schema().levels(0));
        assertEquals(List.of("I21.0", "I21"), network.schema().levels(1));
        assertArrayEquals(new double[] {0.1, 0.9}, network.table(1).probabilities(0));
        assertArrayEquals(new double[] {0.25, 0.75}, network.table(1).probabilities(1));
        assertArrayEquals(new double[] {1, 0}, network.table(1).probabilities(2));
    }

    /** The form that JavaBayes writes, in which commas and bars are left out and the variable changes slowest. */
    @Test
    void tables_haveTheVariableSlowest_andTheLastParentFastest() {
        DiscreteNetwork network = read("""
                // Bayesian Network in the Interchange Format
                network "Dog-Problem" { //5 variables and 5 probability distributions
                	property "credal-set constant-density-bounded 1.1" ;
                }
                variable  "dog-out" { //2 values
                	type discrete[2] {  "true"  "false" };
                	property "position = (300; 195)" ;
                }
                variable  "bowel-problem" { type discrete[2] { "true" "false" }; }
                /* a comment { of
                   two lines */
                variable  "family-out" { type discrete[2] {  "true"  "false" }; }
                probability (  "dog-out"  "bowel-problem"  "family-out" ) { //3 variable(s) and 8 values
                	table 0.99 0.97 0.9 0.3 0.01 0.03 0.1 0.7 ;
                }
                probability (  "bowel-problem" ) { table 0.01 0.99 ; }
                probability (  "family-out" ) { property "seen"; table 0.15 0.85 ; }
                """);
        assertArrayEquals(new int[] {1, 2}, network.table(0).parents());
        assertArrayEquals(new double[] {0.97, 0.03}, network.table(0).probabilities(1));
        assertArrayEquals(new double[] {0.9, 0.1}, network.table(0).probabilities(2));
        assertEquals(
                0.3,
                network.posterior("dog-out", Map.of("bowel-problem", "false", "family-out", "false"))
                        .get("true"),
                1e-15);
    }

    @Test
    void defaults_areForOtherConfigurations() {
        DiscreteNetwork network = read(AGE + CODE + AGE_TABLE
                + "probability ( code | age ) { default 0.5, 0.5; (12+) 0.1, 0.9; property x = \"a;b\"; }");
        assertArrayEquals(new double[] {0.5, 0.5}, network.table(1).probabilities(1));
        assertArrayEquals(new double[] {0.1, 0.9}, network.table(1).probabilities(2));
    }

    @Test
    void quotedNames_mayHoldAnything_andReadBack() {
        String text = """
                variable "a (b) | c, \\"d\\"" { type discrete [ 3 ] { "x y", "//", "back\\\\slash;" }; }
                variable é { type discrete [ 2 ] { ja, näh }; }
                probability ( é | "a (b) | c, \\"d\\"" ) { ("x y") 0.1, 0.9; ("//") 0.2, 0.8; ("back\\\\slash;") 0.3, 0.7; }
                probability ( "a (b) | c, \\"d\\"" ) { table 0.3, 0.3, 0.4; }
                """;
        DiscreteNetwork network = read(text);
        assertEquals("a (b) | c, \"d\"", network.schema().names().get(0));
        assertEquals(List.of("x y", "//", "back\\slash;"), network.schema().levels(0));
        assertEquals(network, read(BifWriter.text(network)));
    }

    @Test
    void roundedLines_areDividedByTheirSum_andThenReadBackExactly() {
        DiscreteNetwork network = read(AGE + "probability ( age ) { table 0.333, 0.333, 0.333; }");
        assertEquals(1 / 3.0, network.table(0).probability(0, 1), 1e-15);
        assertEquals(network, read(BifWriter.text(network)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "asia | 8 | 8 | 36",
                "cancer | 5 | 4 | 20",
                "child | 20 | 25 | 344",
                "earthquake | 5 | 4 | 20",
                "insurance | 27 | 52 | 1419",
                "sachs | 11 | 17 | 267",
                "survey | 6 | 6 | 37"
            })
    void publishedNetworks_areRead_andReadBackExactly(String name, int variables, int edges, int cells) {
        Path file = OUTSIDE.resolve(name + ".bif");
        assumeTrue(Files.exists(file), "the networks of the bnlearn repository are not beside the checkout");
        DiscreteNetwork network = BifReader.read(file);
        assertEquals(variables, network.schema().size());
        assertEquals(edges, network.dag().weights().edgeCount());
        int all = 0;
        for (int j = 0; j < variables; j++) {
            all += network.table(j).configurations() * network.table(j).levels();
        }
        assertEquals(cells, all);
        assertEquals(network, read(BifWriter.text(network)));
        double[] nothing = network.row(Map.of());
        for (int j = 0; j < variables; j++) {
            double sum = 0;
            for (double p : network.posterior(new int[] {j}, nothing)) {
                sum += p;
            }
            assertEquals(1, sum, 1e-12);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`varable age {}`|`n.bif, line 1: a block must begin with one of network, variable and probability (did you mean variable?), was \"varable\"`",
                "`variable age { type discrete [ 3 ] { a, b }; }`|`n.bif, line 1: the number of levels must be 2, as many as are listed, was \"3\"`",
                "`variable age { type continuous; }`|`n.bif, line 1: a variable must be of type discrete, was \"continuous\"`",
                "`variable age { type discrete [ 1 ] { a }; }`|`n.bif, line 1: a categorical variable must have at least two levels, had [a]: leave out a column with one value`",
                "`variable age { type discrete [ 2 ] { a, a }; }`|`n.bif, line 1: levels must be distinct, \"a\" appears twice`",
                "`variable age { }`|`n.bif, line 1: the variable \"age\" must have a line \"type discrete\", has none`",
                "`variable age { type discrete [ 2 ] { a, b } }`|`n.bif, line 1: must be \";\" after the levels, was \"}\"`",
                "`/* x`|`n.bif, line 1: the comment must end with \"*/\", does not end`",
                "`variable \"x`|`n.bif, line 1: the text in quotes must end with a quote, does not end`",
                "`network x { property a b`|`n.bif, line 1: the property must end with \";\", begins, was \"property\"`",
                "``|`n.bif: must have a block \"variable\", has none`",
            })
    void wrongBlocks_areNamedByLine(String text, String message) {
        assertEquals(message, complaint(text == null ? "" : text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`probability ( cod | age ) { default 0.5, 0.5; }`|`line 7: must be a variable that has a block \"variable\" (age, code), was \"cod\"; did you mean \"code\"?`",
                "`probability ( code | age ) {\n (12) 1, 0; }`|`line 8: must be a level of \"age\" (<5, 5-12, 12+), was \"12\"; did you mean \"12+\"?`",
                "`probability ( code | age ) {\n (<5) 1, 0; default 0.5, 0.4; }`|`line 8: the probabilities of all levels of \"code\" must sum to 1, sum to 0.9`",
                "`probability ( code | age ) { (<5) 1, 0; }`|`line 7: the block of \"code\" must have probabilities of every configuration of its parents, or a default, has none of (5-12)`",
                "`probability ( code | age ) { (<5) 1, 0; (<5) 0, 1; }`|`line 7: probabilities of \"code\" must be given once for each configuration of its parents, are given again after \"(\"`",
                "`probability ( code | age ) { table 1, 0; }`|`line 7: there must be 6 probabilities after \"table\", were 2`",
                "`probability ( code | age ) { (<5, 12+) 1, 0; }`|`line 7: a level of each of the 1 parents of \"code\" must stand in parentheses, there were 2`",
                "`probability ( code ) { (a) 1, 0; }`|`line 7: \"code\" has no parents, so its probabilities must be a \"table\", was \"(\"`",
                "`probability ( code ) { table 0x1p-1, 0.5; }`|`line 7: a probability must be a number from 0 to 1, was \"0x1p-1\"`",
                "`probability ( code ) { table NaN, 0.5; }`|`line 7: a probability must be a number from 0 to 1, was \"NaN\"`",
                "`probability ( code ) { table 1.5, -0.5; }`|`line 7: a probability must be a number from 0 to 1, was \"1.5\"`",
                "`probability ( code | code ) { default 0.5, 0.5; }`|`line 7: the parents of \"code\" must be distinct other variables`",
                "`probability ( code ) { tabel 1, 0; }`|`line 7: must be \"table\", \"default\", \"(\", \"property\" or \"}\", was \"tabel\"`",
                "`probability ( code ) { table 1, 0`|`line 7: must be a probability, or \";\" after the last one, was \"(\"`",
            })
    void wrongProbabilities_areNamedByLine(String block, String message) {
        assertEquals("n.bif, " + message, complaint(AGE + CODE + block + AGE_TABLE));
    }

    @Test
    void wrongNetworks_areNamed() {
        assertEquals(
                "n.bif: each variable must have a block \"probability\", \"code\" has none",
                complaint(AGE + CODE + AGE_TABLE));
        assertEquals(
                "n.bif, line 7: each variable must have one block \"probability\", \"age\" has another",
                complaint(AGE + AGE_TABLE + AGE_TABLE));
        assertEquals("n.bif, line 4: the variable \"age\" is declared twice", complaint(AGE + AGE));
        assertTrue(complaint(AGE + CODE + "probability ( age | code ) { default 0.2, 0.3, 0.5; }"
                        + "probability ( code | age ) { default 0.5, 0.5; }")
                .startsWith("n.bif: a network must have no cycle, has one through "));
    }

    @Test
    void hugeTables_areRefusedBeforeTheyAreMade() {
        StringBuilder text = new StringBuilder();
        StringBuilder parents = new StringBuilder();
        for (int j = 0; j < 70; j++) {
            text.append("variable x" + j + " { type discrete [ 3 ] { a, b, c }; }\n");
            parents.append(j == 0 ? "" : ", x" + j);
        }
        assertEquals(
                "n.bif, line 71: the table of \"x0\" must have at most 4194304 probabilities, has more than a file can"
                        + " hold",
                complaint(text + "probability ( x0 | " + parents.substring(2) + ") { default 0.5, 0.5, 0; }"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "network unknown {\n}",
                "// made by hand\nnetwork {",
                "\uFEFFvariable a { type",
                "probability ( a )"
            })
    void networks_areToldFromOtherTexts(String text) {
        assertTrue(BifReader.begins(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from,to\na,b\n",
                "network,variable\na,b",
                "{ \"variables\": []",
                "0,1\n1,0",
                "",
                "\"x",
                "variable"
            })
    void otherTexts_areNoNetworks(String text) {
        assertFalse(BifReader.begins(text));
    }

    @Test
    void files_thatCannotBeRead_areNamed(@TempDir Path directory) throws IOException {
        assertThrows(UncheckedIOException.class, () -> BifReader.read(directory.resolve("none.bif")));
        assertEquals(
                directory + ": must be a file, is a directory",
                assertThrows(DataException.class, () -> BifReader.read(directory))
                        .getMessage());
        Path file = directory.resolve("latin.bif");
        Files.write(file, "variable \u00e9 {".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(
                file + ": must be UTF-8 text, has other bytes",
                assertThrows(DataException.class, () -> BifReader.read(file)).getMessage());
    }

    /** Whatever is done to a text, the one exception that is documented comes, or a network that reads back. */
    @Test
    void damagedTexts_areRefusedOrRead_andNothingElse() {
        Random random = new Random(3);
        String whole = BifWriter.text(RandomNetworks.of(5, 4))
                + "probability ( extra | v0 ) { default 0.5, 0.5; (l1) 1, 0; property \"x\"; } // end\n"
                + "variable extra { type discrete [ 2 ] { \"a b\", I21.0 }; } /* end */\n";
        assertEquals(6, read(whole).schema().size());
        String signs = "{}()[];,|\"\\/*-+.0123456789eE \n\tabv\uFEFF\u0000\uD800";
        int refused = 0;
        for (int k = 0; k < 6000; k++) {
            StringBuilder text = new StringBuilder(whole);
            for (int damage = 0; damage <= random.nextInt(4); damage++) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.setCharAt(at, signs.charAt(random.nextInt(signs.length())));
                    case 1 -> text.insert(at, signs.charAt(random.nextInt(signs.length())));
                    case 2 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(30)));
                    default -> text.setLength(Math.max(1, at));
                }
            }
            try {
                DiscreteNetwork network = read(text.toString());
                assertEquals(network, read(BifWriter.text(network)), text.toString());
            } catch (DataException e) {
                refused++;
                assertTrue(String.valueOf(e.getMessage()).startsWith("n.bif"), e.getMessage());
            }
        }
        assertTrue(refused > 3000 && refused < 6000, "refused " + refused);
        Stream.of("", "\u0000", "(", "}", "\"", "\\", "/", "/*/", "property;")
                .forEach(text -> assertThrows(DataException.class, () -> read(text)));
    }
}
