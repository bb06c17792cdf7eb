// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.data.rows.PersonRows;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.ReleaseStudy;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.SharedAccounting;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteLedgersTest {

    private static final PrivacyBudget BUDGET = new PrivacyBudget(1, 1e-6);
    private static final InMemoryRows ROWS =
            InMemoryRows.of(VariableSchema.of("a", "b", "patient"), new double[][] {{1, 2, 3}, {4, 5, 6}});

    @TempDir
    Path temp;

    private final ReleaseOptions options = ReleaseOptions.within(2, 2, BUDGET).withPersons(2);
    private final VariableSchema schema = VariableSchema.of("a", "b");
    private final Study study = new ReleaseStudy<>(
                    Agreement.inProcess("s", schema, 2, UploadProtection.insecurePlain()), new MomentDesign(options), 4)
            .study();

    private static SiteLedgers.Kept kept(String name, PrivacyBudget budget) {
        return kept(name, budget, null);
    }

    private static SiteLedgers.Kept kept(String name, PrivacyBudget budget, @Nullable Path file) {
        return new SiteLedgers.Kept(
                new SitePolicy(
                        new DatasetIdentity(name),
                        2,
                        new PrivacyUnit.PersonUnit("patient"),
                        Adjacency.REPLACE_ONE,
                        budget,
                        new StudyCap(budget),
                        new AccountingMode.FixedPlan(),
                        1,
                        SitePolicy.PRIVATE_SOLVERS,
                        LedgerClock.USUAL_TOLERANCE),
                Optional.ofNullable(file));
    }

    private SiteLedgers.Asked asked(String name, RowSource rows) {
        ReleaseSolver solver = new ReleaseSolver(new MomentDesign(options));
        return new SiteLedgers.Asked(
                solver,
                new SpendingPlan("s", solver.id(), "test", solver.roundPlan(2), BUDGET.delta()),
                SiteData.of(new DatasetIdentity(name), rows));
    }

    private double spent(String name) {
        return LedgerHistory.read(temp.resolve(name)).spent().spentEpsilon();
    }

    private SiteLedgers open(PrivacyBudget second) {
        return new SiteLedgers(
                temp, schema, List.of(kept("one", BUDGET), kept("two", second)), 1, new SharedAccounting());
    }

    @Test
    void admit_whenOneSitesRowsKnowNoPersons_chargesNobody() {
        RowSource persons = PersonRows.of(ROWS, "patient").leavingOutRowsOfNobody();
        RowSource none = InMemoryRows.of(schema, new double[][] {{1, 2}, {3, 4}});
        try (SiteLedgers ledgers = open(BUDGET)) {
            List<SiteLedgers.Asked> asked = List.of(asked("one", persons), asked("two", none));
            assertThrows(PolicyRefusedException.class, () -> ledgers.admit(study, asked));
        }
        assertEquals(0, spent("one"));
        assertEquals(0, spent("two"));
    }

    @Test
    void admit_whenOneLedgerRefuses_chargesNobody() {
        RowSource persons = PersonRows.of(ROWS, "patient").leavingOutRowsOfNobody();
        List<SiteLedgers.Asked> asked = List.of(asked("one", persons), asked("two", persons));
        try (SiteLedgers ledgers = open(new PrivacyBudget(0.5, 1e-6))) {
            assertThrows(BudgetExhaustedException.class, () -> ledgers.admit(study, asked));
        }
        assertEquals(0, spent("one"));
        assertFalse(spent("two") > 0);
    }

    private SiteLedgers.Asked asked(String name) {
        return asked(name, PersonRows.of(ROWS, "patient").leavingOutRowsOfNobody());
    }

    private SiteLedgers of(PrivacyBudget budget, Path first, Path second) {
        List<SiteLedgers.Kept> kept = List.of(kept("one", BUDGET, first), kept("two", budget, second));
        return new SiteLedgers(temp, schema, kept, 1, new SharedAccounting());
    }

    /** Otherwise a run that cost nothing would keep the file from ever having another name. */
    @Test
    void admit_remembersFilesWithTheCharge_andNotBefore() throws IOException {
        Path first = Files.createFile(temp.resolve("first.csv"));
        Path second = Files.createFile(temp.resolve("second.csv"));
        Path known = temp.resolve("data-files");
        List<SiteLedgers.Asked> asked = List.of(asked("one"), asked("two"));
        try (SiteLedgers ledgers = of(new PrivacyBudget(0.5, 1e-6), first, second)) {
            assertThrows(BudgetExhaustedException.class, () -> ledgers.admit(study, asked));
        }
        assertFalse(Files.exists(known), "refused");
        Path ofTwo = temp.resolve("two");
        try (Stream<Path> inside = Files.list(ofTwo)) {
            for (Path file : inside.toList()) {
                Files.delete(file);
            }
        }
        try (SiteLedgers ledgers = of(BUDGET, first, second)) {
            assertFalse(Files.exists(known), "opened");
            ledgers.admit(study, asked);
        }
        assertEquals(2, Files.readAllLines(known).size());
    }

    @Test
    void admit_ofTwoNamesOfOneFile_chargesNobodyAndRemembersNone() throws IOException {
        Path file = Files.createFile(temp.resolve("first.csv"));
        try (SiteLedgers ledgers = of(BUDGET, file, Files.createLink(temp.resolve("second.csv"), file))) {
            List<SiteLedgers.Asked> asked = List.of(asked("one"), asked("two"));
            assertThrows(PolicyRefusedException.class, () -> ledgers.admit(study, asked));
        }
        assertEquals(0, spent("one"));
        assertEquals(List.of(), Files.readAllLines(temp.resolve("data-files")));
    }

    @Test
    void admit_ofTwoSitesOfOneDataSet_chargesItOnce() {
        RowSource persons = PersonRows.of(ROWS, "patient").leavingOutRowsOfNobody();
        try (SiteLedgers ledgers =
                new SiteLedgers(temp, schema, List.of(kept("one", BUDGET)), 2, new SharedAccounting())) {
            List<SiteLedgers.Admission> admissions =
                    ledgers.admit(study, List.of(asked("one", persons), asked("one", persons)));
            assertEquals(2, admissions.size());
            assertEquals(admissions.get(0).charge(), admissions.get(1).charge());
        }
        assertTrue(spent("one") <= 1 && spent("one") > 0.995, "once: " + spent("one"));
    }

    /** Lines of earlier releases know a file's number and path, and not what is in it. */
    /** The dearest plan pays for the others of a data set only where all are certified at one δ. */
    @Test
    void admit_ofPartsWithPlansOfTwoDeltas_isRefused_andChargesNothing() {
        SiteLedgers.Asked one = asked("ward", PersonRows.of(ROWS, "patient").leavingOutRowsOfNobody());
        SpendingPlan plan = one.plan();
        SiteLedgers.Asked other = new SiteLedgers.Asked(
                one.solver(),
                new SpendingPlan(plan.study(), plan.solver(), plan.noiseSource(), plan.rounds(), BUDGET.delta() / 2),
                one.data());
        try (SiteLedgers ledgers =
                new SiteLedgers(temp, schema, List.of(kept("ward", BUDGET)), 2, new SharedAccounting())) {
            assertThrows(PolicyRefusedException.class, () -> ledgers.admit(study, List.of(one, other)));
        }
        assertEquals(0, spent("ward"));
    }

    @Test
    void admit_readsTheListOfEarlierReleases() throws IOException {
        Path file = Files.writeString(temp.resolve("first.csv"), "a,b\n1,2\n");
        Path copy = Files.copy(file, temp.resolve("copy.csv"));
        Files.writeString(
                temp.resolve("data-files"),
                "old %28dev%3D1%2Cino%3D2%29 "
                        + URLEncoder.encode(file.toRealPath().toString(), UTF_8) + "\n");
        DatasetIdentity other = new DatasetIdentity("other");
        SiteLedgers.Place place = SiteLedgers.Place.of(file);
        assertThrows(PolicyRefusedException.class, () -> SiteLedgers.requireOwnName(temp, other, place));
        SiteLedgers.requireOwnName(temp, other, SiteLedgers.Place.of(copy));
        SiteLedgers.requireOwnName(temp, new DatasetIdentity("old"), place);
        assertEquals(Optional.of(new DatasetIdentity("old")), SiteLedgers.knownName(temp, place));
        Files.writeString(temp.resolve("data-files"), "two fields\n");
        assertThrows(LedgerException.class, () -> SiteLedgers.requireOwnName(temp, other, place));
    }

    @Test
    void admit_ofAFileAndItsCopyAsTwoDataSets_chargesNothing() throws IOException {
        Path file = Files.writeString(temp.resolve("first.csv"), "a,b\n1,2\n");
        try (SiteLedgers ledgers = of(BUDGET, file, Files.copy(file, temp.resolve("second.csv")))) {
            List<SiteLedgers.Asked> asked = List.of(asked("one"), asked("two"));
            PolicyRefusedException e = assertThrows(PolicyRefusedException.class, () -> ledgers.admit(study, asked));
            assertTrue(String.valueOf(e.getMessage()).contains("a copy of"), e.getMessage());
        }
        assertEquals(0, spent("one"));
        assertEquals(0, spent("two"));
    }

    /** A file system gives the number of a deleted file to a new one; no one is told to copy it. */
    @Test
    void requireOwnName_ofAFileWithTheNumberOfAnother_leavesItToTheSteward() throws IOException {
        Path file = Files.writeString(temp.resolve("first.csv"), "a,b\n1,2\n");
        Path link = Files.createLink(temp.resolve("number.csv"), file);
        try (SiteLedgers ledgers =
                new SiteLedgers(temp, schema, List.of(kept("one", BUDGET, file)), 1, new SharedAccounting())) {
            ledgers.admit(study, List.of(asked("one")));
        }
        Files.delete(file);
        Files.writeString(link, "a,b\n3,4\n");
        PolicyRefusedException e = assertThrows(
                PolicyRefusedException.class,
                () -> SiteLedgers.requireOwnName(temp, new DatasetIdentity("two"), SiteLedgers.Place.of(link)));
        assertTrue(String.valueOf(e.getMessage()).contains("only the data steward can say"), e.getMessage());
    }
}
