// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.solver.notears.SupportAcyclicity;
import org.junit.jupiter.api.Test;

class MlpLossTest {

    private static final MlpShape SHAPE = new MlpShape(3, 2);

    /** x̂_j = b2_j + Σ_u a_ju σ(b1_ju + Σ_i W_jui x_i), term by term. */
    private static double predicted(double[] theta, double[] x, int j) {
        double sum = theta[SHAPE.outerBias(j)];
        for (int u = 0; u < 2; u++) {
            double z = theta[SHAPE.innerBias(j) + u];
            for (int i = 0; i < 3; i++) {
                z += theta[SHAPE.edge(i, j) + u] * x[i];
            }
            sum += theta[SHAPE.output(j) + u] / (1 + Math.exp(-z));
        }
        return sum;
    }

    /** Three blocks of rows, the last of them not full. */
    @Test
    void evaluate_isHalfTheWeightedMeanOfSquaredErrors() {
        double[][] rows = MlpFixtures.gaussian(2 * RowBlocks.ROWS + 7, 3, 1);
        double[] theta = MlpFixtures.point(SHAPE, 2);
        double sum = 0;
        for (double[] x : rows) {
            for (int j = 0; j < 3; j++) {
                sum += Math.pow(predicted(theta, x, j) - x[j], 2);
            }
        }
        double expected = 0.7 / (2 * rows.length) * sum;
        double value = new MlpLoss(SHAPE, MlpFixtures.blocks(rows), 0.7).evaluate(theta, new double[theta.length]);
        assertEquals(expected, value, 1e-13 * expected, "sums of a thousand terms in another order");
    }

    @Test
    void gradient_matchesCentralDifferences_alsoOfAcyclicityAndRidge() {
        RowBlocks rows = MlpFixtures.blocks(MlpFixtures.gaussian(RowBlocks.ROWS + 5, 3, 3));
        NotearsMlp.MlpObjective objective = new NotearsMlp.MlpObjective(new TraceExponential(), SHAPE, rows, 0.3);
        // as the augmented Lagrangian would: α h + ρ/2 h² with both at work
        SupportAcyclicity h = new SupportAcyclicity(new TraceExponential(), 3, SHAPE.slice(), 2);
        double[] theta = MlpFixtures.point(SHAPE, 4);
        double[] gradient = new double[theta.length];
        double[] ofH = new double[theta.length];
        objective.evaluate(theta, gradient);
        h.evaluate(theta);
        h.addGradient(theta, 1, ofH);
        boolean[] held = SHAPE.selfEdges();
        for (int k = 0; k < theta.length; k++) {
            if (held[k]) {
                assertEquals(0, gradient[k], "self-edges do not move");
            } else {
                assertEquals(MlpFixtures.difference(objective, theta, k), gradient[k], 1e-8, "at " + k);
                double slope = MlpFixtures.difference((x, unused) -> h.evaluate(x), theta, k);
                assertEquals(slope, ofH[k], 1e-8 * (1 + Math.abs(slope)), "of h at " + k);
            }
        }
    }

    /** Of a cycle of two, tr e^A − 2 = 2 cosh √(A_12 A_21) − 2 with A_ij = Σ_u W_jui². */
    @Test
    void acyclicity_isThatOfGroupNorms() {
        MlpShape two = new MlpShape(2, 2);
        double[] theta = new double[two.size()];
        theta[two.edge(0, 1)] = 0.3;
        theta[two.edge(0, 1) + 1] = -0.4;
        theta[two.edge(1, 0)] = 0.6;
        theta[two.output(0)] = 5;
        double h = new SupportAcyclicity(new TraceExponential(), 2, two.slice(), 2).evaluate(theta);
        assertEquals(2 * Math.cosh(0.5 * 0.6) - 2, h, 1e-15);
        assertEquals(
                0.5,
                two.layout()
                        .edgeWeights(io.hedgerow.core.model.Parameters.copyOf(theta))
                        .get(0, 1),
                1e-15);
    }

    @Test
    void rows_thatCannotBeFitted_areRefused() {
        RowBlocks rows = MlpFixtures.blocks(MlpFixtures.gaussian(5, 4, 3));
        assertThrows(IllegalArgumentException.class, () -> new MlpLoss(SHAPE, rows, 1));
        OpenedMoments moments = OpenedMoments.of(new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
        try (DataView view = moments.open()) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> RowBlocks.of(view, Centring.NONE, 1));
            assertEquals(true, e.getMessage().contains("known by their moments only"), e.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> new MlpShape(3, 0));
        assertThrows(IllegalArgumentException.class, () -> new MlpShape(3, 101));
        assertThrows(IllegalArgumentException.class, () -> new NotearsMlp(10, Double.NaN, 0.01, 1));
    }
}
