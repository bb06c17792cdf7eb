// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.internal.mlp.MlpShape;
import io.hedgerow.core.internal.mlp.MlpSolver;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A neural network keeps nothing between rounds that its journal does not have. */
class MlpRestartTest {

    private static final MlpShape SHAPE = new MlpShape(3, 2);

    private static CrashingFederation federation(int crashAt) {
        Study study = new Study(
                "study",
                Fixtures.SCHEMA,
                SHAPE.layout(),
                2,
                new RoundPolicy(2, Duration.ofSeconds(30), RoundPolicy.Convergence.never()),
                new Study.Rounds(
                        new AdmmSettings(4, 0, 0.01, PenaltySchedule.constant(1), new PenaltySchedule(0.1, 1.25, 100)),
                        LossScaling.PER_SITE_MEAN,
                        0,
                        Centring.LOCAL_MEAN,
                        CommunicationPolicy.exact(),
                        1));
        return new CrashingFederation(
                study, List.of("a", "b"), new CrashPoints(crashAt), false, () -> new MlpSolver(SHAPE, 1, 1000));
    }

    @Test
    void anyProcessThatIsKilled_goesOnToTheSameConsensus() throws InterruptedException {
        StudyResult expected = federation(-1).run();
        assertTrue(expected.consensus().nonZeros() > SHAPE.layout().size() / 2);
        // every point of every round is tried for other solvers; these fall on both ends and all rounds
        for (int point = 3; point < 60; point += 7) {
            CrashingFederation federation = federation(point);
            assertEquals(expected.consensus(), federation.run().consensus(), "point " + point);
            assertEquals(1, federation.restarts, "point " + point);
        }
    }
}
