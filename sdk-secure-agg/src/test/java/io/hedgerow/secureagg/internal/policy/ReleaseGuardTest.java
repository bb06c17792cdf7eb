// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.MemoryStores;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.Purpose;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** One input and one cohort for a round, whatever is forgotten in between. */
class ReleaseGuardTest {

    private static final int ROSTER = 5;
    private static final List<Integer> ALL = List.of(0, 1, 2, 3, 4);
    private static final List<Integer> FEWER = List.of(0, 1, 2, 3);
    private static final Octets INPUT = Transcript.of("an input").hash();
    private static final Octets OTHER = Transcript.of("another input").hash();
    private static final InputTerms ROUND = Federation.noisy(7);

    private final MemoryStores disk = new MemoryStores();
    private ReleaseGuard guard = new ReleaseGuard(disk);

    private void restart() {
        guard = new ReleaseGuard(disk);
    }

    private static void requireRefused(Executable run) {
        assertEquals(Reason.RELEASE, assertThrows(ViolationException.class, run).reason());
    }

    @Test
    void anotherInputOfARound_isNotMasked_alsoAfterARestart() {
        guard.masked(ROUND, INPUT);
        requireRefused(() -> guard.masked(ROUND, OTHER));
        restart();
        requireRefused(() -> guard.masked(ROUND, OTHER));
        assertDoesNotThrow(() -> guard.masked(ROUND, INPUT));
        assertDoesNotThrow(() -> guard.masked(Federation.noisy(8), OTHER));
        assertEquals(2, disk.load().size(), "the same again needs no record");
    }

    @Test
    void anotherCohortOfARound_isNotConfirmed_alsoAfterARestart() {
        guard.masked(ROUND, INPUT);
        guard.confirmed(ROUND, FEWER, ROSTER);
        requireRefused(() -> guard.confirmed(ROUND, ALL, ROSTER));
        restart();
        requireRefused(() -> guard.confirmed(ROUND, ALL, ROSTER));
        requireRefused(() -> guard.confirmed(ROUND, List.of(0, 1, 2, 4), ROSTER));
        assertDoesNotThrow(() -> guard.confirmed(ROUND, FEWER, ROSTER));
        assertEquals(Optional.of(FEWER), guard.cohortOf(ROUND));
        // with others it is not even masked, so that nothing is computed in vain
        requireRefused(() -> guard.admit(ROUND, List.of(0, 1, 2, 4), ROSTER));
        assertDoesNotThrow(() -> guard.admit(ROUND, ALL, ROSTER));
    }

    /** A coordinator that says that it had another model asks for the same round. */
    @Test
    void anotherModel_isNotAnotherRound() {
        InputTerms model = new InputTerms(ROUND.purposeCode(), OTHER, ROUND.specHash(), ROUND.round());
        assertEquals(ReleaseGuard.subjectOf(ROUND), ReleaseGuard.subjectOf(model));
        assertNotEquals(ReleaseGuard.subjectOf(ROUND), ReleaseGuard.subjectOf(Federation.exact(7)));
        assertNotEquals(ReleaseGuard.subjectOf(ROUND), ReleaseGuard.subjectOf(Federation.noisy(8)));
        assertNotEquals(
                ReleaseGuard.subjectOf(ROUND),
                ReleaseGuard.subjectOf(Federation.terms(Purpose.NOISY_CHANGE, "another study", 7)));
    }

    @Test
    void withoutNoiseOfEachSite_everySumIsOfAll() {
        for (InputTerms terms : List.of(Federation.exact(0), Federation.terms(Purpose.STATISTIC, "gram", 0))) {
            requireRefused(() -> guard.admit(terms, FEWER, ROSTER));
            assertDoesNotThrow(() -> guard.admit(terms, ALL, ROSTER));
            guard.masked(terms, INPUT);
            requireRefused(() -> guard.confirmed(terms, FEWER, ROSTER));
            assertTrue(guard.cohortOf(terms).isEmpty());
            guard.confirmed(terms, ALL, ROSTER);
        }
        assertDoesNotThrow(() -> guard.admit(ROUND, FEWER, ROSTER));
        InputTerms unknown = new InputTerms(9, INPUT, INPUT, 0);
        requireRefused(() -> guard.admit(unknown, ALL, ROSTER));
    }

    /** An operator may go on without a site before the one sum is opened; there is still one sum. */
    @Test
    void oneExactRelease_isOverOneSetOfSites_whicheverItWasFirst() {
        InputTerms gram = Federation.terms(Purpose.STATISTIC, "gram", 0);
        guard = new ReleaseGuard(disk, StatisticClaims.none(), true);
        assertDoesNotThrow(() -> guard.admit(gram, ALL, ROSTER));
        guard.masked(gram, INPUT);
        assertDoesNotThrow(() -> guard.admit(gram, FEWER, ROSTER));
        requireRefused(() -> guard.masked(gram, OTHER));
        guard.confirmed(gram, FEWER, ROSTER);
        guard = new ReleaseGuard(disk, StatisticClaims.none(), true);
        requireRefused(() -> guard.confirmed(gram, ALL, ROSTER));
        requireRefused(() -> guard.confirmed(gram, List.of(1, 2, 3, 4), ROSTER));
        requireRefused(() -> guard.admit(gram, List.of(1, 2, 3, 4), ROSTER));
        for (InputTerms other : List.of(Federation.exact(0), Federation.terms(Purpose.STATISTIC, "gram", 1))) {
            requireRefused(() -> guard.admit(other, FEWER, ROSTER));
        }
    }

    @Test
    void whatIsNotDurable_doesNotCount() {
        disk.fail(true);
        assertThrows(IllegalStateException.class, () -> guard.masked(ROUND, INPUT));
        disk.fail(false);
        guard.masked(ROUND, INPUT);
        disk.fail(true);
        assertThrows(IllegalStateException.class, () -> guard.confirmed(ROUND, ALL, ROSTER));
        assertTrue(guard.cohortOf(ROUND).isEmpty());
        assertThrows(IllegalStateException.class, () -> guard.confirmed(Federation.noisy(99), ALL, ROSTER));
    }
}
