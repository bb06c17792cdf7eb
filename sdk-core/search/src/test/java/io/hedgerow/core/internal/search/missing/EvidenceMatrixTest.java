// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import io.hedgerow.core.internal.search.posterior.EvidenceMatrix;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class EvidenceMatrixTest {

    private static final int D = 10;
    private static final int ROWS = 2000;

    private static LinearSem model(long seed) {
        return LinearSem.of(new ErdosRenyi(D, 12, new WeightRange(0.4, 1)).generate(seed), Noise.GAUSSIAN);
    }

    @Property(tries = 10)
    void withoutNoise_theMatrixIsThatOfTheCovariances(@ForAll @LongRange(min = 1, max = 1000) long seed) {
        double[] s = model(seed).covariance();
        double[] found = EvidenceMatrix.of(StructureSearch.of(D, 1), s, ROWS, new MomentNoise(D, D, (u, v) -> 0));
        for (int k = 0; k < s.length; k++) {
            double unit = Math.sqrt(s[k / D * (D + 1)] * s[k % D * (D + 1)]);
            assertEquals(s[k], found[k], 1e-9 * unit);
        }
    }

    /** Of independent columns a correlation that ρ n rows tell is multiplied by √ρ, and variances are kept. */
    @Test
    void aWeakRelation_hasTheWeightOfItsRows() {
        double[] s = new double[D * D];
        for (int j = 0; j < D; j++) {
            s[j * (D + 1)] = (j + 1) * (j + 1);
        }
        s[1] = 0.04 * 2;
        s[D] = s[1];
        s[2 * D + 3] = 0.04 * 12;
        s[3 * D + 2] = s[2 * D + 3];
        // the first two have a quarter of the rows, the others all
        MomentNoise noise = new MomentNoise(D, D, (u, v) -> Math.abs(u[0] * v[1] + u[1] * v[0]) * 3 / ROWS);
        double[] found = EvidenceMatrix.of(StructureSearch.of(D, 1), s, ROWS, noise);
        double[] right = s.clone();
        right[1] = s[1] / 2;
        right[D] = s[1] / 2;
        assertArrayEquals(right, found, 1e-3);
    }

    @Property(tries = 10)
    void anyNoise_leavesAPositiveDefiniteMatrix_ofTheSameVariances(@ForAll @LongRange(min = 1, max = 1000) long seed) {
        double[] s = model(seed).covariance();
        Random random = new Random(seed);
        MomentNoise noise = new MomentNoise(D, D, (u, v) -> random.nextDouble());
        double[] found = EvidenceMatrix.of(StructureSearch.of(D, 1), s, 50, noise);
        for (int j = 0; j < D; j++) {
            assertEquals(s[j * (D + 1)], found[j * (D + 1)], 1e-9 * s[j * (D + 1)]);
        }
        assertTrue(SmallCholesky.factor(found, D, 0));
    }

    /** Two categories of three and two columns, and five numbers. */
    private static final int[][] BLOCKS = {{0, 1, 2}, {3}, {4, 5}, {6}, {7}, {8}, {9}};

    private static double[] correlation(double[] s, int[] block) {
        double[] found = new double[block.length * block.length];
        for (int k = 0; k < found.length; k++) {
            int a = block[k / block.length];
            int b = block[k % block.length];
            found[k] = s[a * D + b] / Math.sqrt(s[a * (D + 1)] * s[b * (D + 1)]);
        }
        return found;
    }

    @Property(tries = 10)
    void withoutNoise_theMatrixOfBlocksIsThatOfTheCovariances(@ForAll @LongRange(min = 1, max = 1000) long seed) {
        double[] s = model(seed).covariance();
        WeightMatrix network = new ErdosRenyi(BLOCKS.length, 8).generate(seed);
        double[] found = EvidenceMatrix.of(BLOCKS, any -> network, s, ROWS, new MomentNoise(D, D, (u, v) -> 0));
        for (int k = 0; k < s.length; k++) {
            double unit = Math.sqrt(s[k / D * (D + 1)] * s[k % D * (D + 1)]);
            assertEquals(s[k], found[k], 1e-9 * unit);
        }
    }

    /** How the columns of a variable depend on each other is known, however little is told of other relations. */
    @Property(tries = 10)
    void relationsWithinABlock_areKept_andOthersShrink(@ForAll @LongRange(min = 1, max = 1000) long seed) {
        double[] s = model(seed).covariance();
        double variance = 99.0 / ROWS; // a hundredth of the rows is left
        MomentNoise noise = new MomentNoise(D, D, (u, v) -> variance);
        double[] found = EvidenceMatrix.of(BLOCKS, any -> WeightMatrix.empty(BLOCKS.length), s, ROWS, noise);
        for (int[] block : BLOCKS) {
            assertArrayEquals(correlation(s, block), correlation(found, block), 1e-9);
        }
        for (int i = 0; i < BLOCKS.length; i++) {
            for (int j = 0; j < i; j++) {
                int[] pair = {BLOCKS[i][0], BLOCKS[j][0]};
                assertEquals(correlation(s, pair)[1] / 10, correlation(found, pair)[1], 1e-9, "first columns");
            }
        }
    }

    /**
     * An edge whose columns are 6 deviations off together is kept as it is, one of a variable with chance alone not.
     */
    @Test
    void anEdgeOfBlocksThatIsBeyondDoubt_isKeptAsItIs() {
        double[] s = new double[D * D];
        for (int j = 0; j < D; j++) {
            s[j * (D + 1)] = 1;
        }
        s[2 * D + 3] = 0.4;
        s[3 * D + 2] = 0.4;
        s[4 * D + 6] = 0.05;
        s[6 * D + 4] = 0.05;
        WeightMatrix both =
                WeightMatrix.ofRows(BLOCKS.length, ones(BLOCKS.length, 1, BLOCKS.length * 2 + 3)); // 0 → 1 and 2 → 3
        MomentNoise noise = new MomentNoise(D, D, (u, v) -> 3.0 / ROWS);
        double[] found = EvidenceMatrix.of(BLOCKS, any -> both, s, ROWS, noise);
        assertEquals(0.4, found[2 * D + 3], 1e-9);
        assertEquals(0.05 / 2, found[4 * D + 6], 1e-9);
    }

    private static double[] ones(int d, int... places) {
        double[] marks = new double[d * d];
        for (int place : places) {
            marks[place] = 1;
        }
        return marks;
    }

    /** How many pairs without an edge have P(edge) of .95 and more. */
    private static int sure(double[] covariance, WeightMatrix truth) {
        WeightMatrix edges =
                StructureSearch.of(D, 1).search(covariance, ROWS).edges().orElseThrow();
        int sure = 0;
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < i; j++) {
                boolean edge = truth.hasEdge(i, j) || truth.hasEdge(j, i);
                sure += !edge && edges.get(i, j) + edges.get(j, i) >= 0.95 ? 1 : 0;
            }
        }
        return sure;
    }

    /**
     * Studies of ten columns, seven tenths empty: 33 of 45 pairs have no edge. With the covariances as they are, a
     * search takes 180 rows of a pair for 2,000.
     */
    @Test
    void pairsWithoutAnEdge_areSeldomSure_andOftenAreWithoutTheWeights() {
        int studies = 8;
        int sure = 0;
        int untouched = 0;
        for (int seed = 1; seed <= studies; seed++) {
            LinearSem model = model(seed);
            double[][] rows = model.sample(ROWS, seed);
            Random random = new Random(seed);
            for (double[] row : rows) {
                for (int j = 0; j < D; j++) {
                    row[j] = random.nextDouble() < 0.7 ? Double.NaN : row[j];
                }
            }
            SeenCells cells = HoledRows.cells(rows);
            CovarianceSteps steps = new CovarianceSteps(variances(model.covariance()));
            for (int step = 0; step < 60 && !steps.settled(); step++) {
                double[] s = steps.covariance();
                steps.take(HoledRows.step(cells, s), cells.expected(s).deviance());
            }
            double[] s = steps.covariance();
            double[] correlation = MomentMatrix.correlation(D, s);
            CellInformation information = new CellInformation(D);
            cells.addInformation(correlation, information);
            double[] evidence = EvidenceMatrix.of(
                    StructureSearch.of(D, 1),
                    s,
                    ROWS,
                    information.noise(correlation, ROWS).orElseThrow());
            sure += sure(evidence, model.weights());
            untouched += seed <= 2 ? sure(s, model.weights()) : 0;
        }
        int pairs = studies * 33;
        String found =
                sure + " of " + pairs + " pairs are sure, without weights " + untouched + " of the first two studies";
        assertTrue(sure <= 0.01 * pairs, found);
        assertTrue(untouched >= 0.1 * 2 * 33, found);
    }

    private static double[] variances(double[] s) {
        double[] variances = new double[D];
        for (int j = 0; j < D; j++) {
            variances[j] = s[j * (D + 1)];
        }
        return variances;
    }
}
