package io.hedgerow.secureagg.federation;

import io.hedgerow.core.round.Payload;
import io.hedgerow.core.round.ProtectedUpdate;
import io.hedgerow.core.round.ProtocolException;
import io.hedgerow.core.round.Question;
import io.hedgerow.core.round.RepeatedMessageException;
import io.hedgerow.core.round.Task;
import io.hedgerow.core.round.Update;
import io.hedgerow.core.round.UpdateForm;
import io.hedgerow.core.spi.UpdateProtector;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.CohortList;
import io.hedgerow.secureagg.message.InputTerms;
import io.hedgerow.secureagg.message.MaskedInput;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.RoundInput;
import io.hedgerow.secureagg.message.RoundOpen;
import io.hedgerow.secureagg.message.ShareMessage;
import io.hedgerow.secureagg.message.SurvivorList;
import io.hedgerow.secureagg.message.UnmaskRequest;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.policy.CoordinatorTrust;
import io.hedgerow.secureagg.site.Accusation;
import io.hedgerow.secureagg.site.SessionStore;
import io.hedgerow.secureagg.site.SiteConfiguration;
import io.hedgerow.secureagg.site.SiteSession;
import io.hedgerow.secureagg.site.SiteSlot;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Masks a site's updates, so that the coordinator learns sums over sites and nothing else. Everything that the coordinator says is
 * checked by the site's own state machine against the site's own policy and roster; see {@link SiteSlot}.
 *
 * <p>An update is masked for a slot that was opened before its task came, and all that others sent for it was found good; without one the
 * task is refused before anything is spent. When a slot failed and enough sites swore that it released nothing, the task comes again and the same update is masked for
 * another slot; it is never computed again.
 *
 * <p>With a store of its session a site that was killed, at whatever point, goes on: a slot that was live is lost, one that was masked
 * waits for its receipt or for refusals, and nothing is released that was released before. With a store of promises a site that had
 * confirmed who is in a sum still helps to open it: it gives the shares that it had promised, and no others.
 *
 * <p>Privacy: that of {@link SiteSlot} and {@link io.hedgerow.secureagg.policy.ReleaseGuard}; none of its own against whoever sees the sums.
 * Not thread-safe.
 */
public final class SecureUpdateProtector implements UpdateProtector, AutoCloseable {

    /** Name of the protection. */
    static final String ID = "secure-aggregation";

    /** Below it a cold kernel takes less time than its warm-up. */
    private static final int WORTH_WARMING = 100_000;
    /** Three times what an honest coordinator tries. */
    private static final int MOST_REPEATS = 32;

    private final SiteConfiguration site;
    private final SummedStudy sums;
    private final SessionStore store;
    private final Joining joining;
    private @Nullable SiteSession session;
    private @Nullable SiteSlot slot;
    private int repeated = -1;
    private int repeats;
    /** Whether the session is of a process before this one. */
    private boolean resumed;

    /** What the slot is prepared for, or null. */
    private @Nullable RoundInput request;
    /** Why it is not, for a message. */
    private String why = "";

    private @Nullable Task task;

    /**
     * A protector of one site in one study, which joins another session after a restart.
     *
     * @param site its key, rules, roster and memory
     * @param sums what is summed
     */
    public SecureUpdateProtector(SiteConfiguration site, SummedStudy sums) {
        this(site, sums, SessionStore.NONE);
    }

    private SecureUpdateProtector(SiteConfiguration site, SummedStudy sums, SessionStore store) {
        this.site = Objects.requireNonNull(site, "site");
        this.sums = Objects.requireNonNull(sums, "sums");
        this.store = Objects.requireNonNull(store, "store");
        this.joining = new Joining(site);
        if (site.rosterSize() != sums.study().sites()) {
            throw new IllegalArgumentException(
                    "the roster must have the study's " + sums.study().sites() + " sites, has " + site.rosterSize());
        }
    }

