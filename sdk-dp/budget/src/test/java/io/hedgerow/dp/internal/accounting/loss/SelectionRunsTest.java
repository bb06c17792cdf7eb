// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionRunsTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 40, 1000, 1001, 2003})
    void runs_coverEverySelectionExactly(long count) {
        SelectionRuns runs = SelectionRuns.of(0.01, count);
        assertEquals(count, runs.shorter() * runs.length() + runs.longer() * (runs.length() + 1));
        assertTrue(runs.length() <= 1000);
        assertEquals(runs.law().step(), runs.next().step());
        if (runs.longer() > 0) {
            assertTrue(runs.next().delta(0, 0.1) > runs.law().delta(0, 0.1), "longer runs cost more");
        }
    }

    @Test
    void cache_keepsTheRunsUsedLast() {
        SelectionRuns.Cache cache = new SelectionRuns.Cache();
        SelectionRuns first = cache.of(0.5, 1);
        for (int k = 1; k < 16; k++) {
            cache.of(0.5 + k, 1);
        }
        assertSame(first, cache.of(0.5, 1), "sixteen fit");
        cache.of(20, 1);
        assertSame(first, cache.of(0.5, 1), "the one used longest ago had to go");
        for (int k = 0; k < 16; k++) {
            cache.of(30.0 + k, 1);
        }
        assertNotSame(first, cache.of(0.5, 1));
    }
}
