// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.file.GoldenFile;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive.DecidedCohort;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore.ReleaseRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of earlier releases are read, and later ones are written as they were, byte for byte. */
class StoredFilesTest {

    private static final Octets ONE = Transcript.of("one").hash();
    private static final Octets OTHER = Transcript.of("other").hash();
    private static final List<ReleaseRecord> RELEASES =
            List.of(new ReleaseRecord(ONE, OTHER, List.of()), new ReleaseRecord(ONE, OTHER, List.of(0, 2, 5)));
    private static final DecidedCohort COHORT = new DecidedCohort(ONE, List.of(0, 1, 4));

    @TempDir
    Path temp;

    private static GoldenFile golden(String name) throws IOException {
        return GoldenFile.of(StoredFilesTest.class, name);
    }

    static void write(Path directory) {
        try (FileReleaseStore releases = new FileReleaseStore(directory.resolve("releases"))) {
            RELEASES.forEach(releases::append);
        }
        try (FileClaimStore claims = new FileClaimStore(directory.resolve("statistics"))) {
            assertEquals(Optional.empty(), claims.claim(List.of(ONE), OTHER));
            assertEquals(Optional.empty(), claims.claim(List.of(OTHER), ONE));
        }
        new FileCoordinatorArchive(directory).decided(COHORT);
    }

    @Test
    void files_thatAreWritten_haveTheBytesOfEarlierReleases() throws IOException {
        write(temp);
        for (String name : List.of("releases", "statistics", "cohort")) {
            golden(name).requireSame(temp.resolve(name));
        }
        assertEquals(0, Files.size(temp.resolve("releases.made")));
        assertEquals(0, Files.size(temp.resolve("statistics.made")));
    }

    @Test
    void files_ofEveryRelease_areRead() throws IOException {
        for (String release : GoldenFile.releases(StoredFilesTest.class)) {
            Path home = temp.resolve(release);
            for (String name : List.of("releases", "statistics", "cohort")) {
                GoldenFile.of(StoredFilesTest.class, release, name).writeTo(home.resolve(name));
            }
            try (FileReleaseStore releases = new FileReleaseStore(home.resolve("releases"))) {
                assertEquals(RELEASES, releases.load());
            }
            try (FileClaimStore claims = new FileClaimStore(home.resolve("statistics"))) {
                assertEquals(Map.of(ONE, OTHER, OTHER, ONE), claims.load());
            }
            assertEquals(Optional.of(COHORT), new FileCoordinatorArchive(home).last());
        }
    }
}
