// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import static io.hedgerow.dp.site.BudgetRequest.epsilon;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.dp.ledger.LedgerHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each check of a run with a budget refuses before a row is read, and before a ledger is begun or charged. */
class ChecksBeforeAChargeTest {

    private static final int ROWS = 40;
    private static final String POLICY = """
            unit: record
            adjacency: replace-one
            budget: {epsilon: 9, delta: 1e-4}
            perStudy: {epsilon: 5, delta: 1e-5}
            minimumCohort: 1
            allowedSolvers: [dp-gram]
            """;
    private static final String DATASET = "dataset: {id: ward, rows: 40}\n";
    private static final NamedMethod GRAM = Method.named("dp-gram");

    @TempDir
    Path temp;

    private Path dir;
    private int readings;

    /** Counts how often somebody begins to read. */
    private final class Counting extends WrappedRows {
        private final Optional<String> obstacle;

        Counting(RowSource source, Optional<String> obstacle) {
            super(source);
            this.obstacle = obstacle;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            readings++;
            source.forEachRow(consumer);
        }

        @Override
        public Optional<String> reasonUnsafeForPrivacy() {
            return obstacle;
        }
    }

    @BeforeEach
    void nameLedgers() {
        dir = temp.resolve("ledgers");
    }

    private RowSource rows() {
        double[][] cells = new double[ROWS][2];
        for (int row = 0; row < cells.length; row++) {
            cells[row] = new double[] {row, row % 3};
        }
        return new Counting(InMemoryRows.of(VariableSchema.of("a", "b"), cells), Optional.empty());
    }

    private Ledgers under(String policy) throws IOException {
        return Ledgers.in(dir).policy(Files.writeString(temp.resolve("policy.yaml"), policy));
    }

    private static void learn(NamedMethod method, Ledgers ledgers, List<RowSource> rows) throws InterruptedException {
        Learning.of(method).keeping(ledgers).learn(rows);
    }

    private void assertRefused(
            Class<? extends Exception> kind, NamedMethod method, Ledgers ledgers, List<RowSource> rows, String why) {
        int before = readings;
        String message = assertThrows(kind, () -> learn(method, ledgers, rows)).getMessage();
        assertTrue(String.valueOf(message).contains(why), message);
        assertEquals(before, readings, "rows were read");
        assertFalse(Files.exists(dir), "a ledger was begun");
    }

    @Test
    void policyOfUsers_andARunForRows_orTheReverse_areRefused() throws Exception {
        assertRefused(
                PolicyRefusedException.class,
                GRAM,
                under(POLICY.replace("unit: record", "unit: {person: b}"))
                        .budget(epsilon(2).withDelta(1e-6)),
                List.of(rows()),
                "the policy protects users by column b");
        assertRefused(
                PolicyRefusedException.class,
                GRAM,
                under(POLICY).budget(epsilon(2).withDelta(1e-6).protectingUsers("b")),
                List.of(rows()),
                "the policy protects single records");
    }

    @Test
    void policyOfAnotherAdjacencyThanTheRun_isRefused() throws Exception {
        assertRefused(
                PolicyRefusedException.class,
                GRAM,
                under(POLICY).budget(epsilon(2).withDelta(1e-6).zeroingOut(ROWS)),
                List.of(rows()),
                "adjacency");
    }

    @Test
    void tooFewSites_areRefused_alsoWhereNoMethodIsNamedYet() throws Exception {
        Ledgers three = under(POLICY.replace("minimumCohort: 1", "minimumCohort: 3"));
        assertRefused(
                PolicyRefusedException.class,
                GRAM,
                three.datasets("one", "two"),
                List.of(rows(), rows()),
                "at least 3 sites");
        List<Ledgers.Source> sources = List.of(new Ledgers.Source("one", rows()), new Ledgers.Source("two", rows()));
        assertThrows(PolicyRefusedException.class, () -> three.count(sources));
        assertEquals(0, readings);
    }

    @Test
    void moreThanOneStudyMayTake_isRefused() throws Exception {
        for (BudgetRequest more :
                List.of(epsilon(5.5).withDelta(1e-6), epsilon(2).withDelta(2e-5))) {
            assertRefused(
                    PolicyRefusedException.class,
                    GRAM,
                    under(POLICY).budget(more).datasets("ward"),
                    List.of(rows()),
                    "what one study may take");
        }
    }

    @Test
    void moreThanALedgerHasLeft_isRefusedBeforeRowsAreCounted() throws Exception {
        Ledgers ledgers = under(POLICY).datasets("ward");
        BudgetRequest most = epsilon(5).withDelta(1e-5);
        learn(GRAM, ledgers.budget(most), List.of(rows()));
        int before = readings;
        assertThrows(PolicyRefusedException.class, () -> learn(GRAM, ledgers.budget(most), List.of(rows())));
        assertEquals(before, readings);
        assertDoesNotThrow(() -> learn(GRAM, ledgers.budget(epsilon(3).withDelta(1e-5)), List.of(rows())));
    }

    @Test
    void ledgerOfOtherTerms_isRefusedBeforeRowsAreCounted() throws Exception {
        learn(GRAM, Ledgers.in(dir).budget(epsilon(2)).datasets("ward"), List.of(rows()));
        int before = readings;
        assertThrows(
                LedgerException.class,
                () -> learn(GRAM, Ledgers.in(dir).budget(epsilon(3)).datasets("ward"), List.of(rows())));
        assertEquals(before, readings);
    }

    @Test
    void methodWithoutAGuarantee_isRefused() throws Exception {
        assertRefused(
                IllegalArgumentException.class,
                Method.named("gram"),
                under(POLICY).datasets("ward"),
                List.of(rows()),
                "must have a guarantee");
    }

