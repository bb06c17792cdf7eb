package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Studies over the wire that protect persons, of whom each has two rows and one has a row that names nobody. */
@Tag("slow")
@Timeout(300)
class PersonsTest {

    private static final int PERSONS = TestFederation.ROWS / 2;
    private static final String KEY = "patient";

    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource({
        "dp-gram, false",
        "dp-gram, true",
        "dp-fed-sparse, false",
        "dp-feature-gram, true",
        "dp-dynamic-gram, false",
        "dp-dynamic-gram, true"
    })
    void study_ofPersons_isDone_andEveryLedgerSaysWhoIsProtected(String algorithm, boolean masked) throws Exception {
        try (TestFederation federation = study(algorithm, masked, PERSONS)) {
            Map<String, Program> ended = federation.inThisProcess();
            ended.forEach((party, program) -> assertEquals(0, program.exitCode(), party + ": " + program.errors()));
            for (String site : federation.sites()) {
                String errors = ended.get(site).errors();
                assertTrue(errors.contains("rows that named no person and were left out: 1"), errors);
            }
            assertEquals("rounds-completed", federation.state());
            for (String site : federation.sites()) {
                assertEquals(
                        new PrivacyUnit.PersonUnit(KEY),
                        federation.ledger(site).terms().unit());
                assertTrue(federation.ledger(site).spent().spentEpsilon() > 0);
            }
        }
    }

    /** A site that holds another number of persons than it said has no part in the study, and says why at the site. */
    @ParameterizedTest
    @CsvSource({"dp-gram", "dp-fed-sparse"})
    void otherNumberOfPersons_isRefused(String algorithm) throws Exception {
        try (TestFederation federation = study(algorithm, false, PERSONS + 1)) {
            Map<String, Program> ended = federation.inThisProcess();
            ended.forEach((party, program) -> assertEquals(7, program.exitCode(), party + ": " + program.errors()));
            for (String site : federation.sites()) {
                String errors = ended.get(site).errors();
                assertTrue(
                        errors.contains("must hold the declared number of") && errors.contains("hold " + PERSONS),
                        errors);
            }
        }
    }

    private TestFederation study(String algorithm, boolean masked, int persons) throws Exception {
        // made of records, which dp-dynamic-gram refuses
        String first = algorithm.replace("dynamic-", "");
        TestFederation federation = TestFederation.of(
                temp.resolve("study"),
                new LocalStudy.Terms(first, Map.of(), Optional.of(4.0), masked, 4, 0, Duration.ofMinutes(2)),
                3);
        Path plan = federation.study().plan();
        String text = Files.readString(plan)
                .replace("unit: record", "unit: {person: " + KEY + "}")
                .replaceFirst("(id: \"?)" + first, "$1" + algorithm)
                .replaceAll("\"rows\\.(site-\\d)\": .*", "\"persons.$1\": \"" + persons + "\"");
        Files.writeString(plan, text);
        Files.delete(DocumentSignatures.beside(plan));
        StudyPlan changed = StudyPlan.read(plan);
        SignedDocuments.sign(changed.digest(), temp.resolve("study/officer.key"), DocumentSignatures.beside(plan));
        for (String site : federation.sites()) {
            Path home = federation.study().site(site);
            replace(home.resolve("join.yaml"), "allowedPlans: .*", "allowedPlans: [\"" + changed.digest() + "\"]");
            replace(home.resolve("join.yaml"), "allowedAlgorithms: .*", "allowedAlgorithms: [" + algorithm + "]");
            replace(home.resolve("policy.yaml"), "unit: record", "unit: {person: " + KEY + "}");
            number(home.resolve("rows.csv"));
        }
        return federation;
    }

    private static void replace(Path file, String pattern, String by) throws IOException {
        Files.writeString(file, Files.readString(file).replaceAll(pattern, by));
    }

    /** Two rows for each person, not beside each other; one more row of nobody. */
    private static void number(Path file) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        for (int k = 1; k < lines.size(); k++) {
            lines.set(k, (k - 1) % PERSONS + "," + lines.get(k));
        }
        lines.add("unknown," + lines.get(1).split(",", 2)[1]);
        lines.set(0, KEY + "," + lines.get(0));
        Files.write(file, lines);
    }
}
