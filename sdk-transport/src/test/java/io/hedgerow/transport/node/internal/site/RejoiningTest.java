// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.internal.grpc.Wires;
import io.hedgerow.transport.internal.grpc.site.Absence;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.grpc.site.SiteOptions.ReconnectPolicy;
import io.hedgerow.transport.node.internal.Witness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which refusals end a site's part in a study. */
@Timeout(60)
class RejoiningTest {

    private final List<String> said = new ArrayList<>();
    private final Rejoining rejoining = new Rejoining((word, text) -> said.add(word + " " + text), () -> {});
    private int attempts;

    /** Nothing listens at port 1, so that a last word is not heard. */
    private SiteOptions options(Duration patience) throws Exception {
        return Wires.siteOptions("a", 1)
                .with(new ReconnectPolicy(Duration.ofMillis(1), Duration.ofMillis(2), patience));
    }

    private static RefusedException refused(Refusal refusal) {
        return new RefusedException(refusal, "of a test");
    }

    /** Ends well after some attempts that fail. */
    private Witness.Run<String> failing(int times, RuntimeException failure) {
        return () -> {
            if (attempts++ < times) {
                throw failure;
            }
            return "ended";
        };
    }

    @ParameterizedTest
    @EnumSource(Refusal.class)
    void refusal_endsWhatWasNotJoined_andIsWaitedForOtherwise(Refusal refusal) throws Exception {
        rejoining.dialling(options(Duration.ofMinutes(10)));
        assertThrows(RefusedException.class, () -> rejoining.run(failing(1, refused(refusal))));
        rejoining.joined();
        attempts = 0;
        if (EnumSet.of(Refusal.EXCLUDED, Refusal.SUPERSEDED, Refusal.MEMORY_LOST)
                .contains(refusal)) {
            assertThrows(RefusedException.class, () -> rejoining.run(failing(1, refused(refusal))));
            assertEquals(List.of(), said);
        } else {
            assertEquals("ended", rejoining.run(failing(3, refused(refusal))));
            assertEquals(4, attempts);
            assertEquals(1, said.size(), "once: " + said);
            assertTrue(said.get(0).startsWith(Absence.Word.COORDINATOR_REFUSES + " of a test"), said.get(0));
        }
    }

    @Test
    void certificateThatIsNotGood_isWaitedFor_andACoordinatorThatIsAwayHasBeen() throws Exception {
        rejoining.dialling(options(Duration.ofMinutes(10)));
        rejoining.joined();
        Throwable cause = new IllegalStateException();
        assertEquals("ended", rejoining.run(failing(2, new UnreachableException("expired", cause, true))));
        attempts = 0;
        UnreachableException away = new UnreachableException("away", cause, false);
        assertEquals(away, assertThrows(UnreachableException.class, () -> rejoining.run(failing(1, away))));
    }

    @Test
    void refusalBeyondThePatience_endsInAWayThatAnotherStartMayMend() throws Exception {
        rejoining.dialling(options(Duration.ofMillis(20)));
        rejoining.joined();
        UnreachableException end = assertThrows(
                UnreachableException.class,
                () -> rejoining.run(failing(Integer.MAX_VALUE, refused(Refusal.FOREIGN_STUDY))));
        assertFalse(end.refused());
        assertTrue(end.getMessage().contains("last: of a test"), end.getMessage());
    }

    /** What it was let in for comes to nothing: that is no end of the refusals. */
    @Test
    void coordinatorThatLetsInAndRefuses_isAskedLessAndLess_andNotWithoutEnd() throws Exception {
        SiteOptions hostile = Wires.siteOptions("a", 1)
                .with(new ReconnectPolicy(Duration.ofMillis(1), Duration.ofMillis(40), Duration.ofMillis(200)));
        Absence absence = rejoining.dialling(hostile);
        rejoining.joined();
        rejoining.taken(1);
        Witness.Run<String> refusedAfterTheWelcome = () -> {
            attempts++;
            absence.over();
            rejoining.taken(1);
            throw refused(Refusal.MALFORMED);
        };
        UnreachableException end =
                assertThrows(UnreachableException.class, () -> rejoining.run(refusedAfterTheWelcome));
        assertFalse(end.refused());
        // 1, 2, 4, 8, 16, 32 and then 40 ms, of which chance takes up to half
        assertTrue(attempts >= 8 && attempts <= 18, "was tried " + attempts + " times");
    }

    @Test
    void refusalsBeforeANewTask_areForgotten() throws Exception {
        Absence absence = rejoining.dialling(options(Duration.ofMillis(20)));
        rejoining.joined();
        assertEquals("ended", rejoining.run(() -> {
            if (attempts++ < 60) {
                absence.over();
                rejoining.taken(attempts);
                throw refused(Refusal.NOT_READY);
            }
            return "ended";
        }));
    }

    @Test
    void ownCertificateThatHasEnded_isWaitedFor_onceJoined_andAWrongOneEnds() throws Exception {
        rejoining.dialling(options(Duration.ofMinutes(10)));
        IdentityException expired = new IdentityException(IdentityException.Reason.EXPIRED, "it has ended");
        assertEquals(expired, assertThrows(IdentityException.class, () -> rejoining.run(failing(1, expired))));
        rejoining.joined();
        attempts = 0;
        assertEquals("ended", rejoining.run(failing(2, expired)));
        assertTrue(said.get(0).startsWith(Absence.Word.COORDINATOR_REFUSES + " it has ended"), said.get(0));
        attempts = 0;
        IdentityException wrong = new IdentityException(IdentityException.Reason.WRONG_NAME, "of another site");
        assertEquals(wrong, assertThrows(IdentityException.class, () -> rejoining.run(failing(1, wrong))));
    }

    @Test
    void otherFailures_end() throws Exception {
        rejoining.dialling(options(Duration.ofMinutes(10)));
        rejoining.joined();
        assertThrows(
                IllegalStateException.class,
                () -> rejoining.run(() -> {
                    throw new IllegalStateException("of a test");
                }));
    }
}
