// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.WriterLock;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog.LogEvent;
import io.hedgerow.samples.queue.QueuedStudy.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * Runs the studies of a queue, several at a time, each in a thread of its own. A study that fails is noted and leaves
 * the others alone. After the end of the process, however it ended, those that ran go on first. One thread runs it.
 */
public final class StudyRunner {

    private static final long LOOK_MILLIS = 200;
    private static final String BEGUN = "has begun, and waits until this is mended: ";
    private static final String PAID = "is paid for, and waits until this is mended or the study is cancelled: ";
    /** After a question for a turn that took longer, the others are for the next pass, so that cancels are seen. */
    private static final long SLOW = TimeUnit.SECONDS.toNanos(2);

    private final StudyQueue queue;
    private final StudyWork work;
    private final Limits limits;
    private final CommandContext context;
    private final RunningStudies running = new RunningStudies();
    private final Pauses pauses = new Pauses();
    /** The studies whose state this pass could not read, and whether each has begun. */
    private final Map<String, Boolean> unreadable = new HashMap<>();
    /** What this process has said last of studies that wait. */
    private final Map<String, String> said = new HashMap<>();
    /** Studies of which this pass has seen that they are to stop. */
    private final Set<String> cancelled = new HashSet<>();
    /** Whether a question of this pass took longer than {@link #SLOW}. */
    private boolean wasSlow;

    /**
     * The limits on the number and resources of concurrent studies.
     *
     * @param atOnce studies; at least 1
     * @param all at least 1 byte and 1 site
     */
    public record Limits(int atOnce, Need all) {
        public Limits {
            if (!(atOnce >= 1 && all.bytes() >= 1 && all.sites() >= 1)) {
                throw new IllegalArgumentException(
                        "at least 1 study, 1 byte and 1 site must be allowed, were " + atOnce + " and " + all);
            }
        }
    }

    public StudyRunner(StudyQueue queue, StudyWork work, Limits limits, CommandContext context) {
        this.queue = queue;
        this.work = work;
        this.limits = limits;
        this.context = context;
    }

    /** Runs until it is interrupted; or {@code once}, until no study waits or runs any more. */
    public List<QueuedStudy> run(boolean once) throws IOException, InterruptedException {
        try (WriterLock lock = queue.lock()) {
            try {
                while (true) {
                    lock.requireHeld();
                    List<QueuedStudy> all = pass();
                    if (once && running.isEmpty() && all.stream().noneMatch(this::isAwaited)) {
                        return all;
                    }
                    takeEnds();
                }
            } finally {
                running.stop(); // before another process may run them
            }
        }
    }

    private List<QueuedStudy> pass() throws IOException, InterruptedException {
        List<QueuedStudy> all = queue.list();
        Set<String> again = work.look(all);
        if (running.isEmpty()) {
            work.idle();
        }
        lookAtUnreadable(all);
        boolean full = false; // also after one has begun: the next begins a moment later, so that they stay in order
        List<QueuedStudy> passed = new ArrayList<>();
        cancelled.clear();
        cancel(all); // first: to ask for a turn may take long
        wasSlow = false;
        List<QueuedStudy> due = new ArrayList<>(
                all.stream().filter(study -> study.state().isOpen()).toList());
        all.stream()
                .filter(study -> study.state() == State.ENDED && again.contains(study.name()))
                .forEach(due::add); // last: others wait for their only turn
        for (QueuedStudy study : due) {
            if (!running.has(study) && !cancelled.contains(study.name())) {
                full = full || running.size() >= limits.atOnce() || !passes(study, passed) || wasSlow;
            }
        }
        return all;
    }

    /** Says which states cannot be read. Where a study has begun the next looks may find its state. */
    private void lookAtUnreadable(List<QueuedStudy> all) {
        Map<String, Boolean> before = Map.copyOf(unreadable);
        unreadable.clear();
        for (QueuedStudy study : all) {
            if (study.state() == State.UNREADABLE && !running.has(study)) {
                Boolean known = before.get(study.name());
                boolean begun = known == null ? mayBe(work::hasBegun, study) : known;
                unreadable.put(study.name(), begun);
                if (known == null) {
                    say(study, State.UNREADABLE, (begun ? BEGUN : "") + study.reason(), true);
                }
            }
        }
    }

