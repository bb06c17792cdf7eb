// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.federation.coordinator.Coordinator;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.study.Study;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.file.FrameFile;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, killed by the operating system (SIGKILL) in the midst of their work, again and again. */
@Tag("slow")
class KilledProcessTest {

    private static final long MICROSECONDS = 4000;

    /**
     * Kills of a run: each is behind one to three messages, so that a run dies in all phases of the study. Which record
     * a death follows makes no difference, as {@code CrashEverywhereTest} shows record by record.
     */
    private static final int KILLS = 8;

    @TempDir
    private Path temp;

    private static Process start(Class<?> main, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        Arrays.stream(arguments).map(String::valueOf).forEach(command::add);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(new File(String.valueOf(arguments[0]) + ".output")))
                .start();
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    }

    /** Lets the process go on for a moment, so that it is killed anywhere in what it does next. */
    private static void moment(Random random) {
        long end = System.nanoTime() + 1000 * random.nextLong(MICROSECONDS);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static StudyResult undisturbed() throws InterruptedException {
        Study study = LocalStudy.of(2, 2);
        List<SiteSession> sessions = new ArrayList<>();
        for (String site : List.of("a", "b")) {
            sessions.add(LocalStudy.session(site, study, Journal.none()));
        }
        return new Coordinator(
                        study,
                        new InMemoryNetwork(sessions, Runnable::run),
                        new InsecurePlainUpload(study),
                        LocalStudy.globalSolver(),
                        (report, consensus) -> {},
                        System::nanoTime,
                        Journal.none())
                .run();
    }

    private void killCoordinator(int kills, long seed) throws Exception {
        Random random = new Random(seed);
        Study study = LocalStudy.of(2, 2);
        List<SiteSession> sessions =
                List.of(LocalStudy.session("a", study, Journal.none()), LocalStudy.session("b", study, Journal.none()));
        Path journal = temp.resolve("coordinator");
        Path result = temp.resolve("result");
        int killed = 0;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(60_000);
            while (Files.notExists(result)) {
                Process process = start(CoordinatorProcess.class, journal, server.getLocalPort(), result);
                try (LocalWire wire = new LocalWire(server.accept())) {
                    int left = killed < kills ? 1 + random.nextInt(3) : Integer.MAX_VALUE;
                    while (true) {
                        Object message = wire.read();
                        if (message instanceof LocalWire.Earlier earlier) {
                            sessions.forEach(session -> session.observe(earlier.task()));
                            continue;
                        }
                        left--;
                        boolean early = random.nextInt(4) == 0;
                        if (message instanceof CoordinatorMessage.Outcome outcome) {
                            sessions.stream()
                                    .filter(session -> !session.isFinished())
                                    .forEach(session -> session.finish(outcome));
                        } else {
                            for (SiteSession session : sessions) {
                                SiteReply reply = session.answer((Task) message);
                                if (left > 0 || !early || session != sessions.get(1)) {
                                    wire.write(reply);
                                }
                            }
                        }
                        if (left == 0) {
                            moment(random);
                            kill(process);
                            killed++;
                            break;
                        }
                    }
                } catch (IOException e) {
                    assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it has ended");
                    assertEquals(0, process.exitValue(), () -> output("coordinator.output"));
                } finally {
                    kill(process);
                }
            }
        }
        assertEquals(kills, killed);
        StudyResult expected = undisturbed();
        assertEquals(CoordinatorProcess.text(expected), Files.readString(result));
        assertEquals(StudyState.ROUNDS_COMPLETED, expected.state());
        sessions.forEach(session -> assertEquals(expected.consensus(), session.consensus()));
    }

    private String output(String name) {
        try {
            return Files.readString(temp.resolve(name));
        } catch (IOException e) {
            return String.valueOf(e);
        }
    }

    /** The coordinator's end towards a site process that comes and goes, and a site here. */
    private static final class ComingAndGoing implements CoordinatorChannel {
        private final SiteSession here;
        private final BlockingQueue<SiteReply> replies = new LinkedBlockingQueue<>();
        private final List<CoordinatorMessage> sent = new ArrayList<>();
        private @Nullable LocalWire wire;

        ComingAndGoing(SiteSession here) {
            this.here = here;
        }

        /** A site that comes back gets everything again; what it has, it ignores. */
        synchronized void connected(LocalWire now) {
            wire = now;
            sent.forEach(this::write);
        }

        private void write(CoordinatorMessage message) {
            try {
                if (wire != null) {
                    wire.write(message);
                }
            } catch (IOException e) {
                // killed; it comes back
                wire = null;
            }
        }

        @Override
        public Set<SiteId> sites() {
            return Set.of(new SiteId("a"), here.site());
        }

        @Override
        public synchronized void broadcast(CoordinatorMessage message) {
            sent.add(message);
            write(message);
            if (message instanceof Task task) {
                replies.add(here.answer(task));
            }
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            throw new AssertionError("no dialogue here");
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
            return Optional.ofNullable(replies.poll(timeout.toNanos(), TimeUnit.NANOSECONDS));
        }
    }

    private StudyResult killSite(boolean costly, int kills, long seed) throws Exception {
        Random random = new Random(seed);
        Study study = LocalStudy.of(2, costly ? 1 : 2);
        ComingAndGoing channel = new ComingAndGoing(LocalStudy.session("b", study, Journal.none()));
        AtomicReference<@Nullable StudyResult> result = new AtomicReference<>();
        Thread coordinator = new Thread(
                () -> {
                    try {
                        result.set(new Coordinator(
                                        study,
                                        channel,
                                        new InsecurePlainUpload(study),
                                        LocalStudy.globalSolver(),
                                        (report, consensus) -> {},
                                        System::nanoTime,
                                        Journal.none())
                                .run());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "coordinator");
        Path directory = temp.resolve("site");
        int killed = 0;
        boolean over = false;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(60_000);
            coordinator.start();
            while (!over) {
                Process process = start(SiteProcess.class, directory, server.getLocalPort(), costly);
                try (LocalWire wire = new LocalWire(server.accept())) {
                    channel.connected(wire);
                    int left = killed < kills ? random.nextInt(3) : Integer.MAX_VALUE;
                    while (left > 0) {
                        channel.replies.add((SiteReply) wire.read());
                        left--;
                    }
                    moment(random);
                    kill(process);
                    killed++;
                } catch (IOException e) {
                    assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it has ended");
                    assertEquals(0, process.exitValue(), () -> output("site.output"));
                    over = true;
                } finally {
                    kill(process);
                }
            }
            coordinator.join(60_000);
        } finally {
            coordinator.interrupt();
        }
        assertEquals(kills, killed);
        return Objects.requireNonNull(result.get(), "the coordinator has ended");
    }

    private void requireEveryRoundPaidOnce(StudyResult result) throws IOException {
        List<Integer> reserved;
        try (FrameFile ledger = SiteProcess.ledger(temp.resolve("site"))) {
            reserved = SiteProcess.rounds(ledger);
        }
        assertEquals(new HashSet<>(reserved).size(), reserved.size(), "no round is reserved twice");
        Path egress = temp.resolve("site").resolve("egress.log");
        long updates = EgressLog.verify(egress).messages();
        assertTrue(updates > 0);
        Pattern update = Pattern.compile("\"type\":\"update\".*\"round\":(\\d+),");
        Set<Integer> left = new HashSet<>();
        for (String line : Files.readAllLines(egress)) {
            Matcher matcher = update.matcher(line);
            if (matcher.find()) {
                left.add(Integer.valueOf(matcher.group(1)));
            }
        }
        assertTrue(reserved.containsAll(left), "the ledger never shows less than what left");
        long used = result.rounds().stream()
                .map(RoundReport::sites)
                .filter(sites -> sites == 2)
                .count();
        assertTrue(used <= left.size(), used + " of " + left.size());
    }

    @Test
    void coordinatorKilledAgainAndAgain_endsWithTheSameBits() throws Exception {
        killCoordinator(KILLS, 1);
    }

    @Test
    void siteKilledAgainAndAgain_withoutBudget_endsWithTheSameBits() throws Exception {
        StudyResult result = killSite(false, KILLS, 2);
        assertEquals(CoordinatorProcess.text(undisturbed()), CoordinatorProcess.text(result));
    }

    @Test
    void siteKilledAgainAndAgain_withBudget_paysEveryRoundOnce() throws Exception {
        StudyResult result = killSite(true, KILLS, 3);
        assertEquals(StudyState.ROUNDS_COMPLETED, result.state());
        requireEveryRoundPaidOnce(result);
    }

    @Test
    @Tag("long")
    void manyKills() throws Exception {
        for (int run = 0; run < 10; run++) {
            Path before = temp;
            temp = before.resolve("run" + run);
            Files.createDirectories(temp);
            killCoordinator(25, 100 + run);
            requireEveryRoundPaidOnce(killSite(true, 30, 200 + run));
            temp = before;
        }
    }
}
