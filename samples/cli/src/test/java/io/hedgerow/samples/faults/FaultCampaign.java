// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import io.hedgerow.samples.faults.Verdict.Outcome;
import io.hedgerow.samples.operate.ClassArchive;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Many small studies with faults that a seed draws: processes that are killed, told to end or stopped, full disks, and
 * networks that delay, drop, duplicate and corrupt, are half open or go one way. Each study must give the network of
 * the undisturbed study (where it is private: that of what its sites have noted), or stop with a reason and a way to go
 * on, and has spent what the undisturbed study spends.
 */
final class FaultCampaign {

    private final Path directory;
    private final int parallel;
    private final PrintStream out;
    private final Map<Sound, Undisturbed> undisturbed = new ConcurrentHashMap<>();

    /**
     * A campaign.
     *
     * @param directory of the studies; those of cases that broke a rule stay
     * @param parallel how many cases run at once
     */
    FaultCampaign(Path directory, int parallel, PrintStream out) {
        this.directory = directory.toAbsolutePath();
        this.parallel = parallel;
        this.out = out;
    }

    /** Runs cases, prints one line for each as it ends, and returns them in their order. */
    List<CaseRun> run(List<FaultCase> cases) throws InterruptedException, IOException {
        // made here and not while parties of a study wait for one whose process needs it
        ClassArchive.options();
        OptionalDouble before = ProcessorTime.seconds();
        ExecutorService threads = Executors.newFixedThreadPool(parallel);
        List<CaseRun> runs = new ArrayList<>();
        try {
            List<Future<CaseRun>> running =
                    cases.stream().map(one -> threads.submit(() -> run(one))).toList();
            for (Future<CaseRun> one : running) {
                runs.add(one.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        OptionalDouble after = ProcessorTime.seconds();
        if (before.isPresent() && after.isPresent()) {
            out.printf(
                    Locale.ROOT,
                    "%.1f s of processor time a case, with %d undisturbed studies%n",
                    (after.getAsDouble() - before.getAsDouble()) / cases.size(),
                    undisturbed.size());
        }
        return runs;
    }

    private CaseRun run(FaultCase tried) throws IOException, InterruptedException {
        Undisturbed sound = undisturbed(tried);
        Path here = directory.resolve(tried.name());
        delete(here);
        Files.createDirectories(here);
        CaseRun run;
        try {
            run = CaseRun.of(tried, sound, here);
        } catch (IOException | RuntimeException e) {
            run = new CaseRun(tried, Verdict.broken(String.valueOf(e)), List.of(), List.of(), 0);
        }
        synchronized (out) {
            out.printf(
                    Locale.ROOT,
                    "%s (%s): %s in %.1f s%s%n",
                    tried.name(),
                    tried.setting().name(),
                    run.verdict().outcome().words(),
                    run.seconds(),
                    run.verdict().detail().isEmpty() ? "" : ": " + run.verdict().detail());
            if (run.verdict().outcome().compareTo(Outcome.STOPPED_AND_WENT_ON) >= 0) {
                tried.faults().forEach(fault -> out.println("    drawn: " + fault));
                run.trace().forEach(line -> out.println("    " + line));
                out.println(keeps(run) ? "    everything is in " + here : "    its files are gone, see faults.keep");
                out.println("    again: " + tried.command());
            }
            out.flush();
        }
        if (!keeps(run)) {
            delete(here);
        }
        return run;
    }

    private static boolean keeps(CaseRun run) {
        return run.verdict().outcome() == Outcome.BROKEN || Boolean.getBoolean("faults.keep");
    }

    private record Sound(StudySetting setting, boolean queried) {}

    private Undisturbed undisturbed(FaultCase tried) throws IOException, InterruptedException {
        synchronized (undisturbed) {
            Sound sound = new Sound(tried.setting(), tried.kind() == StudyKind.QUERIED);
            Undisturbed known = undisturbed.get(sound);
            if (known == null) {
                Path here = directory.resolve("undisturbed-" + undisturbed.size());
                delete(here);
                Files.createDirectories(here);
                known = Undisturbed.of(sound.setting(), sound.queried(), here);
                undisturbed.put(sound, known);
                delete(here);
            }
            return known;
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(file);
            }
        }
    }
}
