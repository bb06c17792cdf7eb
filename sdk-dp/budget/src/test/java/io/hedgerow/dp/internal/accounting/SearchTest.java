// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class SearchTest {

    @Property
    void leastBelow_returnsAPointThatMeetsTheTarget(
            @ForAll @DoubleRange(min = 1e-6, max = 1e6) @Scale(8) double root,
            @ForAll @DoubleRange(min = 1e-3, max = 1e3) @Scale(4) double scale) {
        double x = Search.leastBelow(v -> root - v, 0, scale);
        assertTrue(x >= root);
        assertEquals(root, x, 1e-12 * root);
    }

    @Property
    void leastBelowSmooth_returnsAPointThatMeetsTheTarget(
            @ForAll @DoubleRange(min = 0.01, max = 100) @Scale(4) double rate,
            @ForAll @DoubleRange(min = -20, max = -0.5) double logTarget,
            @ForAll @DoubleRange(min = 0.1, max = 10) double scale) {
        double target = Math.pow(10, logTarget);
        double root = -Math.log(target) / rate;
        double x = Search.leastBelowSmooth(v -> Math.exp(-rate * v), target, scale);
        // The exponential at x is the test's own; its argument, up to 46, carries 5e-15.
        assertTrue(x >= root * (1 - 1e-14));
        assertEquals(root, x, 2e-9 * root);
    }

    /** A value is a whole composition, and the start is another accountant's answer. Halving takes 30 of them. */
    @Property
    void leastBelowSmooth_needsFewValues(
            @ForAll @DoubleRange(min = 0.01, max = 100) @Scale(4) double rate,
            @ForAll @DoubleRange(min = -20, max = -0.5) double logTarget,
            @ForAll @DoubleRange(min = 1, max = 1.5) double excess) {
        double target = Math.pow(10, logTarget);
        double root = (Math.sqrt(rate * rate - 0.4 * Math.log(target)) - rate) / 0.2;
        int[] values = {0};
        Search.leastBelowSmooth(
                v -> {
                    values[0]++;
                    return Math.exp(-rate * v - 0.1 * v * v);
                },
                target,
                excess * root);
        assertTrue(values[0] <= 18, "took " + values[0]);
    }

    @Test
    void leastBelowSmooth_findsTheEndOfASupport() {
        double x = Search.leastBelowSmooth(v -> v < 3 ? 1e-3 * (3 - v) : 0, 1e-12, 10);
        assertEquals(3, x, 1e-8);
        assertTrue(x >= 3 - 1e-9 && x <= 3 + 1e-8);
    }

    @Test
    void searches_returnZeroWhereNothingIsNeeded() {
        assertEquals(0, Search.leastBelow(v -> 0.5, 0.5, 1));
        assertEquals(0, Search.leastBelowSmooth(v -> 0.5, 0.5, 1));
    }

    @Test
    void searches_returnInfinityWhereNothingHelps() {
        assertEquals(Double.POSITIVE_INFINITY, Search.leastBelow(v -> 1, 0.5, 1));
        assertEquals(Double.POSITIVE_INFINITY, Search.leastBelowSmooth(v -> 1, 0.5, 1));
    }

    @Property
    void argMin_findsTheBottomOfAParabolaAlsoAtTheEdge(@ForAll @DoubleRange(min = -2, max = 12) double bottom) {
        double x = Search.argMin(v -> (v - bottom) * (v - bottom), 0, 10);
        // The bottom is flat over the root of the precision.
        assertEquals(Math.min(10, Math.max(0, bottom)), x, 1e-6);
    }
}
