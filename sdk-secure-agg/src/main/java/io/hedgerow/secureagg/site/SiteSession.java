package io.hedgerow.secureagg.site;

import io.hedgerow.secureagg.key.KeySchedule;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Ratchet;
import io.hedgerow.secureagg.mask.MaskKernel;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.Consistency;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.message.RoundOpen;
import io.hedgerow.secureagg.message.SurvivorList;
import io.hedgerow.secureagg.message.UnmaskRequest;
import io.hedgerow.secureagg.message.UnmaskShares;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.ReleaseGuard;
import io.hedgerow.secureagg.policy.ReleaseRecord;
import io.hedgerow.secureagg.policy.SessionTerms;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A site in a session: it takes part in slots one after the other, each at most once, and follows the chain of receipts. At most one slot
 * is live. Not thread-safe.
 */
public final class SiteSession implements AutoCloseable {

    private final SiteConfiguration site;
    private final SessionTerms terms;
    private final Ratchet ratchet;
    private final Promise promise;
    private final MaskKernel kernel = new MaskKernel();
    private SessionRecord progress;
    private boolean warm;
    private Optional<SiteSlot> live = Optional.empty();

    SiteSession(SiteConfiguration site, SessionTerms terms, Ratchet ratchet) {
        this(site, terms, ratchet, SessionRecord.of(terms), Promise.none(site, terms));
    }

    private SiteSession(
            SiteConfiguration site, SessionTerms terms, Ratchet ratchet, SessionRecord progress, Promise promise) {
        this.site = site;
        this.terms = terms;
        this.ratchet = ratchet;
        this.promise = promise;
        this.progress = progress;
    }

    /**
     * Continues a session after a restart. Slots that were live are lost, but for the shares that were promised in the last one; those that
     * were masked wait to be settled.
     *
     * @param site the site, with the stores it had
     * @param saved the session as it was saved last
     * @return the session, or empty when it was of another policy or roster, or its ratchet is gone: then another one has to be joined
     */
    public static Optional<SiteSession> resume(SiteConfiguration site, SessionRecord saved) {
        SessionTerms terms = new SessionTerms(saved.sid(), site.policy(), site.roster(), saved.participants());
        boolean same = saved.policyHash().equals(site.policy().hash())
                && saved.rosterHash().equals(site.roster().hash())
                && saved.participants().contains(site.number());
        if (!same || site.slots().load(saved.sid()).isEmpty()) {
            return Optional.empty();
        }
        Ratchet ratchet = Ratchet.resume(saved.sid(), site.slots());
        return Optional.of(new SiteSession(site, terms, ratchet, saved, Promise.resume(site, terms)));
    }

    /**
     * What has to be saved, when this site joins and after each receipt, for {@link #resume}.
     *
     * @return the session as it is now
     */
    public SessionRecord progress() {
        return progress;
    }

    /** Prepares the kernel, so that the first slot is not many times slower than the others. */
    public void warmUp() {
        kernel.warmUp();
        warm = true;
    }

    /**
     * Whether {@link #warmUp} has run.
     *
     * @return true when the first slot is as fast as the others
     */
    public boolean isWarm() {
        return warm;
    }

    /**
     * What everyone knows of the session.
     *
     * @return its terms
     */
    public SessionTerms terms() {
        return terms;
    }

    /**
     * The last receipt that this site has.
     *
     * @return its digest
     */
    public Octets lastReceipt() {
        return progress.lastReceipt();
    }

    /**
     * Takes part in a slot. The slot is used up before this returns; a slot that was live is aborted.
     *
     * @param open of the coordinator
     * @return the slot, with what to answer
     * @throws ViolationException when the slot was used or its terms are below this site's own
     */
    public SiteSlot open(RoundOpen open) {
        terms.requireCoordinator(open.digest(), open.signature());
        if (!open.sid().equals(terms.sid())) {
            throw ViolationException.byCoordinator(Reason.CONTEXT, "a slot must be of this session");
        }
        requireOwnPolicy(open);
        if (!(open.slot() >= ratchet.nextSlot() && open.slot() < Ratchet.MAX_SLOTS)) {
            throw ViolationException.byCoordinator(
                    Reason.REPLAY,
                    "a slot must be " + ratchet.nextSlot() + " to " + (Ratchet.MAX_SLOTS - 1) + ", was " + open.slot());
        }
        live.ifPresent(SiteSlot::close);
        promise.forgetUpTo(open.slot());
        Map<Integer, byte[]> keys = ratchet.take(open.slot());
        SiteSlot slot = new SiteSlot(this, open, keys);
        live = Optional.of(slot);
        return slot;
    }

