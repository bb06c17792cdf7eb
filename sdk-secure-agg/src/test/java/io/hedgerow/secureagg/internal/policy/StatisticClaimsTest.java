// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.MemoryStores;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.Purpose;
import io.hedgerow.secureagg.internal.store.FileClaimStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One site in two studies. The exact second moments of sites 0 to 4 less those of sites 0 to 3 are the moments of site
 * 4: signed plans and honest sites on all sides would not have prevented it, so each of sites 0 to 3 has to.
 */
class StatisticClaimsTest {

    private static final String MOMENTS = "second moments";
    private static final List<String> VARIABLES = List.of("age", "pressure", "weight");
    private static final Octets INPUT = Transcript.of("an input").hash();

    @TempDir
    private Path directory;

    private FileClaimStore store;
    private final List<FileClaimStore> opened = new ArrayList<>();

    @BeforeEach
    void open() {
        store = new FileClaimStore(directory.resolve("statistics"));
        opened.add(store);
    }

    @AfterEach
    void close() {
        opened.forEach(FileClaimStore::close);
    }

    private void restart() {
        store.close();
        open();
    }

    /** This site in a study of so many sites, with a memory that only this study has. */
    private final class Member {
        final int sites;
        final InputTerms terms;
        final ReleaseGuard guard;

        Member(String study, int sites, String dataset, List<String> variables) {
            this(study, sites, dataset, variables, new MemoryStores());
        }

        Member(String study, int sites, String dataset, List<String> variables, MemoryStores disk) {
            this.sites = sites;
            terms = Federation.terms(Purpose.STATISTIC, "moments of study " + study, 0);
            Octets roster = Transcript.of("roster").u32(sites).hash();
            guard = new ReleaseGuard(disk, StatisticClaims.of(store, dataset, MOMENTS, variables, roster));
        }

        Member(String study, int sites) {
            this(study, sites, "version 1", VARIABLES);
        }

        private List<Integer> all() {
            return IntStream.range(0, sites).boxed().toList();
        }

        void mask() {
            guard.admit(terms, all(), sites);
            guard.masked(terms, INPUT);
        }

        void requireRefused() {
            PolicyRefusedException refused =
                    assertThrows(PolicyRefusedException.class, () -> guard.admit(terms, all(), sites));
            assertTrue(refused.isAfterRelease(), "the coordinator did nothing wrong");
            assertTrue(refused.getMessage().contains("second moments of data set version 1 with variable "));
            assertTrue(refused.getMessage().contains("one study only"));
        }
    }

    @Test
    void momentsThatWereReleasedInOneStudy_areNotInAnother() {
        Member first = new Member("A", 5);
        first.mask();
        first.guard.confirmed(first.terms, first.all(), 5);
        new Member("B", 4).requireRefused();
        new Member("B", 5).requireRefused();
        // under the same name, with the memory of the first study thrown away
        new Member("A", 4).requireRefused();
        restart();
        new Member("B", 4).requireRefused();
    }

    /** Both were admitted before either gave anything, as studies that run at a time can be. */
    @Test
    void ofTwoStudiesAtATime_oneGivesTheMoments() {
        Member first = new Member("A", 5);
        Member second = new Member("B", 5, "version 1", List.of("weight", "height"));
        first.guard.admit(first.terms, first.all(), 5);
        second.guard.admit(second.terms, second.all(), 5);
        first.guard.masked(first.terms, INPUT);
        PolicyRefusedException refused =
                assertThrows(PolicyRefusedException.class, () -> second.guard.masked(second.terms, INPUT));
        assertTrue(refused.getMessage().contains("with variable weight must be released in one study only"));
        // and nothing of the refused one was claimed
        assertDoesNotThrow(() -> new Member("C", 5, "version 1", List.of("height")).mask());
        second.requireRefused();
    }

    /** Whoever lost which study has the moments gives them to nobody. */
    @Test
    void claimsThatWentMissing_areNotMadeAnew() throws IOException {
        new Member("A", 5).mask();
        store.close();
        Files.delete(directory.resolve("statistics"));
        JournalException refused = assertThrows(JournalException.class, this::open);
        assertTrue(refused.getMessage().contains("is missing, but one was made here"), refused.getMessage());
    }

    @Test
    void momentsThatMayHaveBeenReleased_areNotInAnotherStudy() {
        new Member("A", 5).mask();
        restart();
        new Member("B", 4).requireRefused();
    }

    @Test
    void theSameStudyGoesOn_alsoWithAnotherSlot() {
        MemoryStores disk = new MemoryStores();
        Member first = new Member("A", 5, "version 1", VARIABLES, disk);
        first.mask();
        assertDoesNotThrow(() -> first.mask());
        restart();
        assertDoesNotThrow(() -> new Member("A", 5, "version 1", VARIABLES, disk).mask());
    }

    /** An older copy of the memory of releases would let another input of the same sum leave. */
    @Test
    void aMemoryOfReleasesThatIsOlderThanTheClaims_isRefused() {
        new Member("A", 5).mask();
        restart();
        Member older = new Member("A", 5);
        JournalException refused =
                assertThrows(JournalException.class, () -> older.guard.admit(older.terms, older.all(), older.sites));
        assertTrue(
                refused.getMessage().contains("input for second moments of data set version 1"), refused.getMessage());
        // an earlier release that was stopped between claim and input leaves the same, and there is no newer home
        assertTrue(refused.getMessage().contains("new version of the data"), refused.getMessage());
        assertThrows(JournalException.class, () -> older.guard.masked(older.terms, INPUT));
    }

    /** A process that was killed before the claim has an input without one, and goes on. */
    @Test
    void anInputWithoutItsClaim_isClaimedByTheNextStart() {
        MemoryStores disk = new MemoryStores();
        Member killed = new Member("A", 5, "version 1", VARIABLES, disk);
        new ReleaseGuard(disk).masked(killed.terms, INPUT);
        Member next = new Member("A", 5, "version 1", VARIABLES, disk);
        assertDoesNotThrow(next::mask);
        new Member("B", 4).requireRefused();
    }

    @Test
    void partsOfAStatistic_areThoseOfTheWholeOne() {
        new Member("A", 5).mask();
        new Member("B", 4, "version 1", List.of("height", "weight")).requireRefused();
        assertDoesNotThrow(() -> new Member("C", 4, "version 1", List.of("height")).mask());
    }

    @Test
    void anotherVersionOfTheData_andReleasesThatAreNotClaimed_areFree() {
        new Member("A", 5).mask();
        assertDoesNotThrow(() -> new Member("B", 4, "version 2", VARIABLES).mask());
        InputTerms terms = Federation.terms(Purpose.STATISTIC, "private moments", 0);
        ReleaseGuard paid = new ReleaseGuard(new MemoryStores());
        assertDoesNotThrow(() -> paid.admit(terms, List.of(0, 1, 2), 3));
        Member changes = new Member("D", 5);
        assertDoesNotThrow(() -> changes.guard.admit(Federation.terms(Purpose.CHANGE, "iterate", 0), changes.all(), 5));
    }
}
