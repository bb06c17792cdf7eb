// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.policy.ExactRelease.Member;
import io.hedgerow.secureagg.internal.store.FileCohortStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One site in several exact studies of the same rows, with its memory in real files. */
class CohortMemoryTest {

    @TempDir
    private Path directory;

    private Path home;

    @BeforeEach
    void makeHome() {
        home = directory.resolve("home");
    }

    private CohortMemory memory(Path at, String study, String dataset, boolean several, int... sites) {
        ExactRelease release =
                new ExactRelease(Transcript.of(study).hash(), study, dataset, List.of(members(IntStream.of(sites))), 3);
        return new CohortMemory(
                new FileCohortStore(
                        List.of(at.resolve("exact-releases"), directory.resolve("identity/exact-releases"))),
                release,
                several);
    }

    private static List<Member> members(IntStream sites) {
        return sites.mapToObj(site -> new Member("site" + site, Octets.empty())).toList();
    }

    private CohortMemory memory(String study, int... sites) {
        return memory(home, study, "rows", false, sites);
    }

    private static String refused(CohortMemory memory) {
        PolicyRefusedException refused = assertThrows(PolicyRefusedException.class, memory::begins);
        assertTrue(refused.isAfterRelease());
        assertThrows(PolicyRefusedException.class, memory::requireAllowed);
        return String.valueOf(refused.getMessage());
    }

    @Test
    void anotherStudyOverFewerSites_isRefused_andOverTheSameOnesAllowed() {
        memory("first", 1, 2, 3, 4, 5).begins();
        assertEquals(
                "exact sums of the rows of data set rows must be over the same sites as before, which were those of study"
                        + " first over site1, site2, site3, site4, site5, those of study second are over site1, site2,"
                        + " site3, site4: the releases together would tell the sums of site5, and no sum may be of fewer"
                        + " than 3 sites: have a plan signed that differs from earlier ones by 3 sites or more; or sum"
                        + " over the same sites, or other rows, as a new version of the data, which the site's policy"
                        + " names",
                refused(memory("second", 1, 2, 3, 4)));
        assertDoesNotThrow(() -> memory("third", 5, 4, 3, 2, 1).begins());
        assertDoesNotThrow(
                () -> memory(home, "fourth", "other rows", false, 1, 2, 3, 4).begins());
    }

    @Test
    void looking_remembersNothing() {
        memory("first", 1, 2, 3, 4, 5).requireAllowed();
        assertDoesNotThrow(() -> memory("second", 1, 2, 3, 4).begins());
    }

    @Test
    void severalCohorts_areAllowedByTheRules_ifAllTogetherKeepTheirPromises() {
        memory("first", 1, 2, 3, 4, 5, 6, 7, 8, 9).begins();
        String reason = refused(memory("second", 1, 2, 3, 4, 9));
        assertTrue(reason.contains("severalExactStudies: true"), reason);
        memory(home, "second", "rows", true, 1, 2, 3, 4, 9).begins();
        String third = refused(memory(home, "third", "rows", true, 5, 6, 7, 8, 9));
        assertTrue(third.contains("the sums of site9, and no sum"), third);
        refused(memory(home, "fourth", "rows", true, 1, 2, 3, 4, 5, 6, 7, 8));
    }

    /** Without a policy the rows have no name, and may be those of any data set. */
    @Test
    void rowsWithoutAName_countAsThoseOfEveryDataSet() {
        memory(home, "first", "", false, 1, 2, 3, 4, 5).begins();
        refused(memory("second", 1, 2, 3, 4));
        memory(directory.resolve("another"), "third", "rows", false, 1, 2, 3, 4, 5)
                .begins();
        refused(memory(home, "fourth", "", false, 1, 2, 3, 4));
    }

