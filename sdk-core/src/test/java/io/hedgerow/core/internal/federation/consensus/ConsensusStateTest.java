// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.consensus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.hedgerow.core.model.ParameterLayout;
import java.util.List;
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
}
