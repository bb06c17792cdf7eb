// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.CommunicationPolicy.ValueEncoding;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.PolicyTerms;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import io.hedgerow.dp.solver.PlannedSolver;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.PlannedAggregation;
import io.hedgerow.transport.study.PlannedAlgorithm;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.PlannedVariable;
import io.hedgerow.transport.study.StudyPlan;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a plan with private rounds means for a site, before any data. */
class PlannedPrivateRoundsTest {

    private static final int ROUNDS = 5;
    private static final double EPSILON = 1.5;
    private static final double DELTA = 1e-6;
    private static final SiteId NORTH = new SiteId("north");
    private static final PlannedPrivacy PRIVACY =
            new PlannedPrivacy.Budget(EPSILON, DELTA, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE);

    private static StudyPlan plan(String algorithm, PlannedPrivacy privacy, boolean masked, String... parameters) {
        Map<String, String> all = new HashMap<>(Map.of("rows.north", "300", "rows.south", "700", "rows.west", "500"));
        for (String parameter : parameters) {
            String[] parts = parameter.split("=", -1);
            all.put(parts[0], parts[1]);
        }
        all.values().removeIf(String::isEmpty);
        return new StudyPlan(
                "wards",
                "hub",
                List.of(NORTH, new SiteId("south"), new SiteId("west")),
                List.of(new PlannedVariable("age", 0, 120), new PlannedVariable("dose", 0, 9)),
                PlannedAlgorithm.of(algorithm, all),
                privacy,
                ROUNDS,
                3,
                Duration.ofMinutes(1),
                3,
                masked
                        ? Optional.of(new PlannedAggregation(
                                PlannedAggregation.Mode.MALICIOUS,
                                PlannedAggregation.Suite.HYBRID,
                                OptionalInt.empty(),
                                3,
                                0))
                        : Optional.empty(),
                0);
    }

    private static Method method(String algorithm, String... parameters) {
        return PlannedMethod.of(plan(algorithm, PRIVACY, false, parameters));
    }

