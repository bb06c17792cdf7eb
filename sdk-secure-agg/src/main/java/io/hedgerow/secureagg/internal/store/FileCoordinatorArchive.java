// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.Directories;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive.DecidedCohort;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Stores a coordinator's archive of one study in a file {@code cohort} that is replaced atomically and durably. Not
 * thread-safe; one process at a time.
 */
public final class FileCoordinatorArchive implements CoordinatorArchive {

    private final Path directory;
    private Optional<DecidedCohort> last;

    /** Keeps the cohort of one study in a directory, which the first decision makes. */
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

    /**
     * A file that is replaced atomically and begins with its checksum H("file", kind, content), which detects damage
     * but not tampering.
     */
    static final class SealedFile {

        private static final int SEAL = 32;

        private final Path file;
        private final String kind;

        SealedFile(Path file, String kind) {
            this.file = file;
            this.kind = kind;
        }

        /** Reads the file, and removes what a writer that was killed may have left beside it: this is the only one. */
        Optional<byte[]> read() {
            removeUnnamed();
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.empty();
            }
            byte[] all;
            try {
                all = Files.readAllBytes(file);
            } catch (IOException e) {
                throw new JournalException("file " + file + " cannot be read: " + FileReason.of(e), e);
            }
            byte[] content = Arrays.copyOfRange(all, Math.min(SEAL, all.length), all.length);
            boolean sound = all.length >= SEAL && Octets.copyOf(all, 0, SEAL).equals(seal(content));
            if (!sound) {
                throw new JournalException("file " + file + " is damaged: its checksum must fit its content, does not");
            }
            return Optional.of(content);
        }

        private void removeUnnamed() {
            try {
                Files.deleteIfExists(PrivateFiles.unnamed(file));
            } catch (IOException e) {
                // the next write needs the same and says why it cannot
            }
        }

        void write(byte[] content) {
            byte[] all = new byte[SEAL + content.length];
            seal(content).copyTo(0, all, 0, SEAL);
            ByteBuffer.wrap(all, SEAL, content.length).put(content);
            try {
                Directories.makePrivate(Objects.requireNonNull(file.getParent(), "a file has a directory"));
                PrivateFiles.replaceOwn(file, all);
            } catch (IOException e) {
                throw new UnwritableFileException(
                        "file " + file + " could not be replaced (" + FileReason.of(e)
                                + "); free the disk and start again",
                        e);
            }
        }

        private Octets seal(byte[] content) {
            return Transcript.of("file").text(kind).bytes(content).hash();
        }
    }
}
