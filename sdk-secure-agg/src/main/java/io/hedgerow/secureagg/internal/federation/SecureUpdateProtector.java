// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.protocol.RepeatedMessageException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SlotMessage.BadBox;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.site.MaskingSession;
import io.hedgerow.secureagg.internal.site.SiteConfiguration;
import io.hedgerow.secureagg.internal.site.SiteSlot;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Masks a site's updates, so that the coordinator learns only sums over sites. Everything that the coordinator says is
 * checked by the site's own state machine against the site's own policy and roster; see {@link SiteSlot}.
 *
 * <p>An update is masked for a slot that was opened before its task came, and all that others sent for it was found
 * good; without one the task is refused before anything is spent. When a slot failed, the task comes again and the same
 * update is masked for another slot; it is never computed again.
 *
 * <p>A session is in memory only. A site that was killed, at whatever point, says that it is in none and joins another
 * one with the others; the round is then repeated. What it masked and over whom it opened a sum is in its
 * {@link io.hedgerow.secureagg.internal.policy.ReleaseGuard}.
 *
 * <p>Privacy: that of {@link SiteSlot} and {@link io.hedgerow.secureagg.internal.policy.ReleaseGuard}; none of its own
 * against anyone who sees the sums. Not thread-safe.
 */
public final class SecureUpdateProtector implements UpdateProtector, AutoCloseable {

    static final String ID = "secure-aggregation";

    /** Below it a cold kernel takes less time than its warm-up. */
    private static final int WORTH_WARMING = 100_000;
    /**
     * The most repeats of one round; each needs space in the site's journal. An honest coordinator that is killed again
     * and again needs a few.
     */
    private static final int MOST_REPEATS = 256;

    private final SiteConfiguration site;
    private final SummedStudy sums;
    private final SiteKeyExchange joining;
    private final TaskHistory history = new TaskHistory();
    private @Nullable MaskingSession session;
    private @Nullable SiteSlot slot;
    private int repeated = -1;
    private int repeats;

    /** What the slot is prepared for, or null. */
    private @Nullable RoundInput request;
    /** The reason why it is not, before a message and after it. */
    private String code = "";

    private String why = "";

    private @Nullable Task task;

    public SecureUpdateProtector(SiteConfiguration site, SummedStudy sums) {
        this.site = site;
        this.sums = sums;
        this.joining = new SiteKeyExchange(site);
        if (site.rosterSize() != sums.study().sites()) {
            throw new IllegalArgumentException(
                    "the roster must have the study's " + sums.study().sites() + " sites, has " + site.rosterSize());
        }
    }

