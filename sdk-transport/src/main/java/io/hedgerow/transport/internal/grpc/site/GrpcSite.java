// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import io.grpc.Metadata;
import io.grpc.Status;
import io.hedgerow.core.internal.federation.site.SiteChannel;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.WireException;
import io.hedgerow.transport.internal.link.Inbox;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.MessageAssembler.MessageTooLargeException;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A site's channel over gRPC: dials the coordinator, holds one stream, and reconnects when it breaks. Every message
 * arrives once and in order; replies are kept until the coordinator has taken them.
 *
 * <p>A message counts as dealt with when the next one is asked for; until then the coordinator keeps it.
 *
 * <p>Not private: payloads are carried unchanged, inside TLS. Thread-safe.
 */
public final class GrpcSite implements SiteChannel, AutoCloseable {

    private static final long LOOK_SECONDS = 60;

    private final SiteOptions options;
    private final ClientThreads threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Conversation conversation;
    private final StreamOwner owner = new StreamOwner();

    private final Consumer<List<Hindrance>> notices;
    private final Absence absence;
    private List<Hindrance> noticed = List.of();
    private @Nullable SiteStream stream;
    private @Nullable WireException failure;
    private @Nullable Future<?> nextAttempt;
    private boolean welcomed;
    private boolean paused;
    private boolean closed;

    /**
     * Dials out and returns at once; {@link #receive} reports failures.
     *
     * @param tasksTaken how many tasks this site has taken over in earlier processes; 0 for a new study
     */
    public GrpcSite(SiteOptions options, int tasksTaken) {
        this(options, tasksTaken, hindrances -> {});
    }

    /**
     * Dials out, with a consumer of notices in the thread that waits for messages.
     *
     * @param tasksTaken how many tasks this site has taken over in earlier processes; 0 for a new study
     */
    public GrpcSite(SiteOptions options, int tasksTaken, Consumer<List<Hindrance>> notices) {
        this(options, tasksTaken, notices, Absence.unnoticed(options));
    }

    /**
     * Dials out as one attempt of several: the time without a coordinator is counted over all of them.
     *
     * @param tasksTaken how many tasks this site has taken over in earlier processes; 0 for a new study
     * @param absence is told in the thread that waits for messages
     */
    public GrpcSite(SiteOptions options, int tasksTaken, Consumer<List<Hindrance>> notices, Absence absence) {
        this.absence = absence;
        this.notices = notices;
        this.options = options;
        this.conversation = new Conversation(options, tasksTaken);
        this.threads = new ClientThreads(options, conversation.meter());
        connect();
    }

