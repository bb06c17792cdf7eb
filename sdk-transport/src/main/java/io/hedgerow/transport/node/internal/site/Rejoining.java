// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.internal.grpc.site.Absence;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.grpc.site.SiteOptions.ReconnectPolicy;
import io.hedgerow.transport.node.internal.Witness;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a site's part in a study, and retries while the coordinator refuses a site that has joined or paid. So may the
 * end of the site's own certificate, which is renewed in its file. The site gives up when it has waited as long as its
 * patience is; a coordinator that lets it in and refuses it then makes it neither more patient nor quicker, as long as
 * the study does not go on. Its files are closed between two attempts. For one thread.
 */
public final class Rejoining {

    private final BiConsumer<Absence.Word, String> people;
    private final Runnable look;
    private @Nullable SiteOptions coordinator;
    private @Nullable Absence absence;
    private boolean joined;
    private int refusals;
    private Duration paused = Duration.ZERO;
    private int tasks;

    /**
     * A site that has not joined yet.
     *
     * @param people is told who is waited for, in the thread that runs the study
     * @param look is run in that thread at the beginning, and about once a minute while the site waits
     */
    public Rejoining(BiConsumer<Absence.Word, String> people, Runnable look) {
        this.people = people;
        this.look = look;
    }

    /** Takes the way to the coordinator, once it is known; returns the time for which it is waited for. */
    public Absence dialling(SiteOptions options) {
        coordinator = options;
        if (absence == null) {
            absence = new Absence(options, people, look);
            absence.tell();
        }
        return absence;
    }

    /** The site has joined the study, or paid for it, in this process or in one before. */
    public void joined() {
        joined = true;
    }

    /** The site has taken over so many tasks of the study: with a new one, refusals before it are forgotten. */
    public void taken(int count) {
        if (count > tasks) {
            tasks = count;
            refusals = 0;
            paused = Duration.ZERO;
        }
    }

    /** Runs to the end of the study; a failure that leaves is told to those who wait for this site. */
    public <T> T run(Witness.Run<T> attempt) throws InterruptedException {
        while (true) {
            try {
                return attempt.run();
            } catch (RuntimeException e) {
                if (!mayEnd(e)) {
                    tellWhy(e);
                    throw e;
                }
                await(e);
            }
        }
    }

    /**
     * Whether it is a refusal that may end while this process runs: not the operator's decision, not another process of
     * this site, and not a home that has to be replaced.
     */
    private boolean mayEnd(RuntimeException e) {
        if (!joined) {
            return false;
        }
        if (e instanceof RefusedException refused) {
            return switch (refused.refusal()) {
                case EXCLUDED, SUPERSEDED, MEMORY_LOST -> false;
                default -> true;
            };
        }
        return (e instanceof UnreachableException away && away.refused())
                || (e instanceof IdentityException own && own.reason().mayBeRenewed());
    }

    private void await(RuntimeException e) throws InterruptedException {
        Absence waited = absence;
        SiteOptions options = coordinator;
        if (waited == null || options == null) {
            throw e;
        }
        String reason = Words.reason(e);
        Optional<UnreachableException> over = waited.failed(reason, e, true);
        waited.tell();
        if (over.isPresent()) {
            throw over.get();
        }
        ReconnectPolicy policy = options.reconnect();
        if (paused.compareTo(policy.patience()) >= 0) {
            throw UnreachableException.after(policy.patience(), options.address(), reason, e);
        }
        Duration pause = policy.pause(refusals++, options.jitter().getAsDouble());
        paused = paused.plus(pause);
        TimeUnit.NANOSECONDS.sleep(TimeUnit.NANOSECONDS.convert(pause));
    }

    /** Why the site cannot answer, where that is in its files: a full disk, a home that is not whole. */
    private void tellWhy(RuntimeException e) {
        SiteOptions known = coordinator;
        if (known != null) {
            Unanswered.lastWord(e).ifPresent(why -> Admission.lastWord(known, why));
        }
    }
}
