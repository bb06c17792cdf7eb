// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import io.hedgerow.samples.cli.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs tests or audits in a process of its own, in which a mutant's classes come before all others. */
final class MutantProcess {

    /** A mutant that never ends has been noticed, too. */
    private static final long MINUTES = 60;

    private final Path folder;

    /** With the classes that {@link MutantCompiler} left in the folder, or the code as it is where there are none. */
    MutantProcess(Path folder) {
        this.folder = folder;
    }

    /** The tests that failed; empty when all passed. */
    List<String> failingTests(Mutant mutant) throws IOException, InterruptedException {
        return failing(mutant, mutant.tests());
    }

    /** The properties of these classes that failed; those of the first class that has any. */
    List<String> failingProperties(Mutant mutant, List<String> classes) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(FailingTests.PROPERTIES));
        words.addAll(classes);
        return failing(mutant, words);
    }

    private List<String> failing(Mutant mutant, List<String> tests) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(FailingTests.class.getName()));
        words.addAll(tests);
        Path out = folder.resolve("tests.log");
        int exit = run(words, out, mutant.moduleOf(mutant.tests().get(0)));
        if (exit != 0 && exit != 1) {
            throw new IllegalStateException(
                    "the tests in " + folder + " ended with " + exit + ":\n" + Files.readString(out));
        }
        return Files.readAllLines(out).stream()
                .filter(line -> line.startsWith(FailingTests.FAILED))
                .flatMap(line ->
                        List.of(line.substring(FailingTests.FAILED.length()).split(", ")).stream())
                .filter(name -> !name.isBlank())
                .toList();
    }

    /** What audits with these options refute. */
    AuditPower power(List<String> audit, int repetitions) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(RepeatedAudit.class.getName(), String.valueOf(repetitions)));
        words.addAll(audit);
        Path out = folder.resolve("audit.log");
        int exit = run(words, out, Mutant.ROOT.resolve("samples/checks"));
        if (exit != 0) {
            throw new IllegalStateException(
                    "the audit in " + folder + " ended with " + exit + ":\n" + Files.readString(out));
        }
        return AuditPower.of(Files.readAllLines(out));
    }

    private int run(List<String> main, Path out, Path directory) throws IOException, InterruptedException {
        List<String> path = new ArrayList<>(List.of(folder.toString()));
        Checkout.modulesOfTheSdk()
                .forEach(
                        module -> path.add(module.resolve("target/test-classes").toString()));
        path.add(System.getProperty("java.class.path"));
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-cp",
                String.join(File.pathSeparator, path)));
        words.addAll(main);
        Process process = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(folder.resolve("stderr.log").toFile())
                .start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new IllegalStateException(folder + " did not end within " + MINUTES + " minutes");
        }
        return process.exitValue();
    }
}
