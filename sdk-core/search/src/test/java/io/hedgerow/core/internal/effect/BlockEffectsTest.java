// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.StructurePosterior;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Contrast;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlockEffectsTest {

    private static final int ROWS = 3000;
    /** w: two levels; c: three levels; x and y: numbers. w → c, w → x, c → x, x → y. */
    private static final WeightMatrix GRAPH =
            WeightMatrix.ofRows(4, new double[] {0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0});

    private static final double[] MEANS = {0, 1.5, -0.5};

    /** Numbers alone have what regressions say, in the same words. */
    @Test
    void numbers_haveTheEffectsOfNetworksOfNumbers() {
        WeightMatrix truth = WeightMatrix.ofRows(4, new double[] {0, 0.8, -1, 0, 0, 0, 0.5, 0, 0, 0, 0, 2, 0, 0, 0, 0});
        double[] s = LinearSem.of(truth, Noise.GAUSSIAN).covariance();
        StructureSearch search = StructureSearch.of(4, 1).assuming(NoiseAssumption.UNEQUAL);
        StructurePosterior posterior = search.search(s, ROWS);
        TotalEffects expected = new NetworkEffects(search.knowledge(), s, ROWS, posterior)
                .find()
                .orElseThrow();
        List<int[]> single = IntStream.range(0, 4).mapToObj(i -> new int[] {i}).toList();
        int[] none = {-1, -1, -1, -1};
        TotalEffects found = new BlockEffects(
                        new BlockEffects.Columns(single, single, none, none, s),
                        ROWS,
                        posterior.wide(),
                        EquivalenceClass.of(
                                Dag.of(posterior.network()),
                                (i, j) -> !EdgeKnowledge.none(4).allows(i, j)),
                        ParentSets.of(posterior.network(), 4))
                .find()
                .orElseThrow();
        assertEquals(expected.pairs().size(), found.pairs().size());
        for (int k = 0; k < expected.pairs().size(); k++) {
            Effect one = expected.pairs().get(k);
            Effect other = found.of(one.from(), one.to()).get(0);
            assertEquals(one.probability(), other.probability(), 1e-12);
            assertEquals(one.change().median(), other.change().median(), 1e-9);
            assertEquals(one.change().upper(), other.change().upper(), 1e-9);
            assertEquals(one.identification(), other.identification());
        }
    }

    /** Columns: w = 1, c = 1, c = 2, x, y, and c = 0, which is the most common level of c. */
    private static BlockEffects.Columns columns() {
        SplittableRandom random = new SplittableRandom(5);
        double[][] columns = new double[ROWS][];
        for (int r = 0; r < ROWS; r++) {
            int w = random.nextDouble() < 0.4 ? 1 : 0;
            int c = random.nextDouble() < 0.5 + 0.2 * w ? 0 : 1 + random.nextInt(2);
            double x = MEANS[c] + 2 * w + random.nextGaussian();
            double y = 0.7 * x + random.nextGaussian();
            columns[r] = new double[] {w, c == 1 ? 1 : 0, c == 2 ? 1 : 0, x, y, c == 0 ? 1 : 0};
        }
        double[] s = new double[36];
        double[] mean = new double[6];
        for (double[] row : columns) {
            Arrays.setAll(mean, i -> mean[i] + row[i] / ROWS);
        }
        for (double[] row : columns) {
            Arrays.setAll(s, k -> s[k] + (row[k / 6] - mean[k / 6]) * (row[k % 6] - mean[k % 6]) / (ROWS - 1));
        }
        return new BlockEffects.Columns(
                List.of(new int[] {0}, new int[] {1, 2}, new int[] {3}, new int[] {4}),
                List.of(new int[] {0}, new int[] {1, 2, 5}, new int[] {3}, new int[] {4}),
                new int[] {1, 1, 2, -1, -1, 0},
                new int[] {0, 0, -1, -1},
                s);
    }

    private static TotalEffects effects(WeightMatrix graph) {
        ParentSets parents = ParentSets.of(graph, 4);
        return new BlockEffects(
                        columns(), ROWS, Collections.nCopies(50, parents), EquivalenceClass.of(Dag.of(graph)), parents)
                .find()
                .orElseThrow();
    }

    @Test
    void levels_haveDifferencesOfMeans_adjustedForTheirCauses() {
        TotalEffects found = effects(GRAPH);
        List<Effect> onX = found.of(1, 2);
        assertEquals(2, onX.size());
        for (Effect effect : onX) {
            int level = effect.levels().orElseThrow().level();
            assertEquals(Optional.of(new Contrast(level, 0, -1)), effect.levels());
            assertEquals(MEANS[level], effect.change().median(), 0.15, "w is a cause of both");
            assertEquals(1, effect.probability(), 0);
            assertEquals(List.of(0), effect.identification().adjustment());
        }
        for (Effect effect : found.of(1, 3)) {
            assertEquals(
                    0.7 * MEANS[effect.levels().orElseThrow().level()],
                    effect.change().median(),
                    0.15);
        }
        Effect ofNumbers = found.of(2, 3).get(0);
        assertEquals(Optional.empty(), ofNumbers.levels());
        assertEquals(0.7, ofNumbers.change().median(), 0.06);
    }

    /** Of a number on a category; what one level gains others lose. */
    @Test
    void shares_changeByASumOf0() {
        WeightMatrix back = WeightMatrix.ofRows(4, new double[] {0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0});
        List<Effect> onC = effects(back).of(2, 1);
        assertEquals(3, onC.size());
        assertEquals(
                0, onC.stream().mapToDouble(effect -> effect.change().median()).sum(), 1e-9);
        for (int level = 0; level < 3; level++) {
            Contrast share = new Contrast(-1, -1, level);
            Effect own = onC.stream()
                    .filter(effect -> effect.levels().equals(Optional.of(share)))
                    .findFirst()
                    .orElseThrow();
            assertTrue(own.change().lower() < own.change().median());
            assertEquals(level == 1, own.change().lower() > 0, "level 1 has the largest mean");
        }
        assertEquals(
                1,
                effects(GRAPH).of(0, 1).stream()
                        .filter(effect -> effect.levels().orElseThrow().outcome() == 0)
                        .count());
    }

    @Test
    void graphsThatAreNone_haveNoEffects() {
        ParentSets empty = ParentSets.empty(4);
        assertTrue(new BlockEffects(columns(), ROWS, List.of(), EquivalenceClass.of(Dag.of(GRAPH)), empty)
                .find()
                .isEmpty());
    }
}
