// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.dp.internal.denoise.NormalisationCorrection;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.denoise.search.PrivateGramSearch;
import io.hedgerow.dp.internal.denoise.search.PrivateGramSearch.PrivateNetwork;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said of how far to trust a network found in a release. Noise is seeded. */
class ReleasedStructureTest {

    private static final int ROWS = 1_000_000;

    /** The covariance of a model, with noise of σ on the diagonal and σ/√2 beside it. */
    private static PrivateGram released(LinearSem model, double sigma, long seed) {
        int d = model.weights().variables();
        double[] s = model.covariance();
        double[] matrix = new double[d * d];
        double[] units = new double[d];
        Random random = new Random(seed);
        for (int i = 0; i < d; i++) {
            units[i] = 1;
            for (int j = 0; j <= i; j++) {
                double noise = sigma * random.nextGaussian() * (i == j ? 1 : Math.sqrt(0.5));
                matrix[i * d + j] = s[i * d + j] + noise;
                matrix[j * d + i] = matrix[i * d + j];
            }
        }
        return PrivateGram.ofMoments(d, matrix, sigma, units, ROWS);
    }

    private static ReleasedStructure.Found found(PrivateGram gram) {
        return new ReleasedStructure(gram, StructureSearch.of(gram.variables(), 1), false).search();
    }

    @Test
    @Tag("slow")
    void search_ofAModelThatHolds_flagsNothing_andSaysWhichAssumptionFitsAndByHowMuch() {
        WeightMatrix truth = new ErdosRenyi(12, 12).generate(3);
        Trust equal = found(released(LinearSem.of(truth, Noise.GAUSSIAN), 0.05, 5))
                .evidence()
                .trust();
        assertEquals(Set.of(), equal.flags());
        assertEquals(NoiseAssumption.EQUAL, equal.assumption());
        // 2 (d - 1) for 11 ratios of variances, less the χ² of about 11 that they gain: below 0 in 2 of 100
        assertTrue(equal.margin() > 0 && equal.margin() < 22, "margin " + equal.margin());
        assertTrue(equal.varianceRatio() < 1.5, "ratio " + equal.varianceRatio());
        double[] variances = new double[12];
        for (int j = 0; j < 12; j++) {
            variances[j] = j % 2 == 0 ? 1 : 4;
        }
        Trust unequal = found(released(LinearSem.of(truth, Noise.GAUSSIAN, variances), 0.05, 5))
                .evidence()
                .trust();
        assertEquals(NoiseAssumption.UNEQUAL, unequal.assumption());
        // the extremes of twelve estimates, so more than the true 4 rather than less
        assertTrue(unequal.varianceRatio() > 3 && unequal.varianceRatio() < 10, "ratio " + unequal.varianceRatio());
        assertTrue(unequal.effectiveRows() < ROWS / 1000.0, "noise costs rows: " + unequal.effectiveRows());
    }

    /**
     * A network of 1.5 edges a variable in standardised columns, with hardly any noise: climbs alone stay where 13
     * pairs of 21 edges are wrong, and the graph that chains over orders find leads out of there.
     */
    @Test
    @Tag("slow")
    void search_leavesRegionsInWhichClimbsStay() {
        WeightMatrix truth = new ErdosRenyi(14, 21).generate(1);
        PrivateGram raw = released(LinearSem.of(truth, Noise.GAUSSIAN), 0, 5);
        double[] s = raw.matrix();
        double[] standardised = new double[s.length];
        double[] units = new double[14];
        Arrays.fill(units, 1);
        Random noise = new Random(5);
        for (int i = 0; i < 14; i++) {
            for (int j = 0; j <= i; j++) {
                double drawn = 0.005 * noise.nextGaussian() * (i == j ? 1 : Math.sqrt(0.5));
                standardised[i * 14 + j] = s[i * 14 + j] / Math.sqrt(s[i * 15] * s[j * 15]) + drawn;
                standardised[j * 14 + i] = standardised[i * 14 + j];
            }
        }
        PrivateGram gram = PrivateGram.ofMoments(14, standardised, 0.005, units, ROWS);
        assertTrue(wrong(PrivateGramSearch.ownUnits().search(gram, List.of()).network(), truth) > 10);
        ReleasedStructure.Found found = new ReleasedStructure(gram, StructureSearch.of(14, 1), true).search();
        assertTrue(wrong(found.network(), truth) <= 1);
    }

