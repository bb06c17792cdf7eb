// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.special.Gamma;
import org.junit.jupiter.api.Test;

class LocalScoresTest {

    private static final int D = 6;
    private static final double ROWS = 300;
    private static final double[] S =
            LinearSem.of(new ErdosRenyi(D, 8).generate(3), Noise.GAUSSIAN).covariance();

    private static double[] odds() {
        Random random = new Random(5);
        return random.doubles(D * D, -3, 0).toArray();
    }

    /** [|set|, |set|] of a matrix. */
    private static RealMatrix part(double[] a, int... set) {
        RealMatrix part = new Array2DRowRealMatrix(set.length, set.length);
        for (int i = 0; i < set.length; i++) {
            for (int j = 0; j < set.length; j++) {
                part.setEntry(i, j, a[set[i] * D + set[j]]);
            }
        }
        return part;
    }

    private static double determinant(double[] a, int... set) {
        return set.length == 0 ? 1 : new LUDecomposition(part(a, set)).getDeterminant();
    }

    /** The formula of {@link BgeScore}, from determinants and not from a factor. */
    private static double bge(int target, int... parents) {
        double[] r = MomentMatrix.correlation(D, S);
        for (int k = 0; k < r.length; k++) {
            r[k] = ROWS * r[k] + (k % (D + 1) == 0 ? BgeScore.DEFAULT_SCALE : 0);
        }
        int c = parents.length;
        int[] family = java.util.Arrays.copyOf(parents, c + 1);
        family[c] = target;
        double inner = determinant(r, parents);
        double residual = determinant(r, family) / inner;
        return Gamma.logGamma((ROWS + 2 + c + 1) / 2)
                - Gamma.logGamma((2 + c + 1) / 2.0)
                + (2 + 2 * c + 1) / 2.0 * Math.log(BgeScore.DEFAULT_SCALE)
                - (ROWS + 2 + c + 1) / 2 * Math.log(residual)
                - Math.log(inner) / 2;
    }

    @Test
    void of_bge_isTheFormula() {
        LocalScores scores = new LocalScores(EdgeKnowledge.none(D), BgeScore.of(D, S, ROWS), new double[D * D]);
        for (int[] parents : new int[][] {{}, {1}, {4, 2}, {5, 1, 3}, {1, 2, 3, 4, 5}}) {
            // determinants of five correlated columns lose about four digits
            assertEquals(bge(0, parents), scores.of(0, parents, parents.length), 1e-6);
        }
    }

    @Test
    void of_commonVariance_isTheFormula() {
        double noise = 1.3;
        double slab = 0.8;
        double ridge = 1 / (ROWS * slab);
        double[] a = S.clone();
        for (int j = 0; j < D; j++) {
            a[j * (D + 1)] += ridge;
        }
        LocalScores scores = new LocalScores(
                EdgeKnowledge.none(D), CommonVarianceScore.of(D, S, ROWS, noise, slab), new double[D * D]);
        for (int[] parents : new int[][] {{}, {1}, {4, 2}, {5, 1, 3}}) {
            int[] family = java.util.Arrays.copyOf(parents, parents.length + 1);
            family[parents.length] = 0;
            double inner = determinant(a, parents);
            double residual = determinant(a, family) / inner - ridge;
            double expected =
                    -ROWS * residual / (2 * noise) - (Math.log(inner) + parents.length * Math.log(ROWS * slab)) / 2;
            assertEquals(expected, scores.of(0, parents, parents.length), 1e-8 * Math.abs(expected));
        }
    }

    @Test
    void toggled_isTheScoreOfEachChange() {
        LocalScores scores = new LocalScores(EdgeKnowledge.none(D), BgeScore.of(D, S, ROWS), odds());
        double[] toggled = new double[D];
        scores.toggled(2, new int[] {4, 0, 5}, 3, toggled);
        double[] expected = {
            scores.of(2, new int[] {4, 5}, 2),
            scores.of(2, new int[] {4, 0, 5, 1}, 4),
            Double.NEGATIVE_INFINITY,
            scores.of(2, new int[] {4, 0, 5, 3}, 4),
            scores.of(2, new int[] {0, 5}, 2),
            scores.of(2, new int[] {4, 0}, 2)
        };
        // the same sums in another order
        assertArrayEquals(expected, toggled, 1e-8);
    }

