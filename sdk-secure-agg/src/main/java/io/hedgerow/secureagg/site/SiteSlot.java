package io.hedgerow.secureagg.site;

import io.hedgerow.secureagg.codec.LaneSink;
import io.hedgerow.secureagg.codec.LaneSource;
import io.hedgerow.secureagg.key.KeySchedule;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.SecretKind;
import io.hedgerow.secureagg.key.Transcript;
import io.hedgerow.secureagg.message.Advertise;
import io.hedgerow.secureagg.message.CohortList;
import io.hedgerow.secureagg.message.Consistency;
import io.hedgerow.secureagg.message.MaskedInput;
import io.hedgerow.secureagg.message.MaskedSignature;
import io.hedgerow.secureagg.message.PeerShare;
import io.hedgerow.secureagg.message.RelayedBox;
import io.hedgerow.secureagg.message.ReleasedShare;
import io.hedgerow.secureagg.message.RoundInput;
import io.hedgerow.secureagg.message.RoundOpen;
import io.hedgerow.secureagg.message.ShareMessage;
import io.hedgerow.secureagg.message.SurvivorList;
import io.hedgerow.secureagg.message.UnmaskRequest;
import io.hedgerow.secureagg.message.UnmaskShares;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.SessionTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One site in one slot: OPENED → SHARED → READY → MASKED → CONSISTENT → DONE, each step once, in this order. Whatever goes wrong, the slot is
 * aborted and its secrets are erased; nothing leaves the site after that. For each owner at most one of two shares ever leaves, and which
 * one follows from who signed that its input is in the sum, never from a request. That one is chosen, and kept durably, before the site
 * confirms the survivors; {@link SiteSession} gives it again to a coordinator that did not get it. Not thread-safe.
 */
public final class SiteSlot implements AutoCloseable {

    /** How far the slot is. */
    public enum State {
        /** Announced. */
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

    private final SiteSession session;
    private final SessionTerms terms;
    private final int self;
    private final RoundOpen open;
    private final SlotRules rules;
    private final Map<Integer, byte[]> slotKeys;
    private final Advertise advertise;
    private State state = State.OPENED;
    private @Nullable SlotSecrets secrets;
    private @Nullable Accusation accusation;
    private List<Integer> cohort = List.of();
    private List<Integer> sharing = List.of();
    private List<Integer> survivors = List.of();
    private Octets ctx = Octets.empty();
    private Octets ctx2 = Octets.empty();
    private Octets cons = Octets.empty();
    private @Nullable RoundInput request;
    private int fewestInSum;

