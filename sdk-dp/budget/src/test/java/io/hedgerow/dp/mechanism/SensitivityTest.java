// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class SensitivityTest {

    @Test
    void ofClippedSum_isTwiceTheBoundForReplacementAndTheBoundForZeros() {
        assertEquals(14, Sensitivity.ofClippedSum(Adjacency.REPLACE_ONE, 7).steps());
        assertEquals(7, Sensitivity.ofClippedSum(Adjacency.ZERO_OUT, 7).steps());
    }

    @Property
    void ofOuterProducts_isTheRootOfTwiceTheFourthPowerRoundedUp(
            @ForAll @LongRange(min = 1, max = 1L << 30) long norm) {
        BigInteger squared = BigInteger.valueOf(
                Sensitivity.ofOuterProducts(Adjacency.REPLACE_ONE, norm).steps());
        BigInteger bound = BigInteger.valueOf(norm).pow(4).shiftLeft(1);
        assertTrue(squared.pow(2).compareTo(bound) >= 0);
        assertTrue(squared.subtract(BigInteger.ONE).pow(2).compareTo(bound) < 0);
        assertEquals(
                norm * norm,
                Sensitivity.ofOuterProducts(Adjacency.ZERO_OUT, norm).steps());
    }

    @Test
    void boundsOutOfRange_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Sensitivity(Adjacency.ZERO_OUT, 0));
        assertThrows(IllegalArgumentException.class, () -> new Sensitivity(Adjacency.ZERO_OUT, Lattice.MAX_STEPS + 1));
        assertThrows(IllegalArgumentException.class, () -> Sensitivity.ofClippedSum(Adjacency.ZERO_OUT, 0));
        assertThrows(
                IllegalArgumentException.class,
                () -> Sensitivity.ofClippedSum(Adjacency.REPLACE_ONE, Lattice.MAX_STEPS));
        assertThrows(
                IllegalArgumentException.class,
                () -> Sensitivity.ofOuterProducts(Adjacency.REPLACE_ONE, (1L << 30) + 1));
    }
}
