// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.study.StudyPlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that is not there, or runs something else, costs a site nothing. */
@Tag("slow")
@Timeout(300)
class UnpaidJoinTest {

    private static final int BAD_FILE = 3;
    private static final int REFUSED = 5;
    private static final int UNREACHABLE = 7;
    private static final String SITE = "site-1";

    @TempDir
    Path temp;

    @Test
    void coordinatorThatIsAway_orRunsAnotherPlan_orIsAnotherMachine_isNotPaidFor() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, 120);
                TestFederation other = TestFederation.budgeted(temp.resolve("other"), 3, false, 120)) {
            join(federation, UNREACHABLE, "could not be reached for 1 s", "check the address");
            long records = federation.ledger(SITE).entries().size();
            assertTrue(federation.network(SITE).attempts() > 0, "it has dialled");
            federation.coordinator();
            signOtherPlan(federation);
            join(federation, BAD_FILE, "refused: the site has pinned plan", "compare the plan files");
            other.coordinator();
            federation.network(SITE).leadTo(other.port());
            join(federation, BAD_FILE, "the certificate of the coordinator at");
            assertTrue(federation.ledger(SITE).spent().studies().isEmpty());
            assertEquals(0, federation.ledger(SITE).spent().spentEpsilon());
            assertEquals(records, federation.ledger(SITE).entries().size());
            assertEquals(0, federation.egress(SITE).messages());
        }
    }

    @Test
    @Tag("long") // it waits for a deadline
    void studyThatHasBegunWithoutTheSite_isNotPaidFor() throws Exception {
        LocalStudy.Terms terms = new LocalStudy.Terms(
                "dp-fed-bnsl",
                Map.of(),
                Optional.of(PrivacyRequest.parse("epsilon=2")),
                false,
                2,
                2,
                Duration.ofSeconds(30));
        try (TestFederation federation = TestFederation.of(temp.resolve("study"), terms, 3)) {
            Child coordinator = federation.coordinator();
            federation.site("site-2");
            federation.site("site-3");
            Path sent = federation.home("site-2").egress();
            // a header and two updates: the second is of round 1, for which round 0 had to end at its deadline
            while (!Files.exists(sent) || Files.readAllLines(sent).size() < 3) {
                assertTrue(coordinator.process().isAlive(), coordinator.errors());
                Thread.sleep(20); // a file that another process writes cannot be waited for
            }
            join(federation, REFUSED, "has begun without this site", "nothing was charged");
            assertTrue(federation.ledger(SITE).spent().studies().isEmpty());
        }
    }

    /** Another text with the same meaning for machines has another digest. */
    private void signOtherPlan(TestFederation federation) throws Exception {
        Path plan = federation.study().plan();
        Files.writeString(plan, Files.readString(plan).replace("deadline: 120s", "deadline: 121s"));
        Files.delete(DocumentSignatures.beside(plan));
        SignedDocuments.sign(
                StudyPlan.read(plan).digest(), temp.resolve("study/officer.key"), DocumentSignatures.beside(plan));
        Path rules = federation.study().site(SITE).resolve("join.yaml");
        Files.writeString(
                rules,
                Files.readString(rules)
                        .replaceAll(
                                "allowedPlans: .*",
                                "allowedPlans: [\"" + StudyPlan.read(plan).digest() + "\"]"));
    }

    private static void join(TestFederation federation, int exitCode, String... reasons) {
        StringWriter err = new StringWriter();
        Terminal terminal = new Terminal(
                new PrintWriter(new StringWriter()), new PrintWriter(err), false, false, InstantSource.system());
        List<String> words = new ArrayList<>(federation.siteArguments(SITE));
        words.addAll(List.of("--patience", "1"));
        int code = Hedgerow.run(terminal, words.toArray(String[]::new));
        assertEquals(exitCode, code, err.toString());
        assertFalse(err.toString().contains("\tat "), err.toString());
        for (String reason : reasons) {
            assertTrue(err.toString().contains(reason), "must say \"" + reason + "\": " + err);
        }
    }
}
