// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PersonalisedRefitProperties {

    @Property(tries = 60, seed = "71")
    void refit_leavesResidualsUncorrelatedWithEveryParent(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 9) int d,
            @ForAll boolean centred,
            @ForAll boolean collinear) {
        Centring centring = centred ? Centring.LOCAL_MEAN : Centring.NONE;
        Random random = new Random(seed);
        SufficientStatistics statistics = statistics(random, d, collinear);
        WeightMatrix structure = randomStructure(random, d);
        WeightMatrix refitted = PersonalisedRefit.refit(structure, statistics, centring);
        double[] s = statistics.secondMoment(centring);
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                if (!structure.hasEdge(i, j)) {
                    assertEquals(0, refitted.get(i, j));
                    continue;
                }
                double covariance = s[i * d + j];
                for (int k = 0; k < d; k++) {
                    covariance -= s[i * d + k] * refitted.get(k, j);
                }
                // Relative to the scales. Dropped eigenvalues are below 1e-12, which leaves at most their root, 1e-6.
                double scale = Math.sqrt(s[i * d + i] * s[j * d + j]);
                assertTrue(Math.abs(covariance) <= 2e-6 * scale, covariance + " of " + scale);
            }
        }
    }

    @Property(tries = 30, seed = "72")
    void refit_doesNotDependOnUnits(@ForAll long seed, @ForAll boolean collinear) {
        Random random = new Random(seed);
        int d = 5;
        SufficientStatistics statistics = statistics(random, d, collinear);
        WeightMatrix structure = randomStructure(random, d);
        double[] unit = {1, 1000, 0.01, 8, 1};
        double[] covariance = statistics.secondMoment(Centring.LOCAL_MEAN);
        for (int k = 0; k < d * d; k++) {
            covariance[k] *= unit[k / d] * unit[k % d];
        }
        SufficientStatistics inUnits = SufficientStatistics.ofMoments(50, new double[d], covariance);
        WeightMatrix plain = PersonalisedRefit.refit(structure, statistics, Centring.LOCAL_MEAN);
        double[] commonInUnits = structure.toRows();
        for (int k = 0; k < d * d; k++) {
            commonInUnits[k] *= unit[k % d] / unit[k / d];
        }
        WeightMatrix scaled =
                PersonalisedRefit.refit(WeightMatrix.ofRows(d, commonInUnits), inUnits, Centring.LOCAL_MEAN);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double back = scaled.get(i, j) * unit[i] / unit[j];
                assertEquals(plain.get(i, j), back, 1e-6 * (1 + Math.abs(back)));
            }
        }
    }

    @Example
    void refit_ofTwoEqualParents_sharesTheWeight() {
        double[] covariance = {1, 1, 0.6, 1, 1, 0.6, 0.6, 0.6, 1};
        SufficientStatistics statistics = SufficientStatistics.ofMoments(10, new double[3], covariance);
        WeightMatrix structure = WeightMatrix.of(new double[][] {{0, 0, 1}, {0, 0, 1}, {0, 0, 0}});
        WeightMatrix refitted = PersonalisedRefit.refit(structure, statistics, Centring.LOCAL_MEAN);
        assertEquals(0.3, refitted.get(0, 2), 1e-12);
        assertEquals(0.3, refitted.get(1, 2), 1e-12);
    }

    @Example
    void refit_ofTwoEqualParents_isNearestToTheCommonWeights() {
        double[] covariance = {1, 1, 0.6, 1, 1, 0.6, 0.6, 0.6, 1};
        SufficientStatistics statistics = SufficientStatistics.ofMoments(10, new double[3], covariance);
        WeightMatrix common = WeightMatrix.of(new double[][] {{0, 0, 0.7}, {0, 0, 0.1}, {0, 0, 0}});
        WeightMatrix refitted = PersonalisedRefit.refit(common, statistics, Centring.LOCAL_MEAN);
        // 0.7 + 0.1 is 0.2 too much, and both give half of it
        assertEquals(0.6, refitted.get(0, 2), 1e-12);
        assertEquals(0, refitted.get(1, 2), 1e-12);
    }

    @Example
    void refit_ofFewerThanThreeRowsMoreThanParents_keepsTheCommonWeights() {
        double[] covariance = {1, 0, 0.5, 0, 1, 0.25, 0.5, 0.25, 1};
        WeightMatrix common = WeightMatrix.of(new double[][] {{0, 0, 2}, {0, 0, 3}, {0, 0, 0}});
        for (int rows = 1; rows <= 6; rows++) {
            SufficientStatistics statistics = SufficientStatistics.ofMoments(rows, new double[3], covariance);
            WeightMatrix refitted = PersonalisedRefit.refit(common, statistics, Centring.LOCAL_MEAN);
            assertEquals(rows < 5 ? 2 : 0.5, refitted.get(0, 2), 1e-12);
            assertEquals(rows < 5 ? 3 : 0.25, refitted.get(1, 2), 1e-12);
        }
    }

    @Example
    void refit_ofAConstantParent_keepsItsCommonWeight() {
        double[] covariance = {0, 0, 0, 0, 4, 2, 0, 2, 3};
        SufficientStatistics statistics = SufficientStatistics.ofMoments(10, new double[3], covariance);
        WeightMatrix structure = WeightMatrix.of(new double[][] {{0, 0, 1}, {0, 0, 1}, {0, 0, 0}});
        WeightMatrix refitted = PersonalisedRefit.refit(structure, statistics, Centring.LOCAL_MEAN);
        assertEquals(1, refitted.get(0, 2));
        assertEquals(0.5, refitted.get(1, 2), 1e-15);
    }

    @Example
    void refit_ofOtherVariables_isRefused() {
        SufficientStatistics two = SufficientStatistics.ofMoments(10, new double[2], new double[] {1, 0, 0, 1});
        assertThrows(
                IllegalArgumentException.class,
                () -> PersonalisedRefit.refit(WeightMatrix.empty(3), two, Centring.NONE));
    }

    private static SufficientStatistics statistics(Random random, int d, boolean collinear) {
        double[][] rows = new double[3 * d + 4][d];
        for (double[] row : rows) {
            for (int i = 0; i < d; i++) {
                row[i] = 1 + random.nextGaussian() * (1 + i);
            }
            if (collinear && d > 2) {
                row[2] = 2 * row[0] - row[1];
            }
        }
        return OpenedMoments.ofRows(rows).statistics();
    }

    private static WeightMatrix randomStructure(Random random, int d) {
        double[][] rows = new double[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                rows[i][j] = random.nextInt(3) > 0 ? 1 : 0;
            }
        }
        return WeightMatrix.of(rows);
    }
}
