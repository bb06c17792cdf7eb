// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.output.OutputDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * The directory for the result of a study. Once the study has begun, a file that cannot be written is no reason to
 * abandon it: the failure is one after which the next start goes on.
 */
record RestartableOutput(OutputDirectory directory) implements AutoCloseable {

    /**
     * Prepares the directory, again where it was prepared by an earlier start.
     *
     * @throws UnwritableFileException when it cannot be prepared and {@code begun} says that the study has begun
     * @throws IOException when it cannot be prepared before
     */
    static RestartableOutput prepare(Path out, BooleanSupplier begun) throws IOException {
        try {
            return new RestartableOutput(OutputDirectory.prepare(out));
        } catch (IOException e) {
            if (begun.getAsBoolean()) {
                throw new UnwritableFileException(FileReason.withPath(e), e);
            }
            throw e;
        }
    }

    /** Writes the result of a study that has ended. */
    void write(NetworkResult outcome) {
        try {
            outcome.writeTo(directory);
        } catch (IOException e) {
            throw new UnwritableFileException(
                    FileReason.withPath(e) + "; the study has ended, and its result is written by the next start", e);
        }
    }

    @Override
    public void close() throws IOException {
        directory.close();
    }
}
