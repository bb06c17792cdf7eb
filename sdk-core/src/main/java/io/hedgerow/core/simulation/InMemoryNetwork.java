package io.hedgerow.core.simulation;

import io.hedgerow.core.round.CoordinatorMessage;
import io.hedgerow.core.round.Outcome;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.core.round.SiteReply;
import io.hedgerow.core.round.SiteSession;
import io.hedgerow.core.round.Task;
import io.hedgerow.core.spi.CoordinatorChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * All sites of a study inside one process: the coordinator's real loop and the sites' real sessions, with message passing
 * in memory. Every message still carries encoded bytes. For simulation; a site's failure keeps its cause here, which a
 * real channel must not.
 */
public final class InMemoryNetwork implements CoordinatorChannel {

    private final Map<SiteId, SiteSession> sessions = new TreeMap<>();
    private final Map<SiteId, CompletableFuture<Void>> lastStep = new ConcurrentHashMap<>();
    private final Executor executor;
    private final BlockingQueue<SiteReply> replies = new LinkedBlockingQueue<>();
    private final AtomicReference<@Nullable RuntimeException> firstFailure = new AtomicReference<>();

    /**
     * Connects sessions.
     *
     * @param sessions one per site, of the same study
     * @param executor runs the sites' computations
     */
    public InMemoryNetwork(List<SiteSession> sessions, Executor executor) {
        this.executor = executor;
        for (SiteSession session : sessions) {
            if (this.sessions.put(session.site(), session) != null) {
                throw new IllegalArgumentException(
                        "site names must be distinct, " + session.site().value() + " appears twice");
            }
            lastStep.put(session.site(), CompletableFuture.completedFuture(null));
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
                enqueue(session, () -> answer(session, task));
            } else if (message instanceof Outcome outcome) {
                enqueue(session, () -> session.finish(outcome));
            }
        }
        if (message instanceof Outcome) {
            CompletableFuture.allOf(lastStep.values().toArray(new CompletableFuture<?>[0]))
                    .join();
        }
    }

    @Override
    public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
        return Optional.ofNullable(replies.poll(timeout.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** One message after another for each site, whatever the executor does. */
    private void enqueue(SiteSession session, Runnable step) {
        lastStep.merge(
                session.site(),
                CompletableFuture.completedFuture(null),
                (last, ignored) -> last.thenRunAsync(step, executor));
    }

    private void answer(SiteSession session, Task task) {
        try {
            replies.add(session.answer(task));
        } catch (RuntimeException e) {
            firstFailure.compareAndSet(null, e);
            replies.add(session.failure(task, e));
        } catch (Error e) {
            // an unanswered task would leave the coordinator waiting for its deadline
            RuntimeException failure = new IllegalStateException("a site ended abnormally", e);
            firstFailure.compareAndSet(null, failure);
            replies.add(session.failure(task, failure));
        }
    }

    /**
     * Why the first site that failed did so.
     *
     * @return the cause, or empty when none failed
     */
    public Optional<RuntimeException> firstFailure() {
        return Optional.ofNullable(firstFailure.get());
    }

    /**
     * Non-zero coefficients of all sites' solutions: what the papers' formula for bytes counts.
     *
     * @return Σ over sites and rounds
     */
    public long uploadedCoefficients() {
        return sessions.values().stream()
                .mapToLong(SiteSession::uploadedCoefficients)
                .sum();
    }
}
