// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.protocol;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Outcome;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteFailure;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.Study;
import java.util.Optional;

/**
 * One transition of a site, in its journal: joined, then for each task begun, perhaps computing, then answered or
 * failed; then finished. Holds the site's own parameters in the clear: the journal stays at the site, protected like
 * its data.
 */
public sealed interface SiteRecord {

    /**
     * What the journal is of; a session of anything else refuses it.
     *
     * @param site the site's name
     * @param study the study's name
     * @param studyDigest {@link Study#digest}
     */
    record Joined(SiteId site, String study, String studyDigest, String solver, String protection)
            implements SiteRecord {}

    /** A task was taken over. */
    record Begun(Task task) implements SiteRecord {}

    /**
     * Budget is about to be reserved and data to be opened. Without an answer behind it the round is over for this site
     * when its ledger may have let it through, unless computing costs no budget.
     *
     * @param repeatable whether it may be computed again, because nothing is reserved that could be spent twice
     */
    record Computing(int round, boolean repeatable) implements SiteRecord {}

    /**
     * What a round that was paid for found, when there was no room to protect it: it is protected and sent after a
     * restart, and never computed again.
     *
     * @param solution what the solver found; stays here
     * @param released as of {@link Answered}
     */
    record Solved(int round, Parameters solution, Payload released) implements SiteRecord {}

    /**
     * An update is about to be sent; once more in the same round when the protector made other bytes of the same update
     * for another attempt.
     *
     * @param solution what the solver found; stays here
     * @param released the solver's {@linkplain io.hedgerow.core.solver.LocalSolver#releasedState released state} when
     *     it is not what was last recorded, otherwise empty
     */
    record Answered(Parameters solution, ProtectedUpdate update, Payload released) implements SiteRecord {}

    /**
     * A round has no update and will have none.
     *
     * @param kind what the coordinator is told
     * @param solution what the solver found, when it was later that something failed; stays here
     * @param released as of {@link Answered}
     */
    record Failed(int round, SiteFailure.Kind kind, Optional<Parameters> solution, Payload released)
            implements SiteRecord {}

    /** The study has ended. */
    record Finished(Outcome outcome) implements SiteRecord {}
}
