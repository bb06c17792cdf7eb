// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.operate.Processes.ChildFailedException;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.EgressLog.EgressTotals;
import io.hedgerow.transport.node.SiteHome;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs a coordinator and its sites as separate processes on this machine, over loopback with real certificates. */
public final class FederationRun {

    /** The text that a coordinator prints before the address of its page. */
    public static final String PAGE = "status page at ";

    /** The text that a coordinator prints when its study has ended, its result is written and its page stays. */
    public static final String STAYS = "the study has ended; the status page stays for ";

    private static final Duration START = Duration.ofMinutes(2);
    /** The time that the first round waits for all sites, which are started here, however slow a busy machine is. */
    private static final Duration START_WINDOW = Duration.ofMinutes(10);

    private static final Duration LOOK = Duration.ofMillis(100);
    private static final String COORDINATOR = "coordinator";

    private final Path directory;
    private final LocalStudy study;
    private final Optional<Path> truth;
    private final Optional<Page> page;
    private volatile @Nullable Stay stay;

    /**
     * The status page that shows the study.
     *
     * @param port of this machine; 0 takes a free one
     * @param lingerSeconds how long it stays after the end
     */
    public record Page(int port, long lingerSeconds) {}

    /** A coordinator that has finished and keeps its status page open. */
    private record Stay(Processes processes, Process coordinator) {}

    public FederationRun(Path directory, LocalStudy study, Optional<Path> truth, Optional<Page> page) {
        this.directory = directory;
        this.study = study;
        this.truth = truth;
        this.page = page;
    }

    /**
     * The verified files of a run.
     *
     * @param result the coordinator's files
     * @param egress the messages that left every site, by its verified log
     * @param ledgers the number of verified ledgers
     */
    public record Verified(Path result, Map<String, EgressTotals> egress, int ledgers) {}

    /**
     * Runs to the end and verifies the files of the processes. A page that stays is open until {@link #linger} ends.
     *
     * @throws ChildFailedException when a process failed, of the first that did; the others were stopped
     */
    public Verified run(List<String> sites, Duration longest, Consumer<String> notes) throws InterruptedException {
        Path result = directory.resolve("result");
        Processes processes = new Processes(() -> {
            if (stay == null) {
                notes.accept("stopped before the end of the study; nothing is lost: give the same command with "
                        + "--resume to continue with what is in " + directory);
            }
        });
        try {
            Path output = directory.resolve("coordinator.out");
            List<String> command = new ArrayList<>(coordinator(result));
            command.addAll(List.of("--start-window", String.valueOf(START_WINDOW.toSeconds())));
            Process coordinator = processes.start(output, command);
            String port = processes.await(COORDINATOR, coordinator, output, "listening on port ", START);
            notes.accept("coordinator listens on port " + port);
            if (page.isPresent()) {
                notes.accept(PAGE + processes.await(COORDINATOR, coordinator, output, PAGE, START));
            }
            List<Member> sitesRunning = new ArrayList<>();
            for (String site : sites) {
                Path out = study.site(site).resolve("site.out");
                sitesRunning.add(new Member(site, processes.start(out, site(site, port)), out));
            }
            notes.accept(Words.count(sites.size(), "site") + " started");
            requireOk(
                    processes, new Member(COORDINATOR, coordinator, output), sitesRunning, longest.plus(START_WINDOW));
            Verified verified = verified(sites, result);
            if (coordinator.isAlive()) {
                stay = new Stay(processes, coordinator);
            }
            return verified;
        } finally {
            if (stay == null) {
                processes.close();
            }
        }
    }

    /** Waits until a page that stays after the end has stayed long enough; returns at once without one. */
    public void linger(Consumer<String> notes) throws InterruptedException {
        Stay here = stay;
        if (here != null) {
            try {
                notes.accept("the status page stays until Ctrl-C, at most "
                        + page.orElseThrow().lingerSeconds() + " s");
                here.coordinator().waitFor();
            } finally {
                here.processes().close();
            }
        }
    }

    private record Member(String who, Process process, Path output) {

        boolean failed() {
            return !process.isAlive() && process.exitValue() != 0;
        }

        /** Whether it is a coordinator that has ended its work and only shows its page. */
        boolean isPageOnly() {
            return Processes.said(Processes.errors(output), STAYS).isPresent();
        }

        ChildFailedException failure() {
            return new ChildFailedException(
                    who, process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue()), output);
        }
    }

    /** Waits until all have ended well, or for the first failure: the others need not wait for it. */
    private static void requireOk(Processes processes, Member coordinator, List<Member> sites, Duration longest)
            throws InterruptedException {
        awaitEnd(processes, coordinator, sites, coordinator, longest);
        for (Member site : sites) {
            awaitEnd(processes, coordinator, sites, site, START);
        }
    }

    private static void awaitEnd(
            Processes processes, Member coordinator, List<Member> sites, Member awaited, Duration within)
            throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (awaited.process().isAlive() && !awaited.isPageOnly()) {
            requireNoneFailed(processes, coordinator, sites);
            if (System.nanoTime() > end) {
                processes.requireNotStopping();
                throw awaited.failure();
            }
            awaited.process().waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        }
        requireNoneFailed(processes, coordinator, sites);
    }

    private static void requireNoneFailed(Processes processes, Member coordinator, List<Member> sites)
            throws InterruptedException {
        Optional<Member> failed = Stream.concat(Stream.of(coordinator), sites.stream())
                .filter(Member::failed)
                .findFirst();
        if (failed.isEmpty()) {
            return;
        }
        Member first = failed.get();
        if (first.process().exitValue() == ExitCode.STUDY_ENDED.number()) {
            // a site hears of the end of the study before the coordinator has written why
            long end = System.nanoTime() + START.toNanos();
            while (coordinator.process().isAlive() && !coordinator.isPageOnly() && System.nanoTime() < end) {
                coordinator.process().waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
        processes.requireNotStopping();
        if (first.process().exitValue() == ExitCode.STUDY_ENDED.number() && coordinator.isPageOnly()) {
            throw new ChildFailedException(
                    COORDINATOR, OptionalInt.of(ExitCode.STUDY_ENDED.number()), coordinator.output());
        }
        throw coordinator.failed() ? coordinator.failure() : first.failure();
    }

    public List<String> coordinator(Path result) {
        List<String> command = new ArrayList<>(List.of(
                COORDINATOR,
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
        page.ifPresent(shown -> command.addAll(List.of(
                "--status", String.valueOf(shown.port()), "--status-linger", String.valueOf(shown.lingerSeconds()))));
        return command;
    }

    public List<String> site(String name, String port) {
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
        study.ownNetwork(name).ifPresent(own -> command.addAll(List.of("--personalise", "--out", own.toString())));
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
