package io.hedgerow.samples.operate;

import java.nio.file.Path;
import java.util.OptionalInt;

/** A process of a study on one machine did not end, or not as it should. */
public final class ChildFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int STILL_RUNNING = -1;

    private final int exitCode;

    ChildFailedException(String who, OptionalInt exitCode, Path output) {
        super(who + (exitCode.isPresent() ? " ended with code " + exitCode.getAsInt() : " did not end in time")
                + ", see " + output + ".err");
        this.exitCode = exitCode.orElse(STILL_RUNNING);
    }

    /**
     * How it ended.
     *
     * @return its exit code; empty when it was still running
     */
    public OptionalInt exitCode() {
        return exitCode == STILL_RUNNING ? OptionalInt.empty() : OptionalInt.of(exitCode);
    }
}