    private void requireOwnPolicy(RoundOpen open) {
        AggregationPolicy policy = terms.policy();
        int own = terms.threshold();
        int all = terms.participants().size();
        boolean allowed = open.policyHash().equals(policy.hash())
                && open.sites() == all
                && open.threshold() >= own
                && open.threshold() <= open.sites()
                && open.minCohort() >= policy.minCohort()
                && open.minCohort() <= open.sites();
        if (!allowed) {
            throw ViolationException.byCoordinator(
                    Reason.POLICY,
                    "a slot must be for all " + all + " sites of its session, with threshold >= " + own
                            + " and cohort >= "
                            + policy.minCohort() + ", was for " + open.sites() + " with " + open.threshold() + " and "
                            + open.minCohort());
        }
    }

    /**
     * Whether a receipt is an earlier or the last one of those accepted. Only its place in the session counts.
     *
     * @param receipt any
     * @return true when there is nothing new in it
     */
    public boolean hasReceipt(Receipt receipt) {
        return receipt.sid().equals(terms.sid()) && receipt.slot() <= progress.lastSlot();
    }

    /**
     * Whether a slot is the newest one that this site has used up, and no receipt has settled it.
     *
     * @param number of the slot
     * @return true when a coordinator that follows the protocol may still be in it
     */
    public boolean usedLast(long number) {
        return number == ratchet.nextSlot() - 1 && number > progress.lastSlot();
    }

    /**
     * Follows the chain of receipts by one, and settles its slot.
     *
     * @param receipt the next one
     * @return true when this site's input was waiting for it and is in the sum
     * @throws ViolationException when it is not the next receipt, not signed, or not over what this site took part in
     */
    public boolean accept(Receipt receipt) {
        if (!receipt.previous().equals(progress.lastReceipt())) {
            throw ViolationException.byCoordinator(Reason.CONTEXT, "a receipt must follow the last one");
        }
        Optional<ReleaseRecord> waiting = guard().waiting(terms.sid(), receipt.slot());
        if (waiting.isPresent() && !waiting.get().ctx2().equals(receipt.ctx2())) {
            throw ViolationException.byCoordinator(Reason.CONTEXT, "a receipt must be of the sum that was masked");
        }
        int threshold =
                waiting.map(ReleaseRecord::threshold).orElse(receipt.included().size() / 2 + 1);
        terms.requireReceipt(receipt, threshold);
        promise.forgetUpTo(receipt.slot());
        boolean included = guard().received(terms.sid(), receipt.slot(), site.number(), receipt.included());
        progress = progress.after(receipt);
        return included;
    }

    /**
     * Settles a slot that can release nothing any more. Only refusals of sites that share in the slot count: others could not release
     * anything, and swearing costs them nothing.
     *
     * @param certificate refusals of the slot
     * @throws ViolationException when too few are of sites that share in it, or one is not signed; or when this site masked an input
     *     and does not know who shares in it, as its memory is of an earlier version
     */
    public void accept(AbortCertificate certificate) {
        if (!certificate.sid().equals(terms.sid())) {
            throw ViolationException.byCoordinator(Reason.CONTEXT, "refusals must be of this session");
        }
        Optional<ReleaseRecord> waiting = guard().waiting(terms.sid(), certificate.slot());
        List<Integer> sharing = waiting.map(ReleaseRecord::sharing).orElse(terms.participants());
        int have = terms.requireRefusals(certificate.slot(), certificate.refusals(), sharing);
        int need = waiting.map(ReleaseRecord::refusals).orElse(0);
        if (have < need || sharing.isEmpty()) {
            throw ViolationException.byCoordinator(
                    Reason.POLICY,
                    "a slot must have " + need + " refusals of the sites that share in it, " + sharing
                            + ", to be settled, had " + have);
        }
        live.filter(one -> one.number() == certificate.slot()).ifPresent(SiteSlot::close);
        promise.forgetUpTo(certificate.slot());
        if (waiting.isPresent()) {
            guard().aborted(terms.sid(), certificate.slot());
        }
    }

