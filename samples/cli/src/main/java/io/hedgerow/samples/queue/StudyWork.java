// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The work of a coordinator, or of a site, on the studies of a queue. */
public interface StudyWork {

    /** Sees all studies, several times a second; names those that ended and run again, as a site missed the end. */
    Set<String> look(List<QueuedStudy> all);

    /** Sees, several times a second, that no study runs: each watches over its credentials itself. */
    default void idle() {}

    /** Why a study must wait although it is its turn; empty when it can run. */
    Optional<String> waitsFor(QueuedStudy study) throws Exception;

    /**
     * Whether a study has begun here, or sites may have paid for it: people alone give it up then, and files or sources
     * that fail do not.
     */
    default boolean hasBegun(QueuedStudy study) {
        return false;
    }

    /** Whether a ledger of this site was charged for a study: then nothing that fails here gives it up. */
    default boolean isPaid(QueuedStudy study) {
        return false;
    }

    /** What a study may take for what others send. */
    Need need(QueuedStudy study) throws Exception;

    /** Runs a study to its end, and says how it ended; an interrupt stops it, and a later call goes on. */
    String run(QueuedStudy study) throws Exception;
}
