// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.secureagg.internal.store.FileCoordinatorArchive;
import io.hedgerow.transport.internal.egress.SecurityLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/** The files of one study in a coordinator's data directory. */
public record CoordinatorFiles(Path data, String study) {

    /** The journal, from which a coordinator that was started again goes on. */
    public Path journal() {
        return file(".journal");
    }

    /** Whether there is a journal: the study may have all its sums, and sites that have paid. */
    public boolean hasJournal() {
        return Files.exists(journal());
    }

    /** Whether sites may have paid for the study; also where that cannot be seen, as in a directory that is away. */
    public boolean mayHaveBegun() {
        return !Files.notExists(journal()) || !Files.notExists(file(".begun"));
    }

    /** Whether the first task, with which sites are charged, may have been sent. */
    public boolean hasCharged() {
        return Files.exists(file(".begun"));
    }

    /**
     * Notes durably that the first task is about to be sent: a site that gets it is charged, whatever becomes of this
     * process.
     *
     * @throws UnwritableFileException when it cannot be noted
     */
    public void noteCharged() {
        Path begun = file(".begun");
        if (hasCharged()) {
            return;
        }
        try {
            PrivateFiles.create(begun, new byte[0], true);
        } catch (IOException e) {
            throw new UnwritableFileException("file " + begun + " cannot be written: " + FileReason.of(e), e);
        }
    }

    /** Whether all sites have heard the end of the study. */
    public boolean isTold() {
        return Files.exists(file(".told"));
    }

    /** Notes that all sites have heard the end, if it can: without the note the next start waits for them. */
    public void noteTold() {
        try {
            Files.createFile(file(".told"));
        } catch (IOException e) {
            // another start waits for sites that do not come; the result is the same
        }
    }

    /** Opens the log of events that concern security. */
    public SecurityLog security(InstantSource clock) {
        return SecurityLog.open(file(".security.log"), SecurityLog.USUAL_BYTES, clock);
    }

    /** The memory of secure aggregation. */
    public FileCoordinatorArchive masks() {
        return new FileCoordinatorArchive(file("-masks"));
    }

    private Path file(String ending) {
        return data.resolve(study + ending);
    }
}
