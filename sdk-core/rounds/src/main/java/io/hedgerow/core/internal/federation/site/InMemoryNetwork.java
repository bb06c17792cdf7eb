// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.internal.protocol.OpenRoundException;
import io.hedgerow.core.internal.text.PlainName;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * All sites of a study inside one process: the coordinator's real loop and the sites' real sessions, with encoded
 * messages passed in memory. For simulation; a site's failure keeps its cause here, which a real channel must not. One
 * thread, the coordinator's, may use it; sites run on the executor, each on one thread at a time.
 */
public final class InMemoryNetwork implements CoordinatorChannel {

    private static final int UNANSWERED = -1;
    /** Of a paid round whose rows cannot be used as they are, which only people mend: a quarter of a minute. */
    private static final int MOST_ATTEMPTS = 5;

    private final Map<SiteId, SiteSession> sessions = new TreeMap<>();
    private final Map<SiteId, CompletableFuture<Void>> lastStep = new TreeMap<>();
    private final Executor executor;
    private final BlockingQueue<SiteReply> replies = new LinkedBlockingQueue<>();
    private final AtomicReference<@Nullable RuntimeException> firstFailure = new AtomicReference<>();
    private final BiConsumer<SiteId, String> waiting;
    /** By the number of attempts that failed. */
    private final IntFunction<Duration> pauses;

    public InMemoryNetwork(List<SiteSession> sessions, Executor executor) {
        this(sessions, executor, (site, why) -> {});
    }

    /** {@code waiting} is told, in the site's thread, whose rows could not be read and will be read again, and why. */
    public InMemoryNetwork(List<SiteSession> sessions, Executor executor, BiConsumer<SiteId, String> waiting) {
        this(sessions, executor, waiting, SiteSession::pause);
    }

    /** The same with its own pauses before rows are read again, by the number of attempts that failed. */
    public InMemoryNetwork(
            List<SiteSession> sessions,
            Executor executor,
            BiConsumer<SiteId, String> waiting,
            IntFunction<Duration> pauses) {
        this.executor = executor;
        this.waiting = waiting;
        this.pauses = pauses;
        PlainName.requireUnlike(
                "sites", sessions.stream().map(one -> one.site().value()).toList());
        sessions.forEach(session -> this.sessions.put(session.site(), session));
    }

    @Override
    public Set<SiteId> sites() {
        return Set.copyOf(sessions.keySet());
    }

    @Override
    public void broadcast(CoordinatorMessage message) {
        for (SiteSession session : sessions.values()) {
            if (message instanceof Task task) {
                next(session, () -> replies.add(answer(session, task)), task.round());
            } else if (message instanceof CoordinatorMessage.Outcome outcome) {
                next(session, () -> finish(session, outcome), UNANSWERED);
            }
        }
        if (message instanceof CoordinatorMessage.Outcome) {
            CompletableFuture.allOf(lastStep.values().toArray(new CompletableFuture<?>[0]))
                    .join();
        }
    }

    /**
     * Reads rows again that could not be read, as long as the round of a paid study lasts: a study of one process is
     * not continued by another run, so what ends here was paid for in vain.
     */
    private ProtectedUpdate answer(SiteSession session, Task task) {
        long began = System.nanoTime();
        for (int attempts = 0; ; attempts++) {
            try {
                return session.answer(task);
            } catch (OpenRoundException later) {
                Duration pause = pauses.apply(attempts);
                boolean temporary = later.getCause() instanceof DataException data && data.isTemporary();
                Duration left = session.deadline().minusNanos(System.nanoTime() - began);
                boolean again = temporary ? pause.compareTo(left) < 0 : attempts < MOST_ATTEMPTS;
                if (!session.hasBudget() || !again || Thread.currentThread().isInterrupted()) {
                    throw later.getCause() instanceof RuntimeException cause ? cause : later;
                }
                waiting.accept(session.site(), later.getMessage());
                LockSupport.parkNanos(pause.toNanos());
            }
        }
    }

    /** A restarted coordinator may send the end again. */
    private static void finish(SiteSession session, CoordinatorMessage.Outcome outcome) {
        if (!session.isFinished()) {
            session.finish(outcome);
        }
    }

    @Override
    public void recall(List<Task> earlier) {
        for (SiteSession session : sessions.values()) {
            next(session, () -> earlier.forEach(session::observe), UNANSWERED);
        }
    }

    @Override
    public void send(SiteId site, CoordinatorMessage.Question question) {
        SiteSession session = sessions.get(site);
        if (session == null) {
            throw new IllegalArgumentException("site must be of this study, was " + site.value());
        }
        next(session, () -> session.answer(question).ifPresent(replies::add), question.round());
    }

    /** Runs a site's messages in turn; refusal by the executor fails. {@link #UNANSWERED} steps get no answer. */
    private void next(SiteSession session, Runnable step, int round) {
        lastStep.put(
                session.site(),
                lastStep.getOrDefault(session.site(), CompletableFuture.completedFuture(null))
                        .thenRunAsync(step, executor)
                        .exceptionally(e -> {
                            RuntimeException failure = failed(e);
                            if (round != UNANSWERED) {
                                replies.add(session.failure(round, failure));
                            }
                            return null;
                        }));
    }

    /** Keeps the first cause; also of errors, for an unanswered task would keep the coordinator waiting. */
    private RuntimeException failed(Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        RuntimeException failure = cause instanceof RuntimeException known
                ? known
                : new IllegalStateException("a site ended abnormally", cause);
        firstFailure.compareAndSet(null, failure);
        return failure;
    }

    @Override
    public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
        return Optional.ofNullable(replies.poll(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS));
    }

    public Optional<RuntimeException> firstFailure() {
        return Optional.ofNullable(firstFailure.get());
    }

    /** Non-zero coefficients of all sites' solutions in all rounds, which the papers' formula for bytes counts. */
    public long uploadedCoefficients() {
        return sessions.values().stream()
                .mapToLong(SiteSession::uploadedCoefficients)
                .sum();
    }
}
