package io.hedgerow.core.acyclicity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SparseTaylorTest {

    @Test
    void evaluate_whateverTheTolerance_staysWithinTheBoundOfThePlan() {
        int loose = 0;
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            EdgePattern pattern = RandomGraphs.pattern(25, 0.12, random);
            double[] squared = RandomGraphs.weights(pattern, 0.1, 2, random);
            double tolerance = Math.pow(10, -1 - seed % 8);
            for (Component component : Component.of(pattern)) {
                double[] a = new double[component.edges()];
                for (int e = 0; e < a.length; e++) {
                    a[e] = squared[component.edge()[e]];
                }
                double[] exact = new double[a.length];
                double[] cut = new double[a.length];
                TermPlan plan = new TermPlan(component);
                assertTrue(plan.prepare(a, 1e-25, 200));
                double h = new SparseTaylor(component).evaluate(a, plan, exact);
                assertTrue(plan.prepare(a, tolerance, 200));
                double cutH = new SparseTaylor(component).evaluate(a, plan, cut);
                // Rounding may add some 1e-16 to what was left out.
                assertTrue(cutH <= h + 1e-14 && h - cutH <= plan.error() + 1e-14);
                for (int e = 0; e < a.length; e++) {
                    assertTrue(Math.abs(exact[e] - cut[e]) <= plan.error() + 1e-14);
                }
                loose += h - cutH > 1e-9 ? 1 : 0;
            }
        }
        assertTrue(loose > 5, "some tolerances must show, only " + loose + " did");
    }

    @Test
    void prepare_whenTooManyTermsAreNeeded_saysSo() {
        Component component = Component.of(RandomGraphs.cycle(4)).get(0);
        double[] a = new double[4];
        Arrays.fill(a, 50);
        assertFalse(new TermPlan(component).prepare(a, 1e-20, 100));
        assertTrue(new TermPlan(component).prepare(a, 1e-20, 300));
    }

    @Test
    void set_sumsAnyNumberOfRows() {
        Random random = new Random(3);
        for (int count = 1; count <= 13; count++) {
            double[] weight = random.doubles(count).toArray();
            double[][] rows = new double[count][];
            double[] expected = new double[9];
            for (int q = 0; q < count; q++) {
                rows[q] = random.doubles(9).toArray();
                for (int j = 0; j < 9; j++) {
                    expected[j] += weight[q] * rows[q][j];
                }
            }
            double[] out = new double[9];
            Arrays.fill(out, Double.NaN);
            RowCombination.set(count, weight, rows, out, 9);
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
