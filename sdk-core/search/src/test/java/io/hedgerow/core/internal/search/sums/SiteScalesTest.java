// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.linalg.SmallCholesky;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.model.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SiteScalesTest {

    private static final int D = 6;

    private static List<double[][]> sites(int count, Noise noise, long seed) {
        LinearSem model = LinearSem.of(new ErdosRenyi(D, 8).generate(seed), noise);
        List<double[][]> sites = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            sites.add(model.sample(200, 50 * seed + k));
        }
        return sites;
    }

    private static void scale(double[][] rows, int column, double by) {
        for (double[] row : rows) {
            row[column] *= by;
        }
    }

    private static Map<Integer, Double> factors(List<double[][]> sites) {
        return SummedRows.of(sites).scaleFactors(D);
    }

    /** τ² = (Q − (K − 1)(κ − 1)) / (Σ w (1 − 1/K)), computed from each site's own variance. */
    @Test
    void factor_isThatOfTheVarianceOfLogarithms_beyondChance() {
        List<double[][]> sites = sites(4, Noise.UNIFORM, 1);
        scale(sites.get(2), 1, 5);
        double weight = 0;
        double sum = 0;
        double squares = 0;
        double fourth = 0;
        for (double[][] rows : sites) {
            double mean = 0;
            double second = 0;
            for (double[] row : rows) {
                mean += row[1] / rows.length;
            }
            for (double[] row : rows) {
                second += Math.pow(row[1] - mean, 2) / rows.length;
            }
            for (double[] row : rows) {
                fourth += Math.pow(row[1] - mean, 4) / second / second / 800;
            }
            double w = rows.length - 4;
            weight += w;
            sum += w * Math.log(second);
            squares += w * Math.log(second) * Math.log(second);
        }
        // tails lighter than normal ones count as normal
        double chance = 3 * Math.max(2, fourth - 1);
        double variance = (squares - sum * sum / weight - chance) / (weight * 3 / 4);
        Map<Integer, Double> factors = factors(sites);
        assertEquals(Set.of(1), factors.keySet());
        assertEquals(Math.exp(Math.sqrt(variance) / 2), factors.get(1), 1e-9);
        // one of four by a factor of 5: e^(ln 5 · √(1/4)), give or take chance
        assertEquals(Math.sqrt(5), factors.get(1), 0.3);
    }

    /** A variable in a thousand studies is expected; tails as heavy as these are counted. */
    @Test
    void sitesOfOnePopulation_areAlike_whateverTheirNoise() {
        for (Noise noise : List.of(Noise.GAUSSIAN, Noise.EXPONENTIAL, Noise.GUMBEL, Noise.UNIFORM)) {
            int told = 0;
            for (long seed = 1; seed <= 40; seed++) {
                told += factors(sites(2 + (int) (seed % 5), noise, seed)).isEmpty() ? 0 : 1;
            }
            assertTrue(told <= 1, told + " of 40 with noise " + noise);
        }
    }

    @Test
    void unitOfAllSites_andOneSite_sayNothing() {
        List<double[][]> sites = sites(3, Noise.GAUSSIAN, 3);
        sites.forEach(rows -> scale(rows, 2, 1e6));
        assertEquals(Map.of(), factors(sites));
        assertEquals(Map.of(), factors(sites.subList(0, 1)));
    }

    @Test
    void seriesTellOnlyWhatIsGross() {
        List<double[][]> sites = sites(2, Noise.GAUSSIAN, 4);
        scale(sites.get(0), 0, 2);
        scale(sites.get(0), 1, 100);
        assertEquals(Set.of(0, 1), factors(sites).keySet());
        assertEquals(Set.of(1), SummedRows.of(sites).ofSeries().scaleFactors(D).keySet());
        assertEquals(Set.of(0), SummedRows.of(sites).scaleFactors(1).keySet());
    }

    @Test
    void commonScale_hasMeanCorrelations_andTheGeometricMeanOfVariances() {
        List<double[][]> sites = sites(3, Noise.GAUSSIAN, 5);
        double[] before = SummedRows.of(sites).covariance();
        scale(sites.get(0), 2, 1000);
        double[] after = SummedRows.of(sites).inCommonScale().covariance();
        for (int k = 0; k < D * D; k++) {
            double unit = (k / D == 2 ? 10 : 1) * (k % D == 2 ? 10 : 1);
            // sites of 200 rows differ by 7 % in a deviation; means of a product and of its parts by its square
            double deviations = Math.sqrt(before[k / D * (D + 1)] * before[k % D * (D + 1)]);
            assertEquals(before[k], after[k] / unit, 0.03 * deviations);
        }
    }

    @Test
    void sameScales_leaveMomentsAsTheyAre() {
        List<double[][]> sites = sites(3, Noise.GAUSSIAN, 6);
        WithinSites alike = SummedRows.of(sites);
        assertSame(alike, alike.inCommonScale());
        scale(sites.get(1), 0, 1000);
        assertNotSame(alike, SummedRows.of(sites).inCommonScale());
    }

    /** Fisher's z of these, averaged, gave matrices with eigenvalues below 0 in 13 of 16 sets. */
    @Test
    void commonScale_isACovariance_evenOfSitesWithFewRows() {
        for (long seed = 1; seed <= 16; seed++) {
            LinearSem model = LinearSem.of(new ErdosRenyi(20, 30).generate(700 + seed), Noise.GAUSSIAN);
            List<double[][]> sites = new ArrayList<>();
            for (int k = 0; k < 20; k++) {
                sites.add(model.sample(20, 1000 * seed + k));
                scale(sites.get(k), 3, Math.pow(10, k - 10));
            }
            double[] common = SummedRows.of(sites).inCommonScale().covariance();
            double[] correlations = MomentMatrix.correlation(20, common);
            assertTrue(SmallCholesky.factor(correlations, 20, 1e-6), "seed " + seed);
        }
    }

    /** A site may send any weight; with one of 10¹⁸ chance was a χ² whose sum took minutes. */
    @Test
    void shareOfRows_isAtMostOne_whateverASiteSends() {
        List<double[][]> sites = sites(4, Noise.UNIFORM, 1);
        double[] right = SummedRows.sums(sites).toArray();
        for (int j = 0; j < D; j++) {
            right[SiteSums.varying(D, j, 0)] = right[SiteSums.agreement(D, j, 0)];
        }
        double[] wrong = right.clone();
        double[] below = right.clone();
        for (int j = 0; j < D; j++) {
            wrong[SiteSums.varying(D, j, 0)] = 1e18;
            below[SiteSums.varying(D, j, 0)] = -1;
        }
        double[] ones = new double[D];
        Arrays.fill(ones, 1);
        assertArrayEquals(
                SiteScales.inOwnDeviations(D, Parameters.takeOver(right), ones),
                SiteScales.inOwnDeviations(D, Parameters.copyOf(wrong), ones));
        assertEquals(0, SiteScales.inOwnDeviations(D, Parameters.takeOver(below), ones)[0]);
        assertEquals(Map.of(), new SiteScales(D, j -> 4, Parameters.takeOver(wrong), false).factors(D));
    }
}
