// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.graph.export.ExportedNetwork;
import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.core.table.BifReader;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.output.JsonOutput;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scripts of {@code export} are run by R and Python, with stand-ins for the functions of bnlearn and pgmpy that have
 * the signatures and rules of their documentation, and make the network that was exported, number by number. Neither
 * package is needed, so nothing is said of other rules that they may have.
 */
@Tag("slow")
class ExportedScriptsTest {

    private static final Path CORPUS = Checkout.ROOT.resolve("samples/checks/src/test/resources/corpus/0.2");
    private static final Path STAND_INS = Checkout.ROOT.resolve("samples/checks/src/test/resources/languages");

    /** Names and levels that need quotes, and a variable with two causes of different numbers of levels. */
    private static final String BIF = """
            variable dose { type discrete [ 2 ] { low, "very 'high'" }; }
            variable age { type discrete [ 3 ] { <5, 5-12, "12+\\ #größe" }; }
            variable "sick?" { type discrete [ 2 ] { yes, no }; }
            probability ( age ) { table 0.2, 0.3, 0.5; }
            probability ( dose | age ) { (<5) 0.9, 0.1; (5-12) 0.5, 0.5; ("12+\\ #größe") 0.25, 0.75; }
            probability ( "sick?" | dose, age ) {
              (low, <5) 0.1, 0.9; (low, 5-12) 0.2, 0.8; (low, "12+\\ #größe") 0.3, 0.7;
              ("very 'high'", <5) 0.4, 0.6; ("very 'high'", 5-12) 0.55, 0.45; ("very 'high'", "12+\\ #größe") 1, 0;
            }
            """;

    @TempDir
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"1", "0"})
    void pgmpyOfTables_makesTheNetwork_withTheNamesOfBothVersions(String version)
            throws IOException, InterruptedException {
        DiscreteNetwork network = BifReader.read(BIF, "test");
        assertEquals(
                numbers(network),
                python(write("network.py", NetworkExporter.of("pgmpy").text(ExportedNetwork.of(network))), version));
    }

    @Test
    void bnlearnOfTables_makesTheNetwork() throws IOException, InterruptedException {
        DiscreteNetwork network = BifReader.read(BIF, "test");
        assertEquals(
                numbers(network),
                r(write("network.R", NetworkExporter.of("bnlearn").text(ExportedNetwork.of(network)))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gram", "order-mcmc", "fed-sparse"})
    void linearScripts_makeTheNetwork(String run) throws IOException, InterruptedException {
        Map<String, Double> expected = numbers(run);
        Path reading = CORPUS.resolve("reading");
        assertEquals(expected, python(reading.resolve(run + "-export-pgmpy/network.pgmpy"), "1"));
        assertEquals(expected, r(reading.resolve(run + "-export-bnlearn/network.bnlearn")));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(temp.resolve(name), text);
    }

    private Map<String, Double> python(Path script, String version) throws IOException, InterruptedException {
        Optional<Interpreter> python = Interpreter.python();
        assumeTrue(python.isPresent(), "python3 of 3.9 or newer is not there");
        return printed(python.get()
                .run(temp, Map.of(), STAND_INS.resolve("check_pgmpy.py").toString(), script.toString(), version));
    }

    private Map<String, Double> r(Path script) throws IOException, InterruptedException {
        Optional<Interpreter> r = Interpreter.r();
        assumeTrue(r.isPresent(), "R is not there");
        return printed(
                r.get().run(temp, Map.of(), STAND_INS.resolve("check_bnlearn.R").toString(), script.toString()));
    }

    /** Words that name a number, and the number. */
    private static Map<String, Double> printed(String text) {
        Map<String, Double> numbers = new TreeMap<>();
        for (String line : text.lines().toList()) {
            List<String> words = Arrays.stream(line.split("\t", -1))
                    .map(word -> URLDecoder.decode(word, StandardCharsets.UTF_8))
                    .toList();
            int last = words.size() - 1;
            numbers.put(String.join(" | ", words.subList(0, last)), Double.valueOf(words.get(last)));
        }
        return numbers;
    }

    private static Map<String, Double> numbers(DiscreteNetwork network) {
        Map<String, Double> numbers = new TreeMap<>();
        List<String> names = network.schema().names();
        for (int variable = 0; variable < names.size(); variable++) {
            ProbabilityTable table = network.table(variable);
            for (int configuration = 0; configuration < table.configurations(); configuration++) {
                List<String> causes = causes(network, table.parents(), configuration);
                for (int level = 0; level < table.levels(); level++) {
                    List<String> words = new ArrayList<>(List.of(
                            names.get(variable),
                            network.schema().levels(variable).get(level)));
                    words.addAll(causes);
                    numbers.put(String.join(" | ", words), table.probability(configuration, level));
                }
            }
        }
        return numbers;
    }

    /** The first parent is the slowest. */
    private static List<String> causes(DiscreteNetwork network, int[] parents, int configuration) {
        List<String> causes = new ArrayList<>();
        int left = configuration;
        for (int k = parents.length - 1; k >= 0; k--) {
            List<String> levels = network.schema().levels(parents[k]);
            causes.add(network.schema().names().get(parents[k]) + "=" + levels.get(left % levels.size()));
            left /= levels.size();
        }
        return causes.stream().sorted().toList();
    }

    /** Of a result of the corpus. */
    private static Map<String, Double> numbers(String run) throws IOException {
        Map<String, Double> numbers = new TreeMap<>();
        JsonNode result = JsonOutput.object(Files.readString(CORPUS.resolve("results/" + run + "/result.json")));
        for (JsonNode equation : result.get("parameters").get("equations")) {
            String variable = equation.get("variable").asText();
            numbers.put(variable + " | (Intercept)", equation.get("intercept").asDouble());
            numbers.put(
                    variable + " | (sd)",
                    Math.sqrt(equation.get("noiseVariance").asDouble()));
            for (JsonNode parent : equation.get("parents")) {
                numbers.put(
                        variable + " | " + parent.get("variable").asText(),
                        parent.get("weight").asDouble());
            }
        }
        return numbers;
    }
}