    /**
     * A protector that goes on with the session that its site was in, when there is one.
     *
     * @param site its key, rules, roster and memory; with the stores that it had before
     * @param sums what is summed
     * @param store of the site's session
     * @return the protector
     */
    public static SecureUpdateProtector open(SiteConfiguration site, SummedStudy sums, SessionStore store) {
        SecureUpdateProtector protector = new SecureUpdateProtector(site, sums, store);
        store.load().flatMap(saved -> SiteSession.resume(site, saved)).ifPresent(protector::begin);
        protector.resumed = protector.session != null;
        return protector;
    }

    /** A session begins, or goes on in a process whose compiler has seen nothing yet. */
    private void begin(SiteSession begun) {
        session = begun;
        if (sums.layout().lanes() >= WORTH_WARMING) {
            begun.warmUp();
        }
    }

    /** The session of the moment. */
    Optional<SiteSession> session() {
        return Optional.ofNullable(session);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public UpdateForm form() {
        return sums.form();
    }

    /**
     * {@inheritDoc} This site takes part in no smaller sum: of a statistic over all sites of the roster, of changes over the study's quorum.
     * Where two attempts at the same changes may be over cohorts that differ, their difference counts as a sum, too. Sites that may collude do not
     * count, because they know what they added; nor does the one site that looks at a sum, which knows its own part.
     */
    @Override
    public int sitesInSum() {
        return sums.unknownInSum(site.policy());
    }

    @Override
    public void admit(Task next) {
        RoundInput open = request;
        SiteSlot live = slot;
        if (open == null || live == null || open.terms().round() != next.round()) {
            throw new ProtocolException(
                    "round " + next.round() + " must have been prepared with this site before its task, was not" + why);
        }
        inProtocol(() -> {
            live.requireReady();
            return live;
        });
        requireAgreed(open.terms(), next);
        task = next;
    }

    private void requireAgreed(InputTerms asked, Task of) {
        InputTerms agreed = sums.terms(of, asked.attempt(), asked.previousReceipt());
        if (!asked.equals(agreed)) {
            throw new ProtocolException("round " + of.round() + " must sum what was agreed, for the task that came");
        }
    }

    @Override
    public ProtectedUpdate protect(Update made) {
        MaskedInput masked = inProtocol(() -> mask(made));
        return new ProtectedUpdate(made.site(), made.study(), made.round(), ID, Envelope.of(masked));
    }

    /** Masks the same update for another slot, when one was opened since; a slot masks once. */
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
            return sums.lanes(made.change());
        });
    }

    @Override
    public Optional<Payload> answer(Question question) {
        return inProtocol(() -> {
            Payload reply = null;
            List<Message> messages = Envelope.fromCoordinator(question.payload());
            for (int i = 0; i < messages.size() && reply == null; i++) {
                Message message = messages.get(i);
                if (message instanceof Receipt receipt) {
                    accept(receipt);
                } else if (message instanceof AbortCertificate certificate) {
                    reply = settle(certificate);
                } else {
                    reply = reply(question, messages.subList(i, messages.size()));
                }
            }
            return Optional.ofNullable(reply);
        });
    }

    /**
     * Receipts may come twice, when the coordinator does not know whether the first ones arrived. Those of a session that this site is not in
     * settle nothing here and are passed over: what comes behind them may be the way into another session.
     */
    private void accept(Receipt receipt) {
        SiteSession member = session;
        if (member != null && receipt.sid().equals(member.terms().sid()) && !member.hasReceipt(receipt)) {
            member.accept(receipt);
            store.save(member.progress());
        }
    }

    /** A certificate without refusals asks for this site's own, which it can give for its own session only. Others settle nothing here. */
    private @Nullable Payload settle(AbortCertificate certificate) {
        SiteSession member = session;
        boolean asks = certificate.refusals().isEmpty();
        if (member == null || !certificate.sid().equals(member.terms().sid())) {
            return asks ? Payload.empty() : null;
        }
        if (asks) {
            return Envelope.of(member.refuse(certificate.slot()));
        }
        member.accept(certificate);
        return null;
    }

    /** What this site promised before it started again it still answers; the rest of that slot is gone with its masks. */
    private Payload reply(Question question, List<Message> messages) {
        Message first = messages.get(0);
        boolean before = isFromBefore(first);
        boolean answerable = first instanceof SurvivorList || first instanceof UnmaskRequest;
        if (before && !answerable) {
            throw repeated(question);
        }
        try {
            return answered(question, messages);
        } catch (ViolationException e) {
            if (before && e.reason() == ViolationException.Reason.ORDER) {
                throw repeated(question);
            }
            throw e;
        }
    }

    private static RepeatedMessageException repeated(Question question) {
        return new RepeatedMessageException(
                "a question of round " + question.round() + " came again, which this site had before it started again");
    }

    private Payload answered(Question question, List<Message> messages) {
        Message first = messages.get(0);
        if (first instanceof RoundOpen open) {
            SiteSession member = session;
            // without a session, as after a loss of the site's memory, there is nothing to say but that
            return member == null || !member.terms().sid().equals(open.sid())
                    ? Payload.empty()
                    : Envelope.of(opened(member.open(open)).advertise());
        }
        if (first instanceof CohortList cohort) {
            return Envelope.of(required(slot, "a slot").share(cohort));
        }
        if (first instanceof RoundInput input) {
            return prepared(question.round(), input);
        }
        if (first instanceof ShareMessage evidence) {
            return decided(evidence);
        }
        if (first instanceof SurvivorList survivors) {
            SiteSession member = required(session, "a session");
            if (site.policy().trust() != CoordinatorTrust.MALICIOUS) {
                return Envelope.of(member.unmask(survivors));
            }
            Payload confirmed = Envelope.of(member.confirm(survivors));
            // a site that was away while others confirmed is asked for both steps at once
            return messages.size() == 1 ? confirmed : reply(question, messages.subList(1, messages.size()));
        }
        if (first instanceof UnmaskRequest unmask) {
            return Envelope.of(required(session, "a session").unmask(unmask));
        }
        Payload answer = joining.answer(messages);
        joining.session().ifPresent(this::join);
        return answer;
    }

    /**
     * Whether a message is of the slot that this site's process before the restart was in: the last one that is used up, and not settled by a
     * receipt. Older slots and those of this process are replayed by nobody who follows the protocol.
     */
    private boolean isFromBefore(Message message) {
        SiteSession member = session;
        if (!resumed || member == null || slot != null) {
            return false;
        }
        if (message instanceof RoundOpen open) {
            return open.sid().equals(member.terms().sid()) && member.usedLast(open.slot());
        }
        return message instanceof CohortList || message instanceof SurvivorList || message instanceof UnmaskRequest;
    }

    private void join(SiteSession joined) {
        close();
        session = null;
        store.save(joined.progress());
        resumed = false;
        begin(joined);
    }

    private SiteSlot opened(SiteSlot next) {
        slot = next;
        request = null;
        why = "";
        return next;
    }

    /** All checks come now, so that a round that cannot be masked costs nothing. A bad box is answered with its sender's name. */
    private Payload prepared(int round, RoundInput input) {
        if (input.terms().round() != round) {
            throw new ProtocolException("an input must be of round " + round + ", was of "
                    + input.terms().round());
        }
        SiteSlot live = slot;
        if (live == null) {
            // of a process before this one: the task will be refused
            return Payload.empty();
        }
        request = null;
        try {
            live.prepare(input, sums.fewest(round));
        } catch (ViolationException e) {
            why = ": " + e.reason() + ": " + e.getMessage();
            Optional<Accusation> accusation = live.accusation();
            if (accusation.isPresent()) {
                return Envelope.of(accusation.get().complaint());
            }
            throw e;
        }
        request = input;
        return Payload.empty();
    }

    /** The key of a bad box, when its sender's signed shares prove it; else nothing, as the box may have been changed on the way. */
    private Payload decided(ShareMessage evidence) {
        return Optional.ofNullable(slot)
                .flatMap(SiteSlot::accusation)
                .flatMap(accusation -> accusation.decide(evidence))
                .map(Envelope::of)
                .orElse(Payload.empty());
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
            throw new ProtocolException(e.reason() + ": " + e.getMessage());
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
