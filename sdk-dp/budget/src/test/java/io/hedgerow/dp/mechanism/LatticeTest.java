// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatticeTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 3, 0.1, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE, 0x1p901, 0x1p-901})
    void steps_thatAreNoPowersOfTwoAreRefused(double step) {
        assertThrows(IllegalArgumentException.class, () -> new Lattice(step));
    }

    @Test
    void rounding_goesWhereItSays() {
        Lattice lattice = new Lattice(0.25);
        assertEquals(5, lattice.nearest(1.3));
        assertEquals(5, lattice.floor(1.3));
        assertEquals(6, lattice.ceil(1.3));
        assertEquals(-6, lattice.floor(-1.3));
        assertEquals(-5, lattice.ceil(-1.3));
        assertEquals(4, lattice.nearest(1.125), "ties go to even");
        assertEquals(1.25, lattice.value(5));
        assertEquals(1, new Lattice(0x1p900).ceil(Double.MIN_VALUE), "the quotient is below every double");
        assertEquals(-1, new Lattice(0x1p900).floor(-Double.MIN_VALUE));
        assertEquals(0, new Lattice(0x1p900).nearest(Double.MIN_VALUE));
    }

    @Test
    void values_ofTooManyStepsAreRefused() {
        Lattice lattice = new Lattice(0x1p-10);
        assertEquals(Lattice.MAX_STEPS, lattice.nearest(0x1p52));
        for (double value : new double[] {0x1.0000001p52, -0x1.0000001p52, Double.MAX_VALUE, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> lattice.nearest(value));
            assertThrows(IllegalArgumentException.class, () -> lattice.floor(value));
            assertThrows(IllegalArgumentException.class, () -> lattice.ceil(value));
        }
        assertThrows(IllegalArgumentException.class, () -> new Lattice(0x1p-900).nearest(1));
    }

    @Property
    void resolving_givesAtLeastTwoToTheTwentySteps(
            @ForAll @DoubleRange(min = 1e-12, max = 1e12) @Scale(13) double quantity) {
        double steps = quantity / Lattice.resolving(quantity).step();
        assertTrue(steps >= 0x1p20 && steps < 0x1p21);
    }

    @Property
    void ofSensitivityAndSigma_stillAllowsTheNoiseAfterRoundingTheBoundDown(
            @ForAll @DoubleRange(min = 1e-3, max = 1e3) @Scale(4) double bound,
            @ForAll @DoubleRange(min = 1e-2, max = 1e4) @Scale(3) double multiplier) {
        Lattice lattice = Lattice.ofSensitivityAndSigma(2 * bound, 2 * bound * multiplier);
        Sensitivity sensitivity =
                new Clipping(lattice, bound).sensitivity(io.hedgerow.core.privacy.Adjacency.REPLACE_ONE);
        GaussianMechanism mechanism = new GaussianMechanism(sensitivity, multiplier);
        assertTrue(mechanism.sigma() >= GaussianMechanism.LEAST_SIGMA);
        // rounding C down to steps of at most C/2^20 loses that much at most
        assertEquals(2 * bound * multiplier, lattice.value(1) * mechanism.sigma(), 2 * bound * multiplier * 0x1p-19);
    }
}
