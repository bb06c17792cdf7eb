// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.queue.QueuedStudy.State;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What may be put into a queue, and how its studies have their turns. */
@Timeout(60)
class StudyQueueTest {

    @TempDir
    Path temp;

    private StudyQueue queue;
    private long second;

    @BeforeEach
    void open() {
        queue = new StudyQueue(temp.resolve("studies"));
    }

    private Path plan(String name, String more) throws IOException {
        Path file = temp.resolve("plan-" + second + ".yaml");
        Files.writeString(file, """
                format: 1
                name: %s
                coordinator: hub
                sites: [north, south, west]
                variables: {age: [0, 120], dose: [0, 50]}
                algorithm: {id: fed-sparse}
                insecureNoPrivacy: true
                rounds: 4
                quorum: 3
                deadline: 2m
                minimumCohort: 3
                secureAggregation: none
                %s
                """.formatted(name, more));
        return file;
    }

    private QueuedStudy submit(String name, String more, int most) throws IOException {
        second++;
        return queue.submit(
                plan(name, more),
                Optional.empty(),
                Optional.empty(),
                most,
                InstantSource.fixed(Instant.ofEpochSecond(second)));
    }

    private void submit(String... names) throws IOException {
        for (String name : names) {
            submit(name, "", 100);
        }
    }

    private List<String> names() throws IOException {
        return queue.list().stream().map(QueuedStudy::name).toList();
    }

    private QueuedStudy study(String name) throws IOException {
        return queue.list().stream()
                .filter(study -> study.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void requireRefused(String word, String name, String more, int most) throws IOException {
        Set<String> before = Set.copyOf(names());
        RuntimeException refused = assertThrows(RuntimeException.class, () -> submit(name, more, most));
        assertTrue(refused.getMessage().contains(word), refused.getMessage());
        assertEquals(before, Set.copyOf(names()));
        try (var files = Files.list(temp.resolve("studies"))) {
            assertEquals(before.size(), files.count(), "nothing is left of it");
        }
    }

    @Test
    void studies_haveTheirTurnsInTheOrderInWhichTheyCame_andFoldersOfTheirOwner() throws IOException {
        submit("zebra", "ant");
        assertEquals(List.of("zebra", "ant"), names());
        assertEquals(State.QUEUED, study("ant").state());
        assertEquals("zebra", study("zebra").plan().plan().name());
        assertEquals(
                "rwx------",
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(study("ant").folder())));
    }

    @Test
    void nameThatIsAPath_isRefused() throws IOException {
        submit("look");
        for (String name : List.of("../look", "a/b", "..", ".lock", "/tmp/x", "nul", "\"a\\u0000b\"")) {
            requireRefused("name", name, "", 100);
        }
    }

    @Test
    void twoStudiesOfOneName_areOnlyOnePlan_alsoWhereNamesDifferByCapitals() throws IOException {
        submit("look");
        requireRefused("is queued already", "look", "", 100);
        requireRefused("another plan", "look", "outsideBounds: 0.5", 100);
        requireRefused("another plan", "Look", "", 100);
        queue.note(study("look"), State.ENDED, "");
        requireRefused("another plan", "look", "outsideBounds: 0.5", 100);
    }

    @Test
    void studyThatIsOver_isQueuedAgainByTheSamePlan() throws IOException {
        submit("look", "other");
        queue.note(study("look"), State.FAILED, "no room");
        submit("look");
        assertEquals(List.of("other", "look"), names());
        assertEquals("", study("look").reason());
    }

    @Test
    void moreThanMayWait_areRefused_untilOneIsOver() throws IOException {
        submit("one", "two");
        requireRefused("at most 2 studies may wait or run", "three", "", 2);
        queue.note(study("one"), State.ENDED, "");
        assertEquals(State.QUEUED, submit("three", "", 2).state());
    }

    @Test
    void damagedState_isAFailureOfThatStudy_andNoOther() throws IOException {
        submit("look", "trial");
        Files.writeString(study("look").folder().resolve("state.json"), "{\"state\":");
        Files.createDirectories(temp.resolve("studies").resolve("by-hand"));
        assertEquals(State.FAILED, study("look").state());
        assertEquals(State.QUEUED, study("trial").state());
        assertEquals(2, names().size());
        submit("look");
        assertEquals(State.QUEUED, study("look").state());
    }

    /** Studies that end when the test lets them, and note who ran with whom. */
    private static final class Recorded implements StudyRunner.Work {
        final Map<String, CountDownLatch> gates = new HashMap<>();
        final List<String> began = new CopyOnWriteArrayList<>();
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final Map<String, Long> bytes = new HashMap<>();
        final Map<String, Error> errors = new HashMap<>();

        @Override
        public Set<String> look(List<QueuedStudy> all) {
            return Set.of();
        }

        @Override
        public Optional<String> waitsFor(QueuedStudy study) {
            return Optional.empty();
        }

        @Override
        public long bytes(QueuedStudy study) {
            return bytes.getOrDefault(study.name(), 1L);
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

    private Map<String, State> run(Recorded work, int atOnce, long bytes) throws Exception {
        CommandContext context = new CommandContext(
                Progress.silent(),
                new EventLog(new PrintWriter(new StringWriter()), EventLog.Format.TEXT, InstantSource.system()),
                false,
                InstantSource.system());
        return new StudyRunner(queue, work, new StudyRunner.Limits(atOnce, bytes), context)
                .run(true).stream().collect(Collectors.toMap(QueuedStudy::name, QueuedStudy::state));
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
