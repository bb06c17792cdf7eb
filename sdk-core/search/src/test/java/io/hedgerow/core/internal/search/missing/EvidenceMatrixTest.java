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
