// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import static io.hedgerow.dp.site.BudgetRequest.epsilon;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.method.own.RoundsMethod;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.method.PrivateLocalSolvers;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.solver.PlannedSolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever can be known to be wrong without records is refused before a ledger is begun or charged. */
class RefusedBeforeChargeTest {

    private static final int ROWS = 20;
    private static final int ROUNDS = 4;
    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b");
    private static final MethodSettings SETTINGS =
            FederatedMethod.FED_SPARSE.recommended(2, 1).withRounds(ROUNDS);

    @TempDir
    Path temp;

    private Path dir;
    private Path policy;

    @BeforeEach
    void writePolicy() throws IOException {
        dir = temp.resolve("ledgers");
        policy = Files.writeString(temp.resolve("policy.yaml"), """
                unit: record
                adjacency: replace-one
                budget: {epsilon: 9, delta: 1e-4}
                perStudy: {epsilon: 5, delta: 1e-5}
                minimumCohort: 1
                allowedSolvers: [stated, dp-gram]
                """);
    }

    private static RowSource rows() {
        double[][] cells = new double[ROWS][2];
        for (int row = 0; row < cells.length; row++) {
            cells[row] = new double[] {row, row % 3};
        }
        return InMemoryRows.of(SCHEMA, cells);
    }

    private static Agreement agreement() {
        return Agreement.inProcess("one", SCHEMA, 1, UploadProtection.insecurePlain());
    }

    private static StatedSolver stated(double each) {
        return new StatedSolver(each, each, () -> {});
    }

    private static RoundsMethod method(Study study, PlannedSolver solver) {
        return RoundsMethod.of(study, site -> solver, LocalSolvers::consensus);
    }

    private static RoundsMethod method(PlannedSolver solver) {
        return method(RoundsMethod.study(agreement(), SETTINGS), solver);
    }

    private void learn(Method method, Ledgers ledgers) throws InterruptedException {
        Learning.of(method).keeping(ledgers.datasets("ward")).learn(List.of(rows()));
    }

    private void assertRefused(Class<? extends Exception> kind, Method method, String said) {
        Exception refusal =
                assertThrows(kind, () -> learn(method, Ledgers.in(dir).budget(epsilon(8))));
        assertTrue(String.valueOf(refusal.getMessage()).contains(said), refusal.toString());
        assertFalse(Files.exists(dir), "a ledger was begun");
    }

    @Test
    void planAboveWhatWasAskedFor_isRefused_alsoWhereThePolicyAllowsIt() throws Exception {
        Ledgers allowing = Ledgers.in(dir).policy(policy);
        String message = assertThrows(
                        PolicyRefusedException.class,
                        () -> learn(
                                method(stated(1)), allowing.budget(epsilon(0.5).withDelta(1e-6))))
                .getMessage();
        assertTrue(message.contains("epsilon 0.5"), message);
        assertFalse(Files.exists(dir));
        learn(method(stated(0.1)), allowing.budget(epsilon(0.5).withDelta(1e-6)));
        assertTrue(LedgerHistory.read(dir.resolve("ward")).spent().spentEpsilon() <= 0.5);
    }

    @Test
    void agreedMethodAboveWhatWasAskedFor_isRefused() {
        Method agreed = UnitsOfSites.tell(
                        Method.named("dp-gram"),
                        new PrivacyBudget(4, 1e-6),
                        new PrivacyUnit.RecordUnit(),
                        Adjacency.REPLACE_ONE,
                        List.of((long) ROWS))
                .on(agreement());
        for (BudgetRequest less :
                List.of(epsilon(0.5).withDelta(1e-6), epsilon(4).withDelta(1e-9))) {
            assertThrows(
                    PolicyRefusedException.class,
                    () -> learn(agreed, Ledgers.in(dir).policy(policy).budget(less)),
                    less.toString());
            assertFalse(Files.exists(dir));
        }
    }

