package io.hedgerow.samples.cli;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.round.JournalException;
import io.hedgerow.core.round.StudyEndedException;
import io.hedgerow.samples.output.FileProblem;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.channel.WireException;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the user is told about an exception: one line and an exit code.
 *
 * @param exitCode how the run ends
 * @param message one line, without the program's name
 */
record Failure(ExitCode exitCode, String message) {

    Failure {
        Objects.requireNonNull(exitCode, "exitCode");
        message = message.strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ");
    }

    static Failure of(Throwable thrown) {
        if (thrown instanceof InterruptedException || thrown instanceof ClosedByInterruptException) {
            return new Failure(ExitCode.INTERRUPTED, "interrupted");
        }
        if (thrown instanceof DataException) {
            return new Failure(ExitCode.BAD_DATA, inOptions(messageOf(thrown)));
        }
        if (thrown instanceof IdentityException || thrown instanceof StudyPlanException) {
            return new Failure(ExitCode.BAD_DATA, messageOf(thrown));
        }
        if (thrown instanceof UncheckedIOException unchecked) {
            return of(Objects.requireNonNull(unchecked.getCause(), "cause"));
        }
        if (thrown instanceof IOException io) {
            return new Failure(ExitCode.BAD_DATA, FileProblem.describe(io));
        }
        if (thrown instanceof PrivacyException) {
            return new Failure(ExitCode.REFUSED, messageOf(thrown));
        }
        if (thrown instanceof UnreachableException unreachable && unreachable.certificateRefused()) {
            return new Failure(ExitCode.BAD_DATA, messageOf(thrown));
        }
        if (thrown instanceof JournalException) {
            return new Failure(ExitCode.BAD_DATA, messageOf(thrown));
        }
        if (thrown instanceof StudyEndedException || thrown instanceof WireException) {
            return new Failure(ExitCode.STUDY_ENDED, messageOf(thrown));
        }
        // Subclasses, such as NumberFormatException, say something about the code and not about an option.
        if (thrown.getClass() == IllegalArgumentException.class) {
            return new Failure(ExitCode.USAGE, messageOf(thrown));
        }
        if (thrown instanceof OutOfMemoryError) {
            return new Failure(
                    ExitCode.INTERNAL,
                    "out of memory (" + messageOf(thrown) + "): allow more with HEDGEROW_JAVA_OPTS=-Xmx8g");
        }
        return new Failure(ExitCode.INTERNAL, "internal error: " + thrown + " (--verbose shows where)");
    }

    /** The SDK names its own types in advice; here the same things are options. */
    private static String inOptions(String message) {
        return message.replace("MissingValues.SKIP_ROW", "--missing skip-row")
                .replace("CsvOptions.withoutHeader()", "--no-header")
                .replace("columns by name", "columns with --columns");
    }

    private static String messageOf(Throwable thrown) {
        @Nullable String message = thrown.getMessage();
        return message == null || message.isBlank() ? thrown.getClass().getSimpleName() : message;
    }
}
