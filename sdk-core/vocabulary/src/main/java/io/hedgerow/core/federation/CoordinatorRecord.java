// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Objects;

/**
 * One entry in the journal of a coordinator: opened, then for each round begun and summed, then ended. From these alone
 * a coordinator that was restarted has the consensus, the multipliers and the reports again, bit for bit. Holds sums
 * and what was sent; of single sites what they sent without protection, see {@link Aggregate#seen}.
 */
public sealed interface CoordinatorRecord {

    /**
     * The study that the journal belongs to; a coordinator of any other refuses it.
     *
     * @param study the study's name
     * @param studyDigest {@link Study#digest}
     * @param computation what is computed from the sums: the global solver, or the number of sums
     * @param protection the aggregator's identifier
     * @param sites the sites' names, sorted
     */
    record Opened(String study, String studyDigest, String computation, String protection, List<SiteId> sites)
            implements CoordinatorRecord {
        public Opened {
            Objects.requireNonNull(study, "study");
            Objects.requireNonNull(studyDigest, "studyDigest");
            Objects.requireNonNull(computation, "computation");
            Objects.requireNonNull(protection, "protection");
            sites = sites.stream().sorted().toList();
        }
    }

    /**
     * Recorded before a task is sent.
     *
     * @param task to all sites
     */
    record Begun(Task task) implements CoordinatorRecord {
        public Begun {
            Objects.requireNonNull(task, "task");
        }
    }

    /**
     * Recorded when a round has its sum, before anything is computed from it.
     *
     * @param aggregate the sum
     * @param bytesUp bytes of the updates in it
     */
    record Summed(Aggregate aggregate, long bytesUp) implements CoordinatorRecord {
        public Summed {
            Objects.requireNonNull(aggregate, "aggregate");
            if (bytesUp < 0) {
                throw new IllegalArgumentException("bytesUp must be at least 0, was " + bytesUp);
            }
        }
    }

    /**
     * Recorded when the operator continues a study without a site. No later sum has a part of it.
     *
     * @param site its name
     */
    record Excluded(SiteId site) implements CoordinatorRecord {
        public Excluded {
            Objects.requireNonNull(site, "site");
        }
    }

    /**
     * Recorded when the study has ended; no record follows.
     *
     * @param state the state in which it ended
     * @param reason why, in words
     */
    record Ended(StudyState state, String reason) implements CoordinatorRecord {
        public Ended {
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(reason, "reason");
        }
    }
}
