// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.samples.queue.QueuedStudy.State;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.identity.IdentityException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What studies of a queue wait for, those that have begun and others. */
@Timeout(60)
class WaitingStudiesTest extends StudyRunnerFixture {

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

    /** What this site has paid for is given up by people, or where the coordinator has decided. */
    @Test
    void whateverFailsAPaidStudyAtItsSite_isWaitedFor_andFailsAnUnpaidOne() throws Exception {
        Map<String, RuntimeException> failures = Map.of(
                "rules", new PolicyRefusedException("the rules", PrivacyException.Reason.RULES),
                "token", new IdentityException(IdentityException.Reason.TOKEN, "no token"),
                "files", new IdentityException(IdentityException.Reason.PERMISSIONS, "others may write"),
                "error", new IllegalStateException("of the program"),
                "excluded", new RefusedException(RefusedException.Refusal.EXCLUDED, "goes on without"));
        List<String> names = new ArrayList<>();
        for (String name : failures.keySet()) {
            submit("paid-" + name, "other-" + name);
            names.add("paid-" + name);
        }
        List<String> failed = new CopyOnWriteArrayList<>();
        Recorded work = new Recorded() {
            @Override
            public Optional<String> waitsFor(QueuedStudy study) {
                if (!failed.contains(study.name())) {
                    failed.add(study.name());
                    throw failures.get(study.name().replaceAll(".*-", ""));
                }
                return Optional.empty();
            }

            @Override
            public boolean hasBegun(QueuedStudy study) {
                return isPaid(study);
            }

            @Override
            public boolean isPaid(QueuedStudy study) {
                return names.contains(study.name());
            }
        };
        Map<String, State> ended = run(work, 20, Long.MAX_VALUE);
        for (String name : failures.keySet()) {
            assertEquals(State.FAILED, ended.get("other-" + name), name);
            assertEquals(name.equals("excluded") ? State.FAILED : State.ENDED, ended.get("paid-" + name), name);
        }
        assertTrue(
                console.toString()
                        .contains("is paid for, and waits until this is mended or the study is cancelled: the rules"),
                console.toString());
    }

    /** Each attempt could lock a token. */
    @Test
    void wrongPassphraseOfAPaidStudy_isNotTriedAgain_andTheStudyStaysOpen() throws Exception {
        submit("paid");
        AtomicInteger attempts = new AtomicInteger();
        AtomicInteger looks = new AtomicInteger();
        Recorded work = new Recorded() {
            @Override
            public Set<String> look(List<QueuedStudy> all) {
                if (attempts.get() > 0
                        && looks.incrementAndGet() == 15) { // three seconds, in which others are tried again
                    assertTrue(all.get(0).state().isOpen());
                    try {
                        queue.cancel("paid");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
                return super.look(all);
            }

            @Override
            public Optional<String> waitsFor(QueuedStudy study) {
                attempts.incrementAndGet();
                throw new IdentityException(IdentityException.Reason.PASSPHRASE, "wrong PIN");
            }

            @Override
            public boolean isPaid(QueuedStudy study) {
                return true;
            }
        };
        assertEquals(Map.of("paid", State.CANCELLED), run(work, 1, Long.MAX_VALUE));
        assertEquals(1, attempts.get());
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
            public Need need(QueuedStudy study) {
                return new Need(1, study.plan().plan().sites().size());
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

    /** As where a hub has no ledger: sites may have paid for it. */
    @Test
    void studyThatHasBegun_isNotGivenUpForATokenOrAPassphrase_andAPassphraseIsNotTriedAgain() throws Exception {
        submit("token", "passphrase", "new-token", "new-passphrase");
        Map<String, AtomicInteger> attempts = new HashMap<>();
        Recorded work = new Recorded() {
            @Override
            public Set<String> look(List<QueuedStudy> all) {
                if (began.contains("token") && running.get() == 0) {
                    try {
                        queue.cancel("passphrase");
                    } catch (IllegalArgumentException e) {
                        // it is over, which the end of the test shows
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
                return Set.of();
            }

            @Override
            public Optional<String> waitsFor(QueuedStudy study) {
                int attempt = attempts.computeIfAbsent(study.name(), any -> new AtomicInteger())
                        .incrementAndGet();
                if (study.name().endsWith("passphrase")) {
                    throw new IdentityException(IdentityException.Reason.PASSPHRASE, "wrong PIN");
                }
                if (attempt == 1) {
                    throw new IdentityException(IdentityException.Reason.TOKEN, "no token");
                }
                return Optional.empty();
            }

            @Override
            public boolean hasBegun(QueuedStudy study) {
                return !study.name().startsWith("new");
            }
        };
        assertEquals(
                Map.of(
                        "token", State.ENDED,
                        "passphrase", State.CANCELLED,
                        "new-token", State.FAILED,
                        "new-passphrase", State.FAILED),
                run(work, 4, 10));
        assertEquals(1, attempts.get("passphrase").get());
        assertTrue(
                console.toString()
                        .contains("study passphrase is queued: has begun, and waits until this is mended: wrong PIN; it"
                                + " is tried again when this is started again"),
                console.toString());
    }

    /** People have mended it then. */
    @Test
    void studyUnderAWrongPassphrase_thatIsCancelledAndSubmittedAgain_isTriedAgain() throws Exception {
        submit("paid", "other");
        AtomicInteger attempts = new AtomicInteger();
        AtomicInteger looks = new AtomicInteger();
        Recorded work = new Recorded() {
            @Override
            public Set<String> look(List<QueuedStudy> all) {
                looks.incrementAndGet();
                try {
                    State state = study("paid").state();
                    if (attempts.get() == 1 && state == State.CANCELLED) {
                        submit("paid");
                    } else if (attempts.get() == 1 && looks.get() == 3) {
                        queue.cancel("paid");
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return Set.of();
            }

            @Override
            public Optional<String> waitsFor(QueuedStudy study) {
                if (study.name().equals("paid") && attempts.incrementAndGet() == 1) {
                    throw new IdentityException(IdentityException.Reason.PASSPHRASE, "wrong PIN");
                }
                boolean isOver = began.contains("paid") || looks.get() > 30; // so that the run goes on until then
                return study.name().equals("paid") || isOver ? Optional.empty() : Optional.of("not yet");
            }

            @Override
            public boolean isPaid(QueuedStudy study) {
                return true;
            }
        };
        run(work, 2, 10);
        assertEquals(2, attempts.get());
        assertEquals(State.ENDED, study("paid").state());
    }
}
