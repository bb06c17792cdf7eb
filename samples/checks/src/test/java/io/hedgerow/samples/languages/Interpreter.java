// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.operate.ClassArchive;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program of this machine that runs scripts, with the command line of this build on its path as {@code hedgerow}. */
record Interpreter(List<String> command) {

    private static final int MINUTES = 5;

    /** Python 3.9 or newer; one that has pandas is taken before one that has not. */
    static Optional<Interpreter> python() {
        List<Interpreter> found = Stream.of("python3", "/usr/bin/python3")
                .map(name -> new Interpreter(List.of(name)))
                .filter(python -> python.runs("-c", "import sys; sys.exit(sys.version_info < (3, 9))"))
                .toList();
        return found.stream()
                .filter(Interpreter::hasPandas)
                .findFirst()
                .or(() -> found.stream().findFirst());
    }

    boolean hasPandas() {
        return runs("-c", "import pandas");
    }

    /** R. */
    static Optional<Interpreter> r() {
        return Optional.of(new Interpreter(List.of("Rscript", "--vanilla"))).filter(r -> r.runs("-e", "0"));
    }

    boolean runs(String... arguments) {
        try {
            Process process = process(Path.of("."), arguments)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(MINUTES, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private ProcessBuilder process(Path folder, String... arguments) {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words).directory(folder.toFile()).redirectInput(new File("/dev/null"));
    }

    /** Runs a script to its end, which must be a good one; what it printed, its errors among it. */
    String run(Path folder, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        Path printed = Files.createTempFile(folder, "printed", ".txt");
        ProcessBuilder builder =
                process(folder, arguments).redirectErrorStream(true).redirectOutput(printed.toFile());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("PYTHONIOENCODING", "utf-8");
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(MINUTES, TimeUnit.MINUTES), () -> command + " did not end");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String text = Files.readString(printed, StandardCharsets.UTF_8);
        Files.delete(printed);
        assertEquals(0, process.exitValue(), text);
        return text;
    }

    /** Writes {@code hedgerow} into a folder, and gives the environment in which it is found. */
    static Map<String, String> launcher(Path folder) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(ClassArchive.options());
        words.add(Hedgerow.class.getName());
        String start =
                words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ", "exec ", " \"$@\"\n"));
        Path launcher = Files.writeString(folder.resolve("hedgerow"), "#!/bin/sh\n" + start);
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        return Map.of("PATH", folder + File.pathSeparator + System.getenv("PATH"), "HEDGEROW_HOME", "");
    }
}
