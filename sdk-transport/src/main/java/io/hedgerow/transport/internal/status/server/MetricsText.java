// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.server;

import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.internal.status.StudyStatus;
import io.hedgerow.transport.internal.status.StudyStatus.KnownStudy;
import io.hedgerow.transport.internal.status.StudyStatus.SiteStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Writes a study's status as OpenMetrics 1.0 text for Prometheus. */
public final class MetricsText {

    static final String MEDIA_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /** By family, for the samples of one follow each other, whatever study they are of. */
    private final Map<String, StringBuilder> families = new LinkedHashMap<>();

    private StringBuilder out = new StringBuilder();
    private String study = "";

    private MetricsText() {}

    public static byte[] of(StudyStatus status) {
        MetricsText text = new MetricsText();
        text.write(status);
        return text.document();
    }

    /**
     * All studies of a coordinator: the state of each, and everything else of those that run. Ends of certificates and
     * lists are there without a study, too.
     */
    static byte[] of(List<KnownStudy> studies, Map<String, Instant> credentials) {
        MetricsText text = new MetricsText();
        text.writeCredentials(credentials);
        text.family("hedgerow_study_state", "gauge", "", "1 for the state in which a study is.");
        for (KnownStudy one : studies) {
            text.study = one.name();
            text.sample("hedgerow_study_state", 1, Map.entry("state", one.state()));
        }
        studies.forEach(one -> one.status().ifPresent(status -> text.write(status.get())));
        return text.document();
    }

    private void write(StudyStatus status) {
        study = status.facts().study();
        writeStudy(status);
        writeRounds(status);
        writePresence(status);
        writeContributions(status);
        writeConnections(status);
        writeReportedSpending(status);
    }

    private byte[] document() {
        return (String.join("", families.values()) + "# EOF\n").getBytes(StandardCharsets.UTF_8);
    }

    private void writeStudy(StudyStatus status) {
        family("hedgerow_study", "info", "", "What is run.");
        sample(
                "hedgerow_study_info",
                1,
                Map.entry("plan", status.facts().planDigest()),
                Map.entry("algorithm", status.facts().algorithm()));
        family("hedgerow_study_phase", "stateset", "", "Where the study is.");
        for (StudyStatus.Phase phase : StudyStatus.Phase.values()) {
            sample(
                    "hedgerow_study_phase",
                    phase == status.phase() ? 1 : 0,
                    Map.entry("hedgerow_study_phase", phase.word()));
        }
        family("hedgerow_study_start_time_seconds", "gauge", "seconds", "When this coordinator took the study up.");
        sample("hedgerow_study_start_time_seconds", (double) status.started().getEpochSecond());
        writeCredentials(status.credentials());
    }

    private void writeCredentials(Map<String, Instant> credentials) {
        family(
                "hedgerow_credential_end_time_seconds",
                "gauge",
                "seconds",
                "When a certificate, or the list of revoked ones, ends.");
        credentials.forEach((name, until) -> sample(
                "hedgerow_credential_end_time_seconds",
                (double) until.getEpochSecond(),
                Map.entry("credential", name)));
    }

    private void writeRounds(StudyStatus status) {
        family("hedgerow_rounds", "counter", "", "Rounds that have ended.");
        sample("hedgerow_rounds_total", status.roundsEnded());
        family("hedgerow_rounds_planned", "gauge", "", "Most rounds of the plan.");
        sample("hedgerow_rounds_planned", status.facts().rounds());
        family("hedgerow_payload_received_bytes", "counter", "bytes", "Payload that sites sent.");
        sample("hedgerow_payload_received_bytes_total", (double) status.bytesUp());
        family("hedgerow_payload_sent_bytes", "counter", "bytes", "Payload that sites were sent.");
        sample("hedgerow_payload_sent_bytes_total", (double) status.bytesDown());
        status.last().ifPresent(last -> {
            gauge(
                    "hedgerow_acyclicity",
                    "Acyclicity h of the last round; 0 means no cycle.",
                    last.consensus().acyclicity());
            gauge(
                    "hedgerow_consensus_distance",
                    "Relative distance of the sites' mean from the consensus.",
                    last.consensus().distance());
            gauge(
                    "hedgerow_consensus_support",
                    "Entries of the consensus that are not 0.",
                    last.consensus().support());
            gauge("hedgerow_round_sites", "Sites in the sum of the last round.", last.sites());
        });
        status.network()
                .ifPresent(network ->
                        gauge("hedgerow_network_edges", "Edges of the current network.", network.edgeCount()));
    }

