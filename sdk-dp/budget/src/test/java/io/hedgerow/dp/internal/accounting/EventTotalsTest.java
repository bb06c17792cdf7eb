// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.Laplace;
import io.hedgerow.core.privacy.MechanismEvent.PureDp;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import io.hedgerow.core.privacy.MechanismEvent.Sequence;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class EventTotalsTest {

    @Test
    void of_countsCallsByKindAndParameter() {
        EventTotals totals = EventTotals.of(new Sequence(List.of(
                new Selection(0.1, 2),
                new Sequence(List.of(new Selection(0.2, 1), new Selection(0.1, 3))),
                new Gaussian(0.5, 4),
                new Laplace(2, 5),
                new PureDp(0.3, 6))));
        assertEquals(Map.of(0.1, 5L, 0.2, 1L), totals.selections());
        assertEquals(Map.of(0.5, 4L), totals.gaussians());
        assertEquals(Map.of(2.0, 5L), totals.laplaces());
        assertEquals(Map.of(0.3, 6L), totals.pures());
        assertEquals(1, totals.muSquared());
        assertEquals(1, totals.mu());
        assertEquals(5 * 0.1 + 0.2 + 2.5 + 1.8, totals.pureSumOfAll(), 1e-14);
        assertEquals(0.5, totals.largestLoss());
    }

    @Property
    void mu_isRoundedUpAndByAtMostAnUlpOrTwo(
            @ForAll @DoubleRange(min = 1e-8, max = 1e4) @Scale(12) double mu,
            @ForAll @LongRange(min = 1, max = 1L << 50) long count) {
        EventTotals totals = EventTotals.of(new Gaussian(mu, count));
        BigDecimal exact = new BigDecimal(mu).pow(2).multiply(BigDecimal.valueOf(count));
        BigDecimal square = new BigDecimal(totals.mu()).pow(2);
        assertTrue(square.compareTo(exact) >= 0, "rounded up");
        assertEquals(1, square.doubleValue() / exact.doubleValue(), 1e-15);
        assertTrue(new BigDecimal(totals.muSquared()).compareTo(exact) >= 0);
    }

    @Test
    void mu_ofOneCall_isItself() {
        assertEquals(0.1, EventTotals.of(new Gaussian(0.1, 1)).mu());
        assertEquals(0, EventTotals.of(new Selection(1, 1)).mu());
        assertEquals(0, EventTotals.of(new Gaussian(1, 1)).largestLoss());
    }
}