    @Test
    void refusedRun_fixesNoBudgetForLaterOnes() {
        assertThrows(
                PolicyRefusedException.class,
                () -> learn(method(stated(1)), Ledgers.in(dir).budget(epsilon(1))));
        assertDoesNotThrow(() -> learn(method(stated(1)), Ledgers.in(dir).budget(epsilon(5))));
    }

    @Test
    void noiseThatIsSharedInPlainUploads_isRefused() {
        PlannedSolver sharing = new StatedSolver(0.1, 0.1, () -> {}) {
            @Override
            public int sitesInSum() {
                return 3;
            }
        };
        assertRefused(IllegalArgumentException.class, method(sharing), "shares its noise");
    }

    @Test
    void studyThatWeighsSitesByTheirRows_isRefused() {
        Study counted = FederatedMethod.FED_SPARSE.study(
                "one",
                SCHEMA,
                SETTINGS.withLossScaling(LossScaling.PER_RECORD),
                ROWS,
                1,
                agreement().policy());
        assertRefused(PolicyRefusedException.class, method(counted, stated(0.1)), "numbers of rows");
    }

    @Test
    void releaseOfSums_isNoStudyOfRounds() {
        Study rounds = RoundsMethod.study(agreement(), SETTINGS);
        Study release = new Study(
                rounds.name(), rounds.schema(), rounds.layout(), rounds.sites(), rounds.policy(), new Study.Release(4));
        String said = assertThrows(IllegalArgumentException.class, () -> method(release, stated(0.1)))
                .getMessage();
        assertTrue(said.contains("must be one of rounds towards a consensus"), said);
    }

    @Test
    void coordinatorsSolverThatCannotBeMade_isRefused() {
        RoundsMethod broken = RoundsMethod.of(RoundsMethod.study(agreement(), SETTINGS), site -> stated(0.1), () -> {
            throw new IllegalArgumentException("no such penalty");
        });
        assertRefused(IllegalArgumentException.class, broken, "no such penalty");
    }

    @Test
    void votesAndMeansThatTheStudyCannotHave_areRefusedWhenTheyAreNamed() {
        RoundsMethod method = method(stated(0.1));
        assertThrows(IllegalArgumentException.class, () -> method.averaging(ROUNDS + 1, 0.3));
        assertThrows(IllegalArgumentException.class, () -> method.voting(2, -1));
        assertThrows(IllegalArgumentException.class, () -> method.voting(0, 0.3));
    }

    private static PrivateMethod greedy(long units) {
        return PrivateLocalSolvers.proximalGreedy(
                Method.named("dp-fed-sparse").withRounds(ROUNDS).with("local-iterations", "2"),
                agreement(),
                new SiteUnits(units, false, Adjacency.REPLACE_ONE),
                new PrivacyBudget(1, 1e-6));
    }

    private static PlannedSolver wrapped(PrivateMethod greedy) {
        return greedy.solver(greedy.units().sites().keySet().iterator().next())
                .postProcessed("mine", (problem, released) -> released);
    }

    @Test
    void privateSteps_onSitesOwnMeans_orForOtherNumbersOfRows_areRefused() {
        PlannedSolver steps = wrapped(greedy(ROWS));
        assertRefused(IllegalArgumentException.class, method(steps), "centring must be NONE");
        Study uncentred = greedy(ROWS).study();
        assertRefused(
                IllegalArgumentException.class, method(uncentred, wrapped(greedy(ROWS / 2))), "was made for 10 units");
        assertDoesNotThrow(() -> learn(
                method(uncentred, steps), Ledgers.in(dir).budget(epsilon(8).withDelta(1e-6))));
    }

    /** A query over one table, of which every copy says so, however it is wrapped. */
    private static RowSource query() {
        return query(Optional.empty());
    }

