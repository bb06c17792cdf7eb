// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import static io.hedgerow.dp.internal.denoise.mixed.NoisyColumnsTest.SHAPE;
import static io.hedgerow.dp.internal.denoise.mixed.NoisyColumnsTest.W;
import static io.hedgerow.dp.internal.denoise.mixed.NoisyColumnsTest.products;
import static io.hedgerow.dp.internal.denoise.mixed.NoisyColumnsTest.rows;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.posterior.EvidenceMatrix;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.dp.internal.denoise.RaisedMoments;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnNoiseTest {

    private static final int DRAWS = 4000;
    private static final double SIGMA = 1e-4;

    /** The variance of Σ u_a v_b ΔC_ab / (s_a s_b) over draws of the noise of products. */
    private static double observed(NoisyColumns base, double[] deviations, double[] u, double[] v, long seed) {
        int q = SHAPE.size();
        int r = deviations.length;
        double[] before = base.covariance();
        Random random = new Random(seed);
        double square = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            double[] drawn = new double[q * (q + 1) / 2];
            Arrays.setAll(drawn, k -> random.nextGaussian());
            double[] after = base.noisier(drawn).covariance();
            double moved = 0;
            for (int k = 0; k < after.length; k++) {
                moved += u[k / r] * v[k % r] * (after[k] - before[k]) / deviations[k / r] / deviations[k % r];
            }
            square += moved * moved;
        }
        return square / DRAWS;
    }

    static double[] deviations(double[] covariance) {
        int r = (int) Math.round(Math.sqrt(covariance.length));
        double[] deviations = new double[r];
        Arrays.setAll(deviations, a -> Math.sqrt(covariance[a * (r + 1)]));
        return deviations;
    }

    /** Numbers about their mean, and levels that are nearly as frequent as others: their means have little noise. */
    private static NoisyColumns quiet() {
        double[][] rows = rows(3000, 7);
        double[] centre = {
            Arrays.stream(rows).mapToDouble(row -> row[0]).average().orElseThrow(),
            Arrays.stream(rows).mapToDouble(row -> row[2]).average().orElseThrow()
        };
        double[] units = {1, 3};
        return new NoisyColumns(SHAPE, products(SHAPE, rows, centre, units), SIGMA, centre, units, rows.length);
    }

    private static double[] combination(int r, int[] columns, Random random) {
        double[] u = new double[r];
        for (int a : columns) {
            u[a] = random.nextGaussian();
        }
        return u;
    }

    /**
     * Of two variables; 4,000 draws tell a variance to 2.2 %, so 15 % are more than six deviations. That of entries
     * alone, which does not know that levels add up, is a third and more too large for categories.
     */
    @Test
    void noiseOfTwoVariables_isThatOfManyDraws() {
        NoisyColumns base = quiet();
        double[] deviations = deviations(base.covariance());
        int r = deviations.length;
        MomentNoise noise = base.noise(deviations);
        MomentNoise naive = MomentNoise.ofEntries(r, SIGMA * SIGMA / 2);
        Random random = new Random(8);
        int told = 0;
        for (int i = 0; i < NoisyColumnsTest.LEVELS.length; i++) {
            for (int j = 0; j <= i; j++) {
                if (i == j && SHAPE.isCategory(i)) {
                    continue;
                }
                double[] u = combination(r, base.blocks()[i], random);
                double[] v = combination(r, base.blocks()[j], random);
                double observed = observed(base, deviations, u, v, 10 * i + j);
                assertEquals(1, observed / noise.variance(u, v), 0.15, i + " and " + j);
                double[] own = new double[r];
                double[] other = new double[r];
                Arrays.setAll(own, a -> u[a] / deviations[a]);
                Arrays.setAll(other, a -> v[a] / deviations[a]);
                told += Math.abs(observed / naive.variance(own, other) - 1) > 0.15 ? 1 : 0;
            }
        }
        assertTrue(told >= 3, "the test can fail: the other formula is refuted " + told + " times");
    }

    /** Of all columns, levels with each other as well: never less than that of the draws, and not twice as much. */
    @Test
    void noiseOfCombinations_coversThatOfManyDraws() {
        NoisyColumns base = quiet();
        double[] deviations = deviations(base.covariance());
        int r = deviations.length;
        MomentNoise noise = base.noise(deviations);
        Random random = new Random(9);
        int[] all = new int[r];
        Arrays.setAll(all, a -> a);
        for (int trial = 0; trial < 4; trial++) {
            double[] u = combination(r, all, random);
            double[] v = combination(r, all, random);
            double ratio = observed(base, deviations, u, v, trial) / noise.variance(u, v);
            assertTrue(ratio <= 1.15 && ratio >= 0.4, "trial " + trial + ": " + ratio);
        }
    }

    /** What two levels of a category have in common follows from their shares. */
    @Test
    void levelsOfACategory_haveNoNoiseWithEachOther() {
        NoisyColumns base = quiet();
        int[] block = base.blocks()[1];
        int q = SHAPE.size();
        Random random = new Random(10);
        double[] drawn = new double[q * (q + 1) / 2];
        Arrays.setAll(drawn, k -> 1000 * random.nextGaussian());
        NoisyColumns noisier = base.noisier(drawn);
        double[] covariance = noisier.covariance();
        int r = (int) Math.round(Math.sqrt(covariance.length));
        int[] own = noisier.blocks()[1];
        assertEquals(block.length, own.length);
        double first = noisier.mean(1, own[0]);
        double second = noisier.mean(1, own[1]);
        assertEquals(-W * W * first * second, covariance[own[0] * r + own[1]], 1e-12);
        assertEquals(W * W * first * (1 - first), covariance[own[0] * (r + 1)], 1e-12);
    }

    /** Sums over the levels of a category are 0 whatever the noise: they do not depend on which level is left out. */
    @Test
    void noiseLeavesSumsOverLevelsAlone() {
        NoisyColumns base = quiet();
        double[] deviations = deviations(base.covariance());
        MomentNoise noise = base.noise(deviations);
        int[] levels = base.blocks()[1];
        double[] number = new double[deviations.length];
        number[base.blocks()[0][0]] = deviations[base.blocks()[0][0]];
        double[] one = new double[deviations.length];
        one[levels[0]] = deviations[levels[0]];
        double each = SIGMA * SIGMA / 2;
        assertEquals(each * 2 / 3, noise.variance(one, number), 1e-9 * each);
        double[] difference = one.clone();
        difference[levels[1]] = -deviations[levels[1]];
        assertEquals(each * 2, noise.variance(difference, number), 1e-9 * each);
    }

    // ------------------------------------------------------------------------------------------ evidence

    private static final int SAMPLE = 2000;

    /**
     * A number follows from a category, another one from the number, and a category from that one: given what is
     * between, others have no relation. z of pairs without an edge, from the rows of a sample and noise that leaves a
     * tenth of them, has a deviation of about 1 among as many rows, and without weights one of three.
     */
    @Test
    void pairsWithoutAnEdge_haveADeviationOf1_afterTheirWeights() {
        WeightMatrix network = WeightMatrix.ofRows(4, new double[] {
            0, 0, 1, 0, //
            1, 0, 0, 0, //
            0, 0, 0, 1, //
            0, 0, 0, 0
        });
        double weighed = 0;
        double plain = 0;
        int pairs = 0;
        for (int study = 0; study < 60; study++) {
            Random random = new Random(100 + study);
            double[][] rows = new double[SAMPLE][];
            Arrays.setAll(rows, r -> {
                double category = random.nextInt(3);
                double number = random.nextGaussian() + category - 1;
                double other = number + random.nextGaussian();
                return new double[] {number, category, other, other + 2 * random.nextGaussian() > 0 ? 1 : 0};
            });
            double sigma = 0.1;
            double[] centre = new double[2];
            double[] units = {1.3, 1.6};
            int q = SHAPE.size();
            double[] drawn = new double[q * (q + 1) / 2];
            Arrays.setAll(drawn, k -> random.nextGaussian());
            NoisyColumns released = new NoisyColumns(
                            SHAPE, products(SHAPE, rows, centre, units), sigma / Math.sqrt(2), centre, units, SAMPLE)
                    .noisier(Arrays.stream(drawn).map(e -> e * Math.sqrt(2)).toArray());
            double[] covariance = RaisedMoments.of(released.covariance());
            double[] evidence = EvidenceMatrix.of(
                    released.blocks(), s -> network, covariance, SAMPLE, released.noise(deviations(covariance)));
            int[][] blocks = released.blocks();
            int[][] none = {{1, 2, 0}, {1, 3, 2}, {0, 3, 2}};
            for (int[] pair : none) {
                for (int a : blocks[pair[0]]) {
                    for (int b : blocks[pair[1]]) {
                        weighed += square(evidence, a, b, blocks[pair[2]][0]);
                        plain += square(covariance, a, b, blocks[pair[2]][0]);
                        pairs++;
                    }
                }
            }
        }
        double found = Math.sqrt(weighed / pairs);
        assertTrue(found > 0.8 && found < 1.2, "deviation of z " + found + " of " + pairs);
        assertTrue(Math.sqrt(plain / pairs) > 2, "without weights " + Math.sqrt(plain / pairs));
    }

    /** n z² of the partial correlation of two columns given a third. */
    private static double square(double[] s, int a, int b, int given) {
        int r = (int) Math.round(Math.sqrt(s.length));
        TargetRegression alone = new TargetRegression(r, s, b, 2);
        alone.add(given);
        double before = alone.residualVariance();
        alone.add(a);
        double left = alone.residualVariance() / before;
        double correlation = Math.sqrt(Math.max(0, 1 - left));
        double z = 0.5 * Math.log((1 + correlation) / (1 - correlation));
        return SAMPLE * z * z;
    }

    @Test
    void noisier_hasTwiceTheVariance_andTheSameRows() {
        NoisyColumns base = quiet();
        int q = SHAPE.size();
        NoisyColumns again = base.noisier(new double[q * (q + 1) / 2]);
        assertArrayEquals(base.covariance(), again.covariance());
        assertEquals(SIGMA * Math.sqrt(2), again.sigma(), 1e-15);
        assertEquals(base.rows(), again.rows());
    }
}
