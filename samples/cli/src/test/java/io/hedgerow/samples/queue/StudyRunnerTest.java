// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.queue.QueuedStudy.State;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the studies of a queue have their turns, stop and end. */
@Timeout(60)
class StudyRunnerTest extends StudyRunnerFixture {

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

    /** Studies that have begun, the first of which waits until people mend something; the second comes meanwhile. */
    private class OneThatWaits extends Recorded {
        final AtomicInteger questions = new AtomicInteger();
        private boolean isSubmitted;
        private int looks;

        @Override
        public Set<String> look(List<QueuedStudy> all) {
            try {
                if (!isSubmitted && !all.get(0).reason().isEmpty()) {
                    submit("later");
                    isSubmitted = true;
                } else if (isSubmitted && ++looks == 10) { // two seconds, in which the second has ended long since
                    for (QueuedStudy study : all) {
                        if (study.state().isOpen()) {
                            queue.cancel(study.name());
                        }
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Set.of();
        }

        @Override
        public Optional<String> waitsFor(QueuedStudy study) {
            if (study.name().equals("first")) {
                questions.incrementAndGet();
            }
            return Optional.empty();
        }

        @Override
        public boolean hasBegun(QueuedStudy study) {
            return true;
        }

        @Override
        public boolean isPaid(QueuedStudy study) {
            return true;
        }
    }

    private void requireLaterOneEnds(OneThatWaits work) throws Exception {
        submit("first");
        assertEquals(Map.of("first", State.CANCELLED, "later", State.ENDED), run(work, 1, 10), console.toString());
        assertTrue(work.began.contains("later"));
    }

    @Test
    void studyWhosePlanCannotBeRead_letsLaterOnesPass() throws Exception {
        requireLaterOneEnds(new OneThatWaits() {
            @Override
            public Need need(QueuedStudy study) {
                if (study.name().equals("first")) {
                    throw new StudyPlanException("no plan", new IOException("Input/output error"));
                }
                return super.need(study);
            }
        });
    }

    @Test
    void studyThatNeedsMoreThanThereIs_letsLaterOnesPass() throws Exception {
        OneThatWaits work = new OneThatWaits();
        work.bytes.put("first", 11L);
        requireLaterOneEnds(work);
        assertTrue(console.toString().contains("must take at most 10 bytes"), console.toString());
    }

    @Test
    void paidStudyThatFailsInEachRun_letsLaterOnesPass() throws Exception {
        OneThatWaits work = new OneThatWaits();
        work.errors.put("first", new OutOfMemoryError("of a test"));
        requireLaterOneEnds(work);
    }

    @Test
    void studyUnderAWrongPassphrase_letsLaterOnesPass_andIsNotTriedAtTheirTurns() throws Exception {
        OneThatWaits work = new OneThatWaits() {
            @Override
            public Optional<String> waitsFor(QueuedStudy study) {
                super.waitsFor(study);
                if (study.name().equals("first")) {
                    throw new IdentityException(IdentityException.Reason.PASSPHRASE, "wrong PIN");
                }
                return Optional.empty();
            }
        };
        requireLaterOneEnds(work);
        assertEquals(1, work.questions.get());
    }

    /** What others of the queue wait for may have ended since they were asked. */
    @Test
    void studyThatWaitsForItsTurn_isAskedAgainAtTheTurnOfALaterOne_andRunsBeforeIt() throws Exception {
        AtomicInteger questions = new AtomicInteger();
        Recorded work = new Recorded() {
            @Override
            public Optional<String> waitsFor(QueuedStudy study) {
                return study.name().equals("first") && questions.incrementAndGet() == 1
                        ? Optional.of("not yet")
                        : Optional.empty();
            }
        };
        submit("first", "later");
        assertEquals(Map.of("first", State.ENDED, "later", State.ENDED), run(work, 1, 10));
        assertEquals(List.of("first", "later"), work.began);
    }

    @Test
    void studyThatIsCancelledWhileAnEarlierOneIsAskedAgain_doesNotBegin() throws Exception {
        submit("first", "later");
        AtomicInteger questions = new AtomicInteger();
        Recorded work = new Recorded() {
            @Override
            public Optional<String> waitsFor(QueuedStudy study) throws InterruptedException, IOException {
                if (study.name().equals("later")) {
                    return Optional.empty();
                }
                if (questions.incrementAndGet() == 2) { // at the turn of the later one
                    queue.cancel("later");
                    while (study("later").state() != State.CANCELLED) {
                        Thread.sleep(20); // of the runner, which writes it
                    }
                }
                return questions.get() < 3 ? Optional.of("not yet") : Optional.empty();
            }
        };
        assertEquals(Map.of("first", State.ENDED, "later", State.CANCELLED), run(work, 1, 10));
        assertEquals(List.of("first"), work.began);
    }
}
