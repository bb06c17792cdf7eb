// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WinnerTreeTest {

    @Test
    void update_alwaysFindsTheFirstLargest() {
        for (int n : new int[] {1, 2, 3, 7, 8, 33}) {
            Random random = new Random(n);
            WinnerTree tree = new WinnerTree(n);
            double[] values = new double[n];
            for (int i = 0; i < n; i++) {
                tree.put(i, 0);
            }
            tree.rebuild();
            for (int change = 0; change < 200; change++) {
                int at = random.nextInt(n);
                values[at] = random.nextInt(4);
                tree.update(at, values[at]);
                int expected = 0;
                for (int i = 1; i < n; i++) {
                    if (values[i] > values[expected]) {
                        expected = i;
                    }
                }
                assertEquals(expected, tree.best());
                assertEquals(values[expected], tree.bestValue());
            }
        }
    }
}
