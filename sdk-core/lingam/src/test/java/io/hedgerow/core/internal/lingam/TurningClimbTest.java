// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurningClimbTest {

    /** x1 → x2 → x3. */
    private static final WeightMatrix CHAIN = WeightMatrix.of(new double[][] {{0, 1, 0}, {0, 0, -1}, {0, 0, 0}});

    private static final PooledRows ROWS =
            DrawnSites.of(CHAIN, DrawnSites.LAPLACE, 2, 500, 1).pooled();

    private static WeightMatrix climb(double[][] start, double price) {
        List<Family> families = Family.of(Dag.of(WeightMatrix.of(start)));
        return Family.weights(TurningClimb.from(families, ROWS.scores(), price).families(), ROWS.covariance());
    }

    @Test
    void edgesOfAWrongOrder_areTurnedAndDropped() {
        // x3 → x2 → x1, and x3 → x1 as the wrong order needs it
        WeightMatrix found = climb(new double[][] {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, 4);
        assertTrue(found.hasEdge(0, 1));
        assertTrue(found.hasEdge(1, 2));
        assertEquals(2, found.edgeCount());
    }

    /** x1 → x3 cannot be turned while x1 → x2 → x3 is there. */
    @Test
    void turningMakesNoCycle() {
        List<Family> families = Family.of(Dag.of(WeightMatrix.of(new double[][] {{0, 1, 1}, {0, 0, 1}, {0, 0, 0}})));
        assertFalse(TurningClimb.canTurn(families, 0, 2));
        assertTrue(TurningClimb.canTurn(families, 0, 1));
        assertTrue(TurningClimb.canTurn(families, 1, 2));
    }

    @Test
    void anEdgeThatCostsMoreThanItTells_isDropped() {
        double[][] start = {{0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
        assertEquals(2, climb(start, 4).edgeCount());
        assertEquals(0, climb(start, 1e6).edgeCount());
    }

    @Test
    void theScoreIsTheLogLikelihood() {
        NoiseFamilies scores = ROWS.scores();
        Family alone = Family.of(Dag.of(WeightMatrix.empty(3))).get(0);
        double variance = ROWS.covariance()[0];
        double scale = 1 / Math.sqrt(variance);
        double negentropy = ROWS.contrasts().of(new double[][] {{scale, 0, 0}}).negentropy(0);
        assertEquals(ROWS.worth() * (negentropy - 0.5 * Math.log(variance)), scores.of(alone), 1e-9);
        assertEquals(ROWS.worth() * negentropy, scores.evidence(alone), 1e-9);
    }
}
