// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static io.hedgerow.dp.ledger.LedgerFixtures.GAUSSIAN;
import static io.hedgerow.dp.ledger.LedgerFixtures.PURE;
import static io.hedgerow.dp.ledger.LedgerFixtures.plan;
import static io.hedgerow.dp.ledger.LedgerFixtures.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the ledger decides. The accountant adds parameters, so a round of {@code GAUSSIAN} costs 1/8. */
class AccountedLedgerTest {

    @TempDir
    Path temp;

    private AccountedLedger reopened(AccountedLedger ledger) {
        ledger.close();
        return LedgerFixtures.open(temp);
    }

    private static long records(AccountedLedger ledger) {
        return ledger.spent().records();
    }

    @Test
    void declare_chargesThePlanWhole_andItsRoundsNothing() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            StudyLedger.Declaration declared = ledger.declare(plan("s", 4));
            assertTrue(declared.charged());
            assertEquals(0.5, declared.charge().amount());
            assertEquals(0.5, ledger.spent().spentEpsilon());
            for (int round = 0; round < 4; round++) {
                ledger.reserve(request("s", round, GAUSSIAN));
            }
            SpentReport spent = ledger.spent();
            assertEquals(0.5, spent.spentEpsilon());
            assertEquals(0x1p-22, spent.spentDelta());
            assertEquals(2.5, spent.leftEpsilon());
            assertEquals(Map.of("gaussian", 4L), spent.mechanisms());
            assertEquals(Map.of("adding", 0.5), spent.epsilonByAccountant());
            assertEquals(
                    new SpentReport.StudySpending("s", 0.5, 0x1p-22, 1, 4, 4, 0),
                    spent.studies().get(0));
        }
    }

    @Test
    void declare_ofTheSamePlanAfterARestart_chargesNothingAndReopensNothing() {
        AccountedLedger ledger = LedgerFixtures.open(temp);
        long sequence = ledger.declare(plan("s", 4)).sequence();
        ledger.reserve(request("s", 0, GAUSSIAN));
        ledger.reserve(request("s", 1, GAUSSIAN));
        try (AccountedLedger again = reopened(ledger)) {
            StudyLedger.Declaration declared = again.declare(plan("s", 4));
            assertEquals(new StudyLedger.Declaration(sequence, false, declared.charge(), 2), declared);
            assertEquals(0.5, again.spent().spentEpsilon());
            LedgerException spent = assertThrows(LedgerException.class, () -> again.reserve(request("s", 1, GAUSSIAN)));
            assertTrue(spent.getMessage().contains("study s round 1 is spent"), spent.getMessage());
            again.reserve(request("s", 2, GAUSSIAN));
        }
    }

    @Test
    void reserve_ofARoundLeftOut_isRefusedWhenLaterOnesWereLetThrough() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.declare(plan("s", 4));
            ledger.reserve(request("s", 2, GAUSSIAN));
            long before = records(ledger);
            assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 1, GAUSSIAN)));
            assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 2, GAUSSIAN)));
            assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 4, GAUSSIAN)));
            assertEquals(before, records(ledger));
            ledger.reserve(request("s", 3, GAUSSIAN));
        }
    }

    @Test
    void reserve_ofAnotherEventThanDeclared_isRefusedEvenWhenItCostsLess() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.declare(plan("s", GAUSSIAN, PURE));
            MechanismEvent less = new MechanismEvent.Gaussian(0.0625, 1);
            assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 0, less)));
            assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 0, PURE)));
            ledger.reserve(request("s", 0, GAUSSIAN));
            ledger.reserve(request("s", 1, PURE));
        }
    }

    @Test
    void declareAnotherCopy_isChargedAgain_andStartsAtTheFirstRound() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            assertThrows(LedgerException.class, () -> ledger.declareAnotherCopy(plan("s", 4)));
            ledger.declare(plan("s", 4));
            ledger.reserve(request("s", 0, GAUSSIAN));
            assertEquals(0, ledger.declareAnotherCopy(plan("s", 4)).firstOpenRound());
            assertEquals(1, ledger.spent().spentEpsilon());
            ledger.reserve(request("s", 0, GAUSSIAN));
            assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 0, GAUSSIAN)));
            assertEquals(2, ledger.spent().studies().get(0).copies());
        }
    }

    @Test
    void declare_ofAnotherPlanUnderTheSameName_isRefused() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.declare(plan("s", 4));
            assertThrows(LedgerException.class, () -> ledger.declare(plan("s", 3)));
            assertThrows(LedgerException.class, () -> ledger.declareAnotherCopy(plan("s", 5)));
            assertEquals(0.5, ledger.spent().spentEpsilon());
        }
    }

    @Test
    void declare_whereDeltaIsTheReason_saysSo() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            SpendingPlan wide = new SpendingPlan(
                    "wide", "dp-pgcd", "discrete", plan("first", 1).rounds(), 0x1p-19);
            String refused = assertThrows(BudgetExhaustedException.class, () -> ledger.declare(wide))
                    .getMessage();
            assertTrue(refused.endsWith(": more delta is asked for than is left"), refused);
            SpendingPlan both = new SpendingPlan(
                    "both", "dp-pgcd", "discrete", plan("first", 50).rounds(), 0x1p-19);
            refused = assertThrows(BudgetExhaustedException.class, () -> ledger.declare(both))
                    .getMessage();
            assertTrue(refused.endsWith(": more epsilon and delta are asked for than is left"), refused);
        }
    }

    @Test
    void declare_beyondTheBudget_recordsNothingAndSaysWhatIsLeft() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.declare(plan("first", 20)); // 2.5 of 3
            long before = records(ledger);
            BudgetExhaustedException refused =
                    assertThrows(BudgetExhaustedException.class, () -> ledger.declare(plan("second", 5)));
            assertEquals(
                    "dataset contract data: study second: its plan of 5 rounds asks for epsilon 0.625, delta"
                            + " 2.384185791015625E-7; of the budget (epsilon 3.0, delta 9.5367431640625E-7) there is left"
                            + " epsilon 0.5, delta 7.152557373046875E-7: more epsilon is asked for than is left",
                    refused.getMessage());
            assertEquals(before, records(ledger));
            ledger.declare(plan("second", 4)); // exactly what is left
            assertEquals(0, ledger.spent().leftEpsilon());
            assertThrows(BudgetExhaustedException.class, () -> ledger.reserve(request("third", 0, PURE)));
        }
    }

    @Test
    void budgetOfDelta_isAddedUpOverStudies() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            for (String study : List.of("a", "b", "c", "d")) { // a quarter of δ each
                ledger.declare(plan(study, 1));
            }
            assertThrows(BudgetExhaustedException.class, () -> ledger.declare(plan("e", 1)));
            ledger.declare(new SpendingPlan("pure", "dp-test", "discrete", List.of(PURE), 0));
        }
    }

    @Test
    void capOfAStudy_holdsOverItsCopiesAndReservations() {
        StudyCap cap = new StudyCap(new PrivacyBudget(0.5, 0x1p-21), 0x1p-26);
        try (AccountedLedger ledger = AccountedLedger.open(
                temp, LedgerFixtures.terms(), cap, LedgerFixtures.rule(), LedgerFixtures.clock())) {
            ledger.declare(plan("s", 3));
            BudgetExhaustedException refused =
                    assertThrows(BudgetExhaustedException.class, () -> ledger.declareAnotherCopy(plan("s", 3)));
            assertTrue(refused.getMessage().contains("of what one study may take (epsilon 0.5"), refused.getMessage());
            ledger.declare(plan("t", 4));
            for (int k = 0; k < 8; k++) {
                ledger.reserve(request("u", k, PURE));
            }
            assertThrows(BudgetExhaustedException.class, () -> ledger.reserve(request("u", 8, PURE)));
        }
    }

    @Test
    void capOfAStudy_mayChangeAndTheChangeIsRecorded() {
        LedgerFixtures.open(temp).close();
        StudyCap cap = new StudyCap(new PrivacyBudget(0.25, 0x1p-21), 0);
        AccountedLedger.open(temp, LedgerFixtures.terms(), cap, LedgerFixtures.rule(), LedgerFixtures.clock())
                .close();
        LedgerFixtures.open(temp).close();
        LedgerFixtures.open(temp).close();
        assertEquals(
                List.of(
                        new LedgerRecord.Header(LedgerFixtures.terms()),
                        new LedgerRecord.Capped(LedgerFixtures.cap()),
                        new LedgerRecord.Capped(cap),
                        new LedgerRecord.Capped(LedgerFixtures.cap())),
                LedgerHistory.read(temp).entries().stream()
                        .map(LedgerEntry::record)
                        .toList());
    }

    @Test
    void undeclaredReservation_ofARoundThatWasReserved_isRefused_alsoAfterARestart() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.reserve(request("s", 1, PURE));
            ledger.reserve(request("s", 0, PURE));
            ledger.reserve(request("t", 1, PURE));
            LedgerException spent = assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 1, PURE)));
            assertTrue(spent.getMessage().contains("study s round 1 is spent"), spent.getMessage());
        }
        try (AccountedLedger again = LedgerFixtures.open(temp)) {
            double before = again.spent().spentEpsilon();
            assertThrows(LedgerException.class, () -> again.reserve(request("s", 0, PURE)));
            assertThrows(LedgerException.class, () -> again.reserve(request("s", 1, GAUSSIAN)));
            assertEquals(before, again.spent().spentEpsilon());
            again.reserve(request("s", 2, PURE));
        }
    }

    @Test
    void undeclaredReservation_isAPlanOfItsOwn_withDeltaOnlyForGaussians() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.reserve(request("s", 0, PURE));
            assertEquals(0, ledger.spent().spentDelta());
            ledger.reserve(request("s", 1, GAUSSIAN));
            ledger.reserve(request("s", 2, new MechanismEvent.Sequence(List.of(PURE, GAUSSIAN))));
            assertEquals(2 * 0x1p-26, ledger.spent().spentDelta());
            assertEquals(0.375, ledger.spent().spentEpsilon());
            assertEquals(3, ledger.spent().studies().get(0).reservations());
        }
    }

    /** As a policy writes it: budget 1.2e-7, perStudy 4e-8. */
    @Test
    void declare_ofThreeStudiesWhoseDeltasAddUpToTheBudgets_isCovered_andOfAFourthNot() {
        LedgerTerms usual = LedgerFixtures.terms();
        LedgerTerms terms = new LedgerTerms(
                usual.dataset(),
                usual.fingerprint(),
                usual.unit(),
                usual.adjacency(),
                new PrivacyBudget(3, 1.2e-7),
                usual.mode());
        StudyCap cap = new StudyCap(new PrivacyBudget(1, 4e-8));
        for (int opened = 0; opened < 3; opened++) {
            try (AccountedLedger ledger =
                    AccountedLedger.open(temp, terms, cap, LedgerFixtures.rule(), LedgerFixtures.clock())) {
                ledger.declare(new SpendingPlan("s" + opened, "dp-gram", "discrete", List.of(PURE), 4e-8));
            }
        }
        try (AccountedLedger ledger =
                AccountedLedger.open(temp, terms, cap, LedgerFixtures.rule(), LedgerFixtures.clock())) {
            assertEquals(1.2e-7, ledger.spent().spentDelta());
            assertEquals(0, ledger.spent().leftDelta());
            assertThrows(
                    BudgetExhaustedException.class,
                    () -> ledger.declare(new SpendingPlan("s3", "dp-gram", "discrete", List.of(PURE), 1e-20)));
        }
    }

    @Test
    void sums_areExact() {
        MechanismEvent tenth = new MechanismEvent.PureDp(0.1, 1);
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            for (int k = 0; k < 29; k++) {
                ledger.reserve(request("s", k, tenth));
            }
            // The double 0.1 is above 1/10, so thirty of them are above 3, although 30 * 0.1 == 3.0 in doubles.
            assertThrows(BudgetExhaustedException.class, () -> ledger.reserve(request("s", 29, tenth)));
        }
    }

    @Test
    void reserve_ofAComputationWithoutGuarantee_isRefused() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            MechanismEvent event = new MechanismEvent.NonPrivate("mean");
            assertThrows(PolicyRefusedException.class, () -> ledger.reserve(request("s", 0, event)));
            assertThrows(PolicyRefusedException.class, () -> ledger.declare(plan("s", GAUSSIAN, event)));
            assertEquals(2, records(ledger));
        }
    }

    @Test
    void reserve_forOtherTerms_isRefused() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ReservationRequest good = request("s", 0, PURE);
            for (ReservationRequest bad : List.of(
                    with(good, new DatasetIdentity("other"), good.unit(), good.adjacency()),
                    with(good, good.dataset(), new PrivacyUnit.UserUnit("id"), good.adjacency()),
                    with(good, good.dataset(), good.unit(), Adjacency.ZERO_OUT),
                    request("", 0, PURE),
                    request("two\nlines", 0, PURE),
                    request("half a character \ud800", 0, PURE),
                    request("x".repeat(201), 0, PURE))) {
                assertThrows(LedgerException.class, () -> ledger.reserve(bad));
            }
            assertEquals(2, records(ledger));
        }
    }

    private static ReservationRequest with(
            ReservationRequest request, DatasetIdentity dataset, PrivacyUnit unit, Adjacency adjacency) {
        return new ReservationRequest(dataset, unit, adjacency, request.study(), request.round(), request.event());
    }

    @Test
    void reserve_ofAnEventNestedTooDeep_isRefused() {
        MechanismEvent deep = PURE;
        for (int k = 0; k < 17; k++) {
            deep = new MechanismEvent.Sequence(List.of(deep));
        }
        MechanismEvent event = deep;
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 0, event)));
            ledger.reserve(
                    request("s", 0, ((MechanismEvent.Sequence) event).steps().get(0)));
        }
        assertEquals(1, LedgerHistory.read(temp).requests().size());
    }

    @Test
    void open_withOtherTerms_isRefused() {
        LedgerFixtures.open(temp).close();
        LedgerTerms terms = LedgerFixtures.terms();
        LedgerTerms.Fingerprint grown = LedgerTerms.Fingerprint.of(VariableSchema.of("a", "b"), 101);
        PrivacyBudget more = new PrivacyBudget(4, 0x1p-20);
        for (LedgerTerms other : List.of(
                with(terms, new DatasetIdentity("other"), terms.fingerprint(), terms.unit(), terms.budget()),
                with(terms, terms.dataset(), grown, terms.unit(), terms.budget()),
                with(terms, terms.dataset(), terms.fingerprint(), new PrivacyUnit.UserUnit("id"), terms.budget()),
                with(terms, terms.dataset(), terms.fingerprint(), terms.unit(), more))) {
            LedgerException refused = assertThrows(
                    LedgerException.class,
                    () -> AccountedLedger.open(
                            temp, other, LedgerFixtures.cap(), LedgerFixtures.rule(), LedgerFixtures.clock()));
            assertTrue(refused.getMessage().contains("never change;"), refused.getMessage());
        }
        LedgerTerms filter = LedgerFixtures.terms(new AccountingMode.RdpFilter(LedgerFixtures.ORDER));
        assertThrows(
                LedgerException.class,
                () -> AccountedLedger.open(
                        temp, filter, LedgerFixtures.cap(), LedgerFixtures.filterRule(), LedgerFixtures.clock()));
        assertThrows(
                IllegalArgumentException.class,
                () -> AccountedLedger.open(
                        temp, filter, LedgerFixtures.cap(), LedgerFixtures.rule(), LedgerFixtures.clock()));
        LedgerFixtures.open(temp).close();
    }

    private static LedgerTerms with(
            LedgerTerms terms,
            DatasetIdentity dataset,
            LedgerTerms.Fingerprint fingerprint,
            PrivacyUnit unit,
            PrivacyBudget budget) {
        return new LedgerTerms(dataset, fingerprint, unit, terms.adjacency(), budget, terms.mode());
    }

    @Test
    void rdpFilter_stopsAtTheDivergenceThatTheBudgetAllows_andHasNoPlans() {
        LedgerTerms terms = LedgerFixtures.terms(new AccountingMode.RdpFilter(LedgerFixtures.ORDER));
        double allowed = SpendingLimit.of(LedgerFixtures.BUDGET, terms.mode()).amount();
        try (AccountedLedger ledger = AccountedLedger.open(
                temp, terms, LedgerFixtures.cap(), LedgerFixtures.filterRule(), LedgerFixtures.clock())) {
            assertEquals(0, ledger.spent().spentEpsilon());
            int rounds = 0;
            for (; (rounds + 1) * 0.125 <= allowed; rounds++) {
                ledger.reserve(request("s", rounds, GAUSSIAN));
            }
            int next = rounds;
            assertThrows(BudgetExhaustedException.class, () -> ledger.reserve(request("t", next, GAUSSIAN)));
            SpentReport spent = ledger.spent();
            assertTrue(spent.spentEpsilon() <= 3 && spent.spentEpsilon() > 3 - 0.125, "" + spent.spentEpsilon());
            assertEquals(LedgerFixtures.BUDGET.delta(), spent.spentDelta());
            assertThrows(IllegalStateException.class, () -> ledger.declare(plan("s", 1)));
        }
        assertFalse(LedgerHistory.read(temp).requests().isEmpty());
    }
}
