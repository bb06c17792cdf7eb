// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.posterior.StructurePosterior;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NetworkEffectsTest {

    private static final double ROWS = 2000;

    /** c confounds x and y: c → x .8, c → y −1, x → y .5, y → z 2; noises of unlike sizes. */
    private static final WeightMatrix CONFOUNDED =
            WeightMatrix.ofRows(4, new double[] {0, 0.8, -1, 0, 0, 0, 0.5, 0, 0, 0, 0, 2, 0, 0, 0, 0});

    private static TotalEffects effects(double[] s, NoiseAssumption assumed, boolean hidden) {
        int d = (int) Math.round(Math.sqrt(s.length));
        StructureSearch search = StructureSearch.of(d, 1).assuming(assumed);
        StructurePosterior posterior = search.search(s, ROWS);
        StructurePosterior looked = hidden ? posterior.lookedForHiddenCauses(search.knowledge(), s, ROWS) : posterior;
        return new NetworkEffects(search.knowledge(), s, ROWS, looked).find().orElseThrow();
    }

    @Test
    void find_withAKnownConfounder_adjustsForIt() {
        double[] s = LinearSem.of(CONFOUNDED, Noise.GAUSSIAN).covariance();
        TotalEffects found = effects(s, NoiseAssumption.EQUAL, false);
        Effect onY = found.of(1, 2).get(0);
        assertEquals(List.of(0), onY.identification().adjustment());
        assertTrue(onY.probability() > 0.99);
        assertEquals(0.5, onY.change().median(), 0.01, "of y on x alone it would be .5 − .8 / 1.64");
        assertTrue(onY.change().lower() < 0.5 && 0.5 < onY.change().upper());
        assertEquals(0.8 * 0.5 - 1, found.of(0, 2).get(0).change().median(), 0.01, "by both paths");
        assertEquals(2 * 0.5, found.of(1, 3).get(0).change().median(), 0.02);
        assertTrue(found.of(3, 1).isEmpty());
        assertTrue(onY.identification().identified()
                && onY.identification().restsOn().isEmpty());
    }

    /** The interval of one graph is Student's: 1.645 deviations of 1 / √(n S_xx.P) to either side. */
    @Test
    void find_ofACertainGraph_isAsWideAsItsRegression() {
        double[] s = LinearSem.of(CONFOUNDED, Noise.GAUSSIAN).covariance();
        Effect onY = effects(s, NoiseAssumption.EQUAL, false).of(1, 2).get(0);
        assertEquals(
                2 * 1.645 / Math.sqrt(ROWS), onY.change().upper() - onY.change().lower(), 0.1 / Math.sqrt(ROWS));
    }

    @Test
    void find_ofAnOpenChain_saysThatItIsNotIdentified() {
        WeightMatrix chain = WeightMatrix.ofRows(3, new double[] {0, 1, 0, 0, 0, 1, 0, 0, 0});
        double[] s = LinearSem.of(chain, Noise.GAUSSIAN).covariance();
        Effect effect = effects(s, NoiseAssumption.UNEQUAL, true).of(0, 2).get(0);
        assertFalse(effect.identification().identified());
        assertEquals(0, effect.identification().leastSize());
        assertEquals(2, effect.identification().possible().size());
        assertTrue(effect.probability() > 0.2 && effect.probability() < 0.6, "P " + effect.probability());
        assertTrue(effect.change().lower() <= 0 && effect.change().upper() > 0.95, "it holds both values");
        assertFalse(effect.identification().restsOn().isEmpty());
    }

    /** A hidden cause of x and y: the best network joins them, and no effect of one on the other is called safe. */
    @Test
    void find_withAHiddenConfounder_restsOnMarks() {
        // hidden 4 causes 1 and 3; 0 → 1 and 2 → 3 show that neither causes the other
        double[] w = new double[25];
        w[1] = 1;
        w[2 * 5 + 3] = 1;
        w[4 * 5 + 1] = 1;
        w[4 * 5 + 3] = 1;
        double[] all = LinearSem.of(WeightMatrix.ofRows(5, w), Noise.GAUSSIAN).covariance();
        double[] s = new double[16];
        for (int k = 0; k < 16; k++) {
            s[k] = all[k / 4 * 5 + k % 4];
        }
        TotalEffects found = effects(s, NoiseAssumption.UNEQUAL, true);
        for (int[] pair : new int[][] {{1, 3}, {3, 1}}) {
            for (Effect effect : found.of(pair[0], pair[1])) {
                assertFalse(effect.identification().restsOn().isEmpty(), effect.toString());
            }
        }
        assertFalse(found.of(1, 3).isEmpty() && found.of(3, 1).isEmpty(), "the posterior has some edge between them");
    }

    @Test
    void find_withoutGraphsOfThePosterior_isEmpty() {
        double[] s = LinearSem.of(CONFOUNDED, Noise.GAUSSIAN).covariance();
        StructurePosterior climbed = StructureSearch.of(4, 1).climbing().search(s, ROWS);
        assertEquals(Optional.empty(), new NetworkEffects(EdgeKnowledge.none(4), s, ROWS, climbed).find());
    }

    @Test
    void limited_keepsTheLikeliest_andSaysFromWhichProbability() {
        List<Effect> all = new ArrayList<>();
        IntStream.range(0, NetworkEffects.MOST + 10)
                .forEach(k -> all.add(new Effect(
                        k,
                        k + 1,
                        0,
                        Optional.empty(),
                        0.1 + k * 1e-4,
                        new TotalEffects.Interval(0, 0, 0),
                        TotalEffects.Identification.NONE)));
        TotalEffects kept = NetworkEffects.limited(0, all);
        assertEquals(NetworkEffects.MOST, kept.pairs().size());
        assertEquals(0.1 + 10 * 1e-4, kept.leastProbability(), 1e-12);
        assertEquals(NetworkEffects.MOST + 9, kept.pairs().get(0).from());
    }

    /** Of equally likely effects the larger ones stay, whatever their places. */
    @Test
    void limited_ofEquallyLikelyOnes_keepsTheLargest() {
        List<Effect> all = new ArrayList<>();
        IntStream.range(0, NetworkEffects.MOST + 1)
                .forEach(k -> all.add(new Effect(
                        k,
                        k + 1,
                        0,
                        Optional.empty(),
                        1,
                        new TotalEffects.Interval(-k, -k, -k),
                        TotalEffects.Identification.NONE)));
        TotalEffects kept = NetworkEffects.limited(0, all);
        assertEquals(NetworkEffects.MOST, kept.pairs().size());
        assertTrue(kept.of(0, 1).isEmpty(), "the smallest");
        assertEquals(1, kept.leastProbability());
        assertEquals(1, kept.pairs().get(0).from(), "in the order of variables");
    }
}
