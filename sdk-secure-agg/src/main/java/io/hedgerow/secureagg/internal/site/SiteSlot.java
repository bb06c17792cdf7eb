// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import io.hedgerow.secureagg.internal.codec.LaneSink;
import io.hedgerow.secureagg.internal.codec.LaneSink.LaneDigest;
import io.hedgerow.secureagg.internal.codec.LaneSource;
import io.hedgerow.secureagg.internal.key.KeySchedule;
import io.hedgerow.secureagg.internal.key.KeySchedule.SecretKind;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedSignature;
import io.hedgerow.secureagg.internal.message.SumMessage.RelayedBox;
import io.hedgerow.secureagg.internal.message.SumMessage.ReleasedShare;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.SessionTerms;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One site in one slot: OPENED → SHARED → READY → MASKED → CONSISTENT → DONE, in this order. On any failure the slot is
 * aborted and its secrets are erased; nothing leaves the site after that. For each owner at most one of two shares ever
 * leaves, and which one follows from who signed that its input is in the sum, never from a request. That one is chosen
 * before the site confirms the survivors, and the other is erased. The last two steps may be asked for again, by a
 * coordinator that did not get the answer: it is the same. Not thread-safe.
 */
public final class SiteSlot implements AutoCloseable {

    public enum State {
        OPENED,
        /** Shares are out. */
        SHARED,
        /** What is summed and everyone's box are checked: an input can be masked. */
        READY,
        /** The masked input is out. */
        MASKED,
        /** Who is in the sum is confirmed. */
        CONSISTENT,
        /** Shares of others were released. Nothing more happens. */
        DONE,
        /** Given up. Nothing more happens. */
        ABORTED
    }

    private final MaskingSession session;
    private final SessionTerms terms;
    private final int self;
    private final RoundOpen open;
    private final SlotRules rules;
    private final Map<Integer, byte[]> slotKeys;
    private final Advertise advertise;
    private State state = State.OPENED;
    private @Nullable SlotSecrets secrets;
    private List<Integer> cohort = List.of();
    private List<Integer> sharing = List.of();
    private Octets ctx = Octets.empty();
    private Octets ctx2 = Octets.empty();
    private Octets cons = Octets.empty();
    private byte[] answer = {};
    private @Nullable RoundInput request;
    private int fewestInSum;

    SiteSlot(MaskingSession session, RoundOpen open, Map<Integer, byte[]> slotKeys) {
        this.session = session;
        this.terms = session.terms();
        this.self = session.site().number();
        this.open = open;
        this.rules = new SlotRules(terms, open, self);
        this.slotKeys = slotKeys;
        byte[] nonce = new byte[32];
        session.site().random().nextBytes(nonce);
        Advertise unsigned = new Advertise(open.digest(), self, Octets.copyOf(nonce), Octets.empty());
        advertise = new Advertise(unsigned.open(), self, unsigned.nonce(), sign(unsigned.digest()));
    }

    private Octets sign(Octets digest) {
        return session.site().identity().sign(digest);
    }

    public long number() {
        return open.slot();
    }

    public State state() {
        return state;
    }

    /** O1: announces this site. */
    public Advertise advertise() {
        return advertise;
    }

    /** Runs a step: until it has ended well, the slot is aborted. */
    private <T> T step(State from, State to, Supplier<T> work) {
        return step(Set.of(from), to, work);
    }

    private <T> T step(Set<State> from, State to, Supplier<T> work) {
        boolean inOrder = from.contains(state);
        state = State.ABORTED;
        try {
            if (!inOrder) {
                throw violation(Reason.ORDER, "a slot must take its steps in order");
            }
            T made = work.get();
            state = to;
            return made;
        } finally {
            if (state == State.ABORTED) {
                erase();
            }
        }
    }

    private static ViolationException violation(Reason reason, String what) {
        return ViolationException.byCoordinator(reason, what);
    }

    private SlotSecrets secrets() {
        if (secrets == null) {
            throw new IllegalStateException("a slot must have shared before it masks");
        }
        return secrets;
    }

    private int fewest() {
        return Math.max(fewestInSum, Math.max(open.threshold(), open.minCohort()));
    }

