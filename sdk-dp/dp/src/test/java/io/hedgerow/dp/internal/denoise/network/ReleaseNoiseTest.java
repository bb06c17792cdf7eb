// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.denoise.network.ReleasedDynamics.ReleaseNoise;
import io.hedgerow.dp.internal.release.series.SeriesFixtures;
import io.hedgerow.dp.internal.release.series.SeriesMoments;
import io.hedgerow.dp.internal.release.series.UserSeriesDesign;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReleaseNoiseTest {

    private static final int D = 5;

    private static SeriesMoments series(int lags, double variance, double mu, OptionalLong length) {
        UserSeriesDesign options = new UserSeriesDesign(
                SeriesFixtures.options(D, lags, 1).options().withMu(mu), lags, 1);
        double[] sum = new double[(lags + 1) * D * D];
        for (int j = 0; j < D; j++) {
            sum[j * (D + 1)] = variance * 300;
        }
        Parameters placed = SeriesFixtures.placed(options, sum);
        return SeriesMoments.of(options.ofLength(length), placed, SeriesFixtures.ones(D), 1, 300);
    }

    private static double[] diagonal(int q, double variance) {
        double[] matrix = new double[q * q];
        for (int a = 0; a < q; a++) {
            matrix[a * (q + 1)] = variance;
        }
        return matrix;
    }

    private static double[] normal(Random random, int size) {
        double[] vector = new double[size];
        Arrays.setAll(vector, a -> random.nextGaussian());
        return vector;
    }

    /** V = τ² (|u|² |v|² + (u · v)²), against 20,000 draws: a relative deviation of 1 % each, four of them allowed. */
    @Test
    void variance_ofEntries_isThatOfDrawnNoise() {
        Random random = new Random(3);
        double[] u = normal(random, D);
        double[] v = normal(random, D);
        double squares = 0;
        int draws = 20_000;
        for (int draw = 0; draw < draws; draw++) {
            double product = 0;
            for (int i = 0; i < D; i++) {
                for (int j = 0; j <= i; j++) {
                    double noise = 0.1 * random.nextGaussian() * (i == j ? Math.sqrt(2) : 1);
                    product += noise * (i == j ? u[i] * v[i] : u[i] * v[j] + u[j] * v[i]);
                }
            }
            squares += product * product / draws;
        }
        assertEquals(1, squares / MomentNoise.ofEntries(D, 0.01).variance(u, v), 0.04);
    }

    /** V = Σ_e τ_e² (Σ_ab u_a v_b)², against draws of S, C_1 and C_2, each put wherever it belongs. */
    @Test
    void variance_ofSeries_isThatOfDrawnNoise_whichIsTheSameWhereverColumnsAreAsFarApart() {
        int q = 3 * D;
        SeriesMoments moments = series(2, 1, 1, OptionalLong.of(10));
        Random random = new Random(4);
        double[] u = normal(random, q);
        double[] v = normal(random, q);
        double squares = 0;
        int draws = 20_000;
        for (int draw = 0; draw < draws; draw++) {
            double[] noise = new double[q * D];
            for (int e = 0; e < noise.length; e++) {
                // σ on the diagonal, σ/√2 beside it; w_1 = 4/3 and w_2 = 2/3, after factors 10/9 and 10/8
                double deviation = e >= 2 * D * D
                        ? 10 / 8.0 / Math.sqrt(2 / 3.0)
                        : e >= D * D ? 10 / 9.0 / Math.sqrt(4 / 3.0) : e / D == e % D ? 1 : Math.sqrt(0.5);
                noise[e] = moments.sigma() * deviation * random.nextGaussian();
            }
            double product = 0;
            for (int a = 0; a < q; a++) {
                for (int b = 0; b < q; b++) {
                    int lag = Math.abs(a / D - b / D);
                    boolean swapped = a / D > b / D || (lag == 0 && a > b);
                    int i = (swapped ? b : a) % D;
                    int j = (swapped ? a : b) % D;
                    product += u[a] * v[b] * noise[(lag * D + i) * D + j];
                }
            }
            squares += product * product / draws;
        }
        assertEquals(1, squares / ReleaseNoise.of(moments).variance(u, v), 0.04);
    }

    /** 1 / n_eff = 1 / n + max_j mean_i V(u_j, v_i): of S = I / 2 it is 4 σ²/2 beside and 4 σ² back in time. */
    @Test
    void rows_areThoseThatTheNoiseLeaves() {
        SeriesMoments noisy = series(1, 0.5, 0.05, OptionalLong.empty());
        double variance = noisy.sigma() * noisy.sigma();
        double mean = (4 * 2 * variance + 5 * 4 * variance) / 9;
        double found = ReleaseNoise.of(noisy).rows(noisy.rows(), diagonal(2 * D, 0.5), WeightMatrix.empty(2 * D));
        assertEquals(Math.max(StructureSearch.LEAST_ROWS, 1 / (1 / 300.0 + mean)), found, 1e-9);
        MomentNoise own = MomentNoise.ofEntries(D, 0.01);
        assertEquals(1 / (1e-6 + 0.01 / 0.25), own.rows(1e6, diagonal(D, 0.5), WeightMatrix.empty(D)), 1e-9);
        MomentNoise none = MomentNoise.ofEntries(D, 0);
        assertEquals(1e6, none.rows(1e6, diagonal(D, 0.5), WeightMatrix.empty(D)), 1e-6);
    }

    /**
     * With a → b of weight 2 and unit noises u_b = b − 2 a, so that |u_b|² is 5, and the variance of c is that of c.
     */
    @Test
    void rows_ofANetwork_areOfItsResiduals() {
        double[] s = {1, 2, 0, 2, 5, 0, 0, 0, 1};
        WeightMatrix network = WeightMatrix.ofRows(3, new double[] {0, 2, 0, 0, 0, 0, 0, 0, 0});
        // of b only c is tested: 5 · 1; of a b is, 1 · 1/5 + (0)², and c; of c both: less than 5
        assertEquals(1 / (1e-6 + 0.01 * 5), MomentNoise.ofEntries(3, 0.01).rows(1e6, s, network), 1e-6);
    }

    /** 1 / n_l = 1 / n + the mean of V; of S = I / 2 that of C_l twice over, 4 σ² / w_l. */
    @Test
    void rowsOfALag_areThoseOfItsNoise() {
        SeriesMoments noisy = series(2, 0.5, 1, OptionalLong.empty());
        double[] matrix = diagonal(3 * D, 0.5);
        double square = noisy.sigma() * noisy.sigma();
        MomentNoise noise = ReleaseNoise.of(noisy);
        assertEquals(1 / (1 / 300.0 + 4 * square / (4 / 3.0)), noise.rowsOfLag(noisy.rows(), matrix, 1), 1e-6);
        assertEquals(1 / (1 / 300.0 + 4 * square / (2 / 3.0)), noise.rowsOfLag(noisy.rows(), matrix, 2), 1e-6);
    }
}
