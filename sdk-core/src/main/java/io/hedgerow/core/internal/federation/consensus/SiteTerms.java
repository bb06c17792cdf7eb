// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.consensus;

import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.UpdateForm;
import io.hedgerow.core.study.Study;

/**
 * What the coordinator's step needs of its sites: the mean of B + β/ρ2 over the sites whose problem a round solves, and
 * how many they are. Who they are when some are absent depends on what the coordinator can see. Not thread-safe.
 */
sealed interface SiteTerms permits TotalTerms, SeenTerms, ValueTerms {

    /** Where nobody can be absent, a total is enough in any form. */
    static SiteTerms of(Study study, UpdateForm form) {
        if (form == UpdateForm.SUMMED_VALUE) {
            return new ValueTerms(study.layout().size());
        }
        return form == UpdateForm.SEEN_CHANGE && study.policy().quorum() < study.sites()
                ? new SeenTerms(study.layout().size())
                : new TotalTerms(study.layout().size(), study.sites());
    }

    /** Takes a round's updates over. */
    void add(Aggregate round);

    /** How many sites the problem of this round has. */
    int sites();

    /** Entry k of Σ(ρ2 B_p + β_p) / (P·ρ2) over them. */
    double centre(int k, double rho2);

    /** Entry k of ΣB_p / P over them; of the values that were sent. */
    double meanLocal(int k, double rho2);

    /** The consensus was computed and will be sent: β_p += ρ2 (B_p − W) wherever the sites do the same. */
    void settle(double[] sent, double rho2);
}
