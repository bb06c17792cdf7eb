package io.hedgerow.samples.experiment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.simulation.LinearSem;
import io.hedgerow.core.simulation.Noise;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class UnitsTest {

    private final LinearSem chain =
            LinearSem.of(WeightMatrix.ofRows(3, new double[] {0, 2, 0, 0, 0, -1, 0, 0, 0}), Noise.GAUSSIAN);

    @Test
    void rescaled_isWhatTheRescaledModelHas() {
        for (Units units : Units.values()) {
            double[] factors = units.factors(chain, 5);
            SufficientStatistics measured = Units.rescaled(chain.population(100), factors);
            // a few roundings of numbers near 1
            assertArrayEquals(chain.rescaled(factors).covariance(), measured.secondMoment(Centring.LOCAL_MEAN), 1e-12);
            assertEquals(100, measured.rows());
        }
    }

    @Test
    void rescaled_scalesMeans() {
        SufficientStatistics raw = SufficientStatistics.ofMoments(9, new double[] {3}, new double[] {4});
        SufficientStatistics measured = Units.rescaled(raw, new double[] {0.5});
        assertEquals(1.5, measured.mean(0));
        assertEquals(1, measured.covariance(0, 0));
    }

    @Test
    void standardised_hasVarianceOne() {
        double[] s = Units.rescaled(chain.population(10), Units.STANDARDISED.factors(chain, 0))
                .secondMoment(Centring.LOCAL_MEAN);
        for (int j = 0; j < 3; j++) {
            assertEquals(1, s[j * 3 + j], 1e-12);
        }
    }

    @Test
    void random_dependsOnTheSeedOnly() {
        assertArrayEquals(Units.RANDOM.factors(chain, 1), Units.RANDOM.factors(chain, 1));
        assertFalse(Arrays.equals(Units.RANDOM.factors(chain, 1), Units.RANDOM.factors(chain, 2)));
        assertArrayEquals(new double[] {1, 1, 1}, Units.RAW.factors(chain, 1));
    }
}
