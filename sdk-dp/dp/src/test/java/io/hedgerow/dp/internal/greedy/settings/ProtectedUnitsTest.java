// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProtectedUnitsTest {

    @Test
    void equals_isAboutEverythingThatIsDeclared() {
        ProtectedUnits units = ProtectedUnits.users(Adjacency.REPLACE_ONE, 100, 300);
        assertEquals(ProtectedUnits.users(Adjacency.REPLACE_ONE, 100, 300), units);
        assertEquals(
                ProtectedUnits.users(Adjacency.REPLACE_ONE, 100, 300).hashCode(),
                units.hashCode(),
                "equal units must be found again in a map");
        for (ProtectedUnits other : List.of(
                ProtectedUnits.users(Adjacency.ZERO_OUT, 100, 300),
                ProtectedUnits.users(Adjacency.REPLACE_ONE, 101, 300),
                ProtectedUnits.users(Adjacency.REPLACE_ONE, 100, 301),
                ProtectedUnits.records(Adjacency.REPLACE_ONE, 100))) {
            assertNotEquals(other, units);
        }
        assertNotEquals(
                ProtectedUnits.users(Adjacency.REPLACE_ONE, 100, 100),
                ProtectedUnits.records(Adjacency.REPLACE_ONE, 100));
    }

    @Test
    void moreUnitsThanSumsAreExactFor_areRefused() {
        long most = ClippedGradient.MAX_UNITS;
        assertEquals(most, ProtectedUnits.records(Adjacency.ZERO_OUT, most).count());
        assertThrows(IllegalArgumentException.class, () -> ProtectedUnits.records(Adjacency.ZERO_OUT, most + 1));
        assertThrows(IllegalArgumentException.class, () -> ProtectedUnits.users(Adjacency.ZERO_OUT, most + 1, 5));
    }
}
