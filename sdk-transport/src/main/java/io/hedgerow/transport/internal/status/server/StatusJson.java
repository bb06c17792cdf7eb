// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.server;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.json.JsonWriter;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.status.StudyStatus;
import io.hedgerow.transport.internal.status.StudyStatus.KnownStudy;
import io.hedgerow.transport.internal.status.StudyStatus.SiteStatus;
import io.hedgerow.transport.internal.status.StudyStatus.StudyFacts;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a study's status as JSON, format {@code hedgerow status 1}: see docs/observability.md. Numbers that are not
 * finite are null.
 */
public final class StatusJson {

    /** Edges beyond these, the weakest, are counted and not listed. */
    static final int MOST_EDGES = 2000;

    private StatusJson() {}

    public static byte[] of(StudyStatus status) {
        String text = JsonWriter.document(false, out -> write(out, status));
        // the same document, also for a terminal
        return Printable.lines(text).getBytes(StandardCharsets.UTF_8);
    }

    /** All studies of a coordinator, format {@code hedgerow studies 1}. */
    static byte[] of(List<KnownStudy> studies, Expiry expiry) {
        String text = JsonWriter.document(false, out -> {
            out.text("format", "hedgerow studies 1");
            out.texts("expiring", expiry.near());
            write(out, expiry.named());
            out.objects("studies", studies, study -> {
                out.text("name", study.name());
                out.text("state", study.state());
                out.textOrNull("reason", study.reason().isEmpty() ? Optional.empty() : Optional.of(study.reason()));
                out.textOrNull(
                        "phase",
                        study.status().map(status -> status.get().phase().word()));
            });
        });
        return Printable.lines(text).getBytes(StandardCharsets.UTF_8);
    }

    private static void write(JsonWriter out, StudyStatus status) {
        out.text("format", "hedgerow status 1");
        out.text("at", status.at().toString());
        out.text("started", status.started().toString());
        out.text("phase", status.phase().word());
        out.textOrNull("outcome", status.outcome());
        out.textOrNull("reason", status.reason());
        out.textOrNull("waitingFor", status.waitingFor());
        out.texts("expiring", status.expiring());
        write(out, status.credentials());
        out.object("study", () -> write(out, status.facts()));
        out.whole("roundsEnded", status.roundsEnded());
        out.whole("bytesUp", status.bytesUp());
        out.whole("bytesDown", status.bytesDown());
        out.objects("sites", status.sites(), site -> write(out, site));
        out.objects("rounds", status.rounds(), round -> write(out, round));
        status.network()
                .ifPresentOrElse(
                        network -> out.object("network", () -> write(out, network)), () -> out.none("network"));
    }

    private static void write(JsonWriter out, Map<String, Instant> credentials) {
        out.object("credentials", () -> credentials.forEach((name, until) -> out.text(name, until.toString())));
    }

    private static void write(JsonWriter out, StudyFacts facts) {
        out.text("name", facts.study());
        out.text("planDigest", facts.planDigest());
        out.text("coordinator", facts.coordinator());
        out.text("algorithm", facts.algorithm());
        out.object("parameters", () -> facts.parameters().forEach(out::text));
        out.whole("variables", facts.variables().size());
        out.whole("rounds", facts.rounds());
        out.whole("quorum", facts.quorum());
        out.whole("minimumCohort", facts.minimumCohort());
        out.whole("deadlineSeconds", facts.deadline().toSeconds());
        out.text("secureAggregation", facts.secureAggregation());
        out.text("privacy", facts.privacy());
    }

    private static void write(JsonWriter out, SiteStatus site) {
        out.text("site", site.site().value());
        out.text("presence", site.presence().word());
        out.textOrNull("lastSeen", site.lastSeen().map(Object::toString));
        out.whole("connections", site.connections());
        out.whole("wireBytesIn", site.wireIn());
        out.whole("wireBytesOut", site.wireOut());
        out.wholeOrNull("lastRoundAnswered", site.answered());
        out.whole("roundsIn", site.roundsIn());
        out.wholeOrNull("lastRoundIn", site.lastIn());
        out.flag("outlying", site.outlying());
        out.textOrNull("lastFailure", site.failure().map(Enum::name));
        out.textOrNull("hindrance", site.hindrance().map(why -> Words.dashed(why.kind())));
        out.textOrNull("whatHelps", site.hindrance().map(Hindrance::help));
        out.textOrNull("awaitedUntil", site.awaitedUntil().map(Object::toString));
        out.numberOrNull(
                "selfReportedEpsilon",
                site.said().spending().map(ReportedSpending::epsilon).orElse(Double.NaN));
        out.numberOrNull(
                "selfReportedDelta",
                site.said().spending().map(ReportedSpending::delta).orElse(Double.NaN));
    }

    private static void write(JsonWriter out, RoundReport round) {
        out.whole("round", round.round());
        out.whole("sites", round.sites());
        out.numberOrNull("acyclicity", round.consensus().acyclicity());
        out.numberOrNull("consensusDistance", round.consensus().distance());
        out.numberOrNull("movement", round.consensus().movement());
        out.whole("support", round.consensus().support());
        out.whole("bytesUp", round.bytes().up());
        out.whole("bytesDown", round.bytes().down());
    }

    private static void write(JsonWriter out, NamedNetwork network) {
        out.texts("variables", network.schema().names());
        out.whole("edgeCount", network.edgeCount());
        boolean marked = network.kind().equals("pag");
        out.objects("edges", StudyStatus.strongest(network, MOST_EDGES), edge -> {
            out.text("from", network.name(edge.from()));
            out.text("to", network.name(edge.to()));
            out.flag("directed", edge.directed());
            out.numberOrNull("weight", edge.weight());
            out.number("voteShare", edge.voteShare());
            out.number("adjacent", edge.adjacent());
            out.number("direction", edge.direction());
            if (marked) {
                out.text("mark", edge.mark());
            }
        });
    }
}