    private static int wrong(WeightMatrix found, WeightMatrix truth) {
        return StructureMetrics.of(found, truth).equivalenceDistance().orElseThrow();
    }

    /** Ten times the noise that is said: no sparse network is that near to what was released. */
    @Test
    @Tag("slow")
    void search_ofWhatNoNetworkExplains_saysSo() {
        LinearSem model = LinearSem.of(new ErdosRenyi(7, 7).generate(4), Noise.GAUSSIAN);
        PrivateGram noisy = released(model, 0.4, 2);
        PrivateGram understated = PrivateGram.ofMoments(7, noisy.matrix(), 0.04, noisy.units(), ROWS);
        assertTrue(found(understated).evidence().trust().flags().contains(Misfit.UNEXPLAINED));
        assertFalse(found(noisy).evidence().trust().flags().contains(Misfit.UNEXPLAINED));
    }

    @Test
    void search_ofADenseNetworkBehindNoise_saysThatItIsBuried() {
        LinearSem dense = LinearSem.of(new ErdosRenyi(8, 22).generate(2), Noise.GAUSSIAN);
        LinearSem sparse = LinearSem.of(new ErdosRenyi(8, 8).generate(2), Noise.GAUSSIAN);
        assertTrue(found(released(dense, 0.1, 1)).evidence().trust().flags().contains(Misfit.BURIED));
        ReleasedStructure.Found fine = found(released(sparse, 0.1, 1));
        assertEquals(Set.of(), fine.evidence().trust().flags(), "the same noise hides no sparse one");
        // seeded; an empty network has 8
        assertTrue(StructureMetrics.of(fine.network(), sparse.weights()).shd() <= 2);
    }

    /** Share of eigenvalues of M below σ √(2d). */
    @Test
    void buried_countsEigenvaluesThatNoiseAloneReaches() {
        double[] diagonal = {1, 0, 0, 0, 0.5, 0, 0, 0, 0.1};
        NormalisationCorrection spectrum = NormalisationCorrection.ofMoments(3, diagonal);
        assertEquals(0, spectrum.buried(0.09 / Math.sqrt(6)));
        assertEquals(1.0 / 3, spectrum.buried(0.11 / Math.sqrt(6)));
        assertEquals(2.0 / 3, spectrum.buried(0.51 / Math.sqrt(6)));
    }

    /** 2Q / (d (d − 1) / 2 − E). */
    @Test
    void unexplained_isTheDistancePerDegreeOfFreedom() {
        double[] weights = new double[16];
        weights[1] = 1;
        WeightMatrix one = WeightMatrix.ofRows(4, weights);
        assertEquals(OptionalDouble.of(1.2), new PrivateNetwork(one, 3, 1, List.of()).unexplained());
        WeightMatrix all = WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0});
        assertEquals(OptionalDouble.empty(), new PrivateNetwork(all, 3, 1, List.of()).unexplained());
    }

    /** Intervals of effects count the rows that noise leaves: with more noise they are wider, and hold the truth. */
    @Test
    void search_behindNoise_givesEffectsWithWiderIntervals() {
        double[] w = new double[25];
        w[1] = 0.8;
        w[5 + 2] = -0.7;
        w[2 * 5 + 3] = 0.6;
        w[4] = 0.5;
        LinearSem model = LinearSem.of(WeightMatrix.ofRows(5, w), Noise.GAUSSIAN);
        double[] widths = new double[2];
        for (int k = 0; k < 2; k++) {
            ReleasedStructure.Found found = found(released(model, k == 0 ? 0.001 : 0.02, 8));
            TotalEffects.Effect effect =
                    found.evidence().effects().orElseThrow().of(0, 2).get(0);
            widths[k] = effect.change().upper() - effect.change().lower();
            assertTrue(effect.probability() > 0.95, "P " + effect.probability());
            assertTrue(effect.change().lower() < -0.56 && effect.change().upper() > -0.56, effect.toString());
        }
        // n_eff is about 1 / σ² where noise is most of the variance, so widths grow by 20 less what rows add
        assertTrue(widths[1] > 5 * widths[0], widths[0] + " and " + widths[1]);
    }
}
