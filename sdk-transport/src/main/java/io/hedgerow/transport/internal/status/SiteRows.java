// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import java.time.Duration;
import java.util.Locale;

/** The table of sites. */
final class SiteRows {

    private SiteRows() {}

    static String of(StudyStatus status) {
        StringBuilder out = new StringBuilder("<h2>Sites</h2>\n<p class=\"note\">");
        boolean first = true;
        for (SiteStatus.Presence presence : SiteStatus.Presence.values()) {
            long count = status.count(presence);
            if (count > 0) {
                out.append(first ? "" : ", ").append(count).append(' ').append(presence.word());
                first = false;
            }
        }
        out.append("</p>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table of sites\">");
        out.append("<table class=\"sites\"><thead><tr>");
        for (String head : new String[] {
            "site",
            "presence",
            "last seen (UTC)",
            "last answer",
            "in sums",
            "bytes received",
            "bytes sent",
            "streams",
            "self-reported ε, δ; not verified"
        }) {
            out.append("<th scope=\"col\">").append(head).append("</th>");
        }
        out.append("</tr></thead><tbody>\n");
        for (SiteStatus site : status.sites()) {
            row(out, site, status);
        }
        return out.append("</tbody></table></div>\n").toString();
    }

    private static void row(StringBuilder out, SiteStatus site, StudyStatus status) {
        out.append("<tr><th scope=\"row\">").append(Html.escape(site.site().value()));
        out.append("</th><td><span class=\"dot ").append(site.presence().word()).append("\"></span><span class=\"");
        out.append(site.presence().word())
                .append("\">")
                .append(site.presence().word())
                .append("</span>");
        site.failure()
                .ifPresent(kind -> out.append(" <small class=\"failure\">")
                        .append(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                        .append("</small>"));
        site.awaitedUntil()
                .ifPresent(until -> out.append(" <small>awaited until ")
                        .append(Html.time(until, status.at()))
                        .append(" UTC</small>"));
        out.append("</td><td>");
        site.lastSeen()
                .ifPresentOrElse(
                        seen -> out.append(Html.time(seen, status.at()))
                                .append(" <small>")
                                .append(Html.duration(Duration.between(seen, status.at())))
                                .append(" ago</small>"),
                        () -> out.append("—"));
        out.append("</td><td>");
        out.append(site.answered().isPresent() ? "round " + (site.answered().getAsInt() + 1) : "—");
        out.append("</td><td>");
        out.append(
                site.lastIn().isPresent()
                        ? site.roundsIn() + " of " + status.roundsEnded() + ", last round "
                                + (site.lastIn().getAsInt() + 1)
                        : "—");
        out.append(site.outlying() ? " <small class=\"failure\">first update stands out</small>" : "");
        out.append("</td><td>").append(Html.bytes((double) site.wireIn()));
        out.append("</td><td>").append(Html.bytes((double) site.wireOut()));
        out.append("</td><td>").append(site.connections()).append("</td><td>");
        out.append(site.reported()
                .map(spent -> Html.number(spent.epsilon()) + ", " + Html.number(spent.delta()))
                .orElse("—"));
        out.append("</td></tr>\n");
    }
}
