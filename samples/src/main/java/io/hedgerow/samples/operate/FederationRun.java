package io.hedgerow.samples.operate;

import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.transport.egress.EgressLog;
import io.hedgerow.transport.egress.EgressTotals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A coordinator and its sites as separate processes on this machine, over loopback with real certificates. */
public final class FederationRun {

    private static final Duration START = Duration.ofMinutes(2);

    private final Path directory;
    private final LocalStudy study;
    private final Optional<Path> truth;

    /**
     * A run.
     *
     * @param directory where everything goes
     * @param study in this directory
     * @param truth the known network, if any
     */
    public FederationRun(Path directory, LocalStudy study, Optional<Path> truth) {
        this.directory = directory;
        this.study = study;
        this.truth = truth;
    }

    /**
     * What is sure after a run.
     *
     * @param result the coordinator's files
     * @param egress what left every site, by its own log, which was verified
     * @param ledgers how many ledgers were verified
     */
    public record Verified(Path result, Map<String, EgressTotals> egress, int ledgers) {}

    /**
     * Runs to the end and verifies what the processes left.
     *
     * @param sites as the study names them
     * @param longest how long the whole run may take
     * @param notes for people
     * @return what is sure
     * @throws InterruptedException when the thread is interrupted
     */
    public Verified run(List<String> sites, Duration longest, Consumer<String> notes) throws InterruptedException {
        Path result = directory.resolve("result");
        try (Processes processes =
                new Processes(() -> notes.accept("stopped before the end of the study; nothing is lost:"
                        + " give the same command with --resume to go on with what is in " + directory))) {
            Path output = directory.resolve("coordinator.out");
            Process coordinator = processes.start(output, coordinator(result));
            String port = Processes.await(
                    output.resolveSibling("coordinator.out.err"), "listening on port ", coordinator, START);
            notes.accept("coordinator listens on port " + port);
            Map<String, Process> running = new LinkedHashMap<>();
            for (String site : sites) {
                running.put(site, processes.start(study.site(site).resolve("site.out"), site(site, port)));
            }
            notes.accept(sites.size() + " sites started");
            requireOk(processes, "coordinator", coordinator, longest, output);
            for (Map.Entry<String, Process> site : running.entrySet()) {
                requireOk(
                        processes,
                        site.getKey(),
                        site.getValue(),
                        START,
                        study.site(site.getKey()).resolve("site.out"));
            }
        }
        return verified(sites, result);
    }

    private static void requireOk(Processes processes, String who, Process process, Duration within, Path output)
            throws InterruptedException {
        if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
            processes.requireNotStopping();
            throw new ChildFailedException(
                    who, process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue()), output);
        }
    }

    /** The command line of the coordinator. */
    List<String> coordinator(Path result) {
        List<String> command = new ArrayList<>(List.of(
                "coordinator",
                "start",
                "--study",
                study.plan().toString(),
                "--identity",
                study.coordinator().toString(),
                "--data",
                study.coordinator().resolve("state").toString(),
                "--listen",
                "127.0.0.1:0",
                "--out",
                result.toString()));
        study.roster().ifPresent(roster -> command.addAll(List.of("--roster", roster.toString())));
        truth.ifPresent(file -> command.addAll(List.of("--truth", file.toString())));
        return command;
    }

    /** The command line of a site. */
    List<String> site(String name, String port) {
        Path home = study.site(name);
        List<String> command = new ArrayList<>(List.of(
                "site",
                "join",
                "--site",
                name,
                "--study",
                study.plan().toString(),
                "--rules",
                home.resolve("join.yaml").toString(),
                "--policy",
                home.resolve("policy.yaml").toString(),
                "--identity",
                home.resolve("identity").toString(),
                "--data",
                home.resolve("rows.csv").toString(),
                "--home",
                home.resolve("home").toString(),
                "--coordinator",
                "127.0.0.1:" + port));
        study.roster().ifPresent(roster -> command.addAll(List.of("--roster", roster.toString())));
        return command;
    }

    private Verified verified(List<String> sites, Path result) {
        Map<String, EgressTotals> egress = new LinkedHashMap<>();
        int ledgers = 0;
        for (String site : sites) {
            SiteHome home = new SiteHome(study.site(site).resolve("home"));
            egress.put(site, EgressLog.verify(home.egress()));
            if (Files.exists(home.ledger())) {
                LedgerHistory.read(home.ledger());
                ledgers++;
            }
        }
        return new Verified(result, egress, ledgers);
    }
}
