// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral.district;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The coefficients of some equations of a diagram, one by one. */
class FactorEquationsTest {

    private static final int D = 6;

    /** What is read is written back to its place, nothing else changes, and every coefficient is there once. */
    @Test
    void coefficients_areThoseOfTheMembersAndTheirHiddenCauses() {
        Random random = new Random(2);
        int[] members = {1, 3, 4};
        int[] hidden = {0, 2};
        for (int time = 0; time < 50; time++) {
            boolean[] edges = new boolean[D * D];
            for (int k = 0; k < D * D; k++) {
                edges[k] = k / D < k % D && random.nextBoolean();
            }
            List<boolean[]> children = new ArrayList<>();
            children.add(new boolean[] {false, true, false, true, false, false});
            children.add(new boolean[] {true, false, true, false, false, false});
            children.add(new boolean[] {false, true, false, random.nextBoolean(), true, false});
            FactorEquations equations = new FactorEquations(D, edges, children, members, hidden);
            double[] weights = random.doubles(D * D).toArray();
            double[] own = random.doubles(D).toArray();
            List<double[]> loadings = new ArrayList<>();
            children.forEach(of -> loadings.add(random.doubles(D).toArray()));
            double[] value = equations.read(weights, own, loadings);
            int expected = members.length;
            for (int j : members) {
                for (int i = 0; i < D; i++) {
                    expected += edges[i * D + j] ? 1 : 0;
                }
                for (int h : hidden) {
                    expected += children.get(h)[j] ? 1 : 0;
                }
            }
            assertEquals(expected, equations.count());
            assertEquals(expected, value.length);
            double[] newWeights = weights.clone();
            double[] newOwn = own.clone();
            List<double[]> newLoadings = new ArrayList<>();
            loadings.forEach(of -> newLoadings.add(of.clone()));
            double[] moved = value.clone();
            for (int a = 0; a < moved.length; a++) {
                moved[a] += a + 1;
                int j = equations.into(a);
                int kind = equations.kind(a);
                double is = kind == FactorEquations.OWN
                        ? own[j]
                        : kind == FactorEquations.EDGE
                                ? weights[equations.from(a) * D + j]
                                : loadings.get(hidden[kind])[j];
                assertEquals(is, value[a], 0);
            }
            equations.write(moved, newWeights, newOwn, newLoadings);
            assertArrayEquals(moved, equations.read(newWeights, newOwn, newLoadings), 0);
            int changed = 0;
            for (int k = 0; k < D * D; k++) {
                changed += newWeights[k] != weights[k] ? 1 : 0;
                assertTrue(newWeights[k] == weights[k] || edges[k], "no coefficient without an edge");
            }
            for (int j = 0; j < D; j++) {
                changed += newOwn[j] != own[j] ? 1 : 0;
                for (int h = 0; h < 3; h++) {
                    changed += newLoadings.get(h)[j] != loadings.get(h)[j] ? 1 : 0;
                }
            }
            assertEquals(expected, changed, "each at its own place");
            assertArrayEquals(loadings.get(1), newLoadings.get(1), 0, "a cause of others");
        }
    }
}
