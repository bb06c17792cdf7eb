// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import static io.hedgerow.dp.site.BudgetRequest.epsilon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.dp.method.UnitsOfSites;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgersTest {

    private static final int ROWS = 200;

    @TempDir
    Path temp;

    private Path dir;
    private List<RowSource> rows;
    private int readings;

    /** Counts how often somebody begins to read. */
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

    @BeforeEach
    void writeRows() throws IOException {
        dir = temp.resolve("ledgers");
        rows = List.of(counting("north.csv", 1), counting("south.csv", 2));
    }

    private RowSource counting(String name, long seed) throws IOException {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>(List.of("dose,effect"));
        for (int row = 0; row < ROWS; row++) {
            double dose = random.nextGaussian();
            lines.add(dose + "," + (2 * dose + random.nextGaussian()));
        }
        return new Counting(read(Files.write(temp.resolve(name), lines)));
    }

    private static RowSource read(Path file) {
        return CsvRowSource.of(file, CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN));
    }

    private SpentReport spent(String dataset) {
        return LedgerHistory.read(dir.resolve(dataset)).spent();
    }

    private Learning learning(Ledgers ledgers) {
        return Learning.of(Method.named("dp-gram")).keeping(ledgers);
    }

    private void assertNothingHappened(int readBefore) {
        assertEquals(readBefore, readings, "rows were read");
        assertFalse(Files.exists(dir), "something was recorded");
    }

    @Test
    void learn_chargesEveryDataSetUnderTheNameOfItsFile_withDeltaOneOverTheSquareOfItsRows() throws Exception {
        LearnedNetwork guarded = learning(Ledgers.in(dir).budget(epsilon(2))).learn(rows);
        assertEquals(List.of("dose", "effect"), guarded.schema().names());
        assertEquals("dp-gram", guarded.run().provenance().method());
        for (String dataset : List.of("north.csv", "south.csv")) {
            assertTrue(spent(dataset).spentEpsilon() > 1.9 && spent(dataset).spentEpsilon() <= 2, dataset);
            assertEquals(1.0 / (ROWS * ROWS), spent(dataset).spentDelta(), 1e-12);
        }
    }

    /** The first reading counts; the second is that of the round, which was paid for. */
    @Test
    void learn_whenASourceIsAwayAfterTheCharge_readsItAgainUnderTheSameCharge() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        RowSource away = new WrappedRows(rows.get(0)) {
            @Override
            public void forEachRow(RowConsumer consumer) {
                int reading = begun.incrementAndGet();
                if (reading == 2) {
                    throw new DataException("the database is away");
                }
                source.forEachRow(consumer);
            }
        };
        learning(Ledgers.in(dir).budget(epsilon(2))).learn(List.of(away, rows.get(1)));
        assertTrue(begun.get() > 2, "readings: " + begun);
        for (String dataset : List.of("north.csv", "south.csv")) {
            assertTrue(spent(dataset).spentEpsilon() > 1.9 && spent(dataset).spentEpsilon() <= 2, dataset);
        }
    }

    @Test
    void learn_whenTheBudgetIsSpent_readsNothing() throws Exception {
        Ledgers ledgers = Ledgers.in(dir).budget(epsilon(2));
        learning(ledgers).learn(rows);
        int before = readings;
        assertThrows(PolicyRefusedException.class, () -> learning(ledgers).learn(rows));
        assertEquals(before, readings);
    }

    @Test
    void learn_withAnotherBudgetThanTheLedgerPromised_isRefusedBeforeAnythingIsRead() throws Exception {
        learning(Ledgers.in(dir).budget(epsilon(2))).learn(rows);
        int before = readings;
        assertThrows(
                LedgerException.class,
                () -> learning(Ledgers.in(dir).budget(epsilon(3))).learn(rows));
        assertEquals(before, readings);
    }

    @Test
    void learn_withoutBudgetOrPolicy_isRefusedBeforeAnythingIsRead() {
        assertThrows(
                IllegalArgumentException.class, () -> learning(Ledgers.in(dir)).learn(rows));
        assertNothingHappened(0);
    }

    @Test
    void learn_ofMethodThatIsUnknownOrPromisesNothingOrHasAWrongParameter_isRefusedBeforeAnythingIsRead() {
        Ledgers ledgers = Ledgers.in(dir).budget(epsilon(2));
        for (var named : List.of(
                Method.named("dp-grm"),
                Method.named("gram"),
                Method.named("dp-gram").with("colour", "red"))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> Learning.of(named).keeping(ledgers).learn(rows),
                    named.toString());
        }
        assertNothingHappened(0);
    }

    @Test
    void learn_ofSitesWithOtherColumns_isRefusedBeforeAnythingIsRead() throws Exception {
        Path other = Files.write(temp.resolve("east.csv"), List.of("effect,dose", "1,2", "3,4"));
        List<RowSource> mixed = List.of(rows.get(0), new Counting(read(other)));
        assertThrows(
                DataException.class,
                () -> learning(Ledgers.in(dir).budget(epsilon(2))).learn(mixed));
        assertNothingHappened(0);
    }

    @Test
    void learn_ofAStudyThatCountsOnOtherRows_chargesNothing() {
        Agreement agreement = Agreement.inProcess("s", rows.get(0).schema(), 1, UploadProtection.insecurePlain());
        Method agreed = UnitsOfSites.tell(
                        Method.named("dp-gram"),
                        new PrivacyBudget(2, 1e-6),
                        new PrivacyUnit.RecordUnit(),
                        Adjacency.REPLACE_ONE,
                        List.of(10L * ROWS))
                .on(agreement);
        assertThrows(
                PolicyRefusedException.class,
                () -> Learning.of(agreed)
                        .keeping(Ledgers.in(dir).budget(epsilon(2).withDelta(1e-6)))
                        .learn(rows.subList(0, 1)));
        assertFalse(Files.exists(dir));
    }

    @Test
    void learn_ofAnAgreedStudy_isChargedUnderItsName() throws Exception {
        Agreement agreement = Agreement.inProcess("s", rows.get(0).schema(), 1, UploadProtection.insecurePlain());
        Method agreed = UnitsOfSites.tell(
                        Method.named("dp-gram"),
                        new PrivacyBudget(2, 1e-6),
                        new PrivacyUnit.RecordUnit(),
                        Adjacency.REPLACE_ONE,
                        List.of((long) ROWS))
                .on(agreement);
        Learning.of(agreed)
                .keeping(Ledgers.in(dir).budget(epsilon(2).withDelta(1e-6)))
                .learn(rows.subList(0, 1));
        assertTrue(spent("north.csv").spentEpsilon() > 1.9);
    }

    @Test
    void learn_ofNormalScoresOfRanks_isRefusedBeforeAnythingIsRead() {
        Ledgers ledgers = Ledgers.in(dir).budget(epsilon(2));
        assertThrows(
                IllegalArgumentException.class,
                () -> learning(ledgers).inNormalScores().learn(rows));
        assertNothingHappened(0);
    }

    @Test
    void learn_ofRowsThatOneRecordCanEnd_isRefusedBeforeAnythingIsRead() {
        List<RowSource> plain = List.of(new Counting(CsvRowSource.of(temp.resolve("north.csv"))));
        assertThrows(
                PolicyRefusedException.class,
                () -> learning(Ledgers.in(dir).budget(epsilon(2))).learn(plain));
        assertNothingHappened(0);
    }

    @Test
    void learn_ofRowsInNoFile_needsNamesForTheirDataSets() throws Exception {
        RowSource memory = new Counting(InMemoryRows.of(VariableSchema.of("a", "b"), normal(ROWS)));
        Ledgers ledgers = Ledgers.in(dir).budget(epsilon(2));
        String message = assertThrows(
                        IllegalArgumentException.class, () -> learning(ledgers).learn(List.of(memory)))
                .getMessage();
        assertTrue(message.contains("datasets("), message);
        assertNothingHappened(0);
        learning(ledgers.datasets("ward")).learn(List.of(memory));
        assertTrue(spent("ward").spentEpsilon() > 1.9);
    }

    @Test
    void learn_ofACopyOfAChargedFile_isRefusedBeforeAnythingIsRead() throws Exception {
        Ledgers ledgers = Ledgers.in(dir).budget(epsilon(2));
        learning(ledgers).learn(rows);
        int before = readings;
        Path copy = Files.copy(temp.resolve("north.csv"), temp.resolve("west.csv"));
        assertThrows(PrivacyException.class, () -> learning(ledgers).learn(List.of(new Counting(read(copy)))));
        assertThrows(
                PrivacyException.class,
                () -> learning(ledgers.datasets("fresh")).learn(List.of(new Counting(read(copy)))));
        assertEquals(before, readings);
    }

    @Test
    void learn_divided_chargesTheFileOnce() throws Exception {
        learning(Ledgers.in(dir).budget(epsilon(2)).divided(2)).learn(rows.subList(0, 1));
        assertTrue(spent("north.csv").spentEpsilon() > 1.9 && spent("north.csv").spentEpsilon() <= 2);
    }

    @Test
    void learn_underAPolicy_mayTakeWhatItAllowsOneStudy_withoutCountingRows() throws Exception {
        Path policy = Files.writeString(temp.resolve("policy.yaml"), """
                dataset: {id: ward-north, rows: 200}
                unit: record
                adjacency: replace-one
                budget: {epsilon: 3, delta: 1e-6}
                perStudy: {epsilon: 1, delta: 1e-7}
                minimumCohort: 1
                allowedSolvers: [dp-gram]
                """);
        learning(Ledgers.in(dir).policy(policy)).learn(rows.subList(0, 1));
        assertEquals(1, spent("ward-north").spentEpsilon(), 0.01);
        assertEquals(1e-7, spent("ward-north").spentDelta(), 1e-15);
        assertThrows(
                PolicyRefusedException.class,
                () -> learning(Ledgers.in(dir).policy(policy).budget(epsilon(2)))
                        .learn(rows.subList(0, 1)));
    }

    /** A plan can have no unit; a run in one process can, and its budget is no reason against it. */
    @Test
    void learn_takesParametersThatAreForOneProcess() throws Exception {
        NamedMethod inUnit = Method.named("dp-gram").with("unit", "4");
        LearnedNetwork found = Learning.of(inUnit)
                .keeping(Ledgers.insecureInMemory().budget(epsilon(2)))
                .learn(rows);
        assertEquals(List.of("dose", "effect"), found.schema().names());
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> Learning.of(Method.named("dp-gram").with("unit", "-4"))
                        .keeping(Ledgers.insecureInMemory().budget(epsilon(2)))
                        .learn(rows));
        assertTrue(refusal.getMessage().contains("unit"), refusal.getMessage());
    }

    @Test
    void learn_zeroingOut_countsNothing() throws Exception {
        Ledgers ledgers = Ledgers.insecureInMemory().budget(epsilon(2).zeroingOut(150));
        assertThrows(IllegalArgumentException.class, () -> learning(ledgers).learn(rows)); // plans need replace-one
        assertNothingHappened(0);
        BudgetedSites sites = ledgers.count(List.of(new Ledgers.Source("north", rows.get(0))));
        assertEquals(List.of(150L), sites.units());
        assertNothingHappened(0);
    }

    @Test
    void learn_ofUsers_countsThemAndLeavesTheirColumnOut() throws Exception {
        double[][] visits = new double[300][];
        Random random = new Random(5);
        for (int row = 0; row < visits.length; row++) {
            visits[row] = new double[] {Math.floorDiv(row, 3), random.nextGaussian(), random.nextGaussian()};
        }
        RowSource memory = InMemoryRows.of(VariableSchema.of("patient", "a", "b"), visits);
        LearnedNetwork found = learning(Ledgers.in(dir)
                        .budget(epsilon(2).protectingUsers("patient"))
                        .datasets("ward"))
                .learn(List.of(memory));
        assertEquals(List.of("a", "b"), found.schema().names());
        assertEquals(1e-4, spent("ward").spentDelta(), 1e-12);
    }

    private static double[][] normal(int rows) {
        Random random = new Random(7);
        double[][] cells = new double[rows][2];
        for (double[] row : cells) {
            row[0] = random.nextGaussian();
            row[1] = row[0] + random.nextGaussian();
        }
        return cells;
    }
}