    /**
     * O2: shares this site's secrets among the cohort.
     *
     * @param list U1, with everyone's signature
     * @throws ViolationException when the list is not one of signed answers to the same opening, or too short
     */
    public ShareMessage share(CohortList list) {
        return step(State.OPENED, State.SHARED, () -> {
            rules.requireCohort(list, advertise, fewest());
            cohort = list.sites();
            ctx = list.context();
            SlotSecrets made =
                    new SlotSecrets(ctx, self, slotKeys, cohort, session.site().random());
            secrets = made;
            List<PeerShare> entries =
                    made.share(cohort, open.threshold(), session.site().random());
            Octets ownShare = made.ownShareCommitment();
            Octets selfCommitment = made.commitment(SecretKind.SELF_SEED);
            Octets wrapCommitment = made.commitment(SecretKind.WRAP_KEY);
            ShareMessage unsigned =
                    new ShareMessage(ctx, self, entries, ownShare, selfCommitment, wrapCommitment, Octets.empty());
            return new ShareMessage(
                    ctx, self, entries, ownShare, selfCommitment, wrapCommitment, sign(unsigned.digest()));
        });
    }

    /**
     * N1, first half: checks everything that does not need an input, so that none is made in vain: who asks, with whom,
     * whether the value may be released, and that everyone's box holds what it should.
     *
     * @param fewest sites that the sum must be over at least, beyond what the policy needs; 0 or more
     * @throws ViolationException when the request is not for this cohort, the value may not be released, or a box is
     *     bad; in the last case it names the sender
     */
    public void prepare(RoundInput asked, int fewest) {
        step(State.SHARED, State.READY, () -> {
            fewestInSum = fewest;
            terms.requireCoordinator(asked.digest(), asked.signature());
            SessionTerms.requireCohort(asked.sharing(), cohort, fewest());
            requireAdmitted(asked);
            openAll(asked.boxes());
            sharing = asked.sharing();
            request = asked;
            ctx2 = asked.context();
            return ctx2;
        });
    }

    /** Requires that an input can be masked, and changes nothing. */
    public void requireReady() {
        if (state != State.READY) {
            throw violation(Reason.ORDER, "a slot must be prepared before its input is masked");
        }
    }

    private RoundInput prepared() {
        RoundInput ready = request;
        if (ready == null) {
            throw new IllegalStateException("a slot must be prepared before it goes on");
        }
        return ready;
    }

    /** N1, both halves. */
    public MaskedInput mask(RoundInput asked, SlotInput source) {
        prepare(asked, 0);
        return mask(source);
    }

    /**
     * N1, second half: masks the input, which is read twice. Its digest is durable before this returns.
     *
     * @throws ViolationException when nothing is prepared, or this site has masked another input for the same round
     */
    public MaskedInput mask(SlotInput source) {
        return step(State.READY, State.MASKED, () -> {
            InputTerms terms = prepared().terms();
            LaneSource lanes = source.lanes(terms);
            LaneDigest input = new LaneDigest();
            session.kernel().apply(lanes, List.of(), input);
            session.site().guard().masked(terms, Octets.takeOver(input.end()));
            Octets masked = masked(lanes);
            secrets().eraseOwn();
            Octets digest = this.terms.policy().signInputs() ? Transcript.digestOf(masked) : Octets.empty();
            Octets signed = new MaskedSignature(self, digest, Octets.empty()).digest(ctx2);
            return new MaskedInput(ctx2, masked, new MaskedSignature(self, digest, sign(signed)));
        });
    }

    private void requireAdmitted(RoundInput asked) {
        rules.requireInput(asked, ctx);
        session.site()
                .guard()
                .admit(asked.terms(), asked.sharing(), terms.roster().size());
    }

    private void openAll(List<RelayedBox> boxes) {
        for (RelayedBox box : boxes) {
            if (!secrets().open(box)) {
                throw ViolationException.bySite(Reason.BOX, box.from(), "a box must hold the shares committed to");
            }
        }
    }

    private Octets masked(LaneSource source) {
        byte[] bytes = new byte[Math.multiplyExact(source.lanes(), Long.BYTES)];
        session.kernel().apply(source, secrets().masks(ctx2, sharing), LaneSink.toLittleEndian(bytes));
        return Octets.takeOver(bytes);
    }

