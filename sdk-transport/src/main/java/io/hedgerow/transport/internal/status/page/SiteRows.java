// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.internal.status.SiteStatus;
import io.hedgerow.transport.internal.status.StudyStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

final class SiteRows {

    private static final List<String> HEADER = List.of(
            "site",
            "presence",
            "last seen (UTC)",
            "last answer",
            "in sums",
            "bytes received",
            "bytes sent",
            "streams",
            "self-reported ε, δ; not verified");

    private SiteRows() {}

    static String of(StudyStatus status) {
        String counts = Arrays.stream(SiteStatus.Presence.values())
                .filter(presence -> status.count(presence) > 0)
                .map(presence -> status.count(presence) + " " + presence.word())
                .collect(Collectors.joining(", "));
        return "<h2>Sites</h2>\n<p class=\"note\">" + counts
                + "</p>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table of sites\">"
                + "<table class=\"sites\">" + Html.head(HEADER)
                + status.sites().stream().map(site -> row(site, status)).collect(Collectors.joining())
                + "</tbody></table></div>\n";
    }

    private static String row(SiteStatus site, StudyStatus status) {
        String presence = site.presence().word();
        return "<tr><th scope=\"row\">" + Html.escape(site.site().value()) + "</th>"
                + Html.cells(List.of(
                        "<span class=\"dot " + presence + "\"></span><span class=\"" + presence + "\">" + presence
                                + "</span>"
                                + site.failure()
                                        .map(kind -> " <small class=\"failure\">"
                                                + Words.dashed(kind).replace('-', ' ') + "</small>")
                                        .orElse("")
                                + site.hindrance()
                                        .map(why -> " <small class=\"failure\">" + Html.escape(why.what()) + "</small>")
                                        .orElse("")
                                + site.awaitedUntil()
                                        .map(until -> " <small>awaited until " + Html.time(until, status.at())
                                                + " UTC</small>")
                                        .orElse(""),
                        site.lastSeen()
                                .map(seen -> Html.time(seen, status.at()) + " <small>"
                                        + Html.duration(Duration.between(seen, status.at())) + " ago</small>")
                                .orElse("—"),
                        site.answered().isPresent()
                                ? "round " + (site.answered().getAsInt() + 1)
                                : "—",
                        (site.lastIn().isPresent()
                                        ? site.roundsIn() + " of " + status.roundsEnded() + ", last round "
                                                + (site.lastIn().getAsInt() + 1)
                                        : "—")
                                + (site.outlying() ? " <small class=\"failure\">first update stands out</small>" : ""),
                        Html.bytes((double) site.wireIn()),
                        Html.bytes((double) site.wireOut()),
                        Long.toString(site.connections()),
                        site.reported()
                                .map(spent -> Html.number(spent.epsilon()) + ", " + Html.number(spent.delta()))
                                .orElse("—")))
                + "</tr>\n";
    }
}