    Optional<MaskingSession> session() {
        return Optional.ofNullable(session);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Update.Form form() {
        return sums.form();
    }

    /**
     * {@inheritDoc} This site takes part in no smaller sum: over all sites of the roster, or over the study's quorum
     * where each adds noise of its own. Sites that may collude do not count, because they know what they added; nor
     * does the one site that looks at a sum, which knows its own part.
     */
    @Override
    public int sitesInSum() {
        return sums.unknownInSum(site.policy());
    }

    @Override
    public void begun(Task next) {
        history.begun(next);
    }

    @Override
    public void admit(Task next) {
        RoundInput open = request;
        SiteSlot live = slot;
        if (open == null || live == null || open.terms().round() != next.round()) {
            String message = code + "round " + next.round()
                    + " must have been prepared with this site before its task, was not" + why;
            // what was prepared before a restart is not known any more: the coordinator did nothing that is wrong
            throw live == null ? new RepeatedMessageException(message) : new ProtocolException(message);
        }
        inProtocol(() -> {
            live.requireReady();
            return live;
        });
        requireAgreed(open.terms(), next);
        task = next;
    }

    private void requireAgreed(InputTerms asked, Task of) {
        if (!asked.equals(sums.terms(history, of))) {
            throw new ProtocolException("round " + of.round()
                    + " must sum what this site's tasks of all rounds so far ask for, would sum something else");
        }
    }

    @Override
    public ProtectedUpdate protect(Update made) {
        MaskedInput masked = inProtocol(() -> mask(made));
        return new ProtectedUpdate(made.site(), made.study(), made.round(), ID, Envelope.of(masked));
    }

    /** Masks the same update for another slot, if one was opened since; a slot masks once. */
    @Override
    public ProtectedUpdate again(Task next, Update made, ProtectedUpdate last) {
        SiteSlot live = slot;
        boolean opened = request != null && live != null && live.state() == SiteSlot.State.READY;
        if (!opened) {
            return last;
        }
        repeats = next.round() == repeated ? repeats + 1 : 1;
        repeated = next.round();
        if (repeats > MOST_REPEATS) {
            throw new ProtocolException("round " + next.round() + " must be masked anew at most " + MOST_REPEATS
                    + " times, which each need space on the disk");
        }
        admit(next);
        return protect(made);
    }

    private MaskedInput mask(Update made) {
        Task of = required(task, "a task");
        return required(slot, "a slot").mask(terms -> {
            requireAgreed(terms, of);
            return sums.lanes(of.round(), made.change());
        });
    }

    @Override
    public Optional<Payload> answer(CoordinatorMessage.Question question) {
        List<Message> messages = Envelope.fromCoordinator(question.payload());
        return messages.isEmpty() ? Optional.empty() : Optional.of(inProtocol(() -> answered(question, messages)));
    }

    /** A question of a slot is one message, but for a list of survivors with the request that follows it. */
    private static void requireFew(List<Message> messages) {
        Message first = messages.get(0);
        boolean both =
                first instanceof SurvivorList && messages.size() == 2 && messages.get(1) instanceof UnmaskRequest;
        boolean ofSlot = first instanceof RoundOpen
                || first instanceof CohortList
                || first instanceof RoundInput
                || first instanceof SurvivorList
                || first instanceof UnmaskRequest;
        if (ofSlot && messages.size() > 1 && !both) {
            throw new ProtocolException("a question of a slot must be one message, or a list of survivors and the"
                    + " request for shares, was " + messages.size() + " messages");
        }
    }

    private Payload answered(CoordinatorMessage.Question question, List<Message> messages) {
        requireFew(messages);
        Message first = messages.get(0);
        if (first instanceof RoundOpen open) {
            MaskingSession member = session;
            // without a session, as after a restart, there is nothing to say but that
            return member == null || !member.terms().sid().equals(open.sid())
                    ? Payload.empty()
                    : Envelope.of(opened(member.open(open)).advertise());
        }
        if (first instanceof CohortList cohort) {
            return Envelope.of(live(question).share(cohort));
        }
        if (first instanceof RoundInput input) {
            return prepared(question, input);
        }
        if (first instanceof SurvivorList survivors) {
            SiteSlot live = live(question);
            if (site.policy().trust() != CoordinatorTrust.MALICIOUS) {
                return Envelope.of(live.unmask(survivors));
            }
            Payload confirmed = Envelope.of(live.confirm(survivors));
            // a site that was away while others confirmed is asked for both steps at once
            return messages.size() > 1 && messages.get(1) instanceof UnmaskRequest unmask
                    ? Envelope.of(live.unmask(unmask))
                    : confirmed;
        }
        if (first instanceof UnmaskRequest unmask) {
            return Envelope.of(live(question).unmask(unmask));
        }
        Payload answer = joining.answer(messages);
        joining.session().ifPresent(this::join);
        return answer;
    }

    /**
     * A question of a slot that this site has not been in since it was started is one that came before the restart, or
     * comes to the wrong site.
     */
    private SiteSlot live(CoordinatorMessage.Question question) {
        SiteSlot live = slot;
        if (live == null) {
            throw new RepeatedMessageException("a question of round " + question.round()
                    + " is about a slot that this site was in before it started again, or never was in");
        }
        return live;
    }

    private void join(MaskingSession joined) {
        close();
        session = joined;
        if (sums.mostLanes() >= WORTH_WARMING) {
            joined.warmUp();
        }
    }

    private SiteSlot opened(SiteSlot next) {
        slot = next;
        request = null;
        code = "";
        why = "";
        return next;
    }

    /** Makes all checks now, so that a round that cannot be masked costs nothing; a bad box names its sender. */
    private Payload prepared(CoordinatorMessage.Question question, RoundInput input) {
        int round = question.round();
        if (input.terms().round() != round) {
            throw new ProtocolException("an input must be of round " + round + ", was of "
                    + input.terms().round());
        }
        SiteSlot live = live(question);
        request = null;
        try {
            live.prepare(input, sums.fewestAtSite(round));
        } catch (ViolationException e) {
            code = e.reason() + ": ";
            why = ": " + Words.reason(e);
            if (e.reason() == ViolationException.Reason.BOX && e.site().isPresent()) {
                return Envelope.of(
                        new BadBox(input.ctx(), site.number(), e.site().getAsInt()));
            }
            throw e;
        }
        request = input;
        return Payload.empty();
    }

    private static <T> T required(@Nullable T value, String what) {
        if (value == null) {
            throw new ProtocolException(what + " must be there before this message, was not");
        }
        return value;
    }

    private static <T> T inProtocol(Supplier<T> step) {
        try {
            return step.get();
        } catch (ViolationException e) {
            throw new ProtocolException(e.reason() + ": " + Words.reason(e));
        }
    }

    /** Leaves the session: a live slot is aborted, keys in memory are erased. */
    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
        slot = null;
        request = null;
    }
}
