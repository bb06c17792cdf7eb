// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.samples.operate.Program;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Methods of a jar that the program does not know: they are named, described, told their parameters, and charged. */
@Tag("slow")
class PluginMethodTest {

    private static final Path SOURCES = Path.of("src/test/resources/outside/plugin/outside");

    @TempDir
    static Path temp;

    private static Path jars;
    private static Path classes;
    private static String rows = "";

    @BeforeAll
    static void makeJarAndRows() throws IOException {
        jars = Files.createDirectory(temp.resolve("plugins"));
        classes = Files.createDirectory(temp.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertEquals(
                0,
                compiler.run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        SOURCES.resolve("OwnMethods.java").toString(),
                        SOURCES.resolve("BrokenMethods.java").toString()));
        jar(jars.resolve("own.jar"), "outside.OwnMethods", classes);
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("a,b,c\n");
        for (int k = 0; k < 300; k++) {
            double a = random.nextGaussian();
            double b = a + random.nextGaussian();
            text.append(a)
                    .append(',')
                    .append(b)
                    .append(',')
                    .append(0.3 * b + random.nextGaussian())
                    .append('\n');
        }
        rows = Files.writeString(temp.resolve("rows.csv"), text).toString();
    }

    /** A jar whose provider is one of these classes. */
    private static void jar(Path file, String provider, Path classes) throws IOException {
        jar(
                file,
                "META-INF/services/" + MethodProvider.class.getName(),
                provider.getBytes(StandardCharsets.UTF_8),
                classes);
    }

