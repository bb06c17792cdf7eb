// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class StronglyConnectedComponentsTest {

    @Test
    void of_whenGraphIsRandom_agreesWithMutualReachability() {
        Random random = new Random(1);
        for (int round = 0; round < 300; round++) {
            int n = 1 + random.nextInt(12);
            int m = random.nextInt(2 * n);
            int[] from = random.ints(m, 0, n).toArray();
            int[] to = random.ints(m, 0, n).toArray();
            boolean[][] reaches = reachability(n, from, to);
            int[] component = StronglyConnectedComponents.of(n, from, to);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    assertEquals(reaches[i][j] && reaches[j][i], component[i] == component[j]);
                }
            }
            for (int e = 0; e < m; e++) {
                assertTrue(component[from[e]] >= component[to[e]], "components are numbered against the edges");
            }
        }
    }

    @Test
    void of_whenPathIsVeryLong_needsNoRecursion() {
        int n = 200_000;
        int[] from = new int[n];
        int[] to = new int[n];
        for (int e = 0; e < n; e++) {
            from[e] = e;
            to[e] = (e + 1) % n;
        }
        assertArrayEquals(new int[n], StronglyConnectedComponents.of(n, from, to));
    }

    @Test
    void of_whenLengthsDiffer_isRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> StronglyConnectedComponents.of(2, new int[] {0}, new int[] {1, 0}));
    }

    private static boolean[][] reachability(int n, int[] from, int[] to) {
        boolean[][] reaches = new boolean[n][n];
        for (int i = 0; i < n; i++) {
            reaches[i][i] = true;
        }
        for (int e = 0; e < from.length; e++) {
            reaches[from[e]][to[e]] = true;
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    reaches[i][j] |= reaches[i][k] && reaches[k][j];
                }
            }
        }
        return reaches;
    }
}