    private void writePresence(StudyStatus status) {
        family("hedgerow_sites", "gauge", "", "Sites by presence.");
        for (SiteStatus.Presence presence : SiteStatus.Presence.values()) {
            sample("hedgerow_sites", (double) status.count(presence), Map.entry("presence", presence.word()));
        }
        ofSites(
                status,
                "hedgerow_site_online",
                "gauge",
                "1 while a site's stream is open and it is not late.",
                site -> Optional.of(site.presence() == SiteStatus.Presence.ONLINE ? 1.0 : 0.0));
        ofSites(
                status,
                "hedgerow_site_last_seen_time_seconds",
                "gauge",
                "When a site's last frame arrived.",
                site -> site.lastSeen().map(seen -> (double) seen.getEpochSecond()));
    }

    private void writeContributions(StudyStatus status) {
        ofSites(
                status,
                "hedgerow_site_rounds",
                "counter",
                "Rounds in whose sum a site was.",
                site -> Optional.of((double) site.roundsIn()));
        ofSites(
                status,
                "hedgerow_site_outlying",
                "gauge",
                "1 when a site's first update stands out from the others.",
                site -> Optional.of(site.outlying() ? 1.0 : 0.0));
    }

    private void writeConnections(StudyStatus status) {
        family("hedgerow_site_hindered", "gauge", "", "1 while something is known to keep a site from answering.");
        for (SiteStatus site : status.sites()) {
            site.hindrance()
                    .ifPresent(why -> sample(
                            "hedgerow_site_hindered", 1, name(site), Map.entry("why", Words.dashed(why.kind()))));
        }
        String wire = "hedgerow_site_wire_bytes";
        family(wire, "counter", "bytes", "Bytes on a site's sockets.");
        for (SiteStatus site : status.sites()) {
            sample(wire + "_total", (double) site.wireIn(), name(site), Map.entry("direction", "received"));
            sample(wire + "_total", (double) site.wireOut(), name(site), Map.entry("direction", "sent"));
        }
    }

    private void writeReportedSpending(StudyStatus status) {
        ofSites(
                status,
                "hedgerow_site_reported_epsilon",
                "gauge",
                "Epsilon that a site says the study costs; not verified.",
                site -> site.said().spending().map(ReportedSpending::epsilon));
        ofSites(
                status,
                "hedgerow_site_reported_delta",
                "gauge",
                "Delta that a site says the study costs; not verified.",
                site -> site.said().spending().map(ReportedSpending::delta));
    }

    private void ofSites(
            StudyStatus status, String name, String type, String help, Function<SiteStatus, Optional<Double>> value) {
        family(name, type, name.endsWith("_seconds") ? "seconds" : "", help);
        for (SiteStatus site : status.sites()) {
            value.apply(site)
                    .ifPresent(known -> sample(type.equals("counter") ? name + "_total" : name, known, name(site)));
        }
    }

    private static Map.Entry<String, String> name(SiteStatus site) {
        return Map.entry("site", site.site().value());
    }

    private void gauge(String name, String help, double value) {
        family(name, "gauge", "", help);
        sample(name, value);
    }

    private void family(String name, String type, String unit, String help) {
        boolean known = families.containsKey(name);
        out = families.computeIfAbsent(name, any -> new StringBuilder());
        if (known) {
            return;
        }
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        if (!unit.isEmpty()) {
            out.append("# UNIT ").append(name).append(' ').append(unit).append('\n');
        }
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    }

    @SafeVarargs
    private void sample(String name, double value, Map.Entry<String, String>... labels) {
        List<String> all = new ArrayList<>();
        if (!study.isEmpty()) {
            all.add(label("study", study));
        }
        for (Map.Entry<String, String> label : labels) {
            all.add(label(label.getKey(), label.getValue()));
        }
        out.append(name)
                .append('{')
                .append(String.join(",", all))
                .append("} ")
                .append(number(value))
                .append('\n');
    }

    private static String label(String name, String value) {
        return name + "=\"" + escaped(value) + '"';
    }

    private static String escaped(String value) {
        return Printable.lines(value)
                .replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n");
    }

    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return value == Math.rint(value) && Math.abs(value) < 0x1p53
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
