// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.secureagg.federation.AggregationReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts events of secure aggregation, and remembers which sites caused the last attempt to fail. Not thread-safe. */
final class AggregationLog {

    /** The number of sites that a message names; a thousand names would hide why they are there. */
    private static final int NAMED = 8;

    private static final String SILENT = "did not answer";

    private AggregationReport report = new AggregationReport(0, 0, 0, 0, 0, 0, 0, 0, 0);
    private String lastFailure = "nothing failed";
    private final Map<SiteId, String> troubles = new TreeMap<>();

    AggregationReport report() {
        return report;
    }

    /** The reason why the last attempt failed, with the sites that gave no sound answer in it and what each did. */
    String lastFailure() {
        List<String> named = new ArrayList<>();
        troubles.forEach((site, what) -> named.add("site " + site.value() + " " + what));
        int more = named.size() - NAMED;
        String sites = String.join("; ", named.subList(0, Math.min(NAMED, named.size())));
        return lastFailure + (named.isEmpty() ? "" : "; " + sites) + (more > 0 ? "; and " + more + " more sites" : "");
    }

    void attempted() {
        troubles.clear();
    }

    void thresholds(int threshold, int colluding, int minCohort) {
        report = new AggregationReport(threshold, colluding, minCohort, 0, 0, 0, 0, 0, 0);
    }

    void opened() {
        add(1, 0, 0, 0, 0, 0);
    }

    void released() {
        add(0, 1, 0, 0, 0, 0);
    }

    void asked(Collection<Payload> questions, Collection<Payload> answers) {
        add(0, 0, 1, size(answers), size(questions), 0);
    }

    void refused(SiteId site, RuntimeException reason) {
        trouble(site, "sent what was refused (" + Words.reason(reason) + ")");
        add(0, 0, 0, 0, 0, 1);
    }

    /** Notes once what a site did or left out. */
    void trouble(SiteId site, String what) {
        troubles.merge(site, what, (before, now) -> {
            if (before.equals(SILENT)) {
                return now;
            }
            return before.contains(now) ? before : before + ", " + now;
        });
    }

    void silent(SiteId site) {
        troubles.putIfAbsent(site, SILENT);
    }

    void answered(SiteId site) {
        troubles.remove(site, SILENT);
    }

    void failed(RuntimeException reason) {
        lastFailure = Words.reason(reason);
    }

    private static long size(Collection<Payload> payloads) {
        return payloads.stream().mapToLong(Payload::size).sum();
    }

    private void add(int slots, int released, int questions, long up, long down, int refusals) {
        report = new AggregationReport(
                report.threshold(),
                report.colluding(),
                report.minCohort(),
                report.slots() + slots,
                report.released() + released,
                report.questions() + questions,
                report.bytesUp() + up,
                report.bytesDown() + down,
                report.refusals() + refusals);
    }
}
