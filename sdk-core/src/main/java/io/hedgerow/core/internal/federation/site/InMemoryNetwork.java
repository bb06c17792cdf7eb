// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.protocol.CoordinatorMessage;
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
import org.jspecify.annotations.Nullable;

/**
 * All sites of a study inside one process: the coordinator's real loop and the sites' real sessions, with encoded
 * messages passed in memory. For simulation; a site's failure keeps its cause here, which a real channel must not. One
 * thread, the coordinator's, may use it; sites run on the executor, each on one thread at a time.
 */
public final class InMemoryNetwork implements CoordinatorChannel {

    private static final int UNANSWERED = -1;

    private final Map<SiteId, SiteSession> sessions = new TreeMap<>();
    private final Map<SiteId, CompletableFuture<Void>> lastStep = new TreeMap<>();
    private final Executor executor;
    private final BlockingQueue<SiteReply> replies = new LinkedBlockingQueue<>();
    private final AtomicReference<@Nullable RuntimeException> firstFailure = new AtomicReference<>();

    public InMemoryNetwork(List<SiteSession> sessions, Executor executor) {
        this.executor = executor;
        for (SiteSession session : sessions) {
            if (this.sessions.put(session.site(), session) != null) {
                throw new IllegalArgumentException(
                        "site names must be distinct, " + session.site().value() + " appears twice");
            }
        }
    }

    @Override
    public Set<SiteId> sites() {
        return Set.copyOf(sessions.keySet());
    }

    @Override
    public void broadcast(CoordinatorMessage message) {
        for (SiteSession session : sessions.values()) {
            if (message instanceof Task task) {
                next(session, () -> replies.add(session.answer(task)), task.round());
            } else if (message instanceof CoordinatorMessage.Outcome outcome) {
                next(session, () -> finish(session, outcome), UNANSWERED);
            }
        }
        if (message instanceof CoordinatorMessage.Outcome) {
            CompletableFuture.allOf(lastStep.values().toArray(new CompletableFuture<?>[0]))
                    .join();
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
