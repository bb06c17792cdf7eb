// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.operate.FederationRun;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;

/** The end of the study, with the verification of its logs and ledgers. */
record FederationReport(FederationRun.Verified verified) implements Result {

    @Override
    public Object json() {
        return verified;
    }

    @Override
    public void describe(PrintWriter out) {
        try {
            Files.readString(verified.result().resolveSibling("coordinator.out"))
                    .lines()
                    .forEach(out::println);
        } catch (IOException e) {
            out.println("the coordinator's output cannot be read: " + Words.reason(e));
        }
        verified.egress()
                .forEach((site, totals) -> out.println(site + "     sent "
                        + Words.count(totals.messages(), "message") + ", " + Words.count(totals.bytes(), "byte")
                        + ", all in its egress log, which is intact"));
        if (verified.ledgers() > 0) {
            out.println("ledgers    " + verified.ledgers() + " of "
                    + verified.egress().size() + " are as they were written");
        }
    }
}
