// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.channel.WireException;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.util.Set;

/** What a failure means for the study that it stopped. */
enum Setback {
    /** A later attempt may succeed without any change to the study. */
    PASSES,
    /**
     * A file or a source beside the study fails, which people can mend: a study that has begun waits for that, because
     * sites may have paid for it.
     */
    MENDABLE,
    /** A decision about the study, or an error of the program. */
    STAYS;

    private static final Set<Reason> FILES = Set.of(Reason.MISSING, Reason.UNREADABLE, Reason.PERMISSIONS);

    static Setback of(Throwable failure) {
        if (passes(failure)) {
            return PASSES;
        }
        return isOutside(failure) ? MENDABLE : STAYS;
    }

    private static boolean passes(Throwable failure) {
        return (failure instanceof DataException data && data.isTemporary())
                || failure instanceof UnwritableFileException
                || (failure instanceof LedgerException ledger && ledger.isMendable())
                || (failure instanceof UnreachableException away && !away.refused())
                || (failure instanceof RefusedException refused && mayBeLetIn(refused.refusal()))
                || (failure instanceof IdentityException identity
                        && identity.reason().mayBeRenewed());
    }

    /** A coordinator may learn of a study later, and the home of a site may be put back. */
    private static boolean mayBeLetIn(Refusal refusal) {
        return refusal.retriable() || refusal == Refusal.FOREIGN_STUDY || refusal == Refusal.MEMORY_LOST;
    }

    private static boolean isOutside(Throwable failure) {
        return failure instanceof DataException
                || failure instanceof StudyPlanException
                || failure instanceof JournalException
                || failure instanceof IOException
                || (failure.getCause() instanceof IOException && !(failure instanceof WireException))
                || (failure instanceof IdentityException identity && FILES.contains(identity.reason()));
    }
}