    @Test
    void solverThatThePolicyDoesNotName_isRefused() throws Exception {
        assertRefused(
                PolicyRefusedException.class,
                GRAM,
                under(POLICY.replace("[dp-gram]", "[dp-pgcd]"))
                        .budget(epsilon(2).withDelta(1e-6))
                        .datasets("ward"),
                List.of(rows()),
                "allows the solvers dp-pgcd");
    }

    @Test
    void rowsThatOneRecordCanEnd_areRefusedBeforeTheyAreCounted() {
        assertRefused(
                PolicyRefusedException.class,
                GRAM,
                Ledgers.in(dir).budget(epsilon(2)).datasets("ward"),
                List.of(new Counting(rows(), Optional.of("one cell ends the reading"))),
                "one cell ends the reading");
    }

    @Test
    void twoDataSets_underAPolicyOfOne_areRefused() throws Exception {
        Ledgers ledgers = under(DATASET + POLICY);
        assertRefused(
                PolicyRefusedException.class, GRAM, ledgers, List.of(rows(), rows()), "one data set is at one site");
        List<Ledgers.Source> sources = List.of(new Ledgers.Source("one", rows()), new Ledgers.Source("two", rows()));
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> ledgers.count(sources));
        assertTrue(String.valueOf(refused.getMessage()).contains("each a data set of its own"), refused.toString());
        assertEquals(0, readings);
    }

    @Test
    void severalDataSets_areNotDivided() {
        assertRefused(
                IllegalArgumentException.class,
                GRAM,
                Ledgers.in(dir).budget(epsilon(2)).datasets("one", "two").divided(2),
                List.of(rows(), rows()),
                "only one data set can be divided");
    }

    @Test
    void numberOfTheWholeFile_isNoNumberOfAPart() throws Exception {
        Ledgers whole = under(DATASET + POLICY.replace("replace-one", "zero-out"));
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> whole.divided(2).count(List.of(new Ledgers.Source("ward", rows()))));
        assertTrue(String.valueOf(refused.getMessage()).contains("needs the number of each site"), refused.toString());
        assertEquals(0, readings);
        assertEquals(
                List.of((long) ROWS),
                whole.count(List.of(new Ledgers.Source("ward", rows()))).units());
    }

    @Test
    void onePolicyOrName_forTwoSites_isRefused() {
        assertRefused(
                PolicyRefusedException.class,
                GRAM,
                Ledgers.in(dir).budget(epsilon(2)).datasets("ward", "ward"),
                List.of(rows(), rows()),
                "one data set is at one site");
    }

    @Test
    void rowsWithoutANameForTheirBudget_areRefused() {
        assertRefused(
                IllegalArgumentException.class,
                GRAM,
                Ledgers.in(dir).budget(epsilon(2)),
                List.of(rows()),
                "are in no file");
    }

    @Test
    void fewerThanTwoUnitsASite_areRefusedBeforeACharge() {
        assertThrows(
                DataException.class,
                () -> learn(
                        GRAM,
                        Ledgers.in(dir).budget(epsilon(2)).datasets("ward").divided(ROWS),
                        List.of(rows())));
        assertFalse(Files.exists(dir));
    }

    /** The policy has room for more; what was asked for is still the most that may be charged. */
    @Test
    void planThatCostsMoreThanWasAskedFor_isRefused() throws Exception {
        BudgetedSites counted =
                under(POLICY).budget(epsilon(1).withDelta(1e-6)).count(List.of(new Ledgers.Source("ward", rows())));
        BudgetedSites dearer =
                under(POLICY).budget(epsilon(4).withDelta(1e-6)).count(List.of(new Ledgers.Source("ward", rows())));
        assertThrows(
                PolicyRefusedException.class,
                () -> counted.run(dearer.method(GRAM, MethodCatalogue.ofModules(), UploadProtection.insecurePlain())));
        assertFalse(Files.exists(dir));
    }

    /** What was checked is what is charged: a run admits no other method and no other data, and charges once. */
    @Test
    @SuppressWarnings("try") // a run that was closed is what is tried
    void runAdmitsWhatWasChecked_once() throws Exception {
        BudgetedSites counted =
                under(POLICY).budget(epsilon(1).withDelta(1e-6)).count(List.of(new Ledgers.Source("ward", rows())));
        UploadProtection plain = UploadProtection.insecurePlain();
        try (LedgerRun run = counted.run(counted.method(GRAM, MethodCatalogue.ofModules(), plain));
                LedgerRun other = counted.run(counted.method(GRAM, MethodCatalogue.ofModules(), plain))) {
            assertThrows(IllegalArgumentException.class, () -> run.admit(other.method(), run.data()));
            assertThrows(IllegalArgumentException.class, () -> run.admit(run.method(), other.data()));
            assertThrows(IllegalStateException.class, run::accounts);
            assertFalse(Files.exists(dir));
            run.admit(run.method(), run.data());
            assertThrows(IllegalStateException.class, () -> run.admit(run.method(), run.data()));
            assertEquals(1, run.accounts().size());
            run.close();
            assertEquals(1, run.accounts().size());
            assertEquals(List.of(), run.notices());
            other.close();
            assertThrows(IllegalStateException.class, () -> other.admit(other.method(), other.data()));
        }
        assertEquals(1, LedgerHistory.read(dir.resolve("ward")).spent().spentEpsilon(), 0.05);
    }

    @Test
    void everyCheckPassed_isChargedOnce() throws Exception {
        learn(GRAM, under(POLICY).datasets("ward"), List.of(rows()));
        assertEquals(5, LedgerHistory.read(dir.resolve("ward")).spent().spentEpsilon(), 0.05);
    }
}
