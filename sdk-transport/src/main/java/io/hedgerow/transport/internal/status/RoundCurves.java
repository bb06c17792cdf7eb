// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.federation.RoundReport;
import java.util.List;
import java.util.function.Function;

/** The section of the page about rounds. */
final class RoundCurves {

    private static final int LAST = 6;

    private RoundCurves() {}

    static String of(StudyStatus status) {
        List<RoundReport> reports = status.rounds();
        StringBuilder out = new StringBuilder("<h2>Rounds</h2>\n");
        if (reports.isEmpty()) {
            return out.append("<p class=\"empty\">No round has ended yet.</p>\n")
                    .toString();
        }
        int[] rounds = reports.stream().mapToInt(RoundReport::round).toArray();
        out.append("<div class=\"curves\">\n");
        curve(
                out,
                "Consensus distance",
                "",
                Curve.svg(
                        "Distance of the sites from the consensus",
                        rounds,
                        List.of(series("distance", reports, RoundReport::consensusDistance)),
                        true,
                        Html::number));
        curve(
                out,
                "Acyclicity h",
                "",
                Curve.svg(
                        "Acyclicity h",
                        rounds,
                        List.of(series("h", reports, RoundReport::acyclicity)),
                        true,
                        Html::number));
        curve(
                out,
                "Payload",
                "<span class=\"key line0\">received</span> <span class=\"key line1\">sent</span>",
                Curve.svg(
                        "Payload per round",
                        rounds,
                        List.of(
                                series("received", reports, round -> (double) round.bytesUp()),
                                series("sent", reports, round -> (double) round.bytesDown())),
                        false,
                        Html::bytes));
        curve(out, "Last rounds", "", table(reports));
        return out.append("</div>\n").toString();
    }

    private static Curve.Series series(String name, List<RoundReport> reports, Function<RoundReport, Double> value) {
        return new Curve.Series(name, reports.stream().map(value).toList());
    }

    private static void curve(StringBuilder out, String caption, String key, String svg) {
        out.append("<figure><figcaption>")
                .append(caption)
                .append(' ')
                .append(key)
                .append("</figcaption>\n");
        out.append(svg).append("</figure>\n");
    }

    /** The last rounds as numbers. */
    private static String table(List<RoundReport> reports) {
        StringBuilder out = new StringBuilder("<table class=\"numbers\"><thead><tr><th scope=\"col\">round</th>");
        out.append("<th scope=\"col\">sites</th><th scope=\"col\">entries</th><th scope=\"col\">distance</th>");
        out.append("<th scope=\"col\">h</th></tr></thead><tbody>\n");
        for (int k = reports.size() - 1; k >= Math.max(0, reports.size() - LAST); k--) {
            RoundReport report = reports.get(k);
            out.append("<tr><th scope=\"row\">")
                    .append(report.round() + 1)
                    .append("</th><td>")
                    .append(report.sites());
            out.append("</td><td>").append(report.supportSize()).append("</td><td>");
            out.append(Html.number(report.consensusDistance())).append("</td><td>");
            out.append(Html.number(report.acyclicity())).append("</td></tr>\n");
        }
        return out.append("</tbody></table>\n").toString();
    }
}