    /**
     * Waits for the coordinator's next message, in the order in which they were sent.
     *
     * @throws RefusedException when the coordinator refuses this site and waiting does not help
     * @throws io.hedgerow.transport.channel.UnreachableException when the coordinator was away for longer than the
     *     policy allows
     */
    @Override
    public CoordinatorMessage receive() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            conversation.settle();
            pump();
            while (true) {
                tellNotice();
                if (conversation.hasMessage()) {
                    break;
                }
                if (closed) {
                    throw new IllegalStateException("the wire to " + options.address() + " was closed");
                }
                if (failure != null) {
                    throw failure;
                }
                if (!changed.await(LOOK_SECONDS, TimeUnit.SECONDS)) {
                    withoutLock(absence::tell);
                }
            }
            if (failure instanceof RefusedException refused) {
                throw refused;
            }
            CoordinatorMessage message = conversation.take();
            if (paused && stream != null) {
                paused = false;
                stream.requestNext();
            }
            return message;
        } finally {
            lock.unlock();
        }
    }

    /** Without the lock: the consumer may take its time. */
    private void tellNotice() {
        List<Hindrance> now = conversation.notice();
        boolean news = !now.equals(noticed);
        if (news || absence.hasNews()) {
            noticed = now;
            withoutLock(() -> {
                absence.tell();
                if (news) {
                    notices.accept(now);
                }
            });
        }
    }

    private void withoutLock(Runnable telling) {
        lock.unlock();
        try {
            telling.run();
        } finally {
            lock.lock();
        }
    }

    @Override
    public boolean hasNext() {
        lock.lock();
        try {
            return conversation.isOvertaken();
        } finally {
            lock.unlock();
        }
    }

    /** Does not deal with the last message: it comes again to the next process of a site that waits and is killed. */
    @Override
    public boolean awaitNext(Duration longest) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = longest.toNanos();
            while (true) {
                tellNotice();
                if (conversation.hasMessage() || closed || failure != null) {
                    return true;
                }
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void send(ProtectedUpdate update) {
        post(update);
    }

    @Override
    public void send(SiteReply.Answer answer) {
        post(answer);
    }

    @Override
    public void send(SiteReply.Failure failure) {
        post(failure);
    }

    private void post(SiteReply reply) {
        WireMessage wireMessage = WireMessage.of(reply);
        int limit = options.settings().messageLimit();
        if (wireMessage.payload().size() > limit) {
            throw new MessageTooLargeException(wireMessage.payload().size(), limit);
        }
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the wire to " + options.address() + " was closed");
            }
            conversation.outbox().add(wireMessage);
            pump();
        } finally {
            lock.unlock();
        }
    }

    public SiteLink.Traffic traffic() {
        return conversation.meter().traffic();
    }

    /** Leaves the last message undealt with: it comes again to the next process of the site. */
    public void leave() {
        lock.lock();
        try {
            conversation.leave();
        } finally {
            lock.unlock();
        }
    }

    /** Hands out what is ready to be sent, acknowledges what was dealt with, and ends the stream and all threads. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            conversation.settle();
            pump();
            long end = System.nanoTime() + options.settings().callTimeout().toNanos();
            while (welcomed && !conversation.outbox().isSent() && end - System.nanoTime() > 0) {
                changed.awaitNanos(end - System.nanoTime());
            }
            closed = true;
            if (welcomed && stream != null) {
                stream.halfClose();
                end = System.nanoTime()
                        + Math.min(
                                TimeUnit.SECONDS.toNanos(5),
                                options.settings().callTimeout().toNanos());
                while (stream != null && end - System.nanoTime() > 0) {
                    changed.awaitNanos(end - System.nanoTime());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closed = true;
            if (nextAttempt != null) {
                nextAttempt.cancel(false);
            }
            if (stream != null) {
                stream.cancel("this site closes the wire");
            }
            changed.signalAll();
            lock.unlock();
        }
        threads.stop();
    }

    private void connect() {
        lock.lock();
        try {
            if (closed || failure != null) {
                return;
            }
            SiteStream opened = new SiteStream(threads.open(), options.settings(), owner);
            stream = opened;
            welcomed = false;
            paused = false;
            opened.keepTime(threads, lock, options);
            opened.start(conversation.hello());
        } finally {
            lock.unlock();
        }
    }

    private void pump() {
        SiteStream current = stream;
        if (!welcomed || current == null) {
            return;
        }
        conversation.pump(current);
        if (conversation.outbox().isSent()) {
            changed.signalAll();
        }
    }

    private final class StreamOwner implements SiteStream.Owner {

        @Override
        public void arrived(SiteStream from, Frame frame) {
            lock.lock();
            try {
                if (from != stream || failure != null) {
                    return;
                }
                if (!welcomed) {
                    conversation.begin(frame);
                    welcomed = true;
                    absence.over();
                    from.welcomed();
                    pump();
                } else {
                    conversation.accept(frame);
                }
                changed.signalAll();
                paused = conversation.isFull();
                if (!paused) {
                    from.requestNext();
                }
            } catch (Inbox.GapException e) {
                from.cancel(Words.reason(e));
            } catch (RefusedException e) {
                failure = e;
                changed.signalAll();
                from.cancel(e.refusal().name());
            } catch (MessageTooLargeException e) {
                fail(from, Refusal.TOO_LARGE, e);
            } catch (IllegalArgumentException e) {
                fail(from, Refusal.MALFORMED, e);
            } finally {
                lock.unlock();
            }
        }

        private void fail(SiteStream from, Refusal refusal, RuntimeException cause) {
            failure = new RefusedException(
                    refusal, "this site refuses the coordinator: " + RefusalStatus.shown(cause.getMessage()));
            changed.signalAll();
            from.cancel(refusal.name());
        }

        @Override
        public void ready(SiteStream from) {
            lock.lock();
            try {
                if (from == stream) {
                    pump();
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void ended(SiteStream from, Status status, Metadata trailers) {
            lock.lock();
            try {
                if (from != stream) {
                    return;
                }
                stream = null;
                boolean wasWelcome = welcomed;
                welcomed = false;
                changed.signalAll();
                if (closed || failure != null) {
                    return;
                }
                failure = StreamEnd.fatal(status, trailers, options).orElse(null);
                if (failure == null) {
                    comeBack(wasWelcome, status, RefusalStatus.of(status, trailers));
                }
            } finally {
                lock.unlock();
            }
        }

        private void comeBack(boolean wasWelcome, Status status, Optional<Refusal> refusal) {
            failure = absence.failed(StreamEnd.shown(status, refusal), status.asException(), false)
                    .orElse(null);
            if (failure != null) {
                return;
            }
            boolean lifeEnded = wasWelcome && StreamEnd.isOfLife(status, refusal);
            Duration pause = lifeEnded ? Duration.ZERO : absence.pause();
            nextAttempt = threads.after(pause, GrpcSite.this::connect);
        }
    }
}