    private static void jar(Path file, String first, byte[] text, Path classes) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out);
                Stream<Path> code = Files.walk(classes)) {
            jar.putNextEntry(new JarEntry(first));
            jar.write(text);
            for (Path compiled : code.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new JarEntry(classes.relativize(compiled).toString()));
                jar.write(Files.readAllBytes(compiled));
            }
        }
    }

    private static Program learn(String... more) {
        List<String> words = new ArrayList<>(List.of("learn", "--data", rows, "--sites", "3"));
        words.addAll(List.of(more));
        return Program.run(words);
    }

    private static Program plugin(String... more) {
        return learn(Stream.concat(Stream.of("--plugins", jars.toString()), Stream.of(more))
                .toArray(String[]::new));
    }

    private static int edges(Program program) throws IOException {
        assertEquals(0, program.exitCode(), program.errors());
        JsonNode result = new ObjectMapper().readTree(program.output());
        return result.at("/edges").size();
    }

    @Test
    void method_isNamed_andReadsAParameterOfItsOwn() throws IOException {
        Program usual = plugin("--algorithm", "cut-gram", "--json");
        assertEquals(2, edges(usual));
        assertTrue(usual.errors().contains("promises no privacy"), usual.errors());
        assertEquals(1, edges(plugin("--algorithm", "cut-gram", "--set", "cut=0.6", "--json")));
        assertEquals(0, edges(plugin("--algorithm", "CUT_gram", "--set", "cut=9", "--json")));
    }

    @Test
    void set_givesAParameterWithoutAnOption() throws IOException {
        for (String own : List.of("gram", "order-mcmc", "hill-climbing")) {
            Program units = learn("--algorithm", own, "--set", "own-units=true", "--json");
            assertEquals(0, units.exitCode(), units.errors());
            JsonNode settings = new ObjectMapper().readTree(units.output()).at("/settings");
            assertTrue(settings.at("/ownUnits").asBoolean(), own + " " + settings);
            Program option = learn("--algorithm", own, "--own-units", "--json");
            assertEquals(0, option.exitCode(), option.errors());
            assertEquals(
                    settings, new ObjectMapper().readTree(option.output()).at("/settings"), "the option, and --set");
        }
        assertRefused(
                learn("--algorithm", "gram", "--set", "own-units=true", "--own-units"),
                "--set own-units cannot be combined with --own-units");
        assertRefused(
                plugin("--algorithm", "dp-gram", "--privacy", "epsilon=1", "--set", "transform=normal-scores"),
                "--set transform does not apply to --algorithm dp-gram");
    }

    /** There are no rows, so it is refused before any is read. */
    @ParameterizedTest
    @CsvSource({
        "order-mcmc, hidden-causes=true, --hidden-causes",
        "hill-climbing, hidden-causes=true, --hidden-causes",
        "gram, threshold=0.6, --threshold",
        "gram, seed=3, --seed",
        "gram, score=bic, --graph-score",
        "gram, orient=non-gaussian, --orient",
        "gram, required=a -> b, --required",
        "gram, interventions=north: set a, --interventions",
        "fed-sparse, unit=4, --unit",
        "notears, unit=4, --unit",
        "fed-sparse, preset=paper, --preset",
        "fed-sparse, gradual=true, --preset gradual",
        "fed-sparse, no-centring=true, --centring",
        "fed-sparse, bias-terms=true, --centring bias-terms",
        "fdbnl, lambda-w=0.3, --lambda",
        "fdbnl, lags=2, --lags",
        "dynamic-gram, personal=edges, --personal",
        "feature-gram, lags=1, --lags",
        "feature-gram, realisation=a, --realisation",
        "feature-gram, time=a, --time",
        "feature-gram, step=1, --step"
    })
    void set_isNotForAParameterOfAnOption_ofAMethodOfTheSdk(String algorithm, String set, String option) {
        String name = set.substring(0, set.indexOf('='));
        List<String> words = new ArrayList<>(
                List.of("learn", "--data", temp.resolve("none.csv").toString(), "--algorithm", algorithm));
        words.addAll(List.of("--set", set));
        String refused = "--set " + name + " does not apply to --algorithm " + algorithm
                + ", which has an option for it: give " + option + " instead";
        assertRefused(Program.run(words), refused);
        if (algorithm.equals("dynamic-gram")) {
            words.addAll(
                    List.of("--personal", "pool", "--out", temp.resolve("own").toString()));
            assertRefused(Program.run(words), refused);
        }
    }

    @ParameterizedTest
    @CsvSource({"gram, after-look=x", "gram, lacks.north=a", "fed-bnsl, gamma=0.5", "fed-bnsl, local-iterations=3"})
    void set_isNotForAParameterOfPlansOnly(String algorithm, String set) {
        assertRefused(
                learn("--algorithm", algorithm, "--set", set),
                "--set " + set.substring(0, set.indexOf('=')) + " does not apply to --algorithm " + algorithm
                        + ", which has it for plans only: leave it out");
    }

    @Test
    void set_doesNotSayAgainWhatAnOptionSays() {
        List<String> rounds = List.of("--algorithm", "fdbnl", "--series", "--rounds", "2");
        for (List<String> twice : List.of(
                List.of("--lambda", "0.2", "lambda-w=0.3"),
                List.of("--preset", "paper", "preset=recommended"),
                List.of("--threshold", "0.2", "threshold=0.2"),
                List.of("--centring", "local-mean", "no-centring=true"))) {
            List<String> words = new ArrayList<>(rounds);
            words.addAll(List.of(twice.get(0), twice.get(1), "--set", twice.get(2)));
            String name = twice.get(2).substring(0, twice.get(2).indexOf('='));
            assertRefused(
                    learn(words.toArray(String[]::new)),
                    "--set " + name + " cannot be combined with " + twice.get(0)
                            + ", which sets the same parameter: leave --set " + name + " out");
        }
    }

    @Test
    void set_givesParametersThatHaveNoOption() throws IOException {
        Program run = learn(
                "--algorithm", "fdbnl", "--series", "--rounds", "2", "--set", "threshold-a=9", "--seed", "4", "--json");
        assertEquals(0, run.exitCode(), run.errors());
        JsonNode settings = new ObjectMapper().readTree(run.output()).at("/settings");
        assertEquals("9", settings.at("/threshold-a").asText(), settings.toString());
    }

    @Test
    void wrongParameters_areRefused_withNameRangeAndDefault() {
        assertRefused(
                plugin("--algorithm", "cut-gram", "--set", "cut=-1"),
                "parameter cut of cut-gram must be > 0, from 1e-50 to 1e50, was \"-1\"; default: 0.2");
        assertRefused(
                plugin("--algorithm", "cut-gram", "--set", "cot=1"),
                "algorithm cut-gram has no parameter cot, did you mean cut?; it has cut");
        assertRefused(
                plugin("--algorithm", "cut-gram", "--lambda", "1"),
                "--lambda does not apply to --algorithm cut-gram, only to ");
        assertRefused(plugin("--algorithm", "cut-gran"), "did you mean 'cut-gram'?");
        assertRefused(learn("--algorithm", "cut-gram"), "invalid value for option '--algorithm': must be one of ");
        assertRefused(
                plugin("--algorithm", "order-mcmc", "--set", "own-units=maybe"),
                "parameter own-units of order-mcmc must be true or false, was \"maybe\"");
    }

    @Test
    void unit_isAParameterOfThoseThatDeclareIt() throws IOException {
        for (List<String> budget : List.of(List.<String>of(), List.of("--privacy", "epsilon=1,delta=1e-6"))) {
            List<String> words = new ArrayList<>(budget);
            words.addAll(List.of("--unit", "2", "--json", "--algorithm"));
            String kind = budget.isEmpty() ? "gram" : "dp-gram";
            words.add("unit-" + kind);
            Program used = plugin(words.toArray(String[]::new));
            assertEquals(0, used.exitCode(), used.errors());
            JsonNode settings = new ObjectMapper().readTree(used.output()).at("/settings");
            assertEquals("2", settings.at("/unit").asText(), settings.toString());
            words.set(words.size() - 1, "cut-" + kind);
            assertRefused(
                    plugin(words.toArray(String[]::new)),
                    "--unit does not apply to --algorithm cut-" + kind + ", only");
            words.set(words.size() - 1, "unit-" + kind);
            words.addAll(List.of("--set", "unit=3"));
            assertRefused(plugin(words.toArray(String[]::new)), "--set unit cannot be combined with --unit");
        }
    }

    @Test
    void underABudget_whatOnlyOursReadIsRefused() {
        for (List<String> dropped : List.of(
                List.of("unit-dp-gram", "--transform", "normal-scores"),
                List.of("dp-series", "--lags", "2"),
                List.of("dp-series", "--realisation", "a"))) {
            assertRefused(
                    plugin("--privacy", "epsilon=1", "--algorithm", dropped.get(0), dropped.get(1), dropped.get(2)),
                    dropped.get(1) + " does not apply to --algorithm " + dropped.get(0)
                            + " under a budget, where the parameters of a plugin are given by --set: leave it out");
        }
    }

    @Test
    void help_needsNoRows() {
        Program help = Program.run(List.of(
                "learn", "--plugins", jars.resolve("own.jar").toString(), "--algorithm", "cut-gram", "--help-method"));
        assertEquals(0, help.exitCode(), help.errors());
        for (String said : List.of(
                "cut-gram: gram with a cut of its own",
                "promises no privacy",
                "cut: smallest weight that counts",
                "default: 0.2")) {
            assertTrue(help.output().contains(said), help.output());
        }
        Program ours = Program.run(List.of("learn", "--algorithm", "dp-gram", "--help-method"));
        assertTrue(ours.output().contains("needs a budget") && ours.output().contains("rows.NAME"), ours.output());
        Program rounds = Program.run(List.of("learn", "--algorithm", "fed-bnsl", "--help-method"));
        for (String said : List.of(
                "diagonal: self-edges at the sites; learn only",
                "steps of a site in a round, at most; plans only",
                "Traits: rounds.")) {
            assertTrue(rounds.output().contains(said), rounds.output());
        }
    }

    @Test
    void promise_isKeptByThePolicyAndTheLedger() throws IOException {
        String ledgers = temp.resolve("ledgers").toString();
        Program first = plugin(
                "--algorithm", "cut-dp-gram", "--privacy", "epsilon=1,delta=1e-6", "--ledger", ledgers, "--json");
        assertEquals(0, first.exitCode(), first.errors());
        JsonNode cost = new ObjectMapper().readTree(first.output()).at("/privacy/0");
        assertTrue(cost.at("/epsilon").asDouble() > 0.9 && cost.at("/epsilon").asDouble() <= 1, cost.toString());
        Program again = plugin(
                "--algorithm", "cut-dp-gram", "--privacy", "epsilon=1,delta=1e-6", "--ledger", ledgers, "--json");
        assertEquals(5, again.exitCode(), "the first run spent everything: " + again.errors());
        assertRefused(plugin("--algorithm", "cut-dp-gram"), "a private algorithm needs a budget");
        assertRefused(
                plugin("--algorithm", "cut-gram", "--privacy", "epsilon=1"), "needs an algorithm with a guarantee");
    }

    @Test
    void methodThatOnlySaysThatItPromises_isNotRun() {
        assertRefused(
                plugin("--algorithm", "false-promise", "--privacy", "epsilon=1,delta=1e-6"),
                "must be a io.hedgerow.dp.method.PrivateMethod");
    }

    @Test
    void pathWithoutMethods_isRefused() throws IOException {
        Path empty = Files.createDirectories(temp.resolve("empty"));
        assertRefused(learn("--plugins", empty.toString()), "has none");
        assertRefused(learn("--plugins", temp.resolve("nowhere").toString()), "must name a jar or a directory of jars");
        Path other = temp.resolve("other.jar");
        jar(other, "a.txt", new byte[] {1}, empty);
        assertRefused(learn("--plugins", other.toString(), "--algorithm", "gram"), "there is none");
        Path broken = temp.resolve("broken.jar");
        jar(broken, "outside.Missing", empty);
        assertRefused(learn("--plugins", broken.toString(), "--algorithm", "gram"), "cannot be used");
        Path twice = temp.resolve("twice.jar");
        Files.copy(jars.resolve("own.jar"), twice);
        assertRefused(
                learn("--plugins", twice.toString(), "--plugins", broken.toString(), "--algorithm", "cut-gram"),
                "cannot be used");
    }

    @ParameterizedTest
    @CsvSource({
        "NoDescriptors, descriptors(), was null",
        "FailingDescriptors, descriptors(), no time",
        "NoMethod, method broken, was null",
        "DefaultInWords, method broken, 'method broken reads parameter width without saying what holds otherwise, and"
                + " declares no number as its default: that of the rows'",
        "NumberOfItsOwn, method broken, 'For input string: \"wide\"'"
    })
    void mistakeOfAProvider_isRefusedWithItsJar(String name, String what, String why) throws IOException {
        Path broken = temp.resolve(name + ".jar");
        String provider = "outside.BrokenMethods$" + name;
        jar(broken, provider, classes);
        assertRefused(
                learn("--plugins", broken.toString(), "--algorithm", "broken"),
                "--plugins: " + what + " of " + provider + " of " + broken + " cannot be used: " + why);
    }

    @Test
    void nameOfAnotherMethod_isRefused_withBothPlaces_andJarsAreClosed() throws IOException {
        Path second = temp.resolve("second.jar");
        jar(second, "outside.BrokenMethods$SecondGram", classes);
        assertRefused(
                learn("--plugins", second.toString(), "--algorithm", "gram"),
                "--plugins: method gram of outside.BrokenMethods$SecondGram of " + second
                        + " must have a name of its own, the program itself has one of this name");
        Path open = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(open), "a system that lists open files");
        List<Path> files = new ArrayList<>();
        try (Stream<Path> handles = Files.list(open)) {
            for (Path handle : handles.toList()) {
                try {
                    files.add(handle.toRealPath());
                } catch (NoSuchFileException closed) {
                    // Another thread closed it since it was listed, or it is no file: not what is looked for.
                }
            }
        }
        assertFalse(files.contains(second.toRealPath()), files.toString());
    }

    private static void assertRefused(Program program, String words) {
        assertEquals(2, program.exitCode(), program.errors() + program.output());
        assertTrue(program.errors().contains(words), program.errors());
    }
}
