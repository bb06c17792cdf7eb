// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.own.RoundsMethod;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A policy refuses each solver and each promise that would spend its budget on less than it protects. */
class AllowedSolversTest {

    private static final MechanismEvent COST = new MechanismEvent.PureDp(0.1, 1);

    /** Computes nothing; states what it protects. */
    private record Stated(String id, boolean protectsUsers, Adjacency adjacency) implements PlannedSolver {
        @Override
        public MechanismEvent plan(Task task) {
            return COST;
        }

        @Override
        public List<MechanismEvent> roundPlan(int rounds) {
            return Collections.nCopies(rounds, COST);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            throw new AssertionError("nothing is solved here");
        }
    }

    /** A solver without a statement of its unit. */
    private record Unplanned(String id) implements LocalSolver {
        @Override
        public MechanismEvent plan(Task task) {
            return COST;
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            throw new AssertionError("nothing is solved here");
        }
    }

    /** Has the name of one of the SDK's solvers when it is asked first. */
    private static final class Changing implements PlannedSolver {
        private final Stated stated = new Stated("mine", false, Adjacency.REPLACE_ONE);
        private int asked;

        @Override
        public String id() {
            return asked++ == 0 ? "dp-gram" : stated.id();
        }

        @Override
        public boolean protectsUsers() {
            return stated.protectsUsers();
        }

        @Override
        public Adjacency adjacency() {
            return stated.adjacency();
        }

        @Override
        public MechanismEvent plan(Task task) {
            return stated.plan(task);
        }

        @Override
        public List<MechanismEvent> roundPlan(int rounds) {
            return stated.roundPlan(rounds);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            return stated.solve(problem, view);
        }
    }

    private static SitePolicy policy(boolean ofUsers, Adjacency adjacency) {
        return PolicyReader.parse(
                "policy.yml",
                SitePolicyTest.GOOD
                        .replace("unit: record", ofUsers ? "unit: {person: patient}" : "unit: record")
                        .replace("replace-one", adjacency == Adjacency.ZERO_OUT ? "zero-out" : "replace-one")
                        .replace("[dp-pgcd, dp-gram]", "[mine]"));
    }

    private static Study study(int sites) {
        Agreement agreement =
                Agreement.inProcess("one", VariableSchema.of("a", "b"), sites, UploadProtection.insecurePlain());
        return RoundsMethod.study(
                agreement, FederatedMethod.FED_SPARSE.recommended(2, sites).withRounds(2));
    }

    private static void assertRefused(SitePolicy policy, int sites, LocalSolver solver, String why) {
        String message = assertThrows(PolicyRefusedException.class, () -> policy.requireAllowed(study(sites), solver))
                .getMessage();
        assertTrue(message.contains(why), message);
    }

    @Test
    void requireAllowed_ofWhatThePolicyPromises_passes() {
        assertDoesNotThrow(() -> policy(false, Adjacency.REPLACE_ONE)
                .requireAllowed(study(3), new Stated("mine", false, Adjacency.REPLACE_ONE)));
        assertDoesNotThrow(() -> policy(true, Adjacency.ZERO_OUT)
                .requireAllowed(study(3), new Stated("mine", true, Adjacency.ZERO_OUT)));
    }

    @Test
    void requireAllowed_ofASolverThatIsNotListed_isRefused() {
        assertRefused(
                policy(false, Adjacency.REPLACE_ONE),
                3,
                new Stated("theirs", false, Adjacency.REPLACE_ONE),
                "asks for theirs");
    }

    @Test
    void requireAllowed_ofASolverThatChangesItsName_isRefused() {
        SitePolicy policy = PolicyReader.parse("policy.yml", SitePolicyTest.GOOD);
        assertRefused(policy, 3, new Changing(), "has the name of a solver of the SDK");
    }

    @Test
    void requireAllowed_ofTooFewSites_isRefused() {
        assertRefused(
                policy(false, Adjacency.REPLACE_ONE),
                2,
                new Stated("mine", false, Adjacency.REPLACE_ONE),
                "at least 3 sites");
    }

    @Test
    void requireAllowed_ofASolverThatStatesNoUnit_isRefused() {
        assertRefused(policy(false, Adjacency.REPLACE_ONE), 3, new Unplanned("mine"), "must be a PlannedSolver");
    }

    @Test
    void requireAllowed_ofASolverOfTheOtherUnit_isRefused() {
        assertRefused(
                policy(true, Adjacency.REPLACE_ONE),
                3,
                new Stated("mine", false, Adjacency.REPLACE_ONE),
                "protects single records");
        assertRefused(
                policy(false, Adjacency.REPLACE_ONE),
                3,
                new Stated("mine", true, Adjacency.REPLACE_ONE),
                "protects users");
    }

    /** Its events bound the removal of a unit; a replacement moves its sums by twice as much. */
    @Test
    void requireAllowed_ofAZeroOutSolverUnderReplaceOne_isRefused_andTheReverseIsNot() {
        assertRefused(
                policy(false, Adjacency.REPLACE_ONE),
                3,
                new Stated("mine", false, Adjacency.ZERO_OUT),
                "solver mine has zero-out, which promises less");
        assertDoesNotThrow(() -> policy(false, Adjacency.ZERO_OUT)
                .requireAllowed(study(3), new Stated("mine", false, Adjacency.REPLACE_ONE)));
    }

    @Test
    void requirePromised_ofAnotherUnitOrALesserRelation_isRefused() {
        SitePolicy records = policy(false, Adjacency.REPLACE_ONE);
        records.requirePromised(new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE);
        policy(false, Adjacency.ZERO_OUT).requirePromised(new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE);
        assertThrows(
                PolicyRefusedException.class,
                () -> records.requirePromised(new PrivacyUnit.RecordUnit(), Adjacency.ZERO_OUT));
        assertThrows(
                PolicyRefusedException.class,
                () -> records.requirePromised(new PrivacyUnit.UserUnit("patient"), Adjacency.REPLACE_ONE));
        assertThrows(
                PolicyRefusedException.class,
                () -> policy(true, Adjacency.REPLACE_ONE)
                        .requirePromised(new PrivacyUnit.UserUnit("doctor"), Adjacency.REPLACE_ONE));
    }
}