    /**
     * Swears never to release a share in a slot. A live slot of that number is aborted, a future one used up; shares that were promised
     * are erased before this returns.
     *
     * @param slot the slot
     * @return what was sworn
     * @throws IllegalStateException when this site's shares are out
     */
    public Refusal refuse(long slot) {
        if (guard().hasReleasedShares(terms.sid(), slot)) {
            throw new IllegalStateException(
                    "a slot must be refused before shares are released, slot " + slot + " was not");
        }
        live.filter(one -> one.number() == slot).ifPresent(SiteSlot::close);
        promise.forgetUpTo(slot);
        if (slot >= ratchet.nextSlot()) {
            ratchet.take(slot).values().forEach(KeySchedule::erase);
        }
        Refusal unsigned = new Refusal(terms.sid(), slot, site.number(), Octets.empty());
        return new Refusal(terms.sid(), slot, site.number(), site.identity().sign(unsigned.digest()));
    }

    /**
     * N2: confirms who is in the sum. Asked again, also after a restart, for the same survivors, it gives the same answer.
     *
     * @param list U3, with everyone's signature
     * @return the confirmation
     * @throws ViolationException as {@link SiteSlot#confirm}, and when other survivors were confirmed before
     */
    public Consistency confirm(SurvivorList list) {
        Optional<Consistency> again = trusts() ? Optional.empty() : promise.confirmed(list);
        return again.isPresent() ? again.get() : requireLive().confirm(list);
    }

    /**
     * N3: releases this site's shares, once enough sites confirmed the same survivors. Asked again, also after a restart, it gives the same
     * answer.
     *
     * @param request their confirmations
     * @return one share for each site of U2
     * @throws ViolationException as {@link SiteSlot#unmask(UnmaskRequest)}
     */
    public UnmaskShares unmask(UnmaskRequest request) {
        Optional<SiteSlot> confirmed = live.filter(one -> one.state() == SiteSlot.State.CONSISTENT);
        return confirmed.isPresent() ? confirmed.get().unmask(request) : promise.release(request);
    }

    /**
     * N2 and N3 in one, when the coordinator is trusted to follow the protocol. Asked again, also after a restart, for the same survivors,
     * it gives the same answer.
     *
     * @param list U3, with everyone's signature
     * @return one share for each site of U2
     * @throws ViolationException as {@link SiteSlot#unmask(SurvivorList)}, and when shares were released for other survivors before
     */
    public UnmaskShares unmask(SurvivorList list) {
        boolean again = trusts() && promise.confirmed(list).isPresent();
        return again ? promise.release() : requireLive().unmask(list);
    }

    private boolean trusts() {
        return terms.policy().trust() == CoordinatorTrust.HONEST_BUT_CURIOUS;
    }

    private SiteSlot requireLive() {
        return live.orElseThrow(() -> ViolationException.byCoordinator(
                Reason.ORDER, "a slot must have been opened since this site's last start"));
    }

    Promise promise() {
        return promise;
    }

    /** First slot that may still be used. */
    long nextSlot() {
        return ratchet.nextSlot();
    }

    SiteConfiguration site() {
        return site;
    }

    ReleaseGuard guard() {
        return site.guard();
    }

    MaskKernel kernel() {
        return kernel;
    }

    /** Ends the session in memory: a live slot is aborted, keys are erased. */
    @Override
    public void close() {
        live.ifPresent(SiteSlot::close);
        promise.close();
        ratchet.close();
    }
}
