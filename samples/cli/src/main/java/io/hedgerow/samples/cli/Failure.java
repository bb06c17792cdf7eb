// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.StudyEndedException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.samples.operate.Processes.ChildFailedException;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.channel.WireException;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts an exception to a one-line message and an exit code. */
record Failure(ExitCode exitCode, String message) {

    Failure {
        message = message.strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ");
    }

    static Failure of(Throwable thrown) {
        return of(thrown, Set.of());
    }

    /** Describes an exception to the user of a command; advice is about options that the command has. */
    static Failure of(Throwable thrown, Set<String> options) {
        if (thrown instanceof InterruptedException || thrown instanceof ClosedByInterruptException) {
            return new Failure(ExitCode.INTERRUPTED, "interrupted");
        }
        if (thrown instanceof DataException data) {
            ExitCode code = data.isTemporary() ? ExitCode.TEMPORARY : ExitCode.BAD_DATA;
            return new Failure(code, inOptions(messageOf(thrown), options));
        }
        if (thrown instanceof IdentityException
                || thrown instanceof StudyPlanException
                || thrown instanceof YamlProblem) {
            return new Failure(ExitCode.BAD_DATA, messageOf(thrown));
        }
        if (thrown instanceof UncheckedIOException unchecked) {
            return of(Objects.requireNonNull(unchecked.getCause(), "cause"), options);
        }
        if (thrown instanceof IOException io) {
            return new Failure(ExitCode.BAD_DATA, FileReason.withPath(io));
        }
        if (thrown instanceof UnwritableFileException
                || (thrown instanceof LedgerException ledger && ledger.isMendable())) {
            return new Failure(ExitCode.TEMPORARY, messageOf(thrown));
        }
        if (thrown instanceof JournalException) {
            return new Failure(ExitCode.BAD_DATA, messageOf(thrown));
        }
        if (thrown instanceof WireException wire) {
            return new Failure(isOver(wire) ? ExitCode.STUDY_ENDED : ExitCode.BAD_DATA, messageOf(thrown));
        }
        if (thrown instanceof ChildFailedException child) {
            return new Failure(exitCode(child), messageOf(thrown));
        }
        if (thrown instanceof PrivacyException) {
            return new Failure(ExitCode.REFUSED, messageOf(thrown));
        }
        if (thrown instanceof StudyEndedException) {
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

    /**
     * Whether there is no file to mend: the only remedies are to start again, or to find out what became of the study.
     */
    private static boolean isOver(WireException wire) {
        if (wire instanceof RefusedException refused) {
            return switch (refused.refusal()) {
                case SUPERSEDED, EXCLUDED, HISTORY_LOST, TOO_LARGE, MALFORMED -> true;
                default -> false;
            };
        }
        return !((UnreachableException) wire).refused();
    }

    /** The exit code of a child process that failed, with which its parent ends too. */
    private static ExitCode exitCode(ChildFailedException child) {
        return Arrays.stream(ExitCode.values())
                .filter(code -> code != ExitCode.OK && child.exitCode().equals(OptionalInt.of(code.number())))
                .findFirst()
                .orElse(ExitCode.STUDY_ENDED);
    }

    /**
     * Replaces SDK types in error messages by the corresponding command-line options.
     *
     * @param sdk the words of the SDK
     * @param option the option that does the same
     * @param with the words for a command with that option
     * @param without the words for a command without it
     */
    record Advice(String sdk, String option, String with, String without) {

        /** All advice, the longer words first. */
        static final List<Advice> ALL = List.of(
                new Advice(
                        ", remove the record, or read with MissingValues.USE (gram) or SKIP_ROW",
                        "--missing",
                        ", remove the record, or read with --missing use (gram) or skip-row",
                        ", or remove the record"),
                new Advice(
                        ", or read with MissingValues.USE (gram) or SKIP_ROW",
                        "--missing",
                        ", or read with --missing use (gram) or skip-row",
                        ""),
                new Advice(
                        "if it is a record, read the file with CsvOptions.withoutHeader();",
                        "--no-header",
                        "if it is a record, say --no-header;",
                        "if it is a record, write a line of names before it;"),
                new Advice(
                        "if these are names, with CellFormat.numericNames",
                        "--header",
                        "if these are names, --header",
                        "if these are names, put a letter before one of them"),
                new Advice(
                        ": read the file with CellFormat.decimalComma",
                        "--decimal-comma",
                        ": read the file with --decimal-comma",
                        ": write decimal points"),
                new Advice(
                        "name the text in CellFormat.missing",
                        "--missing-text",
                        "name the text with --missing-text, or by missing in a mapping file",
                        "leave the cell empty"),
                new Advice(
                        "or leave the column out, or name its levels if it is a category (CellFormat)",
                        "--drop",
                        "or leave the column out, or take it as a category (--drop, --categories)",
                        "or leave the column out, or name its levels if it is a category (CellFormat)"),
                new Advice(
                        "or name its levels if it is a category (CellFormat)",
                        "--categories",
                        "or take it as a category (--categories)",
                        "or name its levels if it is a category"),
                new Advice("leave out (CellFormat.dropped)", "--drop", "leave out with --drop", "leave out"),
                new Advice(
                        "by selecting columns by name",
                        "--columns",
                        "by selecting columns with --columns",
                        "of the file"),
                new Advice(" (UserRows.of)", "--privacy", " (unit=COLUMN in --privacy)", ""),
                new Advice("columns by name", "--columns", "columns with --columns", "columns by name"));

        String in(String message, Set<String> options) {
            return message.replace(sdk, options.contains(option) ? with : without);
        }
    }

    private static String inOptions(String message, Set<String> options) {
        String told = message;
        for (Advice advice : Advice.ALL) {
            told = advice.in(told, options);
        }
        return told;
    }

    private static String messageOf(Throwable thrown) {
        @Nullable String message = thrown.getMessage();
        return message == null || message.isBlank() ? thrown.getClass().getSimpleName() : message;
    }
}
