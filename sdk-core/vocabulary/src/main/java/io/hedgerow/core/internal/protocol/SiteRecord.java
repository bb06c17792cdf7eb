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
 * One state transition in a site's journal: joined, then for each task begun, perhaps computing and reading, then
 * answered or failed; then finished. Holds the site's own parameters in the clear: the journal is protected like the
 * site's data.
 */
public sealed interface SiteRecord {

    /** The study of the journal, by name and {@link Study#digest}; a session of any other refuses it. */
    record Joined(SiteId site, String study, String studyDigest, String solver, String protection)
            implements SiteRecord {}

    record Begun(Task task) implements SiteRecord {}

    /**
     * Budget is about to be reserved and data to be opened. Without an answer the round is then over for this site when
     * its ledger may have let it through, unless it may be computed again.
     */
    record Computing(int round, Again again) implements SiteRecord {}

    /** When a round that has no answer is computed again. */
    enum Again {
        /** Never, as in journals of releases that did not note when reading begins. */
        NEVER,
        /** Always: nothing is reserved that could be spent twice. */
        ALWAYS,
        /** Under the same reservation, until {@link Reading} says that rows are handed on. */
        UNTIL_READ
    }

    /** The first row of a paid round is about to be handed to its solver. Without it none was. */
    record Reading(int round) implements SiteRecord {}

    /**
     * The result of a paid round that could not be protected for lack of room: it is protected and sent after a
     * restart, and never computed again. The solution stays here; {@code released} is as of {@link Answered}.
     */
    record Solved(int round, Parameters solution, Payload released) implements SiteRecord {}

    /**
     * An update is about to be sent; once more when the protector made other bytes of it for another attempt. The
     * solution stays here; {@code released} is the solver's
     * {@linkplain io.hedgerow.core.solver.LocalSolver#releasedState released state} when it differs from the last
     * record, otherwise empty.
     */
    record Answered(Parameters solution, ProtectedUpdate update, Payload released) implements SiteRecord {}

    /** A round has no update and will have none; a solution, if a later step failed, stays here: {@link Answered}. */
    record Failed(int round, SiteReply.Failure.Kind kind, Optional<Parameters> solution, Payload released)
            implements SiteRecord {}

    record Finished(CoordinatorMessage.Outcome outcome) implements SiteRecord {}
}
