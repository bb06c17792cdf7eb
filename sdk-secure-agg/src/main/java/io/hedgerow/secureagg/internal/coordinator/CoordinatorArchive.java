// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import java.util.Optional;

/**
 * What a coordinator of a study whose sites may be lost keeps across restarts: over whom the sum of the last round was
 * to be. Sites that confirmed it confirm no other, so the coordinator must ask for the same one. It holds nothing
 * secret. Extension point.
 */
public interface CoordinatorArchive {

    /**
     * For a coordinator that is not started again, and for studies whose every sum is over all sites.
     *
     * @return an archive that ends with the process
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

    /** What was decided last: the cohort, or empty before the first one. */
    Optional<DecidedCohort> last();

    /** Sites are about to be asked to confirm a cohort. Durable when this returns; replaces the last one. */
    void decided(DecidedCohort cohort);
}
