// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import io.hedgerow.dp.internal.audit.OneRunAudit;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.output.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/**
 * A table of claims beside what single runs showed.
 *
 * @param studies one row for each study
 * @param confidence of each
 */
public record OneRunResult(List<Row> studies, double confidence) implements Result {

    /**
     * One study.
     *
     * @param study the method, the unit and the sites
     * @param variables d
     * @param found the bounds
     * @param extrapolatedEpsilon what the bound on μ means at δ
     */
    public record Row(String study, int variables, OneRunAudit.Finding found, double extrapolatedEpsilon) {}

    public OneRunResult {
        studies = List.copyOf(studies);
    }

    @Override
    public Object json() {
        return this;
    }

    @Override
    public ExitCode exitCode() {
        return studies.stream().anyMatch(row -> row.found().refuted()) ? ExitCode.REFUTED : ExitCode.OK;
    }

    @Override
    public void describe(PrintWriter out) {
        List<List<String>> cells = studies.stream()
                .map(row -> List.of(
                        row.study(),
                        Integer.toString(row.variables()),
                        number("%.3f", row.found().claimedEpsilon()),
                        number("%.0e", row.found().delta()),
                        Integer.toString(row.found().canaries()),
                        row.found().right() + "/" + row.found().guesses(),
                        number("%.3f", row.found().epsilon()),
                        number("%.3f", row.extrapolatedEpsilon()),
                        row.found().refuted() ? "REFUTED" : "stands"))
                .toList();
        out.print(new Table(
                        1,
                        List.of("study", "d", "claimed ε", "δ", "canaries", "right", "ε at least", "ε by μ", "claim"),
                        cells)
                .markdown());
        out.println();
        out.println("Bounds hold at confidence " + confidence + " each. \"ε by μ\" is what the bound on the noise means"
                + " at δ.");
        out.println("A claim that stands is not proved.");
    }

    private static String number(String format, double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, format, value);
    }
}
