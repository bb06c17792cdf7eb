// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which failures end a study, and which it outlives. */
class SetbackTest {

    private final IOException disk = new IOException("Input/output error");

    private static void require(Setback expected, Throwable... failures) {
        for (Throwable failure : failures) {
            assertEquals(expected, Setback.of(failure), failure.toString());
        }
    }

    @Test
    void whatIsOverByItself_passes() {
        require(
                Setback.PASSES,
                DataException.temporary("no database", disk),
                new UnwritableFileException("full", disk),
                new UnreachableException("away", disk, false),
                new IdentityException(IdentityException.Reason.EXPIRED, "over"));
    }

    @Test
    void fileOrSourceThatCannotBeRead_isMendable() {
        require(
                Setback.MENDABLE,
                new DataException("no file"),
                new StudyPlanException("no plan", disk),
                new JournalException("damaged"),
                disk,
                new UncheckedIOException(disk),
                new IdentityException(IdentityException.Reason.UNREADABLE, "no roster"),
                new IdentityException(IdentityException.Reason.MISSING, "no key"),
                new IdentityException(IdentityException.Reason.TOKEN, "no token"),
                new IdentityException(IdentityException.Reason.PERMISSIONS, "others may write"));
    }

    /** A wrong passphrase is not tried again by itself: it may lock a token. */
    @Test
    void wrongPassphrase_harms() {
        require(Setback.HARMS, new IdentityException(IdentityException.Reason.PASSPHRASE, "wrong"));
    }

    @Test
    void decisionOfTheCoordinator_isOver() {
        require(
                Setback.OVER,
                new RefusedException(RefusedException.Refusal.EXCLUDED, "excluded"),
                new RefusedException(RefusedException.Refusal.SUPERSEDED, "another process"));
    }

    @Test
    void decisionOrErrorOfTheProgram_stays() {
        List<IdentityException.Reason> judged =
                List.of(IdentityException.Reason.REVOKED, IdentityException.Reason.SIGNATURES);
        judged.forEach(reason -> require(Setback.STAYS, new IdentityException(reason, "refused")));
        require(
                Setback.STAYS,
                new PolicyRefusedException("the rules", PrivacyException.Reason.RULES),
                new UnreachableException("a certificate", disk, true),
                new IllegalStateException("of the program"),
                new OutOfMemoryError());
    }
}
