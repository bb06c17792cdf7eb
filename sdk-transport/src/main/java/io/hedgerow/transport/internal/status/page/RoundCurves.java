// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.transport.internal.status.StudyStatus;
import java.util.List;
import java.util.function.Function;

final class RoundCurves {

    private static final int LAST = 6;

    private RoundCurves() {}

    static String of(StudyStatus status) {
        List<RoundReport> reports = status.rounds();
        if (reports.isEmpty()) {
            return "<h2>Rounds</h2>\n<p class=\"empty\">No round has ended yet.</p>\n";
        }
        int[] rounds = reports.stream().mapToInt(RoundReport::round).toArray();
        Curve.Series distance = series("distance", reports, RoundReport::consensusDistance);
        Curve.Series h = series("h", reports, RoundReport::acyclicity);
        List<Curve.Series> payload =
                List.of(series("received", reports, round -> (double) round.bytesUp()), series("sent", reports, round ->
                        (double) round.bytesDown()));
        return "<h2>Rounds</h2>\n<div class=\"curves\">\n"
                + figure(
                        "Consensus distance ",
                        Curve.svg(
                                "Distance of the sites from the consensus",
                                rounds,
                                List.of(distance),
                                true,
                                Html::number))
                + figure("Acyclicity h ", Curve.svg("Acyclicity h", rounds, List.of(h), true, Html::number))
                + figure(
                        "Payload <span class=\"key line0\">received</span> <span class=\"key line1\">sent</span>",
                        Curve.svg("Payload per round", rounds, payload, false, Html::bytes))
                + figure("Last rounds ", table(reports))
                + "</div>\n";
    }

    private static Curve.Series series(String name, List<RoundReport> reports, Function<RoundReport, Double> value) {
        return new Curve.Series(name, reports.stream().map(value).toList());
    }

    private static String figure(String caption, String content) {
        return "<figure><figcaption>" + caption + "</figcaption>\n" + content + "</figure>\n";
    }

    private static String table(List<RoundReport> reports) {
        StringBuilder out = new StringBuilder(
                "<table class=\"numbers\">" + Html.head(List.of("round", "sites", "entries", "distance", "h")));
        for (int k = reports.size() - 1; k >= Math.max(0, reports.size() - LAST); k--) {
            RoundReport report = reports.get(k);
            out.append("<tr><th scope=\"row\">" + (report.round() + 1) + "</th>"
                    + Html.cells(List.of(
                            Integer.toString(report.sites()),
                            Long.toString(report.supportSize()),
                            Html.number(report.consensusDistance()),
                            Html.number(report.acyclicity())))
                    + "</tr>\n");
        }
        return out.append("</tbody></table>\n").toString();
    }
}
