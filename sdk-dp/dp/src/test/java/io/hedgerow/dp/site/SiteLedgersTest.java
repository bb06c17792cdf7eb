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
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseRounds;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.PolicyTerms;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.SharedAccounting;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteLedgersTest {

    private static final PrivacyBudget BUDGET = new PrivacyBudget(1, 1e-6);
    private static final InMemoryRows ROWS =
            InMemoryRows.of(VariableSchema.of("a", "b", "patient"), new double[][] {{1, 2, 3}, {4, 5, 6}});

    @TempDir
    Path temp;

    private final ReleaseOptions options = ReleaseOptions.within(2, 2, BUDGET).withUsers(2);
    private final VariableSchema schema = VariableSchema.of("a", "b");
    private final Study study =
            ReleaseRounds.of("s", schema, 2, new MomentDesign(options), 2).study();

    private static SiteLedgers.Kept kept(String name, PrivacyBudget budget) {
        return kept(name, budget, null);
    }

    private static SiteLedgers.Kept kept(String name, PrivacyBudget budget, @Nullable Path file) {
        return new SiteLedgers.Kept(
                new SitePolicy(
                        new PolicyTerms(
                                new DatasetIdentity(name),
                                2,
                                new PrivacyUnit.UserUnit("patient"),
                                Adjacency.REPLACE_ONE,
                                budget,
                                new AccountingMode.FixedPlan()),
                        new StudyCap(budget),
                        1,
                        SitePolicy.PRIVATE_SOLVERS,
                        LedgerClock.USUAL_TOLERANCE),
                new SiteLedgers.Place(Optional.ofNullable(file), Optional.empty()));
    }

    private SiteLedgers.AdmissionRequest asked(String name, RowSource rows) {
        ReleaseSolver solver = new ReleaseSolver(new MomentDesign(options));
        return new SiteLedgers.AdmissionRequest(
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
    void admit_whenOneSitesRowsKnowNoUsers_chargesNobody() {
        RowSource users = UserRows.of(ROWS, "patient").leavingOutRowsWithoutUser();
        RowSource none = InMemoryRows.of(schema, new double[][] {{1, 2}, {3, 4}});
        try (SiteLedgers ledgers = open(BUDGET)) {
            List<SiteLedgers.AdmissionRequest> asked = List.of(asked("one", users), asked("two", none));
            assertThrows(PolicyRefusedException.class, () -> ledgers.admit(study, asked));
        }
        assertEquals(0, spent("one"));
        assertEquals(0, spent("two"));
    }

    @Test
    void admit_whenOneLedgerRefuses_chargesNobody() {
        RowSource users = UserRows.of(ROWS, "patient").leavingOutRowsWithoutUser();
        List<SiteLedgers.AdmissionRequest> asked = List.of(asked("one", users), asked("two", users));
        try (SiteLedgers ledgers = open(new PrivacyBudget(0.5, 1e-6))) {
            assertThrows(BudgetExhaustedException.class, () -> ledgers.admit(study, asked));
        }
        assertEquals(0, spent("one"));
        assertFalse(spent("two") > 0);
    }

    /** A run that begins again by itself would charge both again. */
    @Test
    void admit_whenALedgerFailsBehindAChargedOne_saysWhoIsCharged_andIsNotToBeTriedAgain() throws IOException {
        Path anchors = Files.createDirectory(temp.resolve("anchors"));
        RowSource users = UserRows.of(ROWS, "patient").leavingOutRowsWithoutUser();
        List<SiteLedgers.AdmissionRequest> asked = List.of(asked("one", users), asked("two", users));
        Path ledgers = temp.resolve("ledgers");
        List<SiteLedgers.Kept> kept = List.of(kept("one", BUDGET), kept("two", BUDGET));
        try (SiteLedgers open =
                new SiteLedgers(ledgers, schema, kept, 1, new SharedAccounting(), Optional.of(anchors))) {
            Path second;
            try (Stream<Path> files = Files.list(anchors)) {
                second = files.filter(file -> file.getFileName().toString().startsWith("two"))
                        .findFirst()
                        .orElseThrow();
            }
            Files.delete(second);
            Files.createFile(Files.createDirectory(second).resolve("in the way"));
            LedgerException failed = assertThrows(LedgerException.class, () -> open.admit(study, asked));
            assertFalse(failed.isMendable(), failed.getMessage());
            assertTrue(failed.getMessage().contains("charged to one, two stays spent"), failed.getMessage());
        }
    }

    private SiteLedgers.AdmissionRequest asked(String name) {
        return asked(name, UserRows.of(ROWS, "patient").leavingOutRowsWithoutUser());
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
        List<SiteLedgers.AdmissionRequest> asked = List.of(asked("one"), asked("two"));
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
            List<SiteLedgers.AdmissionRequest> asked = List.of(asked("one"), asked("two"));
            assertThrows(PolicyRefusedException.class, () -> ledgers.admit(study, asked));
        }
        assertEquals(0, spent("one"));
        assertEquals(List.of(), Files.readAllLines(temp.resolve("data-files")));
    }

    @Test
    void admit_ofTwoSitesOfOneDataSet_chargesItOnce() {
        RowSource users = UserRows.of(ROWS, "patient").leavingOutRowsWithoutUser();
        try (SiteLedgers ledgers =
                new SiteLedgers(temp, schema, List.of(kept("one", BUDGET)), 2, new SharedAccounting())) {
            List<SiteLedgers.Admission> admissions =
                    ledgers.admit(study, List.of(asked("one", users), asked("one", users)));
            assertEquals(2, admissions.size());
            assertEquals(admissions.get(0).charge(), admissions.get(1).charge());
        }
        assertTrue(spent("one") <= 1 && spent("one") > 0.995, "once: " + spent("one"));
    }

    /** A part with less noise costs more, and it may be first or last. */
    @Test
    void admit_ofPartsWithPlansOfTwoCosts_chargesTheDearest() {
        SiteLedgers.AdmissionRequest dear = asked("ward");
        SpendingPlan plan = dear.plan();
        SiteLedgers.AdmissionRequest cheap = new SiteLedgers.AdmissionRequest(
                dear.solver(),
                new SpendingPlan(
                        plan.study(),
                        plan.solver(),
                        plan.noiseSource(),
                        Collections.nCopies(plan.rounds().size(), new MechanismEvent.PureDp(0.01, 1)),
                        plan.delta()),
                dear.data());
        for (List<SiteLedgers.AdmissionRequest> parts : List.of(List.of(dear, cheap), List.of(cheap, dear))) {
            try (SiteLedgers ledgers =
                    SiteLedgers.insecureInMemory(schema, List.of(kept("ward", BUDGET)), 2, new SharedAccounting())) {
                ledgers.admit(study, parts);
                assertTrue(ledgers.account(0).charge().amount() > 0.995);
            }
        }
    }

    @Test
    void admit_ofASolverThatAPolicyDoesNotAllow_chargesNobody() {
        SiteLedgers.AdmissionRequest allowed = asked("one");
        SiteLedgers.AdmissionRequest strange = new SiteLedgers.AdmissionRequest(
                new StatedSolver(0.1, 0.1, () -> {}),
                asked("two").plan(),
                asked("two").data());
        try (SiteLedgers ledgers = open(BUDGET)) {
            assertThrows(PolicyRefusedException.class, () -> ledgers.admit(study, List.of(allowed, strange)));
        }
        assertEquals(0, spent("one"));
        assertEquals(0, spent("two"));
    }

    /** The dearest plan pays for the others of a data set only where all are certified at one δ. */
    @Test
    void admit_ofPartsWithPlansOfTwoDeltas_isRefused_andChargesNothing() {
        SiteLedgers.AdmissionRequest one =
                asked("ward", UserRows.of(ROWS, "patient").leavingOutRowsWithoutUser());
        SpendingPlan plan = one.plan();
        SiteLedgers.AdmissionRequest other = new SiteLedgers.AdmissionRequest(
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

    private static SiteLedgers.Place table(String database, String server, String table) {
        return new SiteLedgers.Place(
                Optional.empty(),
                Optional.of(new RowSource.Origin(
                        database, Optional.of(server), Optional.empty(), Set.of(table), Set.of(), Optional.empty())));
    }

    /** A host has many names, and a driver's next release may name the catalogue of a table. */
    @Test
    void requireOwnName_ofATableAtAnotherAddress_orWithItsCatalogue_isRefused() {
        SiteLedgers.Place first = table("jdbc:postgresql://ward:5432/x", "system 1/5", "public.visits");
        SiteLedgers.Kept kept = new SiteLedgers.Kept(kept("one", BUDGET).policy(), first);
        try (SiteLedgers ledgers = new SiteLedgers(temp, schema, List.of(kept), 1, new SharedAccounting())) {
            ledgers.admit(study, List.of(asked("one")));
        }
        DatasetIdentity two = new DatasetIdentity("two");
        for (SiteLedgers.Place again : List.of(
                table("jdbc:postgresql://ward.example.org:5432/x", "system 1/5", "public.visits"),
                table("jdbc:postgresql://10.0.0.7:5432/x", "system 1/5", "x.public.visits"),
                table("jdbc:postgresql://ward:5432/x", "system 2/5", "x.public.visits"))) {
            assertThrows(PolicyRefusedException.class, () -> SiteLedgers.requireOwnName(temp, two, again));
        }
        SiteLedgers.requireOwnName(temp, two, table("jdbc:postgresql://ward:5432/y", "system 1/6", "public.visits"));
        SiteLedgers.requireOwnName(temp, two, table("jdbc:postgresql://ward:5432/x", "system 1/5", "c.my_visits"));
    }

    @Test
    void admit_ofAFileAndItsCopyAsTwoDataSets_chargesNothing() throws IOException {
        Path file = Files.writeString(temp.resolve("first.csv"), "a,b\n1,2\n");
        try (SiteLedgers ledgers = of(BUDGET, file, Files.copy(file, temp.resolve("second.csv")))) {
            List<SiteLedgers.AdmissionRequest> asked = List.of(asked("one"), asked("two"));
            PolicyRefusedException e = assertThrows(PolicyRefusedException.class, () -> ledgers.admit(study, asked));
            assertTrue(String.valueOf(e.getMessage()).contains("a copy of"), e.getMessage());
        }
        assertEquals(0, spent("one"));
        assertEquals(0, spent("two"));
    }

    /** Where the number of rows is secret, a refusal would tell that there is none. */
    @Test
    void admit_ofTwoDataSetsWithoutRows_takesNeitherForACopy() throws IOException {
        Path file = Files.writeString(temp.resolve("first.csv"), "\na,b\n\r\n");
        try (SiteLedgers ledgers = of(BUDGET, file, Files.copy(file, temp.resolve("second.csv")))) {
            ledgers.admit(study, List.of(asked("one"), asked("two")));
        }
        assertTrue(spent("one") > 0);
        assertTrue(spent("two") > 0);
        Path packed = temp.resolve("third.csv.gz");
        try (OutputStream bytes = new GZIPOutputStream(Files.newOutputStream(packed))) {
            bytes.write(Files.readAllBytes(file));
        }
        SiteLedgers.requireOwnName(temp, new DatasetIdentity("three"), SiteLedgers.Place.of(packed));
        DatasetIdentity four = new DatasetIdentity("four");
        assertThrows(
                PolicyRefusedException.class,
                () -> SiteLedgers.requireOwnName(temp, four, SiteLedgers.Place.of(file)),
                "the file itself keeps its name");
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
