// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.queue.QueuedStudy.State;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the studies of a queue have their turns, stop and end. */
@Timeout(60)
class StudyRunnerTest {

    @TempDir
    Path temp;

    private StudyQueue queue;

    @BeforeEach
    void open() {
        queue = new StudyQueue(temp.resolve("studies"));
    }

    private void submit(String... names) throws IOException {
        for (String name : names) {
            queue.submit(
                    StudyQueueTest.write(temp.resolve(name + ".yaml"), name, ""),
                    Optional.empty(),
                    Optional.empty(),
                    100,
                    InstantSource.fixed(Instant.ofEpochSecond(queue.list().size())));
        }
    }

    private QueuedStudy study(String name) throws IOException {
        return queue.list().stream()
                .filter(study -> study.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Studies that end when the test lets them, and note who ran with whom. */
    private static class Recorded implements StudyRunner.Work {
        final Map<String, CountDownLatch> gates = new HashMap<>();
        final List<String> began = new CopyOnWriteArrayList<>();
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final Map<String, Long> bytes = new ConcurrentHashMap<>();
        final Map<String, Integer> sites = new HashMap<>();
        final Map<String, Error> errors = new HashMap<>();

        @Override
        public Set<String> look(List<QueuedStudy> all) {
            return Set.of();
        }

        @Override
        public Optional<String> waitsFor(QueuedStudy study) throws InterruptedException, IOException {
            return Optional.empty();
        }

        @Override
        public StudyRunner.Need need(QueuedStudy study) {
            return new StudyRunner.Need(bytes.getOrDefault(study.name(), 1L), sites.getOrDefault(study.name(), 1));
        }

        @Override
        public String run(QueuedStudy study) throws InterruptedException {
            began.add(study.name());
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                CountDownLatch gate = gates.get(study.name());
                if (gate != null) {
                    gate.await();
                }
                Error error = errors.get(study.name());
                if (error != null) {
                    throw error;
                }
                return "done";
            } finally {
                running.decrementAndGet();
            }
        }
    }

    private final StringWriter console = new StringWriter();

    /** With {@code --quiet}. */
    private Map<String, State> run(Recorded work, int atOnce, long bytes) throws Exception {
        CommandContext context = new CommandContext(
                Progress.silent(),
                new EventLog(new PrintWriter(console), EventLog.Format.TEXT, InstantSource.system()),
                true,
                InstantSource.system());
        StudyRunner.Need all = new StudyRunner.Need(bytes, 10);
        return new StudyRunner(queue, work, new StudyRunner.Limits(atOnce, all), context)
                .run(true).stream().collect(Collectors.toMap(QueuedStudy::name, QueuedStudy::state));
    }

    /** Then nobody else watches over the credentials of the process. */
    @Test
    void idle_isTold_andOnlyWhereNoStudyRuns() throws Exception {
        submit("one", "two");
        AtomicInteger idle = new AtomicInteger();
        AtomicInteger beside = new AtomicInteger();
        Recorded work = new Recorded() {
            @Override
            public void idle() {
                idle.incrementAndGet();
                beside.addAndGet(running.get());
            }
        };
        run(work, 2, Long.MAX_VALUE);
        assertTrue(idle.get() > 0);
        assertEquals(0, beside.get());
    }

    @Test
    void failureOfOneStudy_alsoAnError_leavesTheOthersAlone() throws Exception {
        submit("one", "two", "three");
        Recorded work = new Recorded();
        work.errors.put("one", new OutOfMemoryError("of a test"));
        work.errors.put("two", new StackOverflowError());
        assertEquals(
                Map.of("one", State.FAILED, "two", State.FAILED, "three", State.ENDED), run(work, 1, Long.MAX_VALUE));
        assertEquals(List.of("one", "two", "three"), work.began);
        assertEquals(1, work.most.get());
        assertTrue(study("one").reason().contains("OutOfMemoryError: of a test"));
        assertEquals("done", study("three").reason());
    }

    @Test
    void sourceThatIsAway_andAnyFailureOfTheDataOfAPaidStudy_makesItWait_andItGoesOn() throws Exception {
        submit("away", "paid", "unpaid");
        List<String> failed = new CopyOnWriteArrayList<>();
        List<String> reasons = new CopyOnWriteArrayList<>();
        Recorded work = new Recorded() {
            @Override
            public Optional<String> waitsFor(QueuedStudy study) throws InterruptedException, IOException {
                if (!failed.contains(study.name())) {
                    failed.add(study.name());
                    throw study.name().equals("away")
                            ? DataException.temporary("no database", new SQLException("refused"))
                            : new DataException("no file");
                }
                reasons.add(study(study.name()).reason());
                return Optional.empty();
            }

            @Override
            public boolean hasBegun(QueuedStudy study) {
                return study.name().equals("paid");
            }
        };
        assertEquals(
                Map.of("away", State.ENDED, "paid", State.ENDED, "unpaid", State.FAILED), run(work, 9, Long.MAX_VALUE));
        assertEquals(
                Set.of("no database", "has begun, and waits until this is mended: no file"),
                Set.copyOf(reasons),
                "it says why it waits");
        assertEquals("no file", study("unpaid").reason());
    }

    /** As a process that was started again finds it: no study runs, and the reason of before is noted. */
    @Test
    void planThatCannotBeRead_failsAStudyThatHasNotBegun_andIsWaitedForByOneThatHas() throws Exception {
        submit("begun", "new");
        Path plan = study("begun").folder().resolve(QueuedStudy.PLAN);
        byte[] whole = Files.readAllBytes(plan);
        Files.delete(plan);
        Files.createDirectory(plan); // reading it is an error of the file system
        Files.writeString(study("new").folder().resolve(QueuedStudy.PLAN), "format: [");
        AtomicInteger looks = new AtomicInteger();
        Recorded work = new Recorded() {
            @Override
            public Optional<String> waitsFor(QueuedStudy study) throws InterruptedException, IOException {
                if (study.name().equals("begun") && looks.incrementAndGet() == 2) {
                    assertEquals(State.QUEUED, study("begun").state());
                    Files.delete(plan);
                    Files.write(plan, whole);
                }
                return Optional.empty();
            }

            @Override
            public boolean hasBegun(QueuedStudy study) {
                return study.name().equals("begun");
            }

            @Override
            public StudyRunner.Need need(QueuedStudy study) {
                return new StudyRunner.Need(1, study.plan().plan().sites().size());
            }
        };
        String why = "has begun, and waits until this is mended: " + plan + ": cannot be read: Is a directory; it must"
                + " be as it was signed: make it readable, or submit the study again with queue submit";
        queue.note(study("begun"), State.QUEUED, why);
        assertEquals(Map.of("begun", State.ENDED, "new", State.FAILED), run(work, 2, Long.MAX_VALUE));
        assertEquals(List.of("begun"), work.began);
        assertTrue(
                study("new").reason().contains("study.yaml:1: is not YAML"),
                study("new").reason());
        assertEquals(
                1,
                console.toString()
                        .lines()
                        .filter(line -> line.endsWith("study begun is queued: " + why))
                        .count(),
                console.toString());
    }

    @Test
    void stateThatCannotBeRead_isNamed_andIsWaitedForOfAStudyThatHasBegun() throws Exception {
        submit("begun", "new", "other");
        Map<String, Path> states = new HashMap<>();
        String whole = "";
        for (String name : List.of("begun", "new")) {
            Path state = study(name).folder().resolve("state.json");
            whole = Files.readString(state);
            Files.writeString(state, whole.substring(0, 20));
            states.put(name, state);
        }
        String mended = whole;
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger questions = new AtomicInteger();
        Recorded work = new Recorded() {
            @Override
            public Set<String> look(List<QueuedStudy> all) {
                if (began.contains("other") && running.get() == 0 && looks.incrementAndGet() == 3) {
                    try {
                        Files.writeString(states.get("begun"), mended);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
                return Set.of();
            }

            @Override
            public boolean hasBegun(QueuedStudy study) {
                questions.incrementAndGet();
                return study.name().equals("begun");
            }
        };
        assertEquals(
                Map.of("begun", State.ENDED, "new", State.UNREADABLE, "other", State.ENDED),
                run(work, 2, Long.MAX_VALUE));
        assertEquals(List.of("other", "begun"), work.began);
        assertEquals(2, questions.get(), "a ledger is not read in each look");
        List<String> said = console.toString().lines().toList();
        assertEquals(2, said.size(), "each once: " + said);
        for (String line : said) {
            boolean begun = line.contains("study begun is unreadable: has begun, and waits until this is mended: ");
            assertTrue(begun || line.contains("study new is unreadable: " + states.get("new")), line);
            assertTrue(line.contains(states.get(begun ? "begun" : "new") + ": cannot read as JSON"), line);
        }
    }

    @Test
    void studyThatHasBegun_andWhoseMessagesNeedMoreMemoryThanAllMayTake_waits() throws Exception {
        submit("begun", "other");
        Recorded work = new Recorded() {
            @Override
            public boolean hasBegun(QueuedStudy study) {
                return true;
            }

            @Override
            public String run(QueuedStudy study) throws InterruptedException {
                bytes.put("begun", 10L);
                return super.run(study);
            }
        };
        work.bytes.put("begun", 11L);
        assertEquals(Map.of("begun", State.ENDED, "other", State.ENDED), run(work, 1, 10));
        assertEquals(List.of("other", "begun"), work.began);
        assertTrue(console.toString().contains("has begun, and waits"), console.toString());
    }

    @Test
    void memoryOfAll_isNoMoreThanTheLimit_andAStudyThatNeedsMoreAloneIsRefused() throws Exception {
        submit("small", "huge", "large", "last");
        Recorded work = new Recorded();
        work.bytes.putAll(Map.of("small", 6L, "huge", 11L, "large", 6L));
        work.gates.put("small", new CountDownLatch(1));
        Thread opener = new Thread(() -> {
            try {
                while (!study("large").reason().contains("memory")) {
                    Thread.sleep(20); // the runner writes it, and files cannot be waited for
                }
                assertEquals(List.of("small"), work.began);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                work.gates.get("small").countDown();
            }
        });
        opener.start();
        Map<String, State> ended = run(work, 4, 10);
        opener.join();
        assertEquals(
                Map.of("small", State.ENDED, "huge", State.FAILED, "large", State.ENDED, "last", State.ENDED), ended);
        assertEquals(List.of("small", "large", "last"), work.began, "none overtakes the one that waits");
        assertTrue(study("huge").reason().contains("may take 11"));
    }

    @Test
    void connectionsOfAll_areNoMoreThanThereIsRoomFor_andAStudyThatFindsNoRoomWaitsAndSaysSo() throws Exception {
        submit("small", "huge", "large", "last");
        Recorded work = new Recorded();
        work.sites.putAll(Map.of("small", 6, "huge", 11, "large", 6));
        work.gates.put("small", new CountDownLatch(1));
        Thread opener = new Thread(() -> {
            try {
                while (!study("large").reason().contains("connections of others")) {
                    Thread.sleep(20); // the runner writes it, and files cannot be waited for
                }
                assertEquals(List.of("small"), work.began);
                assertEquals(State.QUEUED, study("huge").state());
                queue.cancel("huge");
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                work.gates.get("small").countDown();
            }
        });
        opener.start();
        Map<String, State> ended = run(work, 4, Long.MAX_VALUE);
        opener.join();
        assertEquals(
                Map.of("small", State.ENDED, "huge", State.CANCELLED, "large", State.ENDED, "last", State.ENDED),
                ended);
        assertEquals(List.of("small", "large", "last"), work.began, "none overtakes the one that waits");
        String said = console.toString();
        assertTrue(said.contains("study large is queued: waits for the connections of others"), said);
        assertTrue(said.contains("study huge is queued: waits for room for the connections of its 11 sites"), said);
    }

    @Test
    void cancelledStudies_stop_andTheOthersGoOn() throws Exception {
        submit("running", "waiting", "other");
        Recorded work = new Recorded();
        work.gates.put("running", new CountDownLatch(1));
        queue.cancel("waiting");
        Thread cancelling = new Thread(() -> {
            try {
                while (work.began.isEmpty()) {
                    Thread.sleep(20); // of another thread
                }
                queue.cancel("running");
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        cancelling.start();
        assertEquals(
                Map.of("running", State.CANCELLED, "waiting", State.CANCELLED, "other", State.ENDED),
                run(work, 1, Long.MAX_VALUE));
        cancelling.join();
        assertFalse(study("running").cancelAsked());
        assertThrows(IllegalArgumentException.class, () -> queue.cancel("running"));
        assertThrows(IllegalArgumentException.class, () -> queue.cancel("../studies/running"));
    }

    @Test
    void cancelThatMeetsTheEnd_leavesTheStudyEndedOrFailed() throws Exception {
        submit("ends", "ended", "failed");
        queue.note(study("ended"), State.ENDED, "before");
        queue.note(study("failed"), State.FAILED, "before");
        for (String over : List.of("ended", "failed")) {
            Files.createFile(study(over).folder().resolve("cancel")); // by a command that saw it run
        }
        open();
        Recorded work = new Recorded() {
            @Override
            public String run(QueuedStudy study) throws InterruptedException {
                String how = super.run(study);
                try {
                    queue.cancel(study.name());
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
                return how;
            }
        };
        assertEquals(
                Map.of("ends", State.ENDED, "ended", State.ENDED, "failed", State.FAILED),
                run(work, 1, Long.MAX_VALUE));
        for (String over : List.of("ends", "ended")) {
            assertEquals(State.ENDED, study(over).state());
        }
        assertEquals(State.FAILED, study("failed").state());
        assertFalse(Files.exists(study("ends").folder().resolve("cancel")));
        queue.note(study("ended"), State.RUNNING, "");
        assertFalse(study("ended").cancelAsked(), "an old cancel is none of the next run");
    }

    @Test
    void slowQuestionForATurn_delaysNoCancel_andAFailedStudyIsNotAskedAgain() throws Exception {
        submit("failing", "slow", "next", "cancelled");
        List<String> questions = new ArrayList<>();
        List<State> seen = new ArrayList<>();
        Recorded work = new Recorded() {
            @Override
            public Optional<String> waitsFor(QueuedStudy study) throws InterruptedException, IOException {
                questions.add(study.name());
                if (study.name().equals("failing")) {
                    throw new IllegalStateException("of a test");
                }
                if (questions.size() == 2) {
                    queue.cancel("cancelled");
                    Thread.sleep(2100); // as a coordinator that does not answer
                    return Optional.of("no answer");
                }
                seen.add(study("cancelled").state());
                return Optional.empty();
            }
        };
        assertEquals(
                Map.of("failing", State.FAILED, "slow", State.ENDED, "next", State.ENDED, "cancelled", State.CANCELLED),
                run(work, 9, Long.MAX_VALUE));
        assertEquals(List.of("failing", "slow", "next"), questions.subList(0, 3));
        assertEquals(1, questions.stream().filter("failing"::equals).count());
        assertFalse(questions.contains("cancelled"), questions.toString());
        assertEquals(State.CANCELLED, seen.get(0), "before the next is asked for");
    }

    @Test
    void cancelsDuringALongQuestion_areSeenAtOnce_alsoOfTheStudyThatAsks() throws Exception {
        submit("running", "asking", "waiting");
        CountDownLatch never = new CountDownLatch(1);
        Recorded work = new Recorded() {
            @Override
            public Optional<String> waitsFor(QueuedStudy study) throws InterruptedException, IOException {
                if (study.name().equals("asking")) {
                    queue.cancel("running");
                    queue.cancel("waiting");
                    while (study("running").state() != State.CANCELLED
                            && study("waiting").state() != State.CANCELLED) {
                        Thread.sleep(20); // of the runner, which writes it
                    }
                    queue.cancel("asking");
                    never.await(); // a coordinator that does not answer
                }
                return Optional.empty();
            }
        };
        work.gates.put("running", new CountDownLatch(1));
        assertEquals(
                Map.of("running", State.CANCELLED, "asking", State.CANCELLED, "waiting", State.CANCELLED),
                run(work, 2, Long.MAX_VALUE));
        assertEquals(List.of("running"), work.began);
    }

    @Test
    void endedStudyThatASiteAsksFor_runsBehindThoseThatWait() throws Exception {
        submit("ended", "one", "two");
        queue.note(study("ended"), State.ENDED, "");
        Recorded work = new Recorded() {
            @Override
            public Set<String> look(List<QueuedStudy> all) {
                return began.contains("ended") ? Set.of() : Set.of("ended");
            }
        };
        run(work, 1, Long.MAX_VALUE);
        assertEquals(new ArrayList<>(List.of("one", "two", "ended")), work.began);
    }

    @Test
    void queue_isLockedUntilItsStudiesHaveStopped() throws Exception {
        submit("look");
        List<String> seen = new CopyOnWriteArrayList<>();
        Recorded work = new Recorded() {
            @Override
            public String run(QueuedStudy study) throws InterruptedException {
                try {
                    return super.run(study);
                } finally {
                    Thread.sleep(300); // a study that takes its time to stop
                    try (var lock = queue.lock()) {
                        lock.requireHeld();
                        seen.add("free");
                    } catch (IOException e) {
                        seen.add(e.getMessage());
                    }
                }
            }
        };
        work.gates.put("look", new CountDownLatch(1));
        Thread runner = new Thread(() -> assertThrows(InterruptedException.class, () -> run(work, 1, 9)));
        runner.start();
        while (work.began.isEmpty()) {
            Thread.sleep(20); // of another thread
        }
        runner.interrupt();
        runner.join();
        assertEquals(1, seen.size());
        assertTrue(seen.get(0).contains("in use"), seen.toString());
    }

    @Test
    void afterTheEndOfAProcess_thoseThatRanGoOnFirst_andOneProcessRunsAQueue() throws Exception {
        submit("ended", "waiting", "ran");
        queue.note(study("ended"), State.ENDED, "");
        queue.note(study("ran"), State.RUNNING, "");
        Recorded work = new Recorded();
        try (var lock = queue.lock()) {
            lock.requireHeld();
            IOException refused = assertThrows(IOException.class, () -> run(work, 1, 1));
            assertTrue(refused.getMessage().contains("in use"), refused.getMessage());
        }
        run(work, 1, Long.MAX_VALUE);
        assertEquals(new ArrayList<>(List.of("ran", "waiting")), work.began);
    }
}
