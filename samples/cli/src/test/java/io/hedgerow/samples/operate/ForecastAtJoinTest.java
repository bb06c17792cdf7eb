// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteEvent;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site judges the plan itself before it pays, whatever its officers signed. */
@Tag("slow")
class ForecastAtJoinTest {

    private static final String WORD = "despiteForecast: true\n";
    private static final String SITE = "site-1";

    @TempDir
    Path temp;

    private final List<String> notes = new ArrayList<>();

    private LocalStudy study(long rows) {
        SimulatedSites simulated = SimulatedSites.of(new ErdosRenyi(4, 4))
                .sites(3)
                .rowsPerSite(rows)
                .seed(3)
                .build();
        LocalStudy study = new LocalStudy(
                temp.resolve("study"),
                new LocalStudy.Terms(
                        "dp-gram",
                        Map.of("private-mean", "true"),
                        Optional.of(PrivacyRequest.parse("epsilon=1")),
                        false,
                        5,
                        0,
                        Duration.ofSeconds(60)),
                InstantSource.system());
        study.create(IntStream.range(0, 3).<RowSource>mapToObj(simulated::rows).toList());
        return study;
    }

    /** Changes the plan, and has it signed and allowed as officers do who do not look. */
    private void sign(LocalStudy study, UnaryOperator<String> change) throws IOException {
        String before = Files.readString(study.plan());
        String old = StudyPlan.read(study.plan()).digest().toString();
        Files.writeString(study.plan(), change.apply(before));
        assertFalse(change.apply(before).equals(before), before);
        String now = StudyPlan.read(study.plan()).digest().toString();
        Files.delete(DocumentSignatures.beside(study.plan()));
        SignedDocuments.sign(
                StudyPlan.read(study.plan()).digest(),
                temp.resolve("study/officer.key"),
                DocumentSignatures.beside(study.plan()));
        Path rules = study.site(SITE).resolve("join.yaml");
        Files.writeString(rules, Files.readString(rules).replace(old, now));
    }

    private void join(LocalStudy study) throws Exception {
        SignedPlan plan = SignedPlan.read(study.plan());
        try (ServerSocket taken = new ServerSocket(0);
                Membership membership = Site.open(study.site(SITE))
                        .join(plan, plan.rows(study.site(SITE).resolve("rows.csv")), "localhost:" + closed(taken))
                        .withPatience(Duration.ofSeconds(1))) {
            membership.run(event -> {
                if (event.kind() == SiteEvent.Kind.NOTE) {
                    notes.add(event.text());
                }
            });
        }
    }

    private static int closed(ServerSocket socket) throws IOException {
        socket.close();
        return socket.getLocalPort();
    }

    private void assertRefused(LocalStudy study, String words) {
        String message =
                assertThrows(PolicyRefusedException.class, () -> join(study)).getMessage();
        assertTrue(message.contains(words), message);
        Path ledger = study.site(SITE).resolve("home/ledger");
        if (LedgerHistory.isIn(ledger)) {
            assertTrue(LedgerHistory.read(ledger).spent().studies().isEmpty());
            assertEquals(0, LedgerHistory.read(ledger).spent().spentEpsilon());
        }
    }

    @Test
    void boundsThatExcludeTheCentre_areNotPaidFor() throws Exception {
        LocalStudy study = study(2000);
        sign(
                study,
                text -> text.replaceAll("\"x1\": \\[.*]", "\"x1\": [20, 100]")
                        .replace("\"private-mean\": \"true\"", "\"private-mean\": \"false\""));
        assertRefused(study, "x1 [20, 100]");
        assertFalse(
                LedgerHistory.isIn(study.site(SITE).resolve("home/ledger")),
                "what a ledger promises would be fixed from then on");
    }

    /** With the word of the officers the site sees the forecast, and goes on to a coordinator that is not there. */
    @Test
    void uselessPlan_isNotPaidForWithoutTheWordOfItsOfficers() throws Exception {
        LocalStudy study = study(12);
        assertTrue(Files.readString(study.plan()).endsWith(WORD), "so that the study can be rehearsed");
        assertThrows(UnreachableException.class, () -> join(study));
        assertTrue(notes.stream().anyMatch(note -> note.startsWith("forecast: useless: ")), notes.toString());
        sign(study, text -> text.replace(WORD, ""));
        assertRefused(study, "write despiteForecast: true");
    }
}
