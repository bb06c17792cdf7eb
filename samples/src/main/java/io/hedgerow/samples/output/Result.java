// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import java.io.PrintWriter;

/** What a command found out. The shell prints it, as text or as JSON; a command prints nothing itself. */
public interface Result {

    /** The result for programs: a record, list or map of finite numbers, texts and further records; often itself. */
    default Object json() {
        return this;
    }

    /** The result for people. */
    void describe(PrintWriter out);

    /** How the run ended: success, unless overridden. */
    default ExitCode exitCode() {
        return ExitCode.OK;
    }
}
