// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.ExponentialMechanism;
import io.hedgerow.dp.mechanism.SecureBits;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a step charges for rounding, which no frequency shows: in exact numbers, against the scales that are drawn. */
class StepRoundingTest {

    private static final ProtectedUnits UNITS = ProtectedUnits.records(Adjacency.REPLACE_ONE, 50);

    private static MechanismSteps steps(SecureBits bits) {
        return new MechanismSteps(UNITS, new GreedyCost(2, 1), DiscreteNoise.secure(), bits);
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    /** b ≥ 2 (1 + 2·2⁻¹⁸)/ε0, but for the charge of rounded weights, which is smaller by far. */
    @Test
    void selection_hasRoomForTheErrorOfComputedScores() throws ReflectiveOperationException {
        ExponentialMechanism selection = (ExponentialMechanism) field(steps(new SecureBits()), "selection");
        double scale = 2 * (1 + 2 * StepRule.SCORE_ERROR) / 2;
        assertTrue(selection.scale() >= scale, selection.scale() + " < " + scale);
        // a lattice of 2⁻²⁶ at most, and little else
        assertEquals(scale, selection.scale(), 0x1p-24);
    }

    /** A new key has a buffer of which nothing was given out. */
    @Test
    void begin_takesANewKeyForTheSelectionsOfARound() throws ReflectiveOperationException {
        SecureBits bits = new SecureBits();
        MechanismSteps steps = steps(bits);
        for (int round = 0; round < 3; round++) {
            bits.nextLong();
            assertTrue((int) field(bits, "next") > 0);
            steps.begin(2, 2, new boolean[4], 1);
            assertEquals(0, field(bits, "next"));
        }
    }

    /** ε_s·t ≥ 2 (2²² + 33), where t is the scale of the noise of every score. */
    @Test
    void laplaceSelection_isChargedForTheScaleThatIsDrawn() {
        for (int k = 1; k <= 200; k++) {
            CountingNoise noise = new CountingNoise(true);
            LaplaceSteps steps = new LaplaceSteps(UNITS, new GreedyCost(0.013 * k, 0.1), noise);
            steps.begin(2, 2, new boolean[4], 1);
            noise.laplaces.clear();
            steps.select();
            assertEquals(4, noise.laplaces.size());
            List<MechanismEvent> events = ((MechanismEvent.Sequence) steps.event()).steps();
            BigDecimal charged = new BigDecimal(((MechanismEvent.PureDp) events.get(0)).epsilon());
            BigDecimal moved = BigDecimal.valueOf(2 * ((1L << 22) + 33));
            assertTrue(charged.multiply(new BigDecimal(noise.laplaces.get(0))).compareTo(moved) >= 0, "k = " + k);
        }
    }
}
