// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import io.hedgerow.secureagg.internal.key.Ratchet;
import io.hedgerow.secureagg.internal.mask.MaskKernel;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.SessionTerms;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.util.Map;
import java.util.Optional;

/**
 * A site in a session: it takes part in slots one after the other, each at most once. At most one slot is live. A
 * session is in memory only and ends with the process; what outlives it is in
 * {@link io.hedgerow.secureagg.internal.policy.ReleaseGuard}. Not thread-safe.
 */
public final class MaskingSession implements AutoCloseable {

    private final SiteConfiguration site;
    private final SessionTerms terms;
    private final Ratchet ratchet;
    private final MaskKernel kernel = new MaskKernel();
    private boolean warm;
    private Optional<SiteSlot> live = Optional.empty();

    MaskingSession(SiteConfiguration site, SessionTerms terms, Ratchet ratchet) {
        this.site = site;
        this.terms = terms;
        this.ratchet = ratchet;
    }

    /** Prepares the kernel, so that the first slot is not many times slower than the others. */
    public void warmUp() {
        MaskKernel.warmUp();
        warm = true;
    }

    public boolean isWarm() {
        return warm;
    }

    public SessionTerms terms() {
        return terms;
    }

    /**
     * Takes part in a slot on this site's own terms. The slot is used up before this returns; a live one is aborted.
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
        Map<Integer, byte[]> keys = ratchet.take(open.slot());
        SiteSlot slot = new SiteSlot(this, open, keys);
        live = Optional.of(slot);
        return slot;
    }

    private void requireOwnPolicy(RoundOpen open) {
        AggregationPolicy policy = terms.policy();
        int own = terms.threshold();
        int all = terms.participants().size();
        boolean same = open.policyHash().equals(SessionTerms.hashOf(policy))
                && open.sites() == all
                && open.threshold() == own
                && open.minCohort() == policy.minCohort();
        if (!same) {
            throw ViolationException.byCoordinator(
                    Reason.POLICY,
                    "a slot must be for all " + all + " sites of its session, with threshold " + own + " and cohort "
                            + policy.minCohort() + ", was for " + open.sites() + " with " + open.threshold() + " and "
                            + open.minCohort());
        }
    }

    long nextSlot() {
        return ratchet.nextSlot();
    }

    SiteConfiguration site() {
        return site;
    }

    MaskKernel kernel() {
        return kernel;
    }

    @Override
    public void close() {
        live.ifPresent(SiteSlot::close);
        ratchet.close();
    }
}
