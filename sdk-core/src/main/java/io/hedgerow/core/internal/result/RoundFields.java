// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import com.fasterxml.jackson.core.JsonGenerator;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.protocol.SiteId;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Rounds as {@code history}, with the names of their sites. */
final class RoundFields {

    private RoundFields() {}

    static void write(List<RoundReport> rounds, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("history");
        for (RoundReport round : rounds) {
            out.writeStartObject();
            out.writeNumberField("round", round.round());
            number(out, "acyclicity", round.acyclicity());
            number(out, "alpha", round.alpha());
            number(out, "rho1", round.rho1());
            number(out, "rho2", round.rho2());
            number(out, "consensusDistance", round.consensusDistance());
            number(out, "movement", round.movement());
            out.writeNumberField("supportSize", round.supportSize());
            out.writeNumberField("bytesUp", round.bytesUp());
            out.writeNumberField("bytesDown", round.bytesDown());
            out.writeNumberField("evaluations", round.evaluations());
            out.writeNumberField("sites", round.sites());
            sites(out, "included", round.included());
            sites(out, "outlying", round.outlying());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void number(JsonGenerator out, String field, double value) throws IOException {
        out.writeNumberField(field, NetworkWriter.finite(field, value));
    }

    private static void sites(JsonGenerator out, String field, Set<SiteId> sites) throws IOException {
        out.writeArrayFieldStart(field);
        for (SiteId site : sites) {
            out.writeString(site.value());
        }
        out.writeEndArray();
    }

    /** Rounds that name their sites; {@code learn} counts them only, and its rounds are left out. */
    static List<RoundReport> read(List<YamlNode> history) {
        return history.stream()
                .filter(round -> round.optional("included").isPresent())
                .map(round -> new RoundReport(
                        whole(round, "round"),
                        sites(round, "included"),
                        sites(round, "outlying"),
                        NetworkReader.number(round, "acyclicity"),
                        NetworkReader.number(round, "alpha"),
                        NetworkReader.number(round, "rho1"),
                        NetworkReader.number(round, "rho2"),
                        NetworkReader.number(round, "consensusDistance"),
                        NetworkReader.number(round, "movement"),
                        whole(round, "supportSize"),
                        round.required("bytesUp").whole(0L, Long.MAX_VALUE),
                        round.required("bytesDown").whole(0L, Long.MAX_VALUE),
                        whole(round, "evaluations")))
                .toList();
    }

    private static int whole(YamlNode round, String field) {
        return round.required(field).whole(0, Integer.MAX_VALUE);
    }

    private static Set<SiteId> sites(YamlNode round, String field) {
        return NetworkReader.items(round, field).stream()
                .map(site -> site.checked(() -> new SiteId(site.text("the name of a site"))))
                .collect(Collectors.toSet());
    }
}