    private static List<MechanismEvent> events(Method method, SiteId site) {
        return ((PlannedSolver) method.solver(site)).roundPlan(ROUNDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dp-fed-sparse", "dp-fed-bnsl"})
    void everySite_spendsThePlansBudget_andNoMore_andThatFollowsFromThePlan(String algorithm) {
        Method method = method(algorithm);
        for (SiteId site : List.of(NORTH, new SiteId("west"))) {
            List<MechanismEvent> events = events(method, site);
            double epsilon = new CertifiedAccountant().epsilon(new MechanismEvent.Sequence(events), DELTA);
            // the search for the noise ends within 1e-4 of the budget, from below
            assertTrue(epsilon <= EPSILON && epsilon > 0.999 * EPSILON, algorithm + " costs " + epsilon);
            assertEquals(events, events(method(algorithm), site), "a site that starts again finds the same plan");
        }
        assertEquals(ROUNDS, method.study().rounds());
    }

    /** Of three sites, each knows its own noise: the two others must make up the whole. */
    @Test
    void noiseBehindMasks_isEnoughWithoutThatOfAnyOneSite() {
        assertEquals(2, sitesInSum(true));
        assertEquals(1, sitesInSum(false));
    }

    private static int sitesInSum(boolean masked) {
        Method method = PlannedMethod.of(plan("dp-gram", PRIVACY, masked));
        return ((PlannedSolver) method.solver(NORTH)).sitesInSum();
    }

    @Test
    void greedySteps_haveAnEventForEveryRound_theClosedFormHasOne() {
        assertEquals(ROUNDS, events(method("dp-fed-sparse"), NORTH).size());
        assertEquals(1, events(method("dp-fed-bnsl"), NORTH).size());
        assertEquals("dp-pgcd", method("dp-fed-sparse").solver(NORTH).id());
        assertEquals("dp-fed-bnsl", method("dp-fed-bnsl").solver(NORTH).id());
    }

    @Test
    void privateMean_isPaidInRoundZero() {
        List<MechanismEvent> without = events(method("dp-fed-sparse"), NORTH);
        List<MechanismEvent> with = events(method("dp-fed-sparse", "private-mean=true", "bound=120"), NORTH);
        assertTrue(gaussians(with.get(0)) > gaussians(without.get(0)));
        assertEquals(gaussians(without.get(1)), gaussians(with.get(1)));
    }

    private static long gaussians(MechanismEvent event) {
        if (event instanceof MechanismEvent.Sequence sequence) {
            return sequence.steps().stream()
                    .mapToLong(PlannedPrivateRoundsTest::gaussians)
                    .sum();
        }
        return event instanceof MechanismEvent.Gaussian gaussian ? gaussian.count() : 0;
    }

    @Test
    void unit_rescalesTheRows_andNothingElseDoes() {
        RowSource rows = InMemoryRows.of(method("dp-fed-sparse").study().schema(), new double[][] {{6, 9}});
        assertEquals(rows, method("dp-fed-sparse").prepared(rows));
        double[] seen = new double[2];
        method("dp-fed-bnsl", "unit=9").prepared(rows).forEachRow(row -> System.arraycopy(row, 0, seen, 0, 2));
        assertEquals(2, seen[0], 1e-15);
        assertEquals(3, seen[1], 1e-15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dp-fed-sparse", "dp-fed-bnsl"})
    void masks_needWholeSteps(String algorithm) {
        Method masked = PlannedMethod.of(plan(algorithm, PRIVACY, true));
        assertEquals(ValueEncoding.FIXED, masked.study().communication().encoding());
        assertEquals(new SumForm.OwnNoise(), masked.sums());
        assertFalse(
                masked.study().digest().equals(method("dp-fed-sparse").study().digest()));
    }

    @ParameterizedTest
    @CsvSource({
        "dp-fed-sparse, gamma=1.5, gamma",
        "dp-fed-sparse, local-iterations=0, local-iterations",
        "dp-fed-sparse, local-iterations=200000, to 100000",
        "dp-fed-sparse, clip=-1, clip",
        "dp-fed-sparse, lambda=NaN, lambda",
        "dp-fed-sparse, smallest-deviation=1e6, smallest",
        "dp-fed-sparse, private-mean=true, bound",
        "dp-fed-sparse, rows.north=, rows.north is missing",
        "dp-fed-sparse, rows.north=1.5, whole number",
        "dp-fed-sparse, rows.east=3, no parameter rows.east",
        "dp-fed-sparse, selection=0.5, no parameter selection",
        "dp-fed-sparse, centre.weight=3, no parameter centre.weight",
        "dp-fed-bnsl, gamma=0.5, no parameter gamma",
        "dp-fed-bnsl, private-mean=true, no parameter private-mean",
        "dp-fed-bnsl, rho1=0, rho1"
    })
    void wrongParameters_areRefusedByName(String algorithm, String parameter, String said) {
        String message = assertThrows(IllegalArgumentException.class, () -> method(algorithm, parameter))
                .getMessage();
        assertTrue(message.contains(said), message);
    }

    private static SitePolicy policy(PrivacyUnit unit, Adjacency adjacency) {
        PrivacyBudget budget = new PrivacyBudget(EPSILON, DELTA);
        return new SitePolicy(
                new PolicyTerms(
                        new DatasetIdentity("north"), 300, unit, adjacency, budget, new AccountingMode.FixedPlan()),
                new StudyCap(budget),
                3,
                SitePolicy.PRIVATE_SOLVERS,
                LedgerClock.USUAL_TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dp-fed-sparse", "dp-fed-bnsl", "dp-gram"})
    void policyThatPromisesSomethingElse_refusesThePlanAndItsSolver(String algorithm) {
        StudyPlan plan = plan(algorithm, PRIVACY, false);
        Method method = PlannedMethod.of(plan);
        PrivacyUnit record = new PrivacyUnit.RecordUnit();
        for (Adjacency adjacency : Adjacency.values()) {
            // zeros are one of the values by which the plan's replace-one replaces
            SitePolicy same = policy(record, adjacency);
            PlannedMethod.requireSame(plan, method, NORTH, same);
            same.requireAllowed(method.study(), method.solver(NORTH));
            SitePolicy users = policy(new PrivacyUnit.UserUnit("patient_id"), adjacency);
            String refused = assertThrows(
                            PolicyRefusedException.class, () -> PlannedMethod.requireSame(plan, method, NORTH, users))
                    .getMessage();
            assertTrue(refused.contains("protects users, by column patient_id, the plan protects single"), refused);
            assertThrows(
                    PolicyRefusedException.class, () -> users.requireAllowed(method.study(), method.solver(NORTH)));
        }
        StudyPlan promisesLess =
                plan(algorithm, new PlannedPrivacy.Budget(EPSILON, DELTA, record, Adjacency.ZERO_OUT), false);
        assertThrows(
                PolicyRefusedException.class,
                () -> PlannedMethod.requireSame(promisesLess, method, NORTH, policy(record, Adjacency.REPLACE_ONE)));
    }

    @Test
    void everyParameterThatIsListed_isTaken() {
        method(
                "dp-fed-sparse",
                "lambda=0.1",
                "rho1=100",
                "rho2=2",
                "gamma=0.9",
                "local-iterations=3",
                "clip=2",
                "threshold=0.2",
                "smallest-deviation=0.5",
                "largest-deviation=40",
                "unit=4",
                "centre.age=60");
        method(
                "dp-fed-bnsl",
                "lambda=0.1",
                "rho1=100",
                "rho2=2",
                "clip=20",
                "threshold=0.2",
                "unit=4",
                "centre.age=60");
    }

    @Test
    void users_areCountedByThePlan_andProtectedByMethodsThatCan() {
        PlannedPrivacy users =
                new PlannedPrivacy.Budget(EPSILON, DELTA, new PrivacyUnit.UserUnit("patient"), Adjacency.REPLACE_ONE);
        String[] counts = {
            "rows.north=", "rows.south=", "rows.west=", "persons.north=100", "persons.south=200", "persons.west=150"
        };
        for (String algorithm : List.of("dp-fed-sparse", "dp-gram")) {
            PlannedSolver solver = (PlannedSolver)
                    PlannedMethod.of(plan(algorithm, users, false, counts)).solver(NORTH);
            assertTrue(solver.protectsUsers(), algorithm);
            String missing = assertThrows(
                            IllegalArgumentException.class, () -> PlannedMethod.of(plan(algorithm, users, false)))
                    .getMessage();
            assertTrue(missing.contains("persons.north is missing"), missing);
        }
        String rows = assertThrows(
                        IllegalArgumentException.class,
                        () -> PlannedMethod.of(plan("dp-fed-bnsl", users, false, counts)))
                .getMessage();
        assertTrue(rows.contains("protects single records only"), rows);
        PlannedPrivacy variable =
                new PlannedPrivacy.Budget(EPSILON, DELTA, new PrivacyUnit.UserUnit("age"), Adjacency.REPLACE_ONE);
        assertThrows(IllegalArgumentException.class, () -> PlannedMethod.of(plan("dp-gram", variable, false, counts)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dp-fed-sparse", "dp-fed-bnsl"})
    void otherPromises_areRefused(String algorithm) {
        List<PlannedPrivacy> others = List.of(
                new PlannedPrivacy.InsecureNoBudget(),
                new PlannedPrivacy.Budget(EPSILON, DELTA, new PrivacyUnit.RecordUnit(), Adjacency.ZERO_OUT),
                new PlannedPrivacy.Budget(EPSILON, 0, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE));
        for (PlannedPrivacy other : others) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> PlannedMethod.of(plan(algorithm, other, false)),
                    other.toString());
        }
        assertThrows(IllegalArgumentException.class, () -> method(algorithm).solver(new SiteId("east")));
    }
}
