// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.io.PrintWriter;

/**
 * The result of a command, as text and JSON. The shell prints it, as text or as JSON; a command prints nothing itself.
 */
public interface Result {

    /** The result for programs: a record, list or map of finite numbers, texts and further records; often itself. */
    default Object json() {
        return this;
    }

    /** The result for people. */
    void describe(PrintWriter out);

    /**
     * Whether {@link #describe} writes a document for other programs, which reaches a file or pipe as it is; a terminal
     * gets it, as everything else, without characters that hide or reverse text.
     */
    @JsonIgnore // it has the name of a property
    default boolean isDocument() {
        return false;
    }

    /** How the run ended: success, unless overridden. */
    default ExitCode exitCode() {
        return ExitCode.OK;
    }
}
