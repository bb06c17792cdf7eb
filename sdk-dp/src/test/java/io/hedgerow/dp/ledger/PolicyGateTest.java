package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.model.Centring;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.round.AdmmSettings;
import io.hedgerow.core.round.CommunicationPolicy;
import io.hedgerow.core.round.PenaltySchedule;
import io.hedgerow.core.round.RoundPolicy;
import io.hedgerow.core.round.Study;
import io.hedgerow.core.round.Task;
import io.hedgerow.core.spi.LocalProblem;
import io.hedgerow.core.spi.LocalSolution;
import io.hedgerow.core.spi.LocalSolver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyGateTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b");

    @TempDir
    Path temp;

    private final SitePolicy policy = PolicyReader.parse("policy.yml", SitePolicyTest.GOOD);

    private record Named(String id) implements LocalSolver {
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
