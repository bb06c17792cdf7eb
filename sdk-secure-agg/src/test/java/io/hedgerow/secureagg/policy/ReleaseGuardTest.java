package io.hedgerow.secureagg.policy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.MemoryStores;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;
import io.hedgerow.secureagg.message.InputTerms;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The limits of a site's memory of releases, without a federation around it. Eight sites; cohorts must differ by 0 or at least 3. */
class ReleaseGuardTest {

    private static final int ALL = 8;
    private static final int DIFFERENCE = 3;
    private static final Octets SID = Transcript.of("a session").hash();
    private static final Octets CTX2 = Transcript.of("a sum").hash();

    private final MemoryStores disk = new MemoryStores();
    private final ReleaseGuard guard = new ReleaseGuard(disk);

    private static InputTerms change(long round) {
        return Federation.terms(Purpose.CHANGE, "iterate", round, 0, Octets.empty());
    }

    private void masked(long slot, InputTerms terms) {
        guard.masked(SID, slot, CTX2, terms, 5, 4, List.of(0, 1, 2, 3, 4, 5, 6, 7));
    }

    private static void requireRefused(String why, Executable step) {
        ViolationException refused = assertThrows(ViolationException.class, step);
        assertEquals(Reason.RELEASE, refused.reason());
        assertTrue(String.valueOf(refused.getMessage()).contains(why), refused.getMessage());
    }

    @Test
    void purpose_isOneThatThereIs() {
        InputTerms known = change(0);
        InputTerms unknown = new InputTerms(
                3,
                known.modelHash(),
                known.specHash(),
                known.round(),
                known.attempt(),
                known.noiseHash(),
                known.previousReceipt());
        requireRefused("a purpose must be known, was 3", () -> guard.admitInput(unknown, List.of(0, 1, 2), ALL));
        assertDoesNotThrow(() -> guard.admitInput(known, List.of(0, 1, 2), ALL));
    }

    private void requireNear(List<Integer> first, List<Integer> second) {
        MemoryStores empty = new MemoryStores();
        ReleaseGuard fresh = new ReleaseGuard(empty);
        fresh.masked(SID, 1, CTX2, change(0), 5, 4, List.of(0, 1, 2, 3, 4, 5, 6, 7));
        fresh.sharesReleased(SID, 1, first);
        requireRefused(
                "must differ by 0 or at least 3",
                () -> fresh.admitSurvivors(SID, 2, change(0), second, ALL, DIFFERENCE));
    }

    /** A sum over the sites that are in one cohort only follows from the two sums: it must be of nobody or of enough. */
    @Test
    void cohortsOfOneValue_differOnEitherSideByNobodyOrByEnough() {
        List<Integer> five = List.of(0, 1, 2, 3, 4);
        requireNear(five, List.of(0, 1, 2, 3));
        requireNear(List.of(0, 1, 2, 3), five);
        requireNear(five, List.of(0, 1, 2));
        requireNear(List.of(0, 1, 2), five);
        // two more on one side, three more on the other
        requireNear(List.of(0, 1, 2, 3), List.of(0, 1, 5, 6, 7));
        masked(1, change(0));
        guard.sharesReleased(SID, 1, five);
        assertDoesNotThrow(() -> guard.admitSurvivors(SID, 2, change(0), five, ALL, DIFFERENCE));
        assertDoesNotThrow(
                () -> guard.admitSurvivors(SID, 2, change(0), List.of(0, 1, 2, 3, 4, 5, 6, 7), ALL, DIFFERENCE));
        assertDoesNotThrow(() -> guard.admitSurvivors(SID, 2, change(0), List.of(0, 1), ALL, DIFFERENCE));
        // its own slot is no other cohort
        assertDoesNotThrow(() -> guard.admitSurvivors(SID, 1, change(0), List.of(0, 1, 2, 3), ALL, DIFFERENCE));
    }

    /** Pairs differ by three or by nobody, and A − B − C + B∩C is the input of site 15. */
    @Test
    void thirdCohortOfOneValue_isRefused_becauseFourSumsTogetherShowOneInput() {
        List<Integer> both = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
        List<Integer> b = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        List<Integer> c = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14);
        List<Integer> a = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        masked(1, change(0));
        guard.sharesReleased(SID, 1, a);
        masked(2, change(0));
        assertDoesNotThrow(() -> guard.admitSurvivors(SID, 2, change(0), b, 16, DIFFERENCE));
        guard.sharesReleased(SID, 2, b);
        masked(3, change(0));
        for (List<Integer> third : List.of(c, both)) {
            requireRefused(
                    "at most 2 different cohorts",
                    () -> guard.admitSurvivors(SID, 3, change(0), third, 16, DIFFERENCE));
        }
        assertDoesNotThrow(() -> guard.admitSurvivors(SID, 3, change(0), b, 16, DIFFERENCE));
    }

    @Test
    void receiptOfAValue_settlesEarlierAttemptsAtIt_andNoOthers() {
        masked(1, change(0));
        masked(2, change(0));
        masked(3, change(1));
        assertTrue(guard.received(SID, 2, 0, List.of(0, 1, 2, 3, 4)));
        assertTrue(guard.waiting(SID, 1).isEmpty());
        assertTrue(guard.waiting(SID, 2).isEmpty());
        assertTrue(guard.waiting(SID, 3).isPresent());
        requireRefused("a value must be released once", () -> guard.admitInput(change(0), List.of(0, 1, 2), ALL));
        ReleaseGuard restarted = new ReleaseGuard(disk);
        assertTrue(restarted.waiting(SID, 1).isEmpty());
        assertTrue(restarted.waiting(SID, 3).isPresent());
    }

    @Test
    void receiptWithoutThisSite_settlesItsSlotOnly_andItsValueIsNotReleased() {
        masked(1, change(0));
        masked(2, change(0));
        assertFalse(guard.received(SID, 2, 7, List.of(0, 1, 2, 3, 4)));
        assertTrue(guard.waiting(SID, 2).isEmpty());
        assertTrue(guard.waiting(SID, 1).isPresent());
        guard.aborted(SID, 1);
        assertDoesNotThrow(() -> guard.admitInput(change(0), List.of(0, 1, 2), ALL));
    }
}
