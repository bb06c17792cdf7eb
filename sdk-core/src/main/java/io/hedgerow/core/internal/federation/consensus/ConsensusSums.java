// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.consensus;

import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.UpdateForm;
import io.hedgerow.core.study.Study;

/**
 * The needs of the coordinator's step: the mean of B + β/ρ2 over the sites whose problem a round solves, and how many
 * they are. Which sites these are when some are absent depends on the coordinator's view. Not thread-safe.
 */
sealed interface ConsensusSums permits TotalSums, SeenSums, ValueSums {

    /** Where no site can be absent, a total is enough in any form. */
    static ConsensusSums of(Study study, UpdateForm form) {
        if (form == UpdateForm.SUMMED_VALUE) {
            return new ValueSums(study.layout().size());
        }
        return form == UpdateForm.SEEN_CHANGE && study.policy().quorum() < study.sites()
                ? new SeenSums(study.layout().size())
                : new TotalSums(study.layout().size(), study.sites());
    }

    void add(Aggregate round);

    int sites();

    /** Entry k of Σ(ρ2 B_p + β_p) / (P·ρ2) over them. */
    double centre(int k, double rho2);

    /** Entry k of ΣB_p / P over them; of the values that were sent. */
    double meanLocal(int k, double rho2);

    /** The consensus was computed and will be sent: β_p += ρ2 (B_p − W) wherever the sites do the same. */
    void settle(double[] sent, double rho2);
}
