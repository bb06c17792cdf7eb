// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.server;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.internal.status.Edges;
import io.hedgerow.transport.internal.status.SiteStatus;
import io.hedgerow.transport.internal.status.StudyFacts;
import io.hedgerow.transport.internal.status.StudyStatus;
import io.hedgerow.transport.study.ReportedSpending;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A status as JSON, format {@code hedgerow status 1}: see docs/observability.md. Numbers that are not finite are null.
 */
public final class StatusJson {

    /** Edges beyond these, the weakest, are counted and not listed. */
    static final int MOST_EDGES = 2000;

    private static final JsonFactory JSON = new JsonFactory();

    private StatusJson() {}

    public static byte[] of(StudyStatus status) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("format", "hedgerow status 1");
            out.writeStringField("at", status.at().toString());
            out.writeStringField("started", status.started().toString());
            out.writeStringField("phase", status.phase().word());
            text(out, "outcome", status.outcome());
            text(out, "reason", status.reason());
            text(out, "waitingFor", status.waitingFor());
            writeFacts(out, status.facts());
            out.writeNumberField("roundsEnded", status.roundsEnded());
            out.writeNumberField("bytesUp", status.bytesUp());
            out.writeNumberField("bytesDown", status.bytesDown());
            out.writeArrayFieldStart("sites");
            for (SiteStatus site : status.sites()) {
                write(out, site);
            }
            out.writeEndArray();
            out.writeArrayFieldStart("rounds");
            for (RoundReport round : status.rounds()) {
                write(out, round);
            }
            out.writeEndArray();
            if (status.network().isPresent()) {
                write(out, status.network().get());
            } else {
                out.writeNullField("network");
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // the same document, also for a terminal
        return Printable.lines(text.toString()).getBytes(StandardCharsets.UTF_8);
    }

    private static void writeFacts(JsonGenerator out, StudyFacts facts) throws IOException {
        out.writeObjectFieldStart("study");
        out.writeStringField("name", facts.study());
        out.writeStringField("planDigest", facts.planDigest());
        out.writeStringField("coordinator", facts.coordinator());
        out.writeStringField("algorithm", facts.algorithm());
        out.writeObjectFieldStart("parameters");
        for (var parameter : facts.parameters().entrySet()) {
            out.writeStringField(parameter.getKey(), parameter.getValue());
        }
        out.writeEndObject();
        out.writeNumberField("variables", facts.variables().size());
        out.writeNumberField("rounds", facts.rounds());
        out.writeNumberField("quorum", facts.quorum());
        out.writeNumberField("minimumCohort", facts.minimumCohort());
        out.writeNumberField("deadlineSeconds", facts.deadline().toSeconds());
        out.writeStringField("secureAggregation", facts.secureAggregation());
        out.writeStringField("privacy", facts.privacy());
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, SiteStatus site) throws IOException {
        out.writeStartObject();
        out.writeStringField("site", site.site().value());
        out.writeStringField("presence", site.presence().word());
        text(out, "lastSeen", site.lastSeen().map(Object::toString));
        out.writeNumberField("connections", site.connections());
        out.writeNumberField("wireBytesIn", site.wireIn());
        out.writeNumberField("wireBytesOut", site.wireOut());
        if (site.answered().isPresent()) {
            out.writeNumberField("lastRoundAnswered", site.answered().getAsInt());
        } else {
            out.writeNullField("lastRoundAnswered");
        }
        out.writeNumberField("roundsIn", site.roundsIn());
        if (site.lastIn().isPresent()) {
            out.writeNumberField("lastRoundIn", site.lastIn().getAsInt());
        } else {
            out.writeNullField("lastRoundIn");
        }
        out.writeBooleanField("outlying", site.outlying());
        text(out, "lastFailure", site.failure().map(Enum::name));
        text(out, "hindrance", site.hindrance().map(why -> Words.dashed(why.kind())));
        text(out, "whatHelps", site.hindrance().map(Hindrance::help));
        text(out, "awaitedUntil", site.awaitedUntil().map(Object::toString));
        number(
                out,
                "selfReportedEpsilon",
                site.reported().map(ReportedSpending::epsilon).orElse(Double.NaN));
        number(
                out,
                "selfReportedDelta",
                site.reported().map(ReportedSpending::delta).orElse(Double.NaN));
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, RoundReport round) throws IOException {
        out.writeStartObject();
        out.writeNumberField("round", round.round());
        out.writeNumberField("sites", round.sites());
        number(out, "acyclicity", round.acyclicity());
        number(out, "consensusDistance", round.consensusDistance());
        number(out, "movement", round.movement());
        out.writeNumberField("support", round.supportSize());
        out.writeNumberField("bytesUp", round.bytesUp());
        out.writeNumberField("bytesDown", round.bytesDown());
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, NamedNetwork network) throws IOException {
        out.writeObjectFieldStart("network");
        out.writeArrayFieldStart("variables");
        for (String name : network.schema().names()) {
            out.writeString(name);
        }
        out.writeEndArray();
        out.writeNumberField("edgeCount", network.edgeCount());
        boolean marked = network.kind().equals("pag");
        out.writeArrayFieldStart("edges");
        for (NetworkEdge edge : Edges.strongest(network, MOST_EDGES)) {
            out.writeStartObject();
            out.writeStringField("from", network.name(edge.from()));
            out.writeStringField("to", network.name(edge.to()));
            out.writeBooleanField("directed", edge.directed());
            out.writeNumberField("weight", edge.weight());
            known(out, "voteShare", edge.voteShare());
            known(out, "adjacent", edge.adjacent());
            known(out, "direction", edge.direction());
            if (marked) {
                out.writeStringField("mark", edge.mark());
            }
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void known(JsonGenerator out, String name, OptionalDouble value) throws IOException {
        if (value.isPresent()) {
            out.writeNumberField(name, value.getAsDouble());
        }
    }

    private static void text(JsonGenerator out, String name, Optional<String> value) throws IOException {
        if (value.isPresent()) {
            out.writeStringField(name, value.get());
        } else {
            out.writeNullField(name);
        }
    }

    private static void number(JsonGenerator out, String name, double value) throws IOException {
        if (Double.isFinite(value)) {
            out.writeNumberField(name, value);
        } else {
            out.writeNullField(name);
        }
    }
}
