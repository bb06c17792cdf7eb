// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.greedy.gradient.AverageClippedGradient;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import io.hedgerow.dp.internal.greedy.gradient.RowClippedGradient;
import io.hedgerow.dp.internal.greedy.gradient.Rows;
import io.hedgerow.dp.internal.greedy.gradient.SampleBlocks;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.SecureBits;
import org.junit.jupiter.api.Test;

/**
 * Statistical: the first choice of entries between variables 0 and 1, on two neighbours, against the bound e^ε0 of one
 * selection. n = 50 rows of which three are not 0; the neighbours differ in one row, which moves Y_01 from 2C to 0 and
 * Y_02 from 0 to 2C, as far as a row can.
 *
 * <p>With right clipping the scores of the two pairs are (1, 0) and (0, 1) units, Y_12 adds ½ on both sides, and the
 * chances are e/(e + 1 + e^½) = 0.506 and 0.186 at ε0 = 2. With the average clipped the chance on the second neighbour
 * is below e⁻²⁰.
 */
class SelectionPrivacyTest {

    private static final double RANGE = 2;
    private static final int TRIALS = 3000;
    private static final double[][] BASE = new double[50][3];
    private static final double[] HERE = {1e3, 1e3, -1e3};
    private static final double[] THERE = {1e3, -1e3, 1e3};

    static {
        BASE[0] = new double[] {1e3, 1e3, 0};
        BASE[1] = new double[] {1e3, 0, 1e3};
    }

    private interface Kind {
        ClippedGradient of(SampleBlocks samples);
    }

    private static double frequency(double[] row, Kind kind) {
        Parameters zero = Parameters.zeros(9);
        LocalProblem problem = new LocalProblem(ParameterLayout.linear(3), zero, zero, zero, 1e-3, 0, 1, Centring.NONE);
        SampleBlocks samples = Rows.blocks(Rows.with(BASE, 2, row));
        MechanismSteps steps = new MechanismSteps(
                ProtectedUnits.records(Adjacency.REPLACE_ONE, 50),
                new GreedyCost(RANGE, 0.5),
                DiscreteNoise.secure(),
                new SecureBits());
        StepRule rule = new StepRule(problem, new GreedySteps(1, 1, 1, Diagonal.MASKED), Rows.constant(3, 1), 50, 2);
        int hits = 0;
        PrivateGreedyDescent descent = new PrivateGreedyDescent(kind.of(samples), 3, 3);
        for (int trial = 0; trial < TRIALS; trial++) {
            steps.begin(3, 3, PrivateGreedyDescent.excluded(3, 3, Diagonal.MASKED), 1);
            double[] b = descent.run(problem, rule, steps);
            // flat index j·3 + i; without ℓ1 the chosen entry is 0 with probability of about 2⁻²⁰ only
            hits += b[1] != 0 || b[3] != 0 ? 1 : 0;
        }
        return hits / (double) TRIALS;
    }

    /**
     * The statistic p − e²·p′ has mean 0.506 − 7.39·0.186 = −0.87 and standard deviation below √(0.25 + 7.39²·0.152) /
     * √3000 = 0.054: exceeding 0 takes 16 of them.
     */
    @Test
    void selection_ofClippedRows_staysWithinItsBound() {
        double here = frequency(HERE, RowClippedGradient::new);
        double there = frequency(THERE, RowClippedGradient::new);
        assertTrue(here <= StrictMath.exp(RANGE) * there, here + " against " + there);
        // and the choice does depend on the row: 0.32 apart, with standard deviation below 0.013
        assertTrue(here - there > 0.2, here + " against " + there);
    }

    /**
     * The same statistic has mean of about 0.5 and is rejected with a probability that differs from 1 by less than
     * 1e-100.
     */
    @Test
    void selection_ofTheClippedAverage_breaksTheBound() {
        double here = frequency(HERE, AverageClippedGradient::new);
        double there = frequency(THERE, AverageClippedGradient::new);
        assertTrue(here > StrictMath.exp(RANGE) * there, here + " against " + there);
    }
}