    SiteSlot(SiteSession session, RoundOpen open, Map<Integer, byte[]> slotKeys) {
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

    /**
     * Number of the slot.
     *
     * @return the slot
     */
    public long number() {
        return open.slot();
    }

    /**
     * How far the slot is.
     *
     * @return its state
     */
    public State state() {
        return state;
    }

    /**
     * O1: announces this site.
     *
     * @return its answer to the opening
     */
    public Advertise advertise() {
        return advertise;
    }

    /** Runs a step: until it has ended well, the slot is aborted. */
    private <T> T step(State from, State to, Supplier<T> work) {
        boolean inOrder = state == from;
        state = State.ABORTED;
        try {
            if (!inOrder) {
                throw violation(Reason.ORDER, "a slot must take each step once and in order");
            }
            T made = work.get();
            state = to;
            return made;
        } finally {
            if (state == State.ABORTED || state == State.DONE) {
                erase();
            }
            if (state == State.ABORTED) {
                session.promise().forgetUpTo(open.slot());
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
     * @return the shares, each for one site
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
     * N1, first half: checks all that can be checked before there is an input, so that none is made for nothing: who asks, with whom,
     * whether the value may be released, and that everyone's box holds what it should.
     *
     * @param asked what to sum and with whom, with everyone's box for this site
     * @param fewest sites that the sum must be over at least, beyond what the policy needs; 0 or more
     * @throws ViolationException when the request is not for this cohort, the value may not be released, or a box is bad; in the
     *     last case it names the sender, and {@link #accusation} has what is needed to find out who is to blame
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

    /**
     * Whether the input that was prepared may still be masked: what settles other slots may have come since. Nothing changes.
     *
     * @throws ViolationException when nothing is prepared, or the value may not be released any more
     */
    public void requireReady() {
        if (state != State.READY) {
            throw violation(Reason.ORDER, "a slot must be prepared before its input is masked");
        }
        requireAdmitted(prepared());
    }

    private RoundInput prepared() {
        RoundInput ready = request;
        if (ready == null) {
            throw new IllegalStateException("a slot must be prepared before it goes on");
        }
        return ready;
    }

    /**
     * N1, both halves.
     *
     * @param asked what to sum and with whom, with everyone's box for this site
     * @param source asked once, when everything else is checked
     * @return the masked input
     * @throws ViolationException as {@link #prepare}
     */
    public MaskedInput mask(RoundInput asked, SlotInput source) {
        prepare(asked, 0);
        return mask(source);
    }

    /**
     * N1, second half: masks the input. That it left is durable before this returns.
     *
     * @param source asked once, when everything else is checked
     * @return the masked input
     * @throws ViolationException when nothing is prepared, or the value may not be released any more
     */
    public MaskedInput mask(SlotInput source) {
        return step(State.READY, State.MASKED, () -> {
            RoundInput asked = prepared();
            requireAdmitted(asked);
            Octets lanes = masked(source.lanes(asked.terms()));
            secrets().eraseOwn();
            Octets digest = terms.policy().signInputs() ? Transcript.digestOf(lanes) : Octets.empty();
            Octets signed = new MaskedSignature(self, digest, Octets.empty()).digest(ctx2);
            MaskedInput made = new MaskedInput(ctx2, lanes, new MaskedSignature(self, digest, sign(signed)));
            AggregationPolicy policy = terms.policy();
            int refusals = policy.refusalsToAbort(
                    sharing.size(), open.threshold(), terms.roster().size());
            session.guard().masked(terms.sid(), open.slot(), ctx2, asked.terms(), open.threshold(), refusals, sharing);
            return made;
        });
    }

    private void requireAdmitted(RoundInput asked) {
        rules.requireInput(asked, ctx, session.lastReceipt());
        session.guard()
                .admitInput(asked.terms(), asked.sharing(), terms.roster().size());
    }

    private void openAll(List<RelayedBox> boxes) {
        for (RelayedBox box : boxes) {
            if (!secrets().open(box)) {
                byte[] key = secrets().copyOfReceiveKey(box.from());
                accusation = new Accusation(terms, session.site().identity(), ctx, self, box.from(), key);
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
     * N2: confirms who is in the sum, when the coordinator is not trusted to tell everyone the same.
     *
     * @param list U3, with everyone's signature
     * @return the confirmation
     * @throws ViolationException when a survivor signed another sum, this site is not one, or they are too few
     */
    public Consistency confirm(SurvivorList list) {
        return step(State.MASKED, State.CONSISTENT, () -> {
            if (terms.policy().trust() != CoordinatorTrust.MALICIOUS) {
                throw violation(Reason.ORDER, "survivors must be confirmed only when the coordinator is not trusted");
            }
            acceptSurvivors(list);
            promise();
            return new Consistency(cons, self, sign(cons));
        });
    }

    private void acceptSurvivors(SurvivorList list) {
        rules.requireSurvivors(list, ctx2, sharing, fewest());
        List<Integer> named = list.sites();
        int roster = terms.roster().size();
        int difference = terms.policy().smallestDifference(roster);
        session.guard().admitSurvivors(terms.sid(), open.slot(), prepared().terms(), named, roster, difference);
        survivors = named;
        cons = list.consistency();
    }

    /**
     * N3: releases this site's shares, once enough sites confirmed the same survivors.
     *
     * @param request their confirmations
     * @return one share for each site of U2
     * @throws ViolationException when they are not enough, or of something else
     */
    public UnmaskShares unmask(UnmaskRequest request) {
        return step(State.CONSISTENT, State.DONE, () -> {
            return session.promise().release(request);
        });
    }

    /**
     * N2 and N3 in one, when the coordinator is trusted to follow the protocol.
     *
     * @param list U3, with everyone's signature
     * @return one share for each site of U2
     * @throws ViolationException when the list is not sound, or the policy does not trust the coordinator
     */
    public UnmaskShares unmask(SurvivorList list) {
        return step(State.MASKED, State.DONE, () -> {
            if (terms.policy().trust() != CoordinatorTrust.HONEST_BUT_CURIOUS) {
                throw violation(Reason.POLICY, "survivors must be confirmed before shares are released");
            }
            acceptSurvivors(list);
            promise();
            return session.promise().release();
        });
    }

    /** From here on the site has one answer: the other share of each owner is erased. */
    private void promise() {
        List<ReleasedShare> shares = new ArrayList<>();
        Set<Integer> included = Set.copyOf(survivors);
        for (int owner : sharing) {
            SecretKind kind = included.contains(owner) ? SecretKind.SELF_SEED : SecretKind.WRAP_KEY;
            shares.add(new ReleasedShare(owner, secrets().shareOf(kind, owner)));
        }
        byte[] answer = new UnmaskShares(ctx2, self, shares).encode().toBytes();
        secrets().close();
        session.promise().make(new PromisedShares(terms.sid(), open.slot(), ctx2, survivors, open.threshold(), answer));
        KeySchedule.erase(answer);
    }

    /**
     * What is left after a bad box, to be decided with the sender's signed shares.
     *
     * @return the accusation, or empty when no box was bad
     */
    public Optional<Accusation> accusation() {
        return Optional.ofNullable(accusation);
    }

    /** Whether nothing secret of the slot is left in memory. */
    boolean isErased() {
        return slotKeys.isEmpty() && (secrets == null || secrets.isErased());
    }

    private void erase() {
        slotKeys.values().forEach(KeySchedule::erase);
        slotKeys.clear();
        if (secrets != null) {
            secrets.close();
        }
    }

    /** Aborts the slot unless it is done, and erases its secrets. */
    @Override
    public void close() {
        if (state != State.DONE) {
            state = State.ABORTED;
        }
        erase();
        if (accusation != null) {
            accusation.close();
        }
    }
}
