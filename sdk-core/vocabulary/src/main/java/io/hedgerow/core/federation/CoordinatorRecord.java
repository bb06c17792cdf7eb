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
 * One state transition in a coordinator's journal: opened, then begun and summed for each round, then ended. From these
 * alone a coordinator that was restarted has the consensus, the multipliers and the reports again, bit for bit. Holds
 * sums and what was sent; of single sites what they sent without protection, see {@link Aggregate#seen}.
 */
public sealed interface CoordinatorRecord {

    /**
     * Names the study of the journal; a coordinator of another study refuses the journal.
     *
     * @param study the study's name
     * @param studyDigest {@link Study#digest}
     * @param computation from the sums: the global solver, or how many sums
     * @param protection the aggregator
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
     * Records that a task is about to be sent.
     *
     * @param task to all sites
     */
    record Begun(Task task) implements CoordinatorRecord {
        public Begun {
            Objects.requireNonNull(task, "task");
        }
    }

    /**
     * Records the sum of a round, before the coordinator computes with it.
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
     * Records that the operator excluded a site. No sum that follows has anything of it.
     *
     * @param site its name
     */
    record Excluded(SiteId site) implements CoordinatorRecord {
        public Excluded {
            Objects.requireNonNull(site, "site");
        }
    }

    /**
     * Records the end of the study; it is the last record.
     *
     * @param state how
     * @param reason why, in words
     */
    record Ended(StudyState state, String reason) implements CoordinatorRecord {
        public Ended {
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(reason, "reason");
        }
    }
}
