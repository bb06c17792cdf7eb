// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.text.Words;
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

/** Classifies a failure by whether the study can be tried again. */
enum Setback {
    /** A later attempt may succeed without any change to the study. */
    PASSES,
    /**
     * A file, a source or a token beside the study fails, which people can mend: a study that has begun waits for that,
     * because sites may have paid for it.
     */
    MENDABLE,
    /** A decision about the study, or an error of the program: only a study that this site has paid for outlives it. */
    STAYS,
    /** As {@link #MENDABLE}, and each attempt may do harm: a wrong PIN locks a token. */
    HARMS,
    /** The coordinator goes on without this site, or another process of it takes part. */
    OVER;

    private static final Set<Refusal> OTHERS_DECIDED = Set.of(Refusal.EXCLUDED, Refusal.SUPERSEDED);
    private static final Set<Reason> OUTSIDE =
            Set.of(Reason.MISSING, Reason.UNREADABLE, Reason.PERMISSIONS, Reason.TOKEN);

    static Setback of(Throwable failure) {
        if (passes(failure)) {
            return PASSES;
        }
        if (failure instanceof RefusedException refused && OTHERS_DECIDED.contains(refused.refusal())) {
            return OVER;
        }
        if (IdentityException.in(failure)
                .filter(identity -> identity.reason() == Reason.PASSPHRASE)
                .isPresent()) {
            return HARMS;
        }
        return isOutside(failure) ? MENDABLE : STAYS;
    }

    /** In words for people. */
    static String reason(Throwable failure) {
        return failure instanceof RuntimeException || failure instanceof IOException
                ? Words.reason(failure)
                : failure.toString();
    }

    /** Why a study waits that is not given up for it. */
    String whyItWaits(Throwable failure) {
        return reason(failure) + (this == HARMS ? "; it is tried again when this is started again" : "");
    }

    /** Whether people can mend it without a decision about the study. */
    boolean isMendable() {
        return this == MENDABLE || this == HARMS;
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
                || (failure instanceof IdentityException identity && OUTSIDE.contains(identity.reason()));
    }
}
