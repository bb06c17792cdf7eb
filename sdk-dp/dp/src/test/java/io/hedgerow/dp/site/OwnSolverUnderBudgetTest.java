// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import static io.hedgerow.dp.site.BudgetRequest.epsilon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.method.own.RoundsMethod;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.dp.method.PrivateLocalSolvers;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.solver.PlannedSolver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnSolverUnderBudgetTest {

    private static final int ROUNDS = 4;
    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b");

    @TempDir
    Path temp;

    private int readings;
    private int solved;

    private final class Counting extends WrappedRows {
        Counting(RowSource source) {
            super(source);
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            readings++;
            source.forEachRow(consumer);
        }
    }

    private StatedSolver stated(double planned, double taken) {
        return new StatedSolver(planned, taken, () -> solved++);
    }

    private RowSource rows() {
        double[][] cells = new double[20][2];
        for (int row = 0; row < cells.length; row++) {
            cells[row] = new double[] {row, row % 3};
        }
        return new Counting(InMemoryRows.of(SCHEMA, cells));
    }

    private RoundsMethod method(String study, LocalSolver solver) {
        return RoundsMethod.of(
                RoundsMethod.study(
                        Agreement.inProcess(study, SCHEMA, 1, UploadProtection.insecurePlain()),
                        FederatedMethod.FED_SPARSE.recommended(2, 1).withRounds(ROUNDS)),
                site -> solver,
                LocalSolvers::consensus);
    }

    private void learn(RoundsMethod method) throws InterruptedException {
        Learning.of(method)
                .keeping(Ledgers.in(temp.resolve("ledgers")).budget(epsilon(2)).datasets("ward"))
                .learn(List.of(rows()));
    }

    private SpentReport spent() {
        return LedgerHistory.read(temp.resolve("ledgers/ward")).spent();
    }

    @Test
    void learn_chargesThePlanOfTheSolver_andNothingMore() throws InterruptedException {
        learn(method("one", stated(0.25, 0.25)));
        MechanismEvent plan = new MechanismEvent.Sequence(stated(0.25, 0.25).roundPlan(ROUNDS));
        double certified =
                new SharedAccounting().rule().charge(plan, 1.0 / (20 * 20)).amount();
        assertEquals(certified, spent().spentEpsilon());
        assertEquals(ROUNDS, solved);
    }

    @Test
    void learn_ofASolverThatStatesNoCost_isRefusedBeforeAnythingIsRead() {
        LocalSolver exact = LocalSolvers.closedForm(Diagonal.MASKED);
        assertThrows(PolicyRefusedException.class, () -> learn(method("one", exact)));
        assertEquals(0, readings);
        assertFalse(Files.exists(temp.resolve("ledgers")));
    }

    @Test
    void learn_ofASolverThatCostsMoreThanTheBudget_isRefused_andNothingIsCharged() {
        assertThrows(PrivacyException.class, () -> learn(method("one", stated(0.6, 0.6))));
        assertFalse(Files.exists(temp.resolve("ledgers")), "no ledger was begun, so another budget can be asked for");
        assertEquals(0, solved);
    }

    @Test
    void learn_ofASolverThatTakesMoreThanItPlanned_solvesNothing() {
        assertThrows(PrivacyException.class, () -> learn(method("one", stated(0.1, 0.2))));
        assertEquals(0, solved);
    }

    @Test
    void learn_ofAStudyThatRanBefore_isRefused_andOneOfAnotherNameIsChargedAnew() throws Exception {
        Path policy = Files.writeString(temp.resolve("policy.yaml"), """
                dataset: {id: ward, rows: 20}
                unit: record
                adjacency: replace-one
                budget: {epsilon: 5, delta: 1e-4}
                perStudy: {epsilon: 1, delta: 1e-6}
                minimumCohort: 1
                allowedSolvers: [stated]
                """);
        Ledgers ledgers = Ledgers.in(temp.resolve("ledgers")).policy(policy);
        Learning.of(method("one", stated(0.1, 0.1))).keeping(ledgers).learn(List.of(rows()));
        double once = spent().spentEpsilon();
        assertTrue(once > 0.3, "spent " + once);
        assertThrows(
                PrivacyException.class,
                () -> Learning.of(method("one", stated(0.1, 0.1)))
                        .keeping(ledgers)
                        .learn(List.of(rows())));
        assertEquals(once, spent().spentEpsilon());
        assertEquals(ROUNDS, solved);
        Learning.of(method("two", stated(0.1, 0.1))).keeping(ledgers).learn(List.of(rows()));
        assertEquals(2 * once, spent().spentEpsilon(), 1e-9);
    }

    @Test
    void learn_whereThePolicyDoesNotNameTheSolver_isRefused() throws Exception {
        Path policy = Files.writeString(temp.resolve("policy.yaml"), """
                unit: record
                adjacency: replace-one
                budget: {epsilon: 5, delta: 1e-4}
                perStudy: {epsilon: 1, delta: 1e-6}
                minimumCohort: 1
                allowedSolvers: [dp-gram]
                """);
        Ledgers ledgers = Ledgers.in(temp.resolve("ledgers")).policy(policy).datasets("ward");
        assertThrows(
                PolicyRefusedException.class,
                () -> Learning.of(method("one", stated(0.1, 0.1)))
                        .keeping(ledgers)
                        .learn(List.of(rows())));
        assertEquals(0, readings);
    }

    @Test
    void learn_ofMoreSitesThanTheStudyHas_isRefusedBeforeAnythingIsRead() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Learning.of(method("one", stated(0.1, 0.1)))
                        .keeping(Ledgers.in(temp).budget(epsilon(2)).datasets("ward", "yard"))
                        .learn(List.of(rows(), rows())));
        assertEquals(0, readings);
    }

    @Test
    void learn_ofAStudyOfOtherVariables_chargesNothing() {
        RoundsMethod other = RoundsMethod.of(
                RoundsMethod.study(
                        Agreement.inProcess("one", VariableSchema.of("a", "c"), 1, UploadProtection.insecurePlain()),
                        FederatedMethod.FED_SPARSE.recommended(2, 1).withRounds(ROUNDS)),
                site -> stated(0.1, 0.1),
                LocalSolvers::consensus);
        assertThrows(IllegalArgumentException.class, () -> learn(other));
        assertFalse(Files.exists(temp.resolve("ledgers")));
    }

    /** The change adds .5 to what the solver released, and the coordinator is sent that. */
    @Test
    void postProcessed_keepsThePlanAndChangesTheSolution() throws InterruptedException {
        List<double[]> sent = new ArrayList<>();
        StatedSolver inner = stated(0.25, 0.25);
        PlannedSolver outer = inner.postProcessed("mine", (problem, released) -> {
            double[] changed = released.parameters().toArray();
            Arrays.setAll(changed, k -> changed[k] + 0.5);
            sent.add(changed);
            return new LocalSolution(Parameters.takeOver(changed.clone()), 1, true);
        });
        assertEquals("mine", outer.id());
        assertEquals(inner.roundPlan(ROUNDS), outer.roundPlan(ROUNDS));
        assertEquals(inner.adjacency(), outer.adjacency());
        assertEquals(inner.protectsUsers(), outer.protectsUsers());
        Map<Integer, double[]> consensus = new TreeMap<>();
        Learning.of(method("one", outer))
                .keeping(Ledgers.in(temp.resolve("ledgers")).budget(epsilon(2)).datasets("ward"))
                .observedBy((report, found) -> consensus.put(report.round(), found.toArray()))
                .learn(List.of(rows()));
        assertEquals(ROUNDS, sent.size());
        assertTrue(consensus.get(ROUNDS - 1)[1] > 0.1, "the coordinator was sent .5 where the solver released 0");
    }

    /** What is released once, or kept for a restart, is the inner solver's too. */
    @Test
    void postProcessed_passesOnWhatWasReleased() {
        Payload state = Payload.copyOf("state".getBytes(StandardCharsets.UTF_8));
        List<Payload> restored = new ArrayList<>();
        LocalSolution early = new LocalSolution(Parameters.zeros(4), 1, true);
        PlannedSolver inner = new StatedSolver(1, 1, () -> {}) {
            @Override
            public Optional<LocalSolution> solveFromReleased(Task task, LocalProblem problem) {
                return Optional.of(early);
            }

            @Override
            public Payload releasedState() {
                return state;
            }

            @Override
            public void restore(Payload releasedState) {
                restored.add(releasedState);
            }
        };
        LocalSolution changed = new LocalSolution(Parameters.zeros(4), 2, true);
        PlannedSolver outer =
                inner.postProcessed("mine", (problem, released) -> released.equals(early) ? changed : early);
        assertSame(changed, outer.solveFromReleased(null, null).orElseThrow());
        assertSame(state, outer.releasedState());
        outer.restore(state);
        assertEquals(List.of(state), restored);
    }

    @Test
    void postProcessed_ofASolverThatReliesOnOtherSitesNoise_isRefused() {
        PlannedSolver sharing = new StatedSolver(1, 1, () -> solved++) {
            @Override
            public int sitesInSum() {
                return 3;
            }
        };
        String message = assertThrows(
                        IllegalArgumentException.class, () -> sharing.postProcessed("mine", (problem, all) -> all))
                .getMessage();
        assertTrue(message.contains("3 sites"), message);
    }

    @Test
    void proximalGreedy_ofSettingsOfAnotherAlgorithm_isRefused() {
        PrivateSettings gram = PrivateSettings.recommended(PrivateAlgorithm.DP_GRAM, 2, 1, 1);
        SiteUnits units = new SiteUnits(20, false, Adjacency.REPLACE_ONE);
        assertThrows(
                IllegalArgumentException.class,
                () -> PrivateLocalSolvers.proximalGreedy(
                        gram, 2, units, new PrivacyBudget(1, 1e-6), new SharedAccounting()));
    }
}
