// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.internal.release.mixed.MixedFixtures;
import org.junit.jupiter.api.Test;

class MixedColumnsTest {

    @Test
    void everyLevelHasAColumn_andEveryNumber() {
        MixedColumns columns = MixedFixtures.columns(0, 3, 0, 2);
        assertEquals(7, columns.size());
        assertEquals(4, columns.variables());
        assertArrayEquals(new int[] {0, 2}, columns.numbers());
        int[] first = {0, 1, 4, 5};
        int[] widths = {1, 3, 1, 2};
        for (int j = 0; j < 4; j++) {
            assertEquals(first[j], columns.first(j));
            assertEquals(widths[j], columns.width(j));
            assertEquals(widths[j] > 1, columns.isCategory(j));
            assertEquals(widths[j] > 1 ? MixedColumns.WEIGHT : 1, columns.weight(j));
        }
    }

    /** B² = N + 2 √(2N) + 2, R² = B² + 1.41² C. */
    @Test
    void radius_isOfNumbersAndOfCategories() {
        MixedColumns columns = MixedFixtures.columns(0, 3, 0, 2, 9);
        assertEquals(Math.sqrt(8), columns.radiusOfNumbers(), 1e-15);
        assertEquals(Math.sqrt(8 + 3 * 1.41 * 1.41), columns.radius(), 1e-15);
    }

    @Test
    void tooManyLevels_areRefused_byName() {
        assertEquals(600, MixedFixtures.columns(0, 300, 299).size());
        String message = assertThrows(IllegalArgumentException.class, () -> MixedFixtures.columns(0, 300, 301, 0))
                .getMessage();
        assertTrue(message.contains("at most 600 together, are 603, 301 of them levels of \"x3\""), message);
        assertTrue(message.contains("group rare levels"), message);
    }

    @Test
    void columns_areEqual_whereLevelsAre() {
        assertEquals(MixedFixtures.columns(0, 3), MixedFixtures.columns(0, 3));
        assertEquals(
                MixedFixtures.columns(0, 3).hashCode(),
                MixedFixtures.columns(0, 3).hashCode());
        assertNotEquals(MixedFixtures.columns(0, 3), MixedFixtures.columns(3, 0));
    }
}