    /** Whether a study waits or runs, or has begun and may do so when its state can be read again. */
    private boolean isAwaited(QueuedStudy study) {
        return study.state().isOpen() || unreadable.getOrDefault(study.name(), false);
    }

    private void cancel(List<QueuedStudy> all) {
        all.stream()
                .filter(study -> study.cancelAsked() && study.state().isOpen() && cancelled.add(study.name()))
                .forEach(this::cancel);
    }

    private void cancel(QueuedStudy study) {
        if (running.has(study)) {
            running.stop(study);
        } else {
            pauses.forget(study);
            note(study, State.CANCELLED, "cancelled before it ran");
        }
    }

    /**
     * Begins a study if it can run, or one before it that can by now: what keeps one waiting may have ended since it
     * was asked. One that failed lets others pass, and is tried again after its pause alone. Returns whether one behind
     * it may have its turn now: not when one has begun, or waits for those that run.
     *
     * @param passed open studies before it, that waited for their turns when they were asked
     */
    private boolean passes(QueuedStudy study, List<QueuedStudy> passed) throws InterruptedException {
        if (pauses.isPaused(study) || !isReady(study)) {
            if (pauses.waitsForTurn(study)) {
                passed.add(study);
            }
            return true;
        }
        for (QueuedStudy earlier : passed) {
            if (wasSlow) {
                break;
            }
            boolean waits = pauses.waitsForTurn(earlier) && !cancelled.contains(earlier.name());
            if (waits && isReady(earlier) && !begin(earlier)) {
                return false;
            }
        }
        return cancelled.contains(study.name()) || begin(study);
    }

    private boolean isReady(QueuedStudy study) throws InterruptedException {
        long start = System.nanoTime();
        try {
            Optional<String> why = answer(study);
            if (cancelled.contains(study.name())) {
                return false;
            }
            if (why.isPresent()) {
                pauses.waits(study);
                waits(study, why.get());
            }
            return why.isEmpty();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            failed(study, e);
            return false;
        } finally {
            wasSlow = wasSlow || System.nanoTime() - start > SLOW;
        }
    }

    /**
     * Asks for a turn in a thread of its own, so that studies are cancelled meanwhile; if this one is, it is let go.
     */
    private Optional<String> answer(QueuedStudy study) throws Exception {
        FutureTask<Optional<String>> question = new FutureTask<>(() -> work.waitsFor(study));
        Thread thread = new Thread(question, "turn of " + study.name());
        thread.setDaemon(true);
        thread.start();
        try {
            while (!cancelled.contains(study.name())) {
                try {
                    return question.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    lookForCancels();
                }
            }
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        } finally {
            question.cancel(true);
        }
    }

    /** A queue that cannot be listed is no failure of the study that is being asked; the next look sees it. */
    private void lookForCancels() {
        try {
            cancel(queue.list());
        } catch (IOException | UncheckedIOException e) {
            // the pass that follows lists it, too
        }
    }

    private boolean begin(QueuedStudy study) throws InterruptedException {
        try {
            Need need = work.need(study);
            Optional<String> never = never(study, need);
            if (never.isPresent()) {
                later(study, never.get());
                return true;
            }
            Optional<String> others = limits.all().waitsFor(need, running.needs());
            if (others.isPresent()) {
                waits(study, others.get());
                return false;
            }
            start(study, need);
            return false;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            failed(study, e);
        }
        return true;
    }

