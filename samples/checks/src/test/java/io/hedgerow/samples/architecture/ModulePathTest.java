// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.siteapp.SdkClassPath;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Modules of other projects, compiled and run with the SDK on the module path, in processes of their own. */
@Tag("slow")
@Timeout(180)
class ModulePathTest {

    private static final Path SOURCES = Checkout.ROOT.resolve("samples/site-app/src/test/resources/outside/module");
    private static final Path HEART = Checkout.ROOT.resolve("samples/site-app/src/test/resources/outside/heart");
    private static final Path OWN = Checkout.ROOT.resolve("samples/site-app/src/test/resources/outside/learning");

    @TempDir
    Path folder;

    @Test
    void module_readsFilesAndLearns() throws Exception {
        Path classes = folder.resolve("outside");
        assertEquals("", compile(classes, SOURCES));
        Path north = rows("north.csv", 1);
        Path south = rows("south.csv", 2);

        assertEquals(
                List.of("module io.hedgerow.core", "edges 1", "methods true", "internal refused"),
                run(classes, "outside/outside.Main", north.toString(), south.toString()));
    }

    /** Private learning, a private solver of one's own and a wrapped one, all with ledgers. */
    @Test
    void module_bringsSolversOfItsOwn_andLearnsUnderABudget() throws Exception {
        Path classes = folder.resolve("own");
        assertEquals("", compile(classes, OWN));
        Path north = rows("north.csv", 1);
        Path south = rows("south.csv", 2);
        assertEquals(
                List.of(
                        "thresholded edges 1",
                        "guarded edges 1",
                        "gradient edges 1",
                        "steady edges 1",
                        "guarded spent 2.0 of 2",
                        "gradient spent 0.8 of 2",
                        "steady spent 2.0 of 2",
                        "second run refused"),
                run(
                        classes,
                        "own/own.Main",
                        folder.resolve("ledgers").toString(),
                        north.toString(),
                        south.toString(),
                        "400"));
    }

    /** With the vocabulary, the rounds and the budget on the path, and no other module of the SDK. */
    @Test
    void module_runsItsOwnSolverUnderABudget_withTheHeartAndTheLedgerAlone() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("heart-sources"));
        copy(HEART.resolve("module-info.java"), sources);
        copy(HEART.resolve("own/Heart.java"), sources.resolve("own"));
        copy(OWN.resolve("own/NoisyGradient.java"), sources.resolve("own"));
        Path classes = folder.resolve("heart");
        String path = heartPath();
        assertEquals("", compile(classes, sources, path));
        assertEquals(
                List.of("first edges 1 spent 1.0", "second edges 1 spent 2.0", "third refused"),
                runOn(
                        classes,
                        path,
                        "heart/own.Heart",
                        folder.resolve("ledgers").toString()));
    }

    private static void copy(Path file, Path directory) throws Exception {
        Files.copy(file, Files.createDirectories(directory).resolve(file.getFileName()));
    }

    /** Of the SDK's jars or directories of classes those of three modules; all of others. */
    private static String heartPath() {
        List<String> modules = List.of("vocabulary", "rounds", "budget");
        return Arrays.stream(SdkClassPath.get().split(File.pathSeparator, -1))
                .filter(entry -> {
                    String name = entry.replace(File.separatorChar, '/');
                    return (!name.contains("/sdk-") && !name.contains("/io/hedgerow/"))
                            || modules.stream()
                                    .anyMatch(module -> name.contains("/" + module + "/target/")
                                            || name.contains("/hedgerow-" + module + "-"));
                })
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void ownCode_isShort() throws Exception {
        assertEquals(3, linesOf("GuardedWards.java"), "private learning with a ledger");
        int lines = linesOf("NoisyGradient.java") + linesOf("GradientRun.java");
        assertTrue(lines <= 40, "a private solver and its run with a budget take " + lines + " lines");
    }

    /** Lines in the regions that the guides show, without empty ones, comments and braces alone. */
    private static int linesOf(String file) throws Exception {
        int lines = 0;
        boolean shown = false;
        for (String line : Files.readAllLines(OWN.resolve("own").resolve(file))) {
            String code = line.strip();
            shown = code.startsWith("// region:") || (shown && !code.equals("// endregion"));
            if (shown && !code.isEmpty() && !code.equals("}") && !code.startsWith("//") && !code.startsWith("/**")) {
                lines++;
            }
        }
        return lines;
    }

    private static List<String> run(Path classes, String main, String... arguments) throws Exception {
        return runOn(classes, SdkClassPath.get(), main, arguments);
    }

    private static List<String> runOn(Path classes, String path, String main, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-p",
                classes + File.pathSeparator + path,
                "-m",
                main));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), "the module does not end");
        assertEquals(0, process.exitValue(), output);
        return output.lines().toList();
    }

    @Test
    void module_cannotBeCompiledAgainstInternals() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("reaching"));
        Files.copy(SOURCES.resolve("module-info.java"), sources.resolve("module-info.java"));
        Files.writeString(sources.resolve("Reaching.java"), """
                package outside;
                class Reaching {
                    Object secret = io.hedgerow.core.internal.solver.ClosedFormSolver.class;
                }
                """);
        String problem = compile(folder.resolve("out"), sources);
        assertTrue(problem.contains("io.hedgerow.core.internal.solver is not visible"), problem);
    }

    private Path rows(String name, long seed) throws Exception {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>(List.of("dose,effect"));
        for (int row = 0; row < 400; row++) {
            double dose = random.nextGaussian();
            lines.add(dose + "," + (2 * dose + random.nextGaussian()));
        }
        return Files.write(folder.resolve(name), lines);
    }

    private static String compile(Path classes, Path sources) throws Exception {
        return compile(classes, sources, SdkClassPath.get());
    }

    private static String compile(Path classes, Path sources, String path) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-p", path));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> arguments.add(file.toString()));
        }
        ByteArrayOutputStream problems = new ByteArrayOutputStream();
        ToolProvider.getSystemJavaCompiler().run(null, problems, problems, arguments.toArray(String[]::new));
        return problems.toString(StandardCharsets.UTF_8);
    }
}
