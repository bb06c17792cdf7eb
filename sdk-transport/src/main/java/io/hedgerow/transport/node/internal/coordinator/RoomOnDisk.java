// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Waits until a directory is writable again after a failed write, as on a full disk. Pauses grow from a second to a
 * minute. All pauses since the study last went forward are no longer than a patience. Not thread-safe.
 */
public final class RoomOnDisk {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int PROBE_BYTES = 1 << 16;

    private final Path directory;
    private final Duration patience;
    private final LongSupplier progress;
    private final Pauses pauses;
    private long seen = -1;
    private Duration waited = Duration.ZERO;
    private Duration pause = FIRST;

    public interface Pauses {
        void pause(Duration time) throws InterruptedException;
    }

    /** Starts before any failure; progress grows whenever the study goes forward. */
    public RoomOnDisk(Path directory, Duration patience, LongSupplier progress, Pauses pauses) {
        this.directory = directory;
        this.patience = patience;
        this.progress = progress;
        this.pauses = pauses;
    }

    /** Waits for room, and throws the failure when there is none within the patience. */
    public void await(UnwritableFileException failure) throws InterruptedException {
        long now = progress.getAsLong();
        if (now != seen) {
            seen = now;
            waited = Duration.ZERO;
            pause = FIRST;
        }
        do {
            Duration left = patience.minus(waited);
            if (left.isZero() || left.isNegative()) {
                throw failure;
            }
            Duration next = pause.compareTo(left) < 0 ? pause : left;
            pauses.pause(next);
            waited = waited.plus(next);
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
        } while (!hasRoom());
    }

    private boolean hasRoom() {
        try {
            PrivateFiles.tryOut(directory, PROBE_BYTES);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