    /**
     * Why a study cannot run with these limits, also alone; where it is mended at the next start, it waits for that.
     */
    private Optional<String> never(QueuedStudy study, Need need) {
        if (need.sites() > limits.all().sites()) {
            return Optional.of(
                    "waits for room for the connections of its " + need.sites() + " sites, there is room for "
                            + limits.all().sites() + ": raise the limit of the process, ulimit -n, and start again");
        }
        if (need.bytes() > limits.all().bytes()) {
            String most = "study " + study.name() + " must take at most "
                    + limits.all().bytes() + " bytes of memory for messages, may take " + need.bytes() + ": allow more";
            if (mayBe(work::hasBegun, study)) {
                return Optional.of(BEGUN + most + ", and start again");
            }
            throw new IllegalArgumentException(most + ", or have a plan signed with fewer sites or variables");
        }
        return Optional.empty();
    }

    private void start(QueuedStudy study, Need need) {
        QueuedStudy noted = running(study);
        pauses.forget(study);
        said.remove(study.name());
        running.start(noted, need, () -> work.run(noted));
    }

    private QueuedStudy running(QueuedStudy study) {
        try {
            return queue.note(study, State.RUNNING, "");
        } catch (IOException e) {
            throw new UnwritableFileException(FileReason.withPath(e) + "; the study waits until it can be written", e);
        }
    }

    /** Waits for an end, though not for long, and notes all that are there. */
    private void takeEnds() throws InterruptedException {
        RunningStudies.End end = running.nextEnd(LOOK_MILLIS);
        for (; end != null; end = running.nextEnd(0)) {
            Throwable failure = end.failure();
            if (failure == null) {
                note(end.study(), State.ENDED, end.how());
            } else if (end.stopped()) {
                note(end.study(), State.CANCELLED, "cancelled while it ran");
            } else {
                failed(end.study(), failure);
            }
        }
    }

    private void failed(QueuedStudy study, Throwable failure) {
        Setback setback = Setback.of(failure);
        if (setback == Setback.PASSES) {
            later(study, Setback.reason(failure));
        } else if (setback.isMendable() && mayBe(work::hasBegun, study)) {
            later(study, BEGUN + setback.whyItWaits(failure));
        } else if (setback != Setback.OVER && mayBe(work::isPaid, study)) {
            later(study, PAID + setback.whyItWaits(failure));
        } else {
            pauses.forget(study);
            note(study, State.FAILED, Setback.reason(failure));
            return;
        }
        if (setback == Setback.HARMS) {
            pauses.failedUntilTheNextStart(study);
        }
    }

    /** True where it cannot be seen: a study is not given up because something more cannot be read. */
    private static boolean mayBe(Predicate<QueuedStudy> what, QueuedStudy study) {
        try {
            return what.test(study);
        } catch (RuntimeException e) {
            return true;
        }
    }

    private void later(QueuedStudy study, String why) {
        pauses.failed(study);
        waits(study, why);
    }

    /** Says why a study waits, once in each process and again when the reason has changed. */
    private void waits(QueuedStudy study, String why) {
        if (!why.equals(said.put(study.name(), why)) || !study.reason().equals(why)) {
            note(study, study.state(), why, true);
        }
    }

    /** Where it cannot be written down, a study is looked at again later; one that has ended then ends at once. */
    private void note(QueuedStudy study, State state, String reason) {
        note(study, state, reason, state == State.FAILED);
    }

    /** {@code loud} for what people must see also where they read no notes, such as who waits for whom. */
    private void note(QueuedStudy study, State state, String reason, boolean loud) {
        try {
            queue.note(study, state, reason);
        } catch (IOException e) {
            pauses.failedForLong(study);
            context.warn(
                    LogEvent.of("state-not-written", FileReason.withPath(e)).ofStudy(study.name()));
        }
        say(study, state, reason, loud);
    }

    private void say(QueuedStudy study, State state, String reason, boolean loud) {
        String text = "study " + study.name() + " is " + Words.dashed(state) + (reason.isEmpty() ? "" : ": " + reason);
        LogEvent event = LogEvent.of("study-" + Words.dashed(state), text).ofStudy(study.name());
        if (loud) {
            context.warn(event);
        } else {
            context.note(event);
        }
    }
}
