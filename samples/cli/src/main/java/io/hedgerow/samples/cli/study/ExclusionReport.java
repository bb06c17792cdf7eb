// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;

/**
 * The result of an operator's request to continue without a site; a refusal is an error instead.
 *
 * @param excluded whether the coordinator has decided so; false while the request waits for its next start
 * @param data where the request waits
 */
record ExclusionReport(String study, String site, boolean excluded, String data) implements Result {

    @Override
    public void describe(PrintWriter out) {
        out.println(
                excluded
                        ? "study " + study + " goes on without site " + site
                        : "no coordinator of study " + study + " has answered yet: the request waits in " + data
                                + ", and its next start decides");
    }

    @Override
    public ExitCode exitCode() {
        return excluded ? ExitCode.OK : ExitCode.STUDY_ENDED;
    }
}
