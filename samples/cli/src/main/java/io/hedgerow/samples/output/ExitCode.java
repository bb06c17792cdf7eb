// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import io.hedgerow.core.internal.text.Words;

/** How a run of hedgerow ended. The numbers are a promise to scripts; {@code docs/exit-codes.md} says the same. */
public enum ExitCode {
    OK(0, "done"),
    USAGE(2, "unknown command, option or value; nothing was done"),
    /** A file or its content. */
    BAD_DATA(3, "a file is missing, unreadable, unwritable or holds bad data"),
    NOT_CONVERGED(4, "results were written, but the solver stopped before it met its tolerance"),
    /** A privacy budget, a policy or a damaged ledger forbade it. */
    REFUSED(5, "the privacy budget, the site's policy or its ledger refused; nothing was computed on records"),
    REFUTED(6, "an audit refuted a privacy claim; the results say which"),
    /** A study of several sites had no result. */
    STUDY_ENDED(
            7,
            "the study has no result: too few sites answered, no sum could be formed, or the coordinator was not "
                    + "reached"),
    /** The launcher could not build or start the program. */
    UNAVAILABLE(69, "the launcher found no suitable Java or Maven, or the build failed"),
    INTERNAL(70, "internal error; please report it with the output of --verbose"),
    /**
     * A file could not be written, or a database not be reached, by a process that goes on when it is started again.
     */
    TEMPORARY(
            75,
            "a file could not be written, as on a full disk, or a database could not be reached; nothing is lost and"
                    + " nothing is charged twice: start the same command again when that is mended"),
    INTERRUPTED(130, "interrupted");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    public String meaning() {
        return meaning;
    }

    /** The name in JSON documents: lower case with dashes, such as {@code bad-data}. */
    public String dashName() {
        return Words.dashed(this);
    }
}
