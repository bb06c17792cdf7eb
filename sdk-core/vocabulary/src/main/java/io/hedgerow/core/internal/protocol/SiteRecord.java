// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.protocol;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.Study;
import java.util.Optional;

/**
 * One entry in the journal of a site: joined, then for each task begun, perhaps computing and reading, then answered or
 * failed; then finished. Holds the site's own parameters in the clear: the journal is protected like the site's data.
 */
public sealed interface SiteRecord {

    /** The study that the journal belongs to, by name and {@link Study#digest}; a session of any other refuses it. */
    record Joined(SiteId site, String study, String studyDigest, String solver, String protection)
            implements SiteRecord {}

    record Begun(Task task) implements SiteRecord {}

    /**
     * Recorded before budget is reserved and data are opened. Without an answer the round is then over for this site
     * when its ledger may have let it through, unless it may be computed again.
     */
    record Computing(int round, Again again) implements SiteRecord {}

    /** The conditions under which a round without an answer is computed again. */
    enum Again {
        /** Never, as in journals of releases that did not note when reading begins. */
        NEVER,
        /** Always: nothing is reserved that could be spent twice. */
        ALWAYS,
        /** Under the same reservation, until {@link Reading} says that rows are handed on. */
        UNTIL_READ
    }

    /** Recorded before the first row of a paid round is passed to its solver; without this record none was. */
    record Reading(int round) implements SiteRecord {}

    /**
     * The result of a paid round that could not be protected for lack of room: it is protected and sent after a
     * restart, and never computed again. The solution stays here; {@code released} is as of {@link Answered}.
     */
    record Solved(int round, Parameters solution, Payload released) implements SiteRecord {}

    /**
     * Recorded before an update is sent, and again when the protector encoded it differently for another attempt. The
     * solution stays here; {@code released} is the solver's
     * {@linkplain io.hedgerow.core.solver.LocalSolver#releasedState released state} when it differs from the last
     * record, otherwise empty.
     */
    record Answered(Parameters solution, ProtectedUpdate update, Payload released) implements SiteRecord {}

    /**
     * Recorded when a round has no update and will have none; a solution, if a later step failed, stays here:
     * {@link Answered}.
     */
    record Failed(int round, SiteReply.Failure.Kind kind, Optional<Parameters> solution, Payload released)
            implements SiteRecord {}

    record Finished(CoordinatorMessage.Outcome outcome) implements SiteRecord {}
}
