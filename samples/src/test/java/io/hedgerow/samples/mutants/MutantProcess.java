package io.hedgerow.samples.mutants;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.ExitCode;
import io.hedgerow.samples.cli.Hedgerow;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs tests or an audit in a process of its own, in which a mutant's classes come before all others. */
final class MutantProcess {

    /** A mutant that never ends has been noticed, too. */
    private static final long MINUTES = 15;

    private final Mutant mutant;
    private final Path folder;

    /** With classes that {@link MutantCompiler} left in the folder. */
    MutantProcess(Mutant mutant, Path folder) {
        this.mutant = mutant;
        this.folder = folder;
    }

    /** The tests that failed; empty when all passed. */
    List<String> failingTests() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(FailingTests.class.getName()));
        words.addAll(mutant.tests());
        Path out = folder.resolve("tests.log");
        int exit = run(words, out, mutant.module());
        if (exit != 0 && exit != 1) {
            throw new IllegalStateException(
                    "the tests of mutant " + mutant.name() + " ended with " + exit + ":\n" + Files.readString(out));
        }
        return Files.readAllLines(out).stream()
                .filter(line -> line.startsWith(FailingTests.FAILED))
                .flatMap(line ->
                        List.of(line.substring(FailingTests.FAILED.length()).split(", ")).stream())
                .filter(name -> !name.isBlank())
                .toList();
    }

    /** The claims that the audit refuted; empty when all stood. */
    List<String> refutedClaims() throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(List.of(Hedgerow.class.getName(), "audit", "epsilon", "--json", "--confidence=0.999"));
        words.addAll(mutant.audit());
        Path out = folder.resolve("audit.json");
        int exit = run(words, out, Mutant.ROOT.resolve("samples"));
        if (exit != ExitCode.OK.number() && exit != ExitCode.REFUTED.number()) {
            throw new IllegalStateException(
                    "the audit of mutant " + mutant.name() + " ended with " + exit + ":\n" + Files.readString(out));
        }
        List<String> refuted = new ArrayList<>();
        String text = Files.readString(out);
        for (JsonNode row :
                new ObjectMapper().readTree(text.substring(text.indexOf('{'))).get("mechanisms")) {
            if (row.get("refuted").asBoolean()) {
                refuted.add(row.get("mechanism").asText());
            }
        }
        return refuted;
    }

    private int run(List<String> main, Path out, Path directory) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                // short-lived: not worth the best code
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(
                        File.pathSeparator,
                        folder.toString(),
                        Mutant.ROOT.resolve("sdk-core/target/test-classes").toString(),
                        Mutant.ROOT.resolve("sdk-dp/target/test-classes").toString(),
                        System.getProperty("java.class.path"))));
        words.addAll(main);
        Process process = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(folder.resolve("stderr.log").toFile())
                .start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new IllegalStateException("mutant " + mutant.name() + " did not end within " + MINUTES + " minutes");
        }
        return process.exitValue();
    }
}
