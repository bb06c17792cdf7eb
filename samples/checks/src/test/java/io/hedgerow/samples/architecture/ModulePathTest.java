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
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else's module, compiled and run with the SDK on the module path, in a process of its own. */
@Tag("slow")
@Timeout(180)
class ModulePathTest {

    private static final Path SOURCES = Checkout.ROOT.resolve("samples/site-app/src/test/resources/outside/module");

    @TempDir
    Path folder;

    @Test
    void module_readsFilesAndLearns() throws Exception {
        Path classes = folder.resolve("outside");
        assertEquals("", compile(classes, SOURCES));
        Path north = rows("north.csv", 1);
        Path south = rows("south.csv", 2);

        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-p",
                        classes + File.pathSeparator + SdkClassPath.get(),
                        "-m",
                        "outside/outside.Main",
                        north.toString(),
                        south.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), "the module does not end");
        assertEquals(0, process.exitValue(), output);
        assertEquals(
                List.of("module io.hedgerow.core", "edges 1", "methods true", "internal refused"),
                output.lines().toList());
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
        List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-p", SdkClassPath.get()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> arguments.add(file.toString()));
        }
        ByteArrayOutputStream problems = new ByteArrayOutputStream();
        ToolProvider.getSystemJavaCompiler().run(null, problems, problems, arguments.toArray(String[]::new));
        return problems.toString(StandardCharsets.UTF_8);
    }
}
