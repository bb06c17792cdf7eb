// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;

/**
 * Requires the same cohort, all sites, in every round, as where the quorum is all sites. Sums over changing cohorts
 * tell a site's input where no noise of its own hides it: the total of a dropped site stays, those of the others become
 * what the coordinator sends.
 */
public final class FixedCohort {

    private FixedCohort() {}

    private static boolean isOf(Study study) {
        return study.policy().quorum() == study.sites();
    }

    /** Requires all sites where noise is shared: a sum over fewer sites has less noise than the solver counts on. */
    public static void requireForSharedNoise(Study study, LocalSolver solver, UpdateProtector protector) {
        if (protector.sitesInSum() < solver.sitesInSum()) {
            throw new IllegalArgumentException("solver " + solver.id()
                    + " shares its noise with other sites and needs a"
                    + " protection that reveals sums over at least " + solver.sitesInSum() + " of them, protection "
                    + protector.id() + " guarantees " + protector.sitesInSum());
        }
        if (solver.sitesInSum() > 1 && !isOf(study)) {
            throw new IllegalArgumentException("solver " + solver.id()
                    + " shares its noise with other sites, so the same sites must be in every sum: the quorum must "
                    + "be all "
                    + study.sites() + " sites, was " + study.policy().quorum());
        }
    }

    /**
     * Requires all sites where only sums hide an update without a guarantee: sums over changing sites would reveal it.
     *
     * @throws PolicyRefusedException when nothing but sums hides an update, and a quorum of fewer sites is allowed
     */
    static void require(Study study, MechanismEvent event, UpdateProtector protector) {
        if (event.containsNonPrivate() && protector.sitesInSum() > 1 && !isOf(study)) {
            throw new PolicyRefusedException("study " + study.name()
                    + " has no budget and hides updates in sums only, which tell a site's update when sites come "
                    + "and go: the quorum must be all " + study.sites() + " sites, was "
                    + study.policy().quorum());
        }
    }

    /**
     * Requires that a task tells the truth about the last sum. A site that was not in it sends the same once more; a
     * coordinator that lies about it, for one site in every round, gets that site's whole input beside vanishing
     * changes of the others.
     */
    static void requireIncluded(Study study, Task task, SiteId site) {
        if (isOf(study) && task.round() > 0 && !task.included().contains(site)) {
            throw new ProtocolException("round " + task.round() + " of a study whose every sum is over all "
                    + study.sites() + " sites must say that this site was in the sum before it, did not");
        }
    }
}
