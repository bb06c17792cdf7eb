// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Journals are of the plan that was signed when they were begun, also where a change of the plan changes no message.
 */
@Tag("slow")
@Timeout(300)
class ChangedPlanTest {

    private static final int BAD_FILE = 3;
    private static final String SITE = "site-1";

    @TempDir
    Path temp;

    @Test
    void journalsOfAnotherPlan_areRefusedAtBothEnds_andAnUnmarkedOneUntilItIsMarked() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 20)) {
            Child coordinator = federation.coordinator();
            List<Child> sites = federation.everySite();
            for (Child site : sites) {
                site.ends(0);
            }
            coordinator.ends(0);
            Path plan = federation.study().plan();
            String text = Files.readString(plan);
            String before = StudyPlan.read(plan).digest().toString();

            // the network rule is the coordinator's, and no task and no sum depends on it
            sign(plan, text.replace("  parameters:\n", "  parameters:\n    threshold: 0.5\n"));
            String after = StudyPlan.read(plan).digest().toString();
            assertFalse(after.equals(before));
            allow(federation, after);
            for (List<String> words : List.of(federation.coordinatorArguments(), federation.siteArguments(SITE))) {
                refused(words, "is of plan " + before, "the plan file is " + after, "under another name");
            }
            String learned = federation.json().get("plan").asText();
            assertEquals(before, learned, "a refused start leaves the result");

            sign(plan, text);
            allow(federation, before);
            Program.runs(federation.coordinatorArguments());
            Program.runs(federation.siteArguments(SITE));

            for (Path mark : List.of(
                    federation.study().coordinator().resolve("state/local-study.plan"),
                    federation.home(SITE).journal("local-study").resolveSibling("local-study.plan"))) {
                assertEquals(before + "\n", Files.readString(mark));
                Files.delete(mark);
            }
            refused(federation.coordinatorArguments(), "did not note its plan", "write " + before);
            refused(federation.siteArguments(SITE), "did not note its plan", "write " + before);
            Files.writeString(federation.study().coordinator().resolve("state/local-study.plan"), before);
            Program.runs(federation.coordinatorArguments());
        }
    }

    @Test
    void journalsThatWereChanged_areInTheSecurityLogsOfBothEnds() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 20)) {
            federation.site("site-2");
            federation.site("site-3");
            Child coordinator = federation.coordinatorProcess();
            federation.siteHalting(SITE, "task:2").ends(Child.HALTED);
            Path state = federation.study().coordinator().resolve("state");
            coordinator.kill();
            change(state.resolve("local-study.journal"));
            change(federation.home(SITE).journal("local-study"));
            refused(federation.coordinatorArguments(), "was changed or damaged");
            refused(federation.siteArguments(SITE), "was changed or damaged");
            for (Path log : List.of(
                    state.resolve("local-study.security.log"),
                    federation.home(SITE).security())) {
                String lines = Files.readString(log);
                assertTrue(lines.contains("\"kind\":\"TAMPERING\""), lines);
                assertTrue(lines.contains("local-study.journal was changed or damaged"), lines);
            }
        }
    }

    /** A byte of the first record. */
    private static void change(Path journal) throws IOException {
        byte[] bytes = Files.readAllBytes(journal);
        bytes[60] = (byte) (bytes[60] ^ 1);
        Files.write(journal, bytes);
    }

    private void sign(Path plan, String text) throws IOException {
        Files.writeString(plan, text);
        Files.delete(DocumentSignatures.beside(plan));
        SignedDocuments.sign(
                StudyPlan.read(plan).digest(), temp.resolve("study/officer.key"), DocumentSignatures.beside(plan));
    }

    private static void allow(TestFederation federation, String digest) throws IOException {
        Path rules = federation.study().site(SITE).resolve("join.yaml");
        Files.writeString(
                rules, Files.readString(rules).replaceAll("allowedPlans: .*", "allowedPlans: [\"" + digest + "\"]"));
    }

    private static void refused(List<String> words, String... reasons) {
        Program program = Program.run(words);
        assertEquals(BAD_FILE, program.exitCode(), program.errors());
        for (String reason : reasons) {
            assertTrue(program.errors().contains(reason), "must say \"" + reason + "\": " + program.errors());
        }
    }
}
