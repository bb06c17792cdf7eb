// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.audit.AuditedMechanism;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Compiles and runs every mutant, runs every audit on the code as it is, and writes what found them to
 * {@code target/mutants.md} and how often claims stood to {@code target/sound.md}. Not a part of the gate; {@code mvn
 * -Pmutants -Dquick test} runs it. {@code -Dmutants.only=NAME,...} runs some of the mutants and nothing else,
 * {@code -Dmutants.seeds=N} repeats each audit. {@code mvn -Pmutants-properties -Dquick test} runs the mutants of the
 * accountants against properties alone, and writes which see them to {@code target/mutants-properties.md}. What these
 * runs found is kept in {@code src/test/evidence}.
 */
class MutantRun {

    private static final Path OUT = Path.of("target", "mutants");
    private static final int SEEDS = Integer.getInteger("mutants.seeds", 1);
    private static final List<String> ONLY = Arrays.stream(
                    System.getProperty("mutants.only", "").split(","))
            .filter(name -> !name.isBlank())
            .toList();

    /** What became of one mutant. */
    private record Outcome(Mutant mutant, List<String> failed, Optional<AuditPower> power) {

        static Outcome of(Mutant mutant) throws IOException, InterruptedException {
            Path folder = OUT.resolve(mutant.name()).toAbsolutePath();
            MutantCompiler.compile(mutant, folder);
            MutantProcess process = new MutantProcess(folder);
            List<String> failed = process.failingTests(mutant);
            return new Outcome(
                    mutant,
                    failed,
                    mutant.audit().isEmpty() ? Optional.empty() : Optional.of(process.power(mutant.audit(), SEEDS)));
        }

        List<String> survived() {
            List<String> where = new ArrayList<>();
            if (failed.isEmpty()) {
                where.add(mutant.name() + " survives its tests");
            }
            power.filter(AuditPower::weak)
                    .ifPresent(weak -> where.add(mutant.name() + " survives its audit: " + weak.cell()));
            return where;
        }

        String row() {
            return "| `" + mutant.name() + "` | " + mutant.breaks() + " | " + cell(failed) + " | "
                    + power.map(AuditPower::cell).orElse("–") + " |";
        }
    }

    /** What one task adds to the table, and what is wrong. */
    private record Lines(List<String> rows, List<String> wrong) {}

    @Test
    void everyMutant_isCaughtByATestAndRefutedByAnAudit() throws IOException, InterruptedException {
        List<Callable<Lines>> tasks = new ArrayList<>();
        for (Mutant mutant : Mutant.all()) {
            if (ONLY.isEmpty() || ONLY.contains(mutant.name())) {
                tasks.add(() -> {
                    Outcome outcome = Outcome.of(mutant);
                    return new Lines(List.of(outcome.row()), outcome.survived());
                });
            }
        }
        run(
                "mutants.md",
                List.of("| mutant | what breaks | caught by | refuted by `audit epsilon` |", "|---|---|---|---|"),
                tasks);
    }

    @Test
    void everyMutantOfAnAccountant_isCaughtByAProperty() throws IOException, InterruptedException {
        List<String> classes = AccountantProperties.classes();
        List<Callable<Lines>> tasks = new ArrayList<>();
        for (Mutant mutant : Mutant.all()) {
            if (mutant.inAccounting() && (ONLY.isEmpty() || ONLY.contains(mutant.name()))) {
                tasks.add(() -> {
                    Path folder = OUT.resolve(mutant.name()).toAbsolutePath();
                    MutantCompiler.compile(mutant, folder);
                    List<String> failed = new MutantProcess(folder).failingProperties(mutant, classes);
                    boolean asSaid = failed.isEmpty() != mutant.noProperty().isEmpty();
                    String seen = failed.isEmpty() ? "none: " + mutant.noProperty() : cell(failed);
                    return new Lines(
                            List.of("| `" + mutant.name() + "` | " + mutant.breaks() + " | " + seen + " |"),
                            asSaid ? List.of() : List.of(mutant.name() + ": properties that failed are " + failed));
                });
            }
        }
        run(
                "mutants-properties.md",
                List.of("| mutant | what breaks | properties that see it |", "|---|---|---|"),
                tasks);
    }

    @Test
    void soundCode_stands() throws IOException, InterruptedException {
        List<Callable<Lines>> tasks = new ArrayList<>();
        for (AuditedMechanism audited : ONLY.isEmpty() ? AuditedMechanism.values() : new AuditedMechanism[0]) {
            tasks.add(() -> {
                String mechanism = audited.name().toLowerCase(Locale.ROOT).replace('_', '-');
                Path folder = Files.createDirectories(OUT.resolve("sound-" + mechanism))
                        .toAbsolutePath();
                AuditPower power = new MutantProcess(folder).power(List.of("--mechanism=" + mechanism), SEEDS);
                return new Lines(
                        power.rows(),
                        power.refuting() == 0 ? List.of() : List.of(mechanism + " is refuted: " + power.cell()));
            });
        }
        run("sound.md", List.of("| audit | stands |", "|---|--:|"), tasks);
    }

    private static void run(String file, List<String> head, List<Callable<Lines>> tasks)
            throws IOException, InterruptedException {
        Files.createDirectories(OUT);
        ExecutorService processes =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        List<Future<Lines>> running = new ArrayList<>();
        tasks.forEach(task -> running.add(processes.submit(task)));
        List<String> table = new ArrayList<>(head);
        List<String> wrong = new ArrayList<>();
        for (Future<Lines> future : running) {
            try {
                table.addAll(future.get().rows());
                wrong.addAll(future.get().wrong());
            } catch (ExecutionException e) {
                wrong.add(String.valueOf(e.getCause().getMessage()));
            }
            Files.write(OUT.resolveSibling(file), table);
        }
        processes.shutdown();
        assertEquals(List.of(), wrong);
    }

    private static String cell(List<String> names) {
        String first = names.stream().limit(3).collect(Collectors.joining("; "));
        return names.isEmpty() ? "**nothing**" : first + (names.size() > 3 ? "; " + (names.size() - 3) + " more" : "");
    }
}
