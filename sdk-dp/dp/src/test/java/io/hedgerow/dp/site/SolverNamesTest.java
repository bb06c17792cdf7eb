// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.method.own.RoundsMethod;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.release.SolverOfAnotherPlace;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.LedgerRecord;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.method.PrivateLocalSolvers;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.PrivateMethods;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.solver.PlannedSolver;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names of the SDK's solvers belong to its classes, and a ledger says which jar a solver came from. */
class SolverNamesTest {

    private static final int ROUNDS = 4;
    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b");

    @TempDir
    Path temp;

    private int readings;
    private int solved;

    /** A solver of somebody else, whatever it calls itself: its plan says that it costs next to nothing. */
    private final class Named extends StatedSolver {
        private final String id;

        Named(String id) {
            super(1e-9, 1e-9, () -> solved++);
            this.id = id;
        }

        @Override
        public String id() {
            return id;
        }
    }

    private void learn(LocalSolver solver, String allowed) throws Exception {
        Path policy = Files.writeString(temp.resolve("policy.yaml"), """
                budget: {epsilon: 2, delta: 1e-6}
                minimumCohort: 1
                allowedSolvers: [%s]
                """.formatted(allowed));
        RowSource rows = new WrappedRows(InMemoryRows.of(SCHEMA, new double[20][2])) {
            @Override
            public void forEachRow(RowConsumer consumer) {
                readings++;
                source.forEachRow(consumer);
            }
        };
        RoundsMethod method = RoundsMethod.of(
                RoundsMethod.study(
                        Agreement.inProcess("one", SCHEMA, 1, UploadProtection.insecurePlain()),
                        FederatedMethod.FED_SPARSE.recommended(2, 1).withRounds(ROUNDS)),
                site -> solver,
                LocalSolvers::consensus);
        Learning.of(method)
                .keeping(Ledgers.in(temp.resolve("ledgers")).policy(policy).datasets("ward"))
                .learn(List.of(rows));
    }

    @Test
    void solverOfAnotherJar_withANameOfTheSdk_isRefusedBeforeAnythingIsReadOrCharged() {
        for (String name : SitePolicy.PRIVATE_SOLVERS) {
            String refusal = assertThrows(PolicyRefusedException.class, () -> learn(new Named(name), name))
                    .getMessage();
            assertTrue(refusal.contains("a name of its own"), refusal);
        }
        assertThrows(
                PolicyRefusedException.class, () -> learn(new Named("dp-gram-shared-noise"), "dp-gram-shared-noise"));
        assertThrows(PolicyRefusedException.class, () -> learn(new SolverOfAnotherPlace(), "dp-gram"));
        PlannedSolver changed = steps().postProcessed("dp-gram", (problem, solution) -> solution);
        assertThrows(PolicyRefusedException.class, () -> learn(changed, "dp-gram"));
        assertEquals(0, readings);
        assertEquals(0, solved);
        assertFalse(Files.exists(temp.resolve("ledgers")));
    }

    private static PlannedSolver steps() {
        PrivateSettings settings = PrivateSettings.recommended(PrivateAlgorithm.DP_FED_SPARSE, 2, 1, 1)
                .withSteps(ROUNDS, 2);
        return PrivateLocalSolvers.proximalGreedy(
                settings,
                2,
                new SiteUnits(20, false, Adjacency.REPLACE_ONE),
                new PrivacyBudget(1, 1e-6),
                new SharedAccounting());
    }

    @Test
    void solverWithANameOfItsOwn_isAllowedByThatName_andTheLedgerNamesItsFile() throws Exception {
        learn(new Named("own"), "own");
        assertEquals(ROUNDS, solved);
        String origin = LedgerHistory.read(temp.resolve("ledgers/ward")).entries().stream()
                .map(entry -> entry.record())
                .filter(LedgerRecord.Declared.class::isInstance)
                .map(record ->
                        ((LedgerRecord.Declared) record).plan().solverOrigin().orElseThrow())
                .findFirst()
                .orElseThrow();
        assertTrue(origin.matches("class .*SolverNamesTest\\$Named sha256:[0-9a-f]{64}"), origin);
    }

    /** The same class out of two jars: the ledger tells them apart. */
    @Test
    void origin_isTheJarWithItsDigest() throws Exception {
        String name = StatedSolver.class.getName();
        List<String> origins = new ArrayList<>();
        for (String comment : List.of("one", "two")) {
            Path jar = temp.resolve(comment + ".jar");
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
                out.setComment(comment);
                out.putNextEntry(new JarEntry(name.replace('.', '/') + ".class"));
                StatedSolver.class.getResourceAsStream("StatedSolver.class").transferTo(out);
                out.closeEntry();
            }
            try (URLClassLoader loader = new ChildFirst(jar, name)) {
                var constructor =
                        loader.loadClass(name).getDeclaredConstructor(double.class, double.class, Runnable.class);
                constructor.setAccessible(true);
                origins.add(
                        PlannedSolver.originOf((LocalSolver) constructor.newInstance(1.0, 1.0, (Runnable) () -> {})));
            }
            assertEquals(
                    comment + ".jar sha256:" + Sha256.hex(Files.readAllBytes(jar)), origins.get(origins.size() - 1));
        }
        assertFalse(origins.get(0).equals(origins.get(1)));
    }

    private static final class ChildFirst extends URLClassLoader {
        private final String own;

        ChildFirst(Path jar, String own) throws IOException {
            super(new URL[] {jar.toUri().toURL()}, SolverNamesTest.class.getClassLoader());
            this.own = own;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(own) ? findClass(name) : super.loadClass(name, resolve);
        }
    }

    /** So that a solver that is added here gets its name to itself. */
    @Test
    void everyPrivateMethod_hasASolverWhoseNameIsReserved() {
        List<String> checked = new ArrayList<>();
        new PrivateMethods().descriptors().forEach(descriptor -> {
            boolean series = descriptor.name().equals("dp-dynamic-gram");
            if (descriptor.name().equals("dp-fed-sparse-laplace")) {
                return; // a baseline in one process, by settings only; its name is among PRIVATE_SOLVERS
            }
            PrivateMethod method = (PrivateMethod) Method.named(descriptor.name())
                    .with(
                            (series ? "persons." : "rows.")
                                    + SiteId.numbered(1).get(0).value(),
                            "1000")
                    .promising(new PrivacyPromise(
                            1,
                            1e-8,
                            series ? new PrivacyUnit.UserUnit("who") : new PrivacyUnit.RecordUnit(),
                            Adjacency.REPLACE_ONE))
                    .on(Agreement.inProcess("s", SCHEMA, 1, UploadProtection.insecurePlain()));
            PlannedSolver own = method.solver(SiteId.numbered(1).get(0));
            assertFalse(PlannedSolver.borrowsName(own), own.id());
            assertTrue(PlannedSolver.borrowsName(new Named(own.id())), own.id() + " is not reserved");
            checked.add(own.id());
        });
        assertTrue(checked.size() >= 6, "only " + checked);
    }
}
