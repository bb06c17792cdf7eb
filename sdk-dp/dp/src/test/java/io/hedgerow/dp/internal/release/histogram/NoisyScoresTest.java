// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NoisyScoresTest {

    private static final int N = 20_000;

    private static ScoreDesign options() {
        return new ScoreDesign(
                new ReleaseOptions(4, N, Adjacency.REPLACE_ONE, 0.02, 3000, true, ReleaseCentre.none(4), 1));
    }

    /**
     * Of z, with correlation .8 and .5 to the first: a coin, a whole number, a skewed amount, and a value of which the
     * cells tell nothing.
     */
    private static double[][] rows() {
        Random random = new Random(9);
        double[][] rows = new double[N][4];
        for (double[] row : rows) {
            double z = random.nextGaussian();
            row[0] = z > 0 ? 1 : 0;
            row[1] = Math.floor(Math.exp(1 + (0.8 * z + 0.6 * random.nextGaussian()) / 2));
            row[2] = Math.exp(0.5 * z + Math.sqrt(0.75) * random.nextGaussian());
            row[3] = 1e6 + z;
        }
        return rows;
    }

    private static double[] sum(NoisyRound phase, double[][] rows) {
        phase.begin(
                options().centre(options().unannounced(), options().unannounced()),
                options().units(0, options().unannounced()));
        for (double[] row : rows) {
            phase.add(row);
        }
        return phase.finish(GramFixtures.SILENT);
    }

    /** What rows come from is found behind their cells: tolerances are 4 / √n, and as much for the rows cut short. */
    @Test
    void withoutNoise_correlationsAreThoseOfTheNormalVariables() {
        NoisyScores scores = new NoisyScores(sum(options().histograms(), rows()), 0);
        assertEquals(List.of(3), scores.lost());
        double[] triangle = Arrays.stream(sum(options().products(scores.announced()), rows()))
                .map(sum -> sum / N)
                .toArray();
        NoisyScores.Released released = scores.released(triangle, 1e-4, N);
        double[] s = released.gram().inUnitsOfRows(released.gram().matrix());
        for (int j = 0; j < 4; j++) {
            assertEquals(1, s[5 * j], 1e-12);
        }
        assertEquals(0.8, s[1], 0.06);
        assertEquals(0.5, s[2], 0.06);
        assertEquals(0.4, s[6], 0.06);
        assertEquals(0, s[3]);
        // in units of the scores, a row of norm 1 being as long as √2 times the root mean square
        assertTrue(released.sigma() > 2e-4 && released.gram().sigma() > 0.01, released.toString());
    }
}