    /** Beside an identity that was writable once. */
    @Test
    void aFileThatCannotBeWritten_isRead_andStaysAsItIs() throws IOException {
        memory("first", 1, 2, 3, 4, 5).begins();
        Path once = directory.resolve("identity/exact-releases");
        byte[] before = Files.readAllBytes(once);
        Path other = directory.resolve("anchors/exact-releases");
        ExactRelease fewer = new ExactRelease(
                Transcript.of("second").hash(), "second", "rows", List.of(members(IntStream.of(1, 2, 3, 4))), 3);
        CohortMemory memory = new CohortMemory(new FileCohortStore(List.of(other), List.of(once)), fewer, false);
        refused(memory);
        assertTrue(Files.size(other) > 0, "what is known is copied to where it can be written");
        ExactRelease same = new ExactRelease(
                Transcript.of("third").hash(), "third", "rows", List.of(members(IntStream.of(1, 2, 3, 4, 5))), 3);
        new CohortMemory(new FileCohortStore(List.of(other), List.of(once)), same, false).begins();
        assertArrayEquals(before, Files.readAllBytes(once));
        Files.delete(once);
        assertThrows(JournalException.class, memory::requireAllowed);
        Files.delete(directory.resolve("identity/exact-releases.made"));
        refused(memory);
    }

    private static ExactRelease plain(String study, int... sites) {
        return new ExactRelease(
                Transcript.of(study).hash(),
                study,
                "rows",
                members(IntStream.of(sites)).stream().map(List::of).toList(),
                1);
    }

    private CohortMemory open(Path at, String study, int... sites) {
        return new CohortMemory(new FileCohortStore(List.of(at.resolve("exact-releases"))), plain(study, sites), true);
    }

    /** Parts that are told in the open, taken from a sum, leave those of the sites that they lack. */
    @Test
    void plainStudy_mustHaveAllSitesOfMaskedSums_inEitherOrder() {
        memory("first", 1, 2, 3, 4).begins();
        String reason = refused(open(home, "second", 1, 2, 3));
        assertTrue(reason.contains("would then tell the sums of site4 alone"), reason);
        open(home, "third", 4, 3, 2, 1).begins();
        open(home, "fourth", 1, 2, 3, 4, 5).begins();
        assertDoesNotThrow(() -> memory("fifth", 1, 2, 3, 4).begins());
        refused(memory("sixth", 1, 2, 3));

        Path other = directory.resolve("other");
        open(other, "first", 1, 2, 3).begins();
        open(other, "second", 1, 2).begins();
        open(other, "third", 1, 5, 6).begins();
        FileCohortStore store = new FileCohortStore(List.of(other.resolve("exact-releases")));
        for (int most : new int[] {4, 3}) {
            List<Member> sites = members(IntStream.rangeClosed(1, most));
            CohortMemory masked = new CohortMemory(
                    store,
                    new ExactRelease(Transcript.of("sum" + most).hash(), "sum", "rows", List.of(sites), 3),
                    true);
            refused(masked);
        }
        Path last = directory.resolve("last");
        open(last, "first", 1, 2, 3).begins();
        CohortMemory within = new CohortMemory(
                new FileCohortStore(List.of(last.resolve("exact-releases"))),
                new ExactRelease(
                        Transcript.of("sum").hash(), "sum", "rows", List.of(members(IntStream.of(1, 2, 3))), 3),
                false);
        assertDoesNotThrow(within::begins);
    }

    @Test
    void overlap_ofAPlainPlan_namesTheSitesThatItLacks() {
        ExactRelease four = new ExactRelease(
                Transcript.of("sum").hash(), "sum", "rows", List.of(members(IntStream.of(1, 2, 3, 4))), 3);
        assertEquals(
                Optional.of("the sums of site4, because study open has no secure aggregation"),
                CohortMemory.overlap(List.of(plain("open", 1, 2, 3), four)));
        assertEquals(Optional.empty(), CohortMemory.overlap(List.of(four, plain("open", 1, 2, 3, 4))));
        assertEquals(
                Optional.empty(), CohortMemory.overlap(List.of(plain("open", 1, 2, 3), plain("more", 1, 2, 3, 4))));
    }

