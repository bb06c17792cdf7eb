// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Where nothing of a site's own hides its update, the same sites are in every sum, and every task says so. */
class FixedCohortTest {

    private static final SiteId SITE = new SiteId("here");
    private static final MechanismEvent EXACT = new MechanismEvent.NonPrivate("a test");
    private static final MechanismEvent PAID = new MechanismEvent.PureDp(1, 1);

    private static Study study(int quorum) {
        return new Study(
                "study",
                VariableSchema.numbered(2),
                ParameterLayout.linear(2),
                4,
                new RoundPolicy(quorum, Duration.ofSeconds(1), RoundPolicy.Convergence.never()),
                new Study.Rounds(
                        new AdmmSettings(3, 0, 0, PenaltySchedule.constant(1), PenaltySchedule.constant(1)),
                        LossScaling.PER_SITE,
                        0,
                        Centring.NONE,
                        CommunicationPolicy.exact(),
                        1));
    }

    /** Reveals sums over so many sites. */
    private record Sums(int sitesInSum) implements UpdateProtector {
        @Override
        public Update.Form form() {
            return Update.Form.SUMMED_CHANGE;
        }

        @Override
        public String id() {
            return "sums";
        }

        @Override
        public ProtectedUpdate protect(Update update) {
            throw new IllegalStateException("must not be asked");
        }
    }

    private record Solver(int sitesInSum) implements LocalSolver {
        @Override
        public String id() {
            return "solver";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return EXACT;
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            throw new IllegalStateException("must not be asked");
        }
    }

    private static Task task(int round, SiteId... included) {
        return new Task("study", round, 1, Payload.empty(), Set.of(included));
    }

    @Test
    void sumsOverSomeOfTheSites_hideNoExactUpdate() {
        PolicyRefusedException refused =
                assertThrows(PolicyRefusedException.class, () -> FixedCohort.require(study(3), EXACT, new Sums(2)));
        assertTrue(refused.getMessage().contains("the quorum must be all 4 sites, was 3"));
        assertDoesNotThrow(() -> FixedCohort.require(study(4), EXACT, new Sums(2)));
        assertDoesNotThrow(() -> FixedCohort.require(study(3), PAID, new Sums(2)));
        // uploads that anybody can read are another matter, and named insecure
        assertDoesNotThrow(() -> FixedCohort.require(study(3), EXACT, new Sums(1)));
    }

    @Test
    void sharedNoise_needsAllSitesInEverySum() {
        assertThrows(
                IllegalArgumentException.class,
                () -> FixedCohort.requireForSharedNoise(study(3), new Solver(2), new Sums(3)));
        assertThrows(
                IllegalArgumentException.class,
                () -> FixedCohort.requireForSharedNoise(study(4), new Solver(3), new Sums(2)));
        assertDoesNotThrow(() -> FixedCohort.requireForSharedNoise(study(4), new Solver(2), new Sums(2)));
        assertDoesNotThrow(() -> FixedCohort.requireForSharedNoise(study(3), new Solver(1), new Sums(2)));
    }

    @Test
    void whereEverySumIsOverAll_aTaskThatDeniesASitesPart_isRefused() {
        SiteId other = new SiteId("there");
        assertThrows(ProtocolException.class, () -> FixedCohort.requireIncluded(study(4), task(1, other), SITE));
        assertDoesNotThrow(() -> FixedCohort.requireIncluded(study(4), task(1, other, SITE), SITE));
        assertDoesNotThrow(() -> FixedCohort.requireIncluded(study(4), task(0), SITE));
        assertDoesNotThrow(() -> FixedCohort.requireIncluded(study(3), task(1, other), SITE));
    }
}
