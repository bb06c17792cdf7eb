// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.channel.UnreachableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Tracks how long a site has waited for an unreachable or refusing coordinator. The people of the site learn of it
 * once, once more before the site gives up, and when it is over. One object serves all connections of a run.
 * Thread-safe.
 */
public final class Absence {

    /** Connections break and processes start again: what is over by then is not worth a line. */
    private static final long SHORT = TimeUnit.SECONDS.toNanos(5);

    private final SiteOptions options;
    private final BiConsumer<Word, String> people;
    private final Runnable look;
    private final Deque<Said> unsaid = new ArrayDeque<>();
    private long since;
    private boolean here;
    private int attempt;
    private @Nullable String said;
    private boolean reminded;

    /** The notices to a site's operators about the coordinator's connection. */
    public enum Word {
        COORDINATOR_AWAY,
        COORDINATOR_REFUSES,
        COORDINATOR_BACK
    }

    private record Said(Word word, String text) {}

    /**
     * Begins to wait.
     *
     * @param people is told in the thread that calls {@link #tell}
     * @param look is run in that thread about once a minute while the site waits, and may tell more
     */
    public Absence(SiteOptions options, BiConsumer<Word, String> people, Runnable look) {
        this.options = options;
        this.people = people;
        this.look = look;
        this.since = options.nanoTime().getAsLong();
    }

    /** Tells no one. */
    static Absence unnoticed(SiteOptions options) {
        return new Absence(options, (word, text) -> {}, () -> {});
    }

    /** The coordinator lets the site in. */
    public synchronized void over() {
        here = true;
        attempt = 0;
        if (said != null) {
            said = null;
            unsaid.add(new Said(Word.COORDINATOR_BACK, "the coordinator at " + options.address() + " is back"));
        }
    }

    /**
     * An attempt failed, or a connection broke. Returns the end of the site's patience, where it is over.
     *
     * @param last what happened, fit for a terminal
     * @param refused whether a person has to mend something before another attempt can succeed
     */
    public synchronized Optional<UnreachableException> failed(String last, Throwable cause, boolean refused) {
        long now = options.nanoTime().getAsLong();
        if (here) {
            here = false;
            since = now;
            reminded = false;
        }
        Duration patience = options.reconnect().patience();
        Duration waited = Duration.ofNanos(now - since);
        if (waited.compareTo(patience) >= 0) {
            return Optional.of(UnreachableException.after(patience, options.address(), last, cause));
        }
        Duration left = patience.minus(waited);
        boolean late = left.compareTo(patience.dividedBy(4)) <= 0;
        String reason = refused ? last : "";
        boolean news = !reason.equals(said) && (refused || late || waited.toNanos() >= SHORT);
        if (news || (late && !reminded)) {
            said = reason;
            reminded = late;
            unsaid.add(new Said(
                    refused ? Word.COORDINATOR_REFUSES : Word.COORDINATOR_AWAY,
                    (refused ? "" : "the coordinator at " + options.address() + " cannot be reached (" + last + "): ")
                            + (refused ? last + ": " : "")
                            + "this site waits and tries again by itself, and gives up in "
                            + Words.time(inWords(left))));
        }
        return Optional.empty();
    }

    private static Duration inWords(Duration left) {
        return left.toHours() >= 2
                ? Duration.ofHours(left.toHours())
                : left.toMinutes() >= 2 ? Duration.ofMinutes(left.toMinutes()) : left;
    }

    /** The pause before the next attempt: each is longer than the one before. */
    public synchronized Duration pause() {
        return options.reconnect().pause(attempt++, options.jitter().getAsDouble());
    }

    synchronized boolean hasNews() {
        return !unsaid.isEmpty();
    }

    /** Tells what has not been told, in this thread. */
    public void tell() {
        look.run();
        while (true) {
            Said next;
            synchronized (this) {
                next = unsaid.poll();
            }
            if (next == null) {
                return;
            }
            people.accept(next.word(), next.text());
        }
    }
}
