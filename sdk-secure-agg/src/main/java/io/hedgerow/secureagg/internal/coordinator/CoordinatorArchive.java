// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.List;
import java.util.Optional;

/**
 * Stores, across restarts, the set of sites over which the coordinator decided to open the last sum. Sites that
 * confirmed it confirm no other, so the coordinator must ask for the same one. It holds nothing secret. Extension
 * point.
 */
public interface CoordinatorArchive {

    /**
     * An archive that ends with the process: for studies that are not started again, or whose sums are over all sites.
     */
    static CoordinatorArchive inMemory() {
        return new CoordinatorArchive() {
            private Optional<DecidedCohort> last = Optional.empty();

            @Override
            public Optional<DecidedCohort> last() {
                return last;
            }

            @Override
            public void decided(DecidedCohort cohort) {
                last = Optional.of(cohort);
            }
        };
    }

    /** The cohort that was decided last, or empty before the first one. */
    Optional<DecidedCohort> last();

    /**
     * Records a cohort that sites are about to be asked to confirm. Durable when this returns; replaces the last one.
     */
    void decided(DecidedCohort cohort);

    /**
     * The sites U3, in ascending order, over which the sum of a subject of
     * {@link io.hedgerow.secureagg.internal.policy.ReleaseGuard#subjectOf} is to be opened.
     */
    record DecidedCohort(Octets subject, List<Integer> sites) {
        public DecidedCohort {
            sites = List.copyOf(sites);
        }
    }
}
