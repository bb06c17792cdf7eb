// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Random;
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

    /** Two variables whose four log-likelihoods are given. A climb that asks for more than it can need is stopped. */
    private static final class Given extends NoiseFamilies {
        private final double[][] ofChild;
        private int asked;

        /** [child][0 or 1 parents]. */
        Given(double[][] ofChild) {
            super(2, ROWS.covariance(), 1, ROWS.contrasts());
            this.ofChild = ofChild;
        }

        @Override
        boolean learn(Collection<Family> families) {
            return true;
        }

        @Override
        double of(Family family) {
            if (++asked > 1000) {
                throw new IllegalStateException("the climb does not end");
            }
            return ofChild[family.child()][family.parents().cardinality()];
        }
    }

    /** Three sums, each rounded to the next digit, gain with the turn of an edge, and with the turn back. */
    @Test
    void gainsOfTheSizeOfRounding_turnNothingForALoss() {
        Random random = new Random(3);
        int bothGained = 0;
        for (int k = 0; k < 100_000; k++) {
            double[] drawn = random.doubles(3, 1, 2).toArray();
            for (int n = 0; n < 3; n++) {
                drawn[n] = Math.scalb(random.nextBoolean() ? drawn[n] : -drawn[n], random.nextInt(50, 56));
            }
            double effect = drawn[0];
            double effectAlone = drawn[1];
            double causeTurned = drawn[2];
            double cause = effectAlone - effect + causeTurned;
            cause += random.nextInt(-3, 4) * Math.ulp(cause);
            if (effectAlone > effect || cause > causeTurned) {
                continue; // the edge would be dropped
            }
            boolean both = effectAlone - effect + causeTurned - cause > 1e-6
                    && cause - causeTurned + effect - effectAlone > 1e-6;
            bothGained += both ? 1 : 0;
            NoiseFamilies scores = new Given(new double[][] {{cause, causeTurned}, {effectAlone, effect}});
            List<Family> start = Family.of(Dag.of(WeightMatrix.of(new double[][] {{0, 1}, {0, 0}})));
            List<Family> found = TurningClimb.from(start, scores, 0).families();
            BigDecimal gained = new BigDecimal(effectAlone)
                    .subtract(new BigDecimal(effect))
                    .add(new BigDecimal(causeTurned))
                    .subtract(new BigDecimal(cause));
            assertTrue(found.equals(start) || gained.signum() > 0, "turned for a gain of " + gained);
        }
        assertTrue(bothGained > 50, "of these cases there must be some, were " + bothGained);
    }
}
