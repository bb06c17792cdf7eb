// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import io.hedgerow.core.internal.ancestral.district.DistrictFit;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.Test;

/** Edges and hidden causes of several variables: what is counted, and likelihoods by matrices of all variables. */
class FactorDiagramTest {

    private static final int D = 7;
    private static final double ROWS = 400;

    /** Edges from lower to higher variables, and hidden causes of two, three and four. */
    private static FactorDiagram random(Random random) {
        FactorDiagram diagram = new FactorDiagram(D);
        for (int k = 0; k < D * D; k++) {
            if (k / D < k % D && random.nextInt(3) == 0) {
                diagram.set(k / D, k % D, true);
            }
        }
        for (int size = 2; size < 5; size++) {
            boolean[] of = new boolean[D];
            while (FactorDiagram.count(of) < size) {
                of[random.nextInt(D)] = true;
            }
            if (random.nextBoolean()) {
                diagram.children.add(of);
                diagram.loadings.add(new double[D]);
            }
        }
        return diagram;
    }

    @Test
    void pairsFoursAndDistricts_areThoseOfAllSets() {
        Random random = new Random(1);
        int fours = 0;
        for (int time = 0; time < 200; time++) {
            FactorDiagram diagram = random(random);
            boolean[][] joined = new boolean[D][D];
            int coefficients = 0;
            int pairs = 0;
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < D; j++) {
                    coefficients += diagram.causes(i, j) ? 1 : 0;
                    joined[i][j] = diagram.causes(i, j) || diagram.causes(j, i);
                    boolean share = false;
                    for (boolean[] of : diagram.children) {
                        share |= i != j && of[i] && of[j];
                    }
                    assertEquals(share, diagram.share(i, j));
                    joined[i][j] |= share;
                    assertEquals(joined[i][j], diagram.joined(i, j));
                    pairs += i < j && joined[i][j] ? 1 : 0;
                }
            }
            for (boolean[] of : diagram.children) {
                int size = FactorDiagram.count(of);
                coefficients += size == 2 ? 1 : size;
            }
            assertEquals(coefficients, diagram.size());
            boolean four = false;
            for (int mask = 0; mask < 1 << D; mask++) {
                if (Integer.bitCount(mask) == 4) {
                    boolean all = true;
                    for (int k = 0; k < D * D; k++) {
                        boolean both = k / D < k % D && ((mask >> (k / D)) & 1) == 1 && ((mask >> (k % D)) & 1) == 1;
                        all &= !both || joined[k / D][k % D];
                    }
                    four |= all;
                }
            }
            fours += four ? 1 : 0;
            assertEquals(four, diagram.joinsFour());
            assertEquals(35 * Math.pow(pairs / 21.0, 6), diagram.expectedFours(), 1e-9);
            assertArrayEquals(districts(diagram), diagram.districts());
        }
        assertTrue(fours > 10 && fours < 190, fours + " of 200");
    }

    /** By joining two at a time until nothing changes. */
    private static int[] districts(FactorDiagram diagram) {
        int[] first = IntStream.range(0, D).toArray();
        for (int again = 0; again < D; again++) {
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < D; j++) {
                    first[i] = diagram.share(i, j) ? Math.min(first[i], first[j]) : first[i];
                }
            }
        }
        return first;
    }

    @Test
    void changes_areSeenInCounts_andACopyChangesAlone() {
        FactorDiagram diagram = new FactorDiagram(4);
        diagram.set(0, 1, true);
        diagram.weights[1] = 0.5;
        diagram.addHidden(identity(4), 1, 2);
        FactorDiagram copy = diagram.copy();
        copy.setChild(0, 3, true);
        assertEquals(Set.of(1, 2, 3), copy.childrenOf(0));
        assertEquals(Set.of(1, 2), diagram.childrenOf(0));
        assertTrue(diagram.isPair(1, 2) && !copy.isPair(1, 2) && !diagram.isPair(0, 1));
        assertEquals(1, diagram.pairs());
        assertEquals(0, copy.pairs());
        assertEquals(1, diagram.firstChild(0));
        assertTrue(diagram.reaches(0, 1) && diagram.reaches(2, 2) && !diagram.reaches(1, 0));
        copy.setChild(0, 1, false);
        assertEquals(0, copy.loadings.get(0)[1]);
        assertTrue(diagram.loadings.get(0)[1] != 0);
        diagram.separate(1, 0);
        assertFalse(diagram.causes(0, 1));
        assertEquals(0, diagram.weights[1], "no coefficient without an edge");
        assertTrue(copy.causes(0, 1));
        diagram.removeHidden(0);
        assertEquals(0, diagram.size());
    }

    private static double[] identity(int d) {
        double[] s = new double[d * d];
        IntStream.range(0, d).forEach(j -> s[j * (d + 1)] = 1);
        return s;
    }

    /** Where a cause explains half of each of its children's variances, whatever their units and signs, it is found. */
    @Test
    void newHiddenCause_beginsWithItsCoefficients_whereItExplainsAHalf() {
        double[] loading = {3, -0.2, 0, 1, 50};
        double[] s = new double[25];
        for (int k = 0; k < 25; k++) {
            s[k] = loading[k / 5] * loading[k % 5] * (k / 5 == k % 5 ? 2 : 1);
        }
        s[2 * 6] = 1;
        FactorDiagram diagram = new FactorDiagram(5);
        diagram.addHidden(s, 0, 1, 3, 4);
        for (int j = 0; j < 5; j++) {
            assertEquals(loading[j], diagram.loadings.get(0)[j], 1e-6 * Math.abs(loading[j]));
            assertEquals(j == 2 ? 0 : loading[j] * loading[j], diagram.own[j], 1e-6 * (1 + loading[j] * loading[j]));
        }
        // nothing is left for another one beside it but the halves
        diagram.addHidden(s, 0, 1, 3);
        assertTrue(Math.abs(diagram.loadings.get(1)[0]) < 3, "less than all of it");
    }

    private static RealMatrix implied(FactorDiagram diagram) {
        int d = diagram.variables;
        RealMatrix b = MatrixUtils.createRealIdentityMatrix(d);
        RealMatrix noise = new Array2DRowRealMatrix(d, d);
        for (int i = 0; i < d; i++) {
            noise.addToEntry(i, i, diagram.own[i]);
            for (int j = 0; j < d; j++) {
                b.addToEntry(j, i, -diagram.weights[i * d + j]);
                for (double[] of : diagram.loadings) {
                    noise.addToEntry(i, j, of[i] * of[j]);
                }
            }
        }
        RealMatrix inverse = MatrixUtils.inverse(b);
        return inverse.multiply(noise).multiply(inverse.transpose());
    }

    private static double direct(FactorDiagram diagram, double[] s) {
        int d = diagram.variables;
        RealMatrix moments = new Array2DRowRealMatrix(d, d);
        for (int k = 0; k < d * d; k++) {
            moments.setEntry(k / d, k % d, s[k]);
        }
        RealMatrix sigma = implied(diagram);
        double logs = Math.log(new LUDecomposition(sigma).getDeterminant());
        return -ROWS / 2 * (logs + MatrixUtils.inverse(sigma).multiply(moments).getTrace());
    }

    /** Moments of 60 rows with hidden relations, so that nothing fits exactly. */
    private static double[] moments(Random random) {
        double[] s = new double[D * D];
        double[] mix = random.doubles(D * D, -0.6, 0.6).toArray();
        for (int row = 0; row < 60; row++) {
            double[] e = random.doubles(D, -1, 1).toArray();
            double[] x = new double[D];
            for (int k = 0; k < D * D; k++) {
                x[k % D] += (k / D == k % D ? 1 : mix[k]) * e[k / D] / 5;
            }
            for (int k = 0; k < D * D; k++) {
                s[k] += x[k / D] * x[k % D];
            }
        }
        return s;
    }

    /** −n/2 (ln |Σ| + tr Σ⁻¹ S) of the covariances that the fitted coefficients imply, and no step nearby is higher. */
    @Test
    void likelihood_isThatOfTheImpliedCovariances_andAtATop() {
        Random random = new Random(2);
        int moved = 0;
        for (int time = 0; time < 25; time++) {
            FactorDiagram diagram = random(random);
            double[] s = moments(random);
            for (int h = 0; h < diagram.children.size(); h++) {
                for (int j : diagram.childrenOf(h)) {
                    diagram.loadings.get(h)[j] = 0.3 * Math.sqrt(s[j * (D + 1)]);
                }
            }
            FactorFit fit = new FactorFit(diagram, s, ROWS, 400);
            double top = fit.logLikelihood();
            assertEquals(direct(diagram, s), top, 1e-6 * Math.abs(top));
            double[] left = SmallCholesky.conditionalVariances(s, D, 1e-12);
            boolean[] atBound = new boolean[fit.districts.size()];
            for (int j = 0; j < D; j++) {
                double least = Math.min(1e-3 * s[j * (D + 1)], left[j] / 2);
                assertTrue(diagram.own[j] >= least * (1 - 1e-9));
                atBound[fit.districtOf[j]] |= diagram.own[j] < 1.01 * least;
            }
            for (int a = 0; a < fit.p; a++) {
                int of = fit.into[a];
                double value = fit.kind[a] == FactorFit.EDGE
                        ? diagram.weights[fit.from[a] * D + of]
                        : fit.kind[a] >= 0 ? diagram.loadings.get(fit.kind[a])[of] : diagram.own[of];
                assertEquals(value, fit.coefficient(a), 0, "the diagram has what the fit found");
                if (atBound[fit.districtOf[fit.into[a]]]) {
                    continue; // a variance that may not be less holds the others
                }
                for (double step : new double[] {0.97, 1.03}) {
                    FactorDiagram other = diagram.copy();
                    int j = fit.into[a];
                    if (fit.kind[a] == FactorFit.EDGE) {
                        other.weights[fit.from[a] * D + j] *= step;
                    } else if (fit.kind[a] >= 0) {
                        other.loadings.get(fit.kind[a])[j] *= step;
                    } else {
                        continue; // may be at its least value
                    }
                    moved++;
                    assertTrue(direct(other, s) <= top + 0.05, time + ": " + a + " by " + (direct(other, s) - top));
                }
            }
        }
        assertTrue(moved > 200, moved + " steps");
    }

    /** What changed since a fit is fitted anew, in the diagram and in a copy of it; nothing else is. */
    @Test
    void change_afterAFit_isFittedAnew() {
        Random random = new Random(8);
        for (int time = 0; time < 10; time++) {
            double[] s = moments(random);
            FactorDiagram diagram = new FactorDiagram(D);
            diagram.set(0, 1, true);
            diagram.addHidden(s, 2, 3, 4);
            diagram.addHidden(s, 5, 6);
            double before = new FactorFit(diagram, s, ROWS, 400).logLikelihood();
            // a fit that had not settled goes on, by less than a step must promise
            assertEquals(before, new FactorFit(diagram, s, ROWS, 400).logLikelihood(), 0.02, "nothing changed");
            FactorDiagram copy = diagram.copy();
            copy.setChild(0, 5, true);
            copy.loadings.get(0)[5] = 0.1 * Math.sqrt(s[5 * (D + 1)]);
            copy.set(0, 1, false);
            copy.set(1, 2, true);
            double after = new FactorFit(copy, s, ROWS, 400).logLikelihood();
            assertEquals(direct(copy, s), after, 1e-6 * Math.abs(after));
            copy.setChild(0, 2, false);
            copy.removeHidden(1);
            double less = new FactorFit(copy, s, ROWS, 400).logLikelihood();
            assertEquals(direct(copy, s), less, 1e-6 * Math.abs(less));
            assertEquals(before, new FactorFit(diagram, s, ROWS, 400).logLikelihood(), 0.02, "a copy changes alone");
        }
    }

    /** A hidden cause of two is a two-headed edge: the same likelihood by another algorithm. */
    @Test
    void hiddenCauseOfTwo_fitsAsATwoHeadedEdgeDoes() {
        Random random = new Random(6);
        for (int time = 0; time < 10; time++) {
            double[] s = moments(random);
            PathDiagram graph = new PathDiagram(D);
            graph.set(0, 2, Edge.FORWARD);
            graph.set(1, 3, Edge.FORWARD);
            graph.set(2, 3, Edge.TWO_HEADED);
            FactorDiagram diagram = FactorDiagram.of(graph, s);
            assertTrue(diagram.isPair(2, 3) && diagram.causes(0, 2) && diagram.size() == graph.edgeCount());
            double byFactors = new FactorFit(diagram, s, ROWS, 400).logLikelihood();
            int[] place = {2, 3, 0, 1};
            double[] part = new double[16];
            for (int k = 0; k < 16; k++) {
                part[k] = s[place[k / 4] * D + place[k % 4]];
            }
            double byDistricts =
                    DistrictFit.logLikelihood(4, part, new int[][] {{2}, {3}}, new int[][] {{1}, {0}}, ROWS);
            for (int j : new int[] {0, 1, 4, 5, 6}) {
                byDistricts -= ROWS / 2 * (Math.log(s[j * (D + 1)]) + 1);
            }
            assertEquals(byDistricts, byFactors, 0.01, "data " + time);
        }
    }
}
