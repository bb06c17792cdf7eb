// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.json.JsonWriter;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.protocol.SiteId;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Rounds as {@code history}, with the names of their sites. */
final class RoundFields {

    private RoundFields() {}

    static void write(List<RoundReport> rounds, JsonWriter out) {
        out.objects("history", rounds, round -> {
            out.whole("round", round.round());
            out.number("acyclicity", round.acyclicity());
            out.number("alpha", round.alpha());
            out.number("rho1", round.rho1());
            out.number("rho2", round.rho2());
            out.number("consensusDistance", round.consensusDistance());
            out.number("movement", round.movement());
            out.whole("supportSize", round.supportSize());
            out.whole("bytesUp", round.bytesUp());
            out.whole("bytesDown", round.bytesDown());
            out.whole("evaluations", round.evaluations());
            out.whole("sites", round.sites());
            out.texts("included", names(round.included()));
            out.texts("outlying", names(round.outlying()));
        });
    }

    private static List<String> names(Set<SiteId> sites) {
        return sites.stream().map(SiteId::value).toList();
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
