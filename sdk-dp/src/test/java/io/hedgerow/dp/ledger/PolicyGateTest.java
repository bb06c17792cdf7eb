package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.AdmmSettings;
import io.hedgerow.core.protocol.CommunicationPolicy;
import io.hedgerow.core.protocol.PenaltySchedule;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.solver.PlannedSolver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyGateTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b");

    @TempDir
    Path temp;

    private final SitePolicy policy = PolicyReader.parse("policy.yml", SitePolicyTest.GOOD);

    /** Says nothing about its guarantee. */
    private record Silent(String id) implements LocalSolver {
        @Override
        public MechanismEvent plan(Task task) {
            return LedgerFixtures.PURE;
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            throw new UnsupportedOperationException("not in this test");
        }
    }

    private record Named(String id, boolean protectsPersons, Adjacency adjacency) implements PlannedSolver {

        Named(String id) {
            this(id, false, Adjacency.REPLACE_ONE);
        }

        @Override
        public List<MechanismEvent> roundPlan(int rounds) {
            return Collections.nCopies(rounds, LedgerFixtures.PURE);
        }

        @Override
        public MechanismEvent plan(Task task) {
            return LedgerFixtures.PURE;
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            throw new UnsupportedOperationException("not in this test");
        }
    }

    private static Study study(int sites) {
        return new Study(
                "s",
                SCHEMA,
                ParameterLayout.linear(2),
                new AdmmSettings(3, 0, 0, PenaltySchedule.constant(1), PenaltySchedule.constant(1)),
                LossScaling.PER_SITE,
                0,
                sites,
                Centring.NONE,
                CommunicationPolicy.exact(),
                new RoundPolicy(sites, Duration.ofMinutes(1), RoundPolicy.Convergence.never()));
    }

    private PolicyGate open(SitePolicy allowed, VariableSchema schema) {
        return PolicyGate.open(temp.resolve("ledger"), allowed, schema, LedgerFixtures.rule(), LedgerFixtures.CLOCK);
    }

    @Test
    void admittedStudy_isChargedToTheLedgerAndOpensTheData() {
        SiteData data = SiteData.of(policy.dataset(), InMemoryRows.of(SCHEMA, new double[][] {{1, 2}, {3, 4}}));
        try (PolicyGate keeper = open(policy, SCHEMA)) {
            PrivacyGate gate = keeper.admit(study(3), new Named("dp-pgcd"));
            try (DataView view =
                    data.open(gate.reserve("s", 0, LedgerFixtures.PURE).permit())) {
                assertEquals(SCHEMA, view.schema());
            }
            assertEquals(0.0625, keeper.ledger().spent().spentEpsilon());
        }
        assertEquals(1, LedgerHistory.read(temp.resolve("ledger")).requests().size());
    }

    @Test
    void studyThatThePolicyForbids_getsNoGateAndIsNotRecorded() {
        try (PolicyGate keeper = open(policy, SCHEMA)) {
            long before = keeper.ledger().spent().records();
            String solver = assertThrows(PolicyRefusedException.class, () -> keeper.admit(study(3), new Named("pgcd")))
                    .getMessage();
            assertEquals(
                    "the policy of dataset north-ward-visits allows the solvers dp-pgcd, dp-gram, study s asks for pgcd",
                    solver);
            String cohort = assertThrows(
                            PolicyRefusedException.class, () -> keeper.admit(study(2), new Named("dp-pgcd")))
                    .getMessage();
            assertTrue(cohort.contains("requires studies of at least 3 sites, study s has 2"), cohort);
            assertEquals(before, keeper.ledger().spent().records());
        }
    }

    private String refusal(String unit, String adjacency, LocalSolver solver) {
        SitePolicy other = PolicyReader.parse(
                "policy.yml",
                SitePolicyTest.GOOD
                        .replace("unit: record", "unit: " + unit)
                        .replace("adjacency: replace-one", "adjacency: " + adjacency));
        Path own = temp.resolve("ledger " + unit.hashCode() + adjacency + solver.hashCode());
        try (PolicyGate keeper = PolicyGate.open(own, other, SCHEMA, LedgerFixtures.rule(), LedgerFixtures.CLOCK)) {
            long before = keeper.ledger().spent().records();
            try {
                keeper.admit(study(3), solver);
                return "";
            } catch (PolicyRefusedException e) {
                assertEquals(before, keeper.ledger().spent().records());
                return String.valueOf(e.getMessage());
            }
        }
    }

    @Test
    void solverThatProtectsSomethingElse_orDoesNotSayWhat_getsNoGate() {
        String person = "{person: patient}";
        Named records = new Named("dp-pgcd", false, Adjacency.REPLACE_ONE);
        Named persons = new Named("dp-pgcd", true, Adjacency.REPLACE_ONE);
        Named zeros = new Named("dp-pgcd", false, Adjacency.ZERO_OUT);
        assertEquals("", refusal("record", "replace-one", records));
        assertEquals("", refusal(person, "replace-one", persons));
        assertEquals("", refusal("record", "zero-out", zeros));
        // zeros are one of the values by which replace-one replaces
        assertEquals("", refusal("record", "zero-out", records));
        String promisesLess = refusal("record", "replace-one", zeros);
        assertTrue(promisesLess.contains("replace-one, solver dp-pgcd has zero-out"), promisesLess);
        String rows = refusal(person, "replace-one", records);
        assertTrue(rows.contains("persons, by column patient, solver dp-pgcd protects single records"), rows);
        String other = refusal("record", "replace-one", persons);
        assertTrue(other.contains("single records, solver dp-pgcd protects persons"), other);
        String unknown = refusal("record", "replace-one", new Silent("dp-pgcd"));
        assertTrue(unknown.contains("does not say what it protects"), unknown);
    }

    @Test
    void promiseOfAPlan_mustBeThePolicys_orImplyIt() {
        SitePolicy zeroOut = PolicyReader.parse(
                "policy.yml", SitePolicyTest.GOOD.replace("adjacency: replace-one", "adjacency: zero-out"));
        PrivacyUnit record = new PrivacyUnit.RecordUnit();
        policy.requirePromised(record, Adjacency.REPLACE_ONE);
        zeroOut.requirePromised(record, Adjacency.REPLACE_ONE);
        zeroOut.requirePromised(record, Adjacency.ZERO_OUT);
        assertThrows(PolicyRefusedException.class, () -> policy.requirePromised(record, Adjacency.ZERO_OUT));
        SitePolicy person = PolicyReader.parse(
                "policy.yml", SitePolicyTest.GOOD.replace("unit: record", "unit: {person: patient}"));
        assertThrows(PolicyRefusedException.class, () -> person.requirePromised(record, Adjacency.REPLACE_ONE));
        assertThrows(
                PolicyRefusedException.class,
                () -> person.requirePromised(new PrivacyUnit.PersonUnit("visit"), Adjacency.REPLACE_ONE));
        person.requirePromised(new PrivacyUnit.PersonUnit("patient"), Adjacency.REPLACE_ONE);
    }

    @Test
    void otherColumnsOrRowsThanBefore_areRefused() {
        open(policy, SCHEMA).close();
        assertThrows(LedgerException.class, () -> open(policy, VariableSchema.of("b", "a")));
        SitePolicy grown = PolicyReader.parse("policy.yml", SitePolicyTest.GOOD.replace("rows: 5000", "rows: 5001"));
        assertThrows(LedgerException.class, () -> open(grown, SCHEMA));
        open(policy, SCHEMA).close();
    }

    @Test
    void ruleOfAnotherMode_isRefusedBeforeAnythingIsMade() {
        assertThrows(
                IllegalArgumentException.class,
                () -> PolicyGate.open(
                        temp.resolve("ledger"), policy, SCHEMA, LedgerFixtures.filterRule(), LedgerFixtures.CLOCK));
        assertTrue(Files.notExists(temp.resolve("ledger")));
    }

    @Test
    void fingerprint_separatesNamesAndCounts() {
        List<DatasetFingerprint> all = List.of(
                DatasetFingerprint.of(VariableSchema.of("a", "b"), 10),
                DatasetFingerprint.of(VariableSchema.of("ab"), 10),
                DatasetFingerprint.of(VariableSchema.of("a1:b"), 10),
                DatasetFingerprint.of(VariableSchema.of("b", "a"), 10),
                DatasetFingerprint.of(VariableSchema.of("a", "b"), 11));
        assertEquals(all.size(), all.stream().distinct().count());
        assertThrows(IllegalArgumentException.class, () -> DatasetFingerprint.of(SCHEMA, 0));
        assertThrows(IllegalArgumentException.class, () -> new DatasetFingerprint("AB"));
    }
}