    private static RowSource query(Optional<String> unresolved) {
        return new WrappedRows(rows()) {
            @Override
            public void forEachRow(RowConsumer consumer) {
                source.forEachRow(consumer);
            }

            @Override
            public Optional<RowSource.Origin> origin() {
                return Optional.of(new RowSource.Origin(
                        "jdbc:h2:mem:ward",
                        Optional.empty(),
                        Optional.empty(),
                        Set.of("VISITS"),
                        Set.of(),
                        unresolved));
            }
        };
    }

    @Test
    void tableThatWasCharged_isKnownBehindEveryWrapper_andFoundWithoutAName() throws Exception {
        Ledgers ledgers = Ledgers.in(dir).policy(policy);
        RoundsMethod first = method(stated(0.1));
        Learning.of(first).keeping(ledgers.datasets("ward")).learn(List.of(query()));
        RowSource scaled = query().inUnits(new double[] {0, 0}, new double[] {2, 2});
        for (RowSource again : List.of(query(), scaled)) {
            assertThrows(
                    PolicyRefusedException.class,
                    () -> Learning.of(first).keeping(ledgers.datasets("fresh")).learn(List.of(again)));
        }
        double once = LedgerHistory.read(dir.resolve("ward")).spent().spentEpsilon();
        Study another =
                RoundsMethod.study(Agreement.inProcess("two", SCHEMA, 1, UploadProtection.insecurePlain()), SETTINGS);
        Learning.of(method(another, stated(0.1))).keeping(ledgers).learn(List.of(scaled));
        assertEquals(2 * once, LedgerHistory.read(dir.resolve("ward")).spent().spentEpsilon(), 1e-9);
    }

    /** The table that is known says nothing about the rest, which may be of another data set. */
    @Test
    void queryOfWhichOnlyAPartIsKnown_isRefusedWithoutAName() throws Exception {
        Ledgers ledgers = Ledgers.in(dir).policy(policy);
        Learning.of(method(stated(0.1))).keeping(ledgers.datasets("ward")).learn(List.of(query()));
        double once = LedgerHistory.read(dir.resolve("ward")).spent().spentEpsilon();
        RowSource beside = query(Optional.of("it calls AGE_OF"));
        Study another =
                RoundsMethod.study(Agreement.inProcess("two", SCHEMA, 1, UploadProtection.insecurePlain()), SETTINGS);
        Learning again = Learning.of(method(another, stated(0.1)));
        PolicyRefusedException e = assertThrows(
                PolicyRefusedException.class, () -> again.keeping(ledgers).learn(List.of(beside)));
        assertTrue(String.valueOf(e.getMessage()).contains("it calls AGE_OF"), e.getMessage());
        assertTrue(String.valueOf(e.getMessage()).contains("dataset ward"), e.getMessage());
        assertEquals(once, LedgerHistory.read(dir.resolve("ward")).spent().spentEpsilon());
        again.keeping(ledgers.datasets("ward")).learn(List.of(beside));
        assertEquals(2 * once, LedgerHistory.read(dir.resolve("ward")).spent().spentEpsilon(), 1e-9);
    }

    /** No place tells rows in memory apart, and both ledgers would be charged for the same users. */
    @Test
    void oneSourceInMemoryUnderTwoNames_isRefused_howeverItIsWrapped() {
        RowSource rows = rows();
        RowSource scaled = rows.inUnits(new double[] {0, 0}, new double[] {2, 2});
        Ledgers ledgers = Ledgers.in(dir).policy(policy).datasets("one", "two");
        for (List<RowSource> twice : List.of(List.of(rows, rows), List.of(rows, scaled), List.of(scaled, rows))) {
            PolicyRefusedException e = assertThrows(
                    PolicyRefusedException.class,
                    () -> Learning.of(method(stated(0.1))).keeping(ledgers).learn(twice));
            assertTrue(String.valueOf(e.getMessage()).contains("are one source"), e.getMessage());
        }
        assertFalse(LedgerHistory.isIn(dir.resolve("one")));
    }
}
