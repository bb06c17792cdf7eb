// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** A process of a study on one machine did not end, or not as it should. */
public final class ChildFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int STILL_RUNNING = -1;
    private static final String ERROR = "hedgerow: error: ";

    private final int exitCode;

    ChildFailedException(String who, OptionalInt exitCode, Path output) {
        super(who + (exitCode.isPresent() ? " ended with code " + exitCode.getAsInt() : " did not end in time")
                + said(Processes.errors(output))
                        .map(error -> " (" + error + ")")
                        .orElse("")
                + ", see " + Processes.errors(output));
        this.exitCode = exitCode.orElse(STILL_RUNNING);
    }

    /** The last error that the process itself reported. */
    private static Optional<String> said(Path errors) {
        try {
            return Files.readAllLines(errors).stream()
                    .filter(line -> line.startsWith(ERROR))
                    .map(line -> line.substring(ERROR.length()))
                    .reduce((first, second) -> second);
        } catch (IOException e) {
            return Optional.empty(); // its place is named all the same
        }
    }

    /** The exit code of the process; empty when it was still running. */
    public OptionalInt exitCode() {
        return exitCode == STILL_RUNNING ? OptionalInt.empty() : OptionalInt.of(exitCode);
    }
}
