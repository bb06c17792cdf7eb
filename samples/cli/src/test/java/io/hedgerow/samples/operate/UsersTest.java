// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Studies over the wire that protect persons, of whom each has two rows and one has a row that names nobody. */
@Tag("slow")
@Timeout(300)
class UsersTest {

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
    void study_ofUsers_isDone_andEveryLedgerSaysWhoIsProtected(String algorithm, boolean masked) throws Exception {
        try (TestFederation federation = study(algorithm, masked, PERSONS)) {
            Map<String, Program> ended = federation.inThisProcess();
            ended.forEach((party, program) -> assertEquals(0, program.exitCode(), party + ": " + program.errors()));
            for (String site : federation.sites()) {
                String errors = ended.get(site).errors();
                assertTrue(errors.contains("rows that named no user and were left out: 1"), errors);
            }
            assertEquals("rounds-completed", federation.state());
            for (String site : federation.sites()) {
                assertEquals(
                        new PrivacyUnit.UserUnit(KEY),
                        federation.ledger(site).terms().unit());
                assertTrue(federation.ledger(site).spent().spentEpsilon() > 0);
            }
        }
    }

    /** A site that holds another number of users than it said does not join, says why, and pays nothing. */
    @ParameterizedTest
    @CsvSource({"dp-gram", "dp-fed-sparse"})
    void otherNumberOfUsers_isRefusedBeforeTheCharge(String algorithm) throws Exception {
        try (TestFederation federation = study(algorithm, false, PERSONS + 1)) {
            String site = federation.sites().get(0);
            federation
                    .site(site)
                    .fails(3, "must hold the declared number of", "users, holds " + PERSONS, "nothing was charged");
            assertEquals(0, federation.ledger(site).spent().spentEpsilon());
        }
    }

    /**
     * Where the policy is of zero-out the number of users is secret, so that a site without any answers like others.
     */
    @ParameterizedTest
    @CsvSource({"dp-gram, false", "dp-fed-sparse, false", "dp-dynamic-gram, false", "dp-dynamic-gram, true"})
    void siteWithoutUsers_andOneWithASingleUser_takePartAsOthersDo(String algorithm, boolean masked) throws Exception {
        try (TestFederation federation = study(algorithm, masked, PERSONS)) {
            for (int rows = 0; rows < 2; rows++) {
                Path site = federation.study().site(federation.sites().get(rows));
                replace(site.resolve("policy.yaml"), "replace-one", "zero-out");
                Path file = site.resolve("rows.csv");
                // some programs write no names either where there are no rows
                Files.write(file, Files.readAllLines(file).subList(0, rows == 0 && masked ? 0 : 1 + rows));
            }
            Map<String, Program> ended = federation.inThisProcess();
            ended.forEach((party, program) -> assertEquals(0, program.exitCode(), party + ": " + program.errors()));
            assertEquals("rounds-completed", federation.state());
        }
    }

    private TestFederation study(String algorithm, boolean masked, int users) throws Exception {
        TestFederation federation = TestFederation.of(
                temp.resolve("study"),
                new LocalStudy.Terms(
                        algorithm,
                        algorithm.equals("dp-fed-sparse") ? Map.of("local-iterations", "5") : Map.of(),
                        Optional.of(PrivacyRequest.parse("epsilon=4,unit=" + KEY)),
                        masked,
                        4,
                        0,
                        Duration.ofMinutes(2)),
                TestFederation.rows(3).stream().map(UsersTest::ofUsers).toList());
        for (String site : federation.sites()) {
            Path file = federation.study().site(site).resolve("rows.csv");
            String first = Files.readAllLines(file).get(1);
            Files.writeString(file, "unknown," + first.split(",", 2)[1] + "\n", StandardOpenOption.APPEND);
        }
        if (users != PERSONS) {
            count(federation, users);
        }
        return federation;
    }

    /** Two rows for each person, not beside each other. */
    private static RowSource ofUsers(RowSource rows) {
        List<double[]> keyed = new ArrayList<>();
        rows.forEachRow(row ->
                keyed.add(DoubleStream.concat(DoubleStream.of(keyed.size() % PERSONS), DoubleStream.of(row))
                        .toArray()));
        List<String> names = new ArrayList<>(List.of(KEY));
        names.addAll(rows.schema().names());
        return UserRows.of(InMemoryRows.of(new VariableSchema(names), keyed.toArray(double[][]::new)), KEY);
    }

    /** Signs a plan with another number of persons. */
    private void count(TestFederation federation, int users) throws Exception {
        Path plan = federation.study().plan();
        replace(plan, "\"persons.(site-\\d)\": .*", "\"persons.$1\": \"" + users + "\"");
        Files.delete(DocumentSignatures.beside(plan));
        StudyPlan changed = StudyPlan.read(plan);
        SignedDocuments.sign(changed.digest(), temp.resolve("study/officer.key"), DocumentSignatures.beside(plan));
        for (String site : federation.sites()) {
            Path rules = federation.study().site(site).resolve("join.yaml");
            replace(rules, "allowedPlans: .*", "allowedPlans: [\"" + changed.digest() + "\"]");
        }
    }

    private static void replace(Path file, String pattern, String by) throws IOException {
        Files.writeString(file, Files.readString(file).replaceAll(pattern, by));
    }
}