    @Test
    void ofSubsets_isTheScoreOfEachSubset() {
        LocalScores scores = new LocalScores(EdgeKnowledge.none(D), BgeScore.of(D, S, ROWS), odds());
        int[] candidates = {5, 0, 2, 4};
        double[] all = scores.ofSubsets(1, candidates);
        for (int mask = 0; mask < 16; mask++) {
            int[] parents = new int[4];
            int count = 0;
            for (int c = 0; c < 4; c++) {
                if ((mask >> c & 1) != 0) {
                    parents[count++] = candidates[c];
                }
            }
            assertEquals(scores.of(1, parents, count), all[mask], 1e-8);
        }
    }

    /** Hard knowledge is no large number in a score: what is allowed scores as it would without, up to the prior. */
    @Test
    void requiredAndForbiddenParents_leaveOtherScoresAsTheyAre() {
        EdgeKnowledge given = GivenEdges.among(D)
                .required(4, 1)
                .required(2, 1)
                .forbidden(3, 1)
                .known();
        LocalScores free = new LocalScores(EdgeKnowledge.none(D), BgeScore.of(D, S, ROWS), new double[D * D]);
        LocalScores known = new LocalScores(given, BgeScore.of(D, S, ROWS), given.logOdds(0, 0));
        int[] candidates = {5, 0, 3};
        double[] all = known.ofSubsets(1, candidates);
        for (int mask = 0; mask < 8; mask++) {
            int[] parents = {2, 4, 0, 0, 0};
            int count = 2;
            for (int c = 0; c < 3; c++) {
                if ((mask >> c & 1) != 0) {
                    parents[count++] = candidates[c];
                }
            }
            boolean allowed = (mask & 4) == 0;
            double expected = allowed ? free.of(1, parents, count) : Double.NEGATIVE_INFINITY;
            assertEquals(expected, known.of(1, parents, count), 1e-9);
            assertEquals(expected, all[mask], 1e-9);
        }
        assertEquals(Double.NEGATIVE_INFINITY, known.of(1, new int[] {4, 5}, 2));
        double[] toggled = new double[D];
        known.toggled(1, new int[] {4, 5, 2}, 3, toggled);
        double none = Double.NEGATIVE_INFINITY;
        double[] expected = {
            free.of(1, new int[] {4, 5, 2, 0}, 4), none, none, none, none, free.of(1, new int[] {4, 2}, 2)
        };
        assertArrayEquals(expected, toggled, 1e-8);
    }

    @Test
    void requiredParentThatOthersDetermine_addsNothing() {
        double[] s = {1, 0, 1, .5, 0, 1, 1, .5, 1, 1, 2, 1, .5, .5, 1, 2};
        EdgeKnowledge given =
                GivenEdges.among(4).required(0, 3).required(1, 3).required(2, 3).known();
        LocalScores known = new LocalScores(given, GaussianOf.s(s), new double[16]);
        LocalScores free = new LocalScores(EdgeKnowledge.none(4), GaussianOf.s(s), new double[16]);
        double expected = free.of(3, new int[] {0, 1}, 2);
        assertEquals(expected, known.of(3, new int[] {0, 1, 2}, 3), 1e-9);
        assertEquals(expected, known.of(3, new int[] {2, 1, 0}, 3), 1e-9);
        assertEquals(expected, known.ofSubsets(3, new int[0])[0], 1e-9);
    }

    @Test
    void collinearParents_scoreNothing() {
        // the third column is the sum of the first two
        double[] s = {1, 0, 1, .5, 0, 1, 1, .5, 1, 1, 2, 1, .5, .5, 1, 2};
        LocalScores scores = new LocalScores(EdgeKnowledge.none(4), GaussianOf.s(s), new double[16]);
        assertEquals(Double.NEGATIVE_INFINITY, scores.of(3, new int[] {0, 1, 2}, 3));
        double[] all = scores.ofSubsets(3, new int[] {0, 1, 2});
        assertEquals(Double.NEGATIVE_INFINITY, all[7]);
        assertEquals(scores.of(3, new int[] {0, 2}, 2), all[5], 1e-9);
    }

    /** A score without a prior, so that a singular matrix stays one. */
    private static final class GaussianOf {
        static StructureScore s(double[] s) {
            return new StructureScore() {
                @Override
                public double[] matrix() {
                    return s;
                }

                @Override
                public double of(int parents, double residual, double logDeterminant) {
                    return -Math.log(residual);
                }
            };
        }
    }
}
