// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.consensus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConsensusStateTest {

    @Test
    void dropWeakEdges_whenAnEdgeHasSeveralParameters_decidesByTheirNorm() {
        // two targets; two parameters for each edge, then a bias
        ParameterLayout layout = ParameterLayout.of(
                2, List.of(new ParameterLayout.Block("first", 4, 2, 1), new ParameterLayout.Block("bias", 1, 0, 0)));
        double[] centre = {0, 0, 0.08, -0.08, 0.01, 0.05, 0.05, 0, 0, 0.01};

        ConsensusState.dropWeakEdges(centre, layout, 0.1);

        // 0.08·√2 > 0.1 stays although both parameters are below it, 0.05·√2 goes, biases stay
        assertArrayEquals(new double[] {0, 0, 0.08, -0.08, 0.01, 0, 0, 0, 0, 0.01}, centre);
    }

    @Test
    void dropWeakEdges_whenParametersAreLagged_leavesThem() {
        ParameterLayout layout = ParameterLayout.dynamicLinear(2, 1, 1);
        double[] centre = {0, 0.05, 0.02, 0.5, 0.2, 0, -0.05, 0};

        ConsensusState.dropWeakEdges(centre, layout, 0.1);

        assertArrayEquals(new double[] {0, 0, 0.02, 0.5, 0.2, 0, -0.05, 0}, centre);
    }

    @Test
    void dropWeakEdges_whenAnEdgeHasOneParameter_comparesItsSize() {
        double below = Math.nextDown(0.1);
        double[] centre = {0, 0.1, -0.1, 0, 0, below, -below, 3, 0};

        ConsensusState.dropWeakEdges(centre, ParameterLayout.linear(3), 0.1);

        assertArrayEquals(new double[] {0, 0.1, -0.1, 0, 0, 0, 0, 3, 0}, centre);
    }

    /** At each restart the same sum would end the coordinator again. */
    @Test
    void solverThatRefuses_isNoStep() {
        Study study = Fixtures.study(1, 3, 1, CommunicationPolicy.exact());
        GlobalSolver refusing = new GlobalSolver() {
            @Override
            public String id() {
                return "refusing";
            }

            @Override
            public GlobalSolution solve(GlobalProblem problem) {
                throw new IllegalArgumentException("start must not be NaN, was NaN at 0");
            }
        };
        Parameters sum = Parameters.zeros(study.layout().size());
        ConsensusState state = new ConsensusState(study, refusing, Update.Form.SUMMED_CHANGE);
        assertTrue(state.advance(new Aggregate(0, Set.of(new SiteId("a")), sum)).isEmpty());
    }
}
