// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.SigningIdentity;
import io.hedgerow.secureagg.internal.mask.MaskKernel;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.policy.SessionTerms;
import io.hedgerow.secureagg.policy.AggregationPolicy;

/**
 * The coordinator's side of a session, which opens slots one after the other. A session is in memory only; a
 * coordinator that is started again begins another one. Not thread-safe.
 */
public final class CoordinatorSession {

    private final SessionTerms terms;
    private final SigningIdentity identity;
    private final MaskKernel kernel = new MaskKernel();
    private long nextSlot;

    CoordinatorSession(SessionTerms terms, SigningIdentity identity) {
        this.terms = terms;
        this.identity = identity;
    }

    public SessionTerms terms() {
        return terms;
    }

    public CoordinatorSlot open(int lanes) {
        AggregationPolicy policy = terms.policy();
        long slot = nextSlot++;
        Octets policyHash = SessionTerms.hashOf(policy);
        int sites = terms.participants().size();
        int threshold = terms.threshold();
        RoundOpen unsigned =
                new RoundOpen(terms.sid(), slot, sites, threshold, policy.minCohort(), policyHash, Octets.empty());
        RoundOpen open = new RoundOpen(
                terms.sid(), slot, sites, threshold, policy.minCohort(), policyHash, sign(unsigned.digest()));
        return new CoordinatorSlot(this, open, lanes);
    }

    public long nextSlot() {
        return nextSlot;
    }

    Octets sign(Octets digest) {
        return identity.sign(digest);
    }

    MaskKernel kernel() {
        return kernel;
    }
}
