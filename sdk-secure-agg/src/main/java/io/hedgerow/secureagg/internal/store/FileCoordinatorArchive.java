// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive.DecidedCohort;
import io.hedgerow.secureagg.store.StoreException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A coordinator's archive of one study: a file {@code cohort} that is replaced as a whole, durably. Not thread-safe;
 * one process at a time.
 */
public final class FileCoordinatorArchive implements CoordinatorArchive {

    private final Path directory;
    private Optional<DecidedCohort> last;

    /**
     * Keeps the cohort of one study in a directory, which the first decision makes.
     *
     * @throws StoreException when the file is damaged
     */
    public FileCoordinatorArchive(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
        last = file().read()
                .map(entry -> StoredRecord.read(entry, "the coordinator's cohort", FileCoordinatorArchive::decode));
    }

    private SealedFile file() {
        return new SealedFile(directory.resolve("cohort"), "cohort");
    }

    private static DecidedCohort decode(StoredRecord in) {
        return new DecidedCohort(in.octets(), in.sites());
    }

    @Override
    public Optional<DecidedCohort> last() {
        return last;
    }

    @Override
    public void decided(DecidedCohort cohort) {
        file().write(StoredRecord.write(List.of(cohort.subject()), cohort.sites()));
        last = Optional.of(cohort);
    }
}