    /** What is not durable is not given. */
    @Test
    void whatMustBeDurableBefore_isRunAtEachBeginning_andMayRefuse() {
        List<String> run = new ArrayList<>();
        ExactRelease release = new ExactRelease(
                Transcript.of("first").hash(), "first", "rows", List.of(members(IntStream.of(1, 2, 3))), 3);
        FileCohortStore store = new FileCohortStore(List.of(directory.resolve("one")));
        CohortMemory refusing = new CohortMemory(store, release, false, () -> {
            throw new JournalException("cannot be written");
        });
        refusing.requireAllowed();
        assertThrows(JournalException.class, refusing::begins);
        store.update(known -> {
            assertEquals(List.of(), known);
            return Optional.empty();
        });
        CohortMemory memory = new CohortMemory(store, release, false, () -> run.add("noted"));
        memory.begins();
        memory.begins();
        assertEquals(List.of("noted", "noted"), run);
    }

    @Test
    void anotherHome_orAnOlderCopyOfIt_doesNotForget() throws IOException {
        memory("first", 1, 2, 3, 4, 5).begins();
        refused(memory(directory.resolve("another"), "second", "rows", false, 1, 2, 3, 4));
        try (Stream<Path> files = Files.list(home)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        refused(memory("third", 1, 2, 3, 4));
        try (Stream<Path> files = Files.list(directory.resolve("identity"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        refused(memory("fourth", 1, 2, 3, 4));
    }

    @Test
    void aMemoryThatWentMissing_orWasChanged_isRefused() throws IOException {
        memory("first", 1, 2, 3, 4, 5).begins();
        Path file = home.resolve("exact-releases");
        Path kept = directory.resolve("kept");
        Files.move(file, kept);
        assertThrows(
                JournalException.class, () -> memory("second", 1, 2, 3, 4, 5).begins());
        byte[] bytes = Files.readAllBytes(kept);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        assertThrows(
                JournalException.class, () -> memory("second", 1, 2, 3, 4, 5).begins());
        Files.move(kept, file, StandardCopyOption.REPLACE_EXISTING);
        assertDoesNotThrow(() -> memory("second", 1, 2, 3, 4, 5).begins());
    }

    /** An operator may go on without a site before the only sum is opened: then that is the cohort. */
    @Test
    void theSumThatIsOpenedOverFewerSites_isOverThese() {
        CohortMemory first = memory("first", 1, 2, 3, 4, 5);
        first.begins();
        first.opens(members(IntStream.of(1, 2, 3, 4)));
        first.opens(members(IntStream.of(1, 2, 3, 4)));
        assertDoesNotThrow(() -> memory("second", 1, 2, 3, 4).begins());
        refused(memory("third", 1, 2, 3, 4, 5));
    }

    @Test
    void aSumIsNotOpenedOverFewerSites_thanThoseOfAnotherStudyMeanwhile() {
        CohortMemory first = memory("first", 1, 2, 3, 4, 5);
        first.begins();
        memory("second", 1, 2, 3, 4, 5).begins();
        assertThrows(PolicyRefusedException.class, () -> first.opens(members(IntStream.of(1, 2, 3, 4))));
        assertDoesNotThrow(() -> memory("third", 1, 2, 3, 4, 5).begins());
    }

    /** Both look before either begins, as studies in one process, or in two with one identity, can. */
    @Test
    void ofTwoStudiesAtATime_overDifferentSites_oneBegins() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int tries = 0; tries < 10; tries++) {
                String rows = "rows" + tries;
                CountDownLatch start = new CountDownLatch(1);
                List<CohortMemory> both = List.of(
                        memory(home, "first" + tries, rows, false, 1, 2, 3, 4, 5),
                        memory(directory.resolve("another"), "second" + tries, rows, false, 1, 2, 3, 4));
                both.forEach(CohortMemory::requireAllowed);
                List<Future<Boolean>> began = both.stream()
                        .map(memory -> threads.submit(() -> {
                            start.await();
                            try {
                                memory.begins();
                                return true;
                            } catch (PolicyRefusedException e) {
                                return false;
                            }
                        }))
                        .toList();
                start.countDown();
                assertEquals(true, began.get(0).get() ^ began.get(1).get());
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
