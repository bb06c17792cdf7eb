// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.samples.faults.FaultedStudy.Carried;
import io.hedgerow.samples.faults.Verdict.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two cases of a campaign, and what its rules say of a study that was changed afterwards. */
@Tag("slow")
@Timeout(300)
class FaultCampaignTest {

    @TempDir
    Path temp;

    private static FaultCase one(StudyKind kind, Fault fault) {
        return new FaultCase(kind, 0, kind.settings().get(0), List.of(fault));
    }

    @Test
    void aKilledSiteOfAMaskedStudy_andACorruptedNetworkOfAPrivateOne_changeNothing() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        List<CaseRun> runs = new FaultCampaign(temp, 1, new PrintStream(said, true, StandardCharsets.UTF_8))
                .run(List.of(
                        one(StudyKind.MASKED, new Fault(FaultKind.KILL, "site-2", 0.5, 0)),
                        one(StudyKind.PRIVATE, new Fault(FaultKind.CORRUPT, "site-1", 0.6, 200))));
        String lines = said.toString(StandardCharsets.UTF_8);
        assertEquals(Outcome.SAME_NETWORK, runs.get(0).verdict().outcome(), lines);
        assertEquals(Outcome.NETWORK, runs.get(1).verdict().outcome(), lines);
        assertEquals(1, runs.get(0).came().size(), lines);
        assertEquals(1, runs.get(1).came().size(), lines);
        assertTrue(runs.get(0).trace().stream().anyMatch(line -> line.endsWith("site-2 is started, number 2")), lines);
        assertTrue(lines.contains("masked-0 (fed-sparse with masks, 3 sites, d = 5): same network in "), lines);
        // files of cases that broke no rule do not stay
        try (var left = Files.list(temp)) {
            assertEquals(0, left.count());
        }
    }

    /** Where PostgreSQL is installed. */
    @Test
    void aDatabaseThatRefusesBeforeTheCharge_andOneThatLosesRowsAfterIt_changeNothing() throws Exception {
        assumeTrue(QueriedRows.isPossible(), "PostgreSQL is not installed");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        FaultCase tried = new FaultCase(
                StudyKind.QUERIED,
                0,
                StudyKind.QUERIED.settings().get(0),
                List.of(
                        new Fault(FaultKind.SOURCE_REFUSES, "site-1", 0, 1500),
                        new Fault(FaultKind.SOURCE_WRONG_ROWS, "site-2", 0.7, 2000)));
        List<CaseRun> runs =
                new FaultCampaign(temp, 1, new PrintStream(said, true, StandardCharsets.UTF_8)).run(List.of(tried));
        String lines = said.toString(StandardCharsets.UTF_8);
        assertEquals(Outcome.NETWORK, runs.get(0).verdict().outcome(), lines);
        assertEquals(2, runs.get(0).came().size(), lines);
    }

    @Test
    void rules_findAnotherNetwork_anotherPlan_anotherSpending_andAChangedLog() throws Exception {
        StudySetting setting = StudyKind.PRIVATE.settings().get(0);
        FaultCase tried = new FaultCase(StudyKind.PRIVATE, 0, setting, List.of());
        try (FaultedStudy study = new FaultedStudy(temp, setting, new Trace())) {
            assertTrue(study.run(List.of(), Carried.NOTHING, List.of(), Duration.ofMinutes(4)));
            Spent spent = Spent.of(study.home("site-1")).orElseThrow();
            Map<String, Spent> all = Map.of("site-1", spent, "site-2", spent, "site-3", spent);
            String network = Files.readString(study.result().resolve("network.csv"));
            Rules rules = new Rules(tried, study, new Undisturbed(Carried.NOTHING, network, all));
            assertEquals(Optional.empty(), rules.plan());
            assertEquals(Optional.empty(), rules.network());
            assertEquals(Optional.empty(), rules.sites(true));

            FaultCase plain = new FaultCase(StudyKind.PLAIN, 0, setting, List.of());
            assertTrue(new Rules(plain, study, new Undisturbed(Carried.NOTHING, "other", all))
                    .plan()
                    .orElseThrow()
                    .contains("a budget false, has true"));
            assertTrue(new Rules(plain, study, new Undisturbed(Carried.NOTHING, "other", all))
                    .network()
                    .orElseThrow()
                    .contains("another network"));
            Map<String, Spent> less = Map.of("site-1", new Spent(1, spent.delta()), "site-2", spent, "site-3", spent);
            assertTrue(new Rules(tried, study, new Undisturbed(Carried.NOTHING, network, less))
                    .sites(true)
                    .orElseThrow()
                    .startsWith("site-1 spent "));
            Files.writeString(study.result().resolve("network.csv"), network.replaceFirst("\\d", "9") + "x1,x2,1\n");
            assertTrue(rules.network().orElseThrow().contains("another network"));
            Files.delete(study.result().resolve("network.csv"));
            assertEquals(Optional.of("exit 0 without a network"), rules.network());
            Path log = study.home("site-2").egress();
            Files.writeString(log, Files.readString(log).replaceFirst("\"round\":0", "\"round\":1"));
            assertTrue(rules.sites(true).orElseThrow().contains("egress verify"));
        }
    }
}
