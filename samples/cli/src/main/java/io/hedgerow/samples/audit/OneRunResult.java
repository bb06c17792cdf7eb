// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import io.hedgerow.dp.internal.audit.OneRunAudit;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.output.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A table of claimed privacy losses beside lower bounds measured from single runs. */
public final class OneRunResult implements Result {

    private final List<Row> studies;
    private final double confidence;

    /**
     * The result of auditing one study.
     *
     * @param guesses how many coins were guessed for the bound on ε
     * @param right how many of them rightly
     * @param extrapolatedEpsilon what the bound on μ means at δ
     */
    record Row(
            String study,
            int variables,
            double claimedEpsilon,
            double delta,
            int canaries,
            int guesses,
            int right,
            double epsilonLowerBound,
            double muLowerBound,
            double extrapolatedEpsilon,
            boolean refuted,
            @Nullable Double detectableFactor) {

        static Row of(String study, int variables, OneRunAudit.Finding found) {
            return new Row(
                    study,
                    variables,
                    found.bounds().claimedEpsilon(),
                    found.bounds().delta(),
                    found.canaries(),
                    found.guesses(),
                    found.right(),
                    found.bounds().epsilon(),
                    found.bounds().mu(),
                    found.bounds().extrapolatedEpsilon(),
                    found.bounds().refuted(),
                    found.bounds().factor());
        }
    }

    private record Document(double confidence, List<Row> studies) {}

    private OneRunResult(List<Row> studies, double confidence) {
        this.studies = List.copyOf(studies);
        this.confidence = confidence;
    }

    /** The bounds of studies, each at the confidence. */
    public static OneRunResult of(List<CanaryStudy.Audited> audited, double confidence) {
        return new OneRunResult(
                audited.stream()
                        .map(study -> Row.of(study.name(), study.variables(), study.found()))
                        .toList(),
                confidence);
    }

    @Override
    public Object json() {
        return new Document(confidence, studies);
    }

    @Override
    public ExitCode exitCode() {
        return studies.stream().anyMatch(Row::refuted) ? ExitCode.REFUTED : ExitCode.OK;
    }

    @Override
    public void describe(PrintWriter out) {
        List<List<String>> cells = studies.stream()
                .map(row -> List.of(
                        row.study(),
                        Integer.toString(row.variables()),
                        number("%.3f", row.claimedEpsilon()),
                        number("%.0e", row.delta()),
                        Integer.toString(row.canaries()),
                        row.right() + " of " + row.guesses(),
                        number("%.3f", row.epsilonLowerBound()),
                        number("%.3f", row.extrapolatedEpsilon()),
                        row.detectableFactor() == null ? "none" : number("%.2f", row.detectableFactor()),
                        row.refuted() ? "REFUTED" : "stands"))
                .toList();
        out.print(new Table(
                        1,
                        List.of(
                                "study",
                                "d",
                                "claimed ε",
                                "δ",
                                "canaries",
                                "right",
                                "ε at least",
                                "ε by μ",
                                "fault seen from",
                                "claim"),
                        cells)
                .markdown());
        out.println();
        out.println("Bounds hold at confidence " + confidence + " each. \"ε by μ\" is what the bound on the noise means"
                + " at δ.");
        out.println("A claim that stands is not proved: where the study is as bad as it may be, it would have been"
                + " refuted, with probability 0.9, if all noise");
        out.println("were smaller by the factor in \"fault seen from\"; of smaller faults one run says nothing.");
    }

    private static String number(String format, double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, format, value);
    }
}
