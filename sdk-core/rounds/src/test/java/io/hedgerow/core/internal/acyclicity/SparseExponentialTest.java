// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SparseExponentialTest {

    @Test
    void evaluate_whateverTheTolerance_staysWithinTheBoundOfTheDegree() {
        int loose = 0;
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            EdgePattern pattern = RandomGraphs.pattern(25, 0.12, random);
            double[] squared = RandomGraphs.weights(pattern, 0.1, 2, random);
            double tolerance = Math.pow(10, -1 - seed % 8);
            for (Component component : Component.of(pattern)) {
                SparseRows a = rows(component, squared);
                double[] exact = new double[component.edges()];
                double[] cut = new double[component.edges()];
                TaylorDegree degree = new TaylorDegree(component.size());
                SparseExponential exponential = new SparseExponential(component);
                assertTrue(degree.find(a, 1e-25, 200));
                double h = exponential.evaluate(a, degree.degree(), exact);
                assertTrue(degree.find(a, tolerance, 200));
                assertTrue(degree.error() <= tolerance);
                double cutH = exponential.evaluate(a, degree.degree(), cut);
                // Rounding may add some 1e-16 to what was left out.
                assertTrue(cutH <= h + 1e-14 && h - cutH <= component.size() * degree.error() + 1e-14);
                for (int e = 0; e < exact.length; e++) {
                    assertTrue(Math.abs(exact[e] - cut[e]) <= degree.error() + 1e-14);
                }
                loose += h - cutH > 1e-9 ? 1 : 0;
            }
        }
        assertTrue(loose > 5, "some tolerances must show, only " + loose + " did");
    }

    @Test
    void find_whenTooHighADegreeIsNeeded_saysSo() {
        Component component = Component.of(RandomGraphs.cycle(4)).get(0);
        double[] weights = new double[4];
        Arrays.fill(weights, 50);
        SparseRows a = rows(component, weights);
        assertFalse(new TaylorDegree(4).find(a, 1e-20, 60));
        assertTrue(new TaylorDegree(4).find(a, 1e-20, 200));
    }

    @Test
    void fill_keepsTheWeightsThatAreNotZero() {
        Component component = Component.of(RandomGraphs.cycle(3)).get(0);
        SparseRows a = rows(component, new double[] {2, 0, 3});
        assertEquals(2, a.size());
        assertArrayEquals(new double[] {2, 3}, Arrays.copyOf(a.value(), 2));
        assertArrayEquals(new int[] {0, 1, 1, 2}, a.start());
    }

    private static SparseRows rows(Component component, double[] squared) {
        double[] weights = new double[component.edges()];
        for (int e = 0; e < weights.length; e++) {
            weights[e] = squared[component.edge()[e]];
        }
        SparseRows rows = new SparseRows(component);
        rows.fill(weights);
        return rows;
    }

    @Test
    void opposite_findsTheReverseOfEachEdge() {
        EdgePattern pattern = EdgePattern.of(3, new int[] {0, 1, 2, 1}, new int[] {1, 0, 0, 2});
        Component component = Component.of(pattern).get(0);
        int[] opposite = component.opposite();
        int pairs = 0;
        for (int e = 0; e < 4; e++) {
            if (opposite[e] >= 0) {
                int here = component.edge()[e];
                int there = component.edge()[opposite[e]];
                assertEquals(pattern.from(here), pattern.to(there));
                assertEquals(pattern.to(here), pattern.from(there));
                pairs++;
            }
        }
        assertEquals(2, pairs);
    }

    @Test
    void set_sumsAnyNumberOfRows() {
        Random random = new Random(3);
        for (int count = 0; count <= 13; count++) {
            double[] weight = random.doubles(count + 2).toArray();
            double[][] rows = new double[count + 2][];
            double[] expected = new double[9];
            for (int q = 0; q < rows.length; q++) {
                rows[q] = random.doubles(9).toArray();
                for (int j = 0; j < 9 && q > 0 && q <= count; j++) {
                    expected[j] += weight[q] * rows[q][j];
                }
            }
            double[] out = new double[9];
            Arrays.fill(out, Double.NaN);
            WeightedRows.set(1, count, weight, rows, out, 9);
            assertArrayEquals(expected, out, 1e-14);
        }
    }

    @Test
    void of_whenTwoVerticesReachEachOther_theyShareAComponent() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            EdgePattern pattern = RandomGraphs.pattern(12, 0.15 * random.nextDouble(), random);
            double[] ones = new double[pattern.size()];
            Arrays.fill(ones, 1);
            int inside = 0;
            for (int e = 0; e < pattern.size(); e++) {
                inside += RandomGraphs.reaches(pattern, ones, pattern.to(e), pattern.from(e)) ? 1 : 0;
            }
            int found = 0;
            for (Component component : Component.of(pattern)) {
                found += component.edges();
                for (int i = 0; i < component.size(); i++) {
                    // Strongly connected: every vertex has an edge out, to a vertex of the same component.
                    assertTrue(component.start()[i] < component.start()[i + 1]);
                }
                for (int e = 0; e < component.edges(); e++) {
                    assertTrue(component.target()[e] < component.size());
                    int original = component.edge()[e];
                    assertTrue(RandomGraphs.reaches(pattern, ones, pattern.to(original), pattern.from(original)));
                }
            }
            assertEquals(inside, found);
        }
    }

    @Test
    void of_whenACycleIsVeryLong_needsNoStack() {
        Component component = Component.of(RandomGraphs.cycle(300_000)).get(0);
        assertEquals(300_000, component.size());
        assertEquals(300_000, component.edges());
    }
}
