// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PublishedCostTest {

    @Test
    void dense_isThePublishedFigureOfTable1() {
        // paper 002, Table 1: 5.12 MB at d = 20 and 512 MB at d = 200, with T = 100 and P = 8
        assertEquals(5_120_000, PublishedCost.dense(20 * 20, 100, 8));
        assertEquals(512_000_000, PublishedCost.dense(200 * 200, 100, 8));
    }

    @Test
    void sparse_addsAnIndexToEveryCoefficient() {
        // ⌈log2(400) / 8⌉ = ⌈log2(40000) / 8⌉ = 2 bytes, so 10 bytes for each of 3 + 8·2 coefficients
        assertEquals(190, PublishedCost.sparse(20, 3, 2, 8));
        assertEquals(190, PublishedCost.sparse(200, 3, 2, 8));
        // log2(16²) = 8 bits exactly is one byte; log2(256²) = 16 bits exactly is two
        assertEquals(9, PublishedCost.sparse(16, 1, 0, 1));
        assertEquals(10, PublishedCost.sparse(256, 1, 0, 1));
    }
}