    /**
     * N2: confirms the survivors U3, when the coordinator is not trusted to tell everyone the same. The list is durable
     * before this returns; the same list gets the same answer.
     *
     * @throws ViolationException when a survivor signed another sum, this site is not one, they are too few, or others
     *     were confirmed before
     */
    public Consistency confirm(SurvivorList list) {
        return step(Set.of(State.MASKED, State.CONSISTENT, State.DONE), State.CONSISTENT, () -> {
            if (terms.policy().trust() != CoordinatorTrust.MALICIOUS) {
                throw violation(Reason.ORDER, "survivors must be confirmed only when the coordinator is not trusted");
            }
            choose(list);
            return new Consistency(cons, self, sign(cons));
        });
    }

    /**
     * N3: releases this site's shares, one for each site of U2, once enough sites confirmed the same survivors.
     *
     * @throws ViolationException when they are not enough, or of something else
     */
    public UnmaskShares unmask(UnmaskRequest request) {
        return step(Set.of(State.CONSISTENT, State.DONE), State.DONE, () -> {
            requireChosen(request.cons());
            terms.requireConfirmed(cons, request.confirmations(), survivors(), open.threshold());
            return shares();
        });
    }

    /**
     * N2 and N3 in one, when the coordinator is trusted to follow the protocol.
     *
     * @throws ViolationException when the list is not sound, or the policy does not trust the coordinator
     */
    public UnmaskShares unmask(SurvivorList list) {
        return step(Set.of(State.MASKED, State.DONE), State.DONE, () -> {
            if (terms.policy().trust() != CoordinatorTrust.HONEST_BUT_CURIOUS) {
                throw violation(Reason.POLICY, "survivors must be confirmed before shares are released");
            }
            choose(list);
            return shares();
        });
    }

    /** Fixes the site's one answer: the other share of each owner is erased. */
    private void choose(SurvivorList list) {
        if (answer.length > 0) {
            requireChosen(list.consistency());
            return;
        }
        rules.requireSurvivors(list, ctx2, sharing, fewest());
        session.site()
                .guard()
                .confirmed(prepared().terms(), list.sites(), terms.roster().size());
        Set<Integer> included = Set.copyOf(list.sites());
        List<ReleasedShare> shares = new ArrayList<>();
        for (int owner : sharing) {
            SecretKind kind = included.contains(owner) ? SecretKind.SELF_SEED : SecretKind.WRAP_KEY;
            shares.add(new ReleasedShare(owner, secrets().shareOf(kind, owner)));
        }
        secrets().close();
        cons = list.consistency();
        answer = new UnmaskShares(ctx2, self, shares).encode().toBytes();
    }

    private void requireChosen(Octets asked) {
        if (!cons.equals(asked)) {
            throw violation(Reason.CONTEXT, "the survivors must be those that this site confirmed");
        }
    }

    private List<Integer> survivors() {
        return session.site().guard().cohortOf(prepared().terms()).orElse(List.of());
    }

    private UnmaskShares shares() {
        return (UnmaskShares) Message.decodeFromSite(Octets.copyOf(answer), self);
    }

    boolean isErased() {
        return slotKeys.isEmpty() && (secrets == null || secrets.isErased()) && answer.length == 0;
    }

    private void erase() {
        slotKeys.values().forEach(KeySchedule::erase);
        slotKeys.clear();
        if (secrets != null) {
            secrets.close();
        }
        KeySchedule.erase(answer);
        answer = new byte[0];
    }

    @Override
    public void close() {
        if (state != State.DONE) {
            state = State.ABORTED;
        }
        erase();
    }

    /**
     * The source of a site's input to a slot. It is asked once per slot, after everything else was checked and just
     * before the masked input leaves: here fresh noise is drawn and the privacy budget is charged. Extension point.
     */
    @FunctionalInterface
    public interface SlotInput {

        /**
         * The lanes of the input, the last of which holds 1.
         *
         * @param terms what the coordinator says is summed; to be compared with what the site agreed to
         * @throws RuntimeException when the site does not agree, or abstains; the slot is then aborted at this site
         */
        LaneSource lanes(InputTerms terms);
    }
}
