package io.hedgerow.samples.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Compiles and runs every mutant, and writes the table of {@code docs/privacy-proofs/audits.md} to {@code target/mutants.md}. Not
 * a part of the gate; {@code mvn -Pmutants -Dquick test} runs it. {@code -Dmutants.only=NAME,...} runs some of them.
 */
class MutantRun {

    private static final Path OUT = Path.of("target", "mutants");

    /** What became of one mutant. */
    private record Outcome(Mutant mutant, List<String> failed, List<String> refuted) {

        static Outcome of(Mutant mutant) throws IOException, InterruptedException {
            Path folder = OUT.resolve(mutant.name()).toAbsolutePath();
            MutantCompiler.compile(mutant, folder);
            MutantProcess process = new MutantProcess(mutant, folder);
            return new Outcome(
                    mutant, process.failingTests(), mutant.audit().isEmpty() ? List.of() : process.refutedClaims());
        }

        List<String> survived() {
            List<String> where = new ArrayList<>();
            if (failed.isEmpty()) {
                where.add(mutant.name() + " survives its tests");
            }
            if (refuted.isEmpty() && !mutant.audit().isEmpty()) {
                where.add(mutant.name() + " survives its audit");
            }
            return where;
        }

        String row() {
            return "| `" + mutant.name() + "` | " + mutant.breaks() + " | " + cell(failed) + " | "
                    + (mutant.audit().isEmpty() ? "–" : cell(refuted)) + " |";
        }
    }

    @Test
    void everyMutant_isCaughtByATestAndRefutedByAnAudit() throws IOException, InterruptedException {
        List<String> only = Arrays.stream(System.getProperty("mutants.only", "").split(","))
                .filter(name -> !name.isBlank())
                .toList();
        Files.createDirectories(OUT);
        ExecutorService processes =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        List<Future<Outcome>> running = new ArrayList<>();
        for (Mutant mutant : Mutant.all()) {
            if (only.isEmpty() || only.contains(mutant.name())) {
                running.add(processes.submit(() -> Outcome.of(mutant)));
            }
        }
        List<String> table = new ArrayList<>(
                List.of("| mutant | what breaks | caught by | refuted by `audit epsilon` |", "|---|---|---|---|"));
        List<String> survivors = new ArrayList<>();
        for (Future<Outcome> future : running) {
            try {
                Outcome outcome = future.get();
                table.add(outcome.row());
                survivors.addAll(outcome.survived());
            } catch (ExecutionException e) {
                survivors.add(String.valueOf(e.getCause().getMessage()));
            }
            Files.write(OUT.resolveSibling("mutants.md"), table);
        }
        processes.shutdown();
        assertEquals(List.of(), survivors);
    }

    private static String cell(List<String> names) {
        String first = names.stream().limit(3).collect(Collectors.joining("; "));
        return names.isEmpty() ? "**nothing**" : first + (names.size() > 3 ? "; " + (names.size() - 3) + " more" : "");
    }
}
