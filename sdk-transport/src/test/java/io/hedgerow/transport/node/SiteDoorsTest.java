// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.node.internal.site.HomeFiles;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a site looks at before it takes part in a study, or is charged for it. */
@Tag("slow")
@Timeout(120)
class SiteDoorsTest extends ThreeSites {

    /** The rows of {@link #rows}, which no one may read. */
    private static RowSource unread() {
        VariableSchema schema = rows(1).schema();
        return new RowSource() {
            @Override
            public VariableSchema schema() {
                return schema;
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                throw new AssertionError("rows were opened");
            }
        };
    }

    /** A method may compute a cost of its own, and what the officers signed is the most that is charged. */
    @Test
    void planThatWouldCostMoreThanItPromises_isRefused_andNothingIsCharged() throws Exception {
        SignedPlan promised = plan("dear", PRIVATE, BUDGET.replace("epsilon: 1,", "epsilon: 0.5,"), NO_MASKS);
        Method dearer = plan("dear", PRIVATE, BUDGET, NO_MASKS).method();
        Site site = site("north");
        FilePermissions.createDirectory(site.home().path());
        Optional<SiteBudget.AllowedPlan> asked = SiteBudget.ask(site, rows(1), promised, dearer);
        PolicyRefusedException refused = assertThrows(
                PolicyRefusedException.class,
                () -> SiteBudget.open(site, new HomeFiles(), asked, promised, dearer, note -> {})
                        .close());
        assertTrue(String.valueOf(refused.getMessage()).contains("it promises epsilon 0.5"), refused.toString());
        assertEquals(0, LedgerHistory.read(site.home().ledger()).spent().spentEpsilon());
    }

    /** The plan promises more than the policy of zero-out asks for, which keeps the number of rows secret. */
    @Test
    void numberOfRowsThatThePolicyKeeps_isNotCounted() throws Exception {
        SignedPlan plan = plan("counted", PRIVATE, BUDGET, NO_MASKS);
        Site site = site("north");
        FilePermissions.createDirectory(site.home().path());
        double[][] fewer = new double[199][3];
        RowSource rows = InMemoryRows.of(new VariableSchema(List.of("a", "b", "c")), fewer);
        DataException counted = assertThrows(DataException.class, () -> count(site, rows, plan));
        assertTrue(String.valueOf(counted.getMessage()).contains("holds 199"), counted.getMessage());
        Path policy = temp.resolve("north/policy.yaml");
        Files.writeString(policy, Files.readString(policy).replace("replace-one", "zero-out"));
        Site secret = new Site(
                site.name(),
                site.identity(),
                site.rules(),
                site.policy(),
                new SiteHome(temp.resolve("north/secret")),
                clock);
        FilePermissions.createDirectory(secret.home().path());
        count(secret, rows, plan);
    }

    private static void count(Site site, RowSource rows, SignedPlan plan) {
        Optional<SiteBudget.AllowedPlan> asked = SiteBudget.ask(site, rows, plan, plan.method());
        try (SiteBudget budget = SiteBudget.open(site, new HomeFiles(), asked, plan, plan.method(), note -> {})) {
            budget.requireUnits(rows, plan.method().solver(site.name()));
        }
    }

    /** Masks are agreed with the keys of the roster, so who signed it matters as much as who signed the plan. */
    @Test
    void rosterThatNoOfficerSigned_isRefusedBeforeAnythingIsOpened() throws Exception {
        SignedPlan signed = plan("masked", PLAIN, NO_BUDGET, MASKS);
        Path roster = temp.resolve("masked-roster.yaml");
        Site site = site("north");
        site.join(signed, rows(1), "127.0.0.1:1");
        Files.delete(DocumentSignatures.beside(roster));
        SignedPlan unsigned = SignedPlan.read(temp.resolve("masked.yaml"), Optional.of(roster));
        PolicyRefusedException refused =
                assertThrows(PolicyRefusedException.class, () -> site.join(unsigned, unread(), "127.0.0.1:1"));
        assertTrue(String.valueOf(refused.getMessage()).contains("the roster must be signed"), refused.toString());
    }

    @Test
    void listOfRevokedCertificates_thatTheRulesDemand_isNeededToJoin() throws Exception {
        SignedPlan plan = plan("careful", PLAIN, NO_BUDGET, NO_MASKS);
        Site site = site("north");
        Files.writeString(site.rules(), "  revocationListRequired: true\n", StandardOpenOption.APPEND);
        PolicyRefusedException refused =
                assertThrows(PolicyRefusedException.class, () -> site.join(plan, rows(1), "127.0.0.1:1"));
        assertTrue(String.valueOf(refused.getMessage()).contains("revocationListRequired"), refused.toString());
        Files.copy(
                new IdentityDirectory(identity("hub")).revocations(),
                site.identity().revocations());
        site.join(plan, rows(1), "127.0.0.1:1");
    }

    @Test
    void studyOfWhichARoundIsOver_isNotBegun_andNotCharged() throws Exception {
        SignedPlan plan = plan("begun", PRIVATE, BUDGET, NO_MASKS);
        Site site = site("north");
        FilePermissions.createDirectory(site.home().path());
        Optional<SiteBudget.AllowedPlan> asked = SiteBudget.ask(site, rows(1), plan, plan.method());
        try (SiteBudget budget = SiteBudget.open(site, new HomeFiles(), asked, plan, plan.method(), note -> {})) {
            budget.requireBegins(0);
            PolicyRefusedException refused = assertThrows(PolicyRefusedException.class, () -> budget.requireBegins(1));
            assertEquals(Optional.of(PolicyRefusedException.Reason.BEGUN), refused.reason());
            assertTrue(budget.isDue());
        }
    }

    @Test
    void planThatNoOfficerOfTheSiteSigned_isRefusedBeforeAnythingIsOpened() throws Exception {
        SignedPlan plan = plan("other", PLAIN, NO_BUDGET, NO_MASKS);
        try (SigningKey another = SigningKey.create(temp.resolve("another.key"))) {
            officer = another.publicKey().hex();
        }
        Site site = site("north");
        assertThrows(PolicyRefusedException.class, () -> site.join(plan, unread(), "127.0.0.1:1", told::add));
        assertTrue(kinds("other").contains(Kind.PLAN_REFUSED), told.toString());
    }
}
