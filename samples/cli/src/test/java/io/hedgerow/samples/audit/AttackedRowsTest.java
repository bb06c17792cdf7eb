// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttackedRowsTest {

    @TempDir
    Path temp;

    @Test
    void files_areSitesInTheirOrder() throws Exception {
        Path north = Files.writeString(temp.resolve("north.csv"), "a,b\n1,2\n3,4\n");
        Path south = Files.writeString(temp.resolve("south.csv"), "a,b\n5,6\n");
        AttackedRows rows = AttackedRows.ofFiles(List.of(south, north));
        assertEquals(List.of("a", "b"), rows.schema().names());
        assertEquals(2, rows.sites().size());
        assertArrayEquals(new double[][] {{5, 6}}, rows.sites().get(0));
        assertArrayEquals(new double[][] {{1, 2}, {3, 4}}, rows.sites().get(1));
    }

    @Test
    void filesWithOtherColumns_areRefused_byName() throws Exception {
        Path north = Files.writeString(temp.resolve("north.csv"), "a,b\n1,2\n");
        Path south = Files.writeString(temp.resolve("south.csv"), "a,c\n5,6\n");
        DataException refused = assertThrows(DataException.class, () -> AttackedRows.ofFiles(List.of(north, south)));
        assertTrue(refused.getMessage().contains(south.toString()), refused.getMessage());
    }

    /** Two variables have one pair, so no more edges than that can be drawn. */
    @Test
    void simulatedRows_areOfTheSeed() {
        AttackedRows rows = AttackedRows.simulated(3, 4, 2, 7);
        assertEquals(2, rows.schema().size());
        assertEquals(3, rows.sites().size());
        assertEquals(4, rows.sites().get(2).length);
        assertFalse(Arrays.deepEquals(rows.sites().get(0), rows.sites().get(1)), "sites have rows of their own");
        assertArrayEquals(
                rows.sites().get(1), AttackedRows.simulated(3, 4, 2, 7).sites().get(1));
        assertFalse(Arrays.deepEquals(
                rows.sites().get(1), AttackedRows.simulated(3, 4, 2, 8).sites().get(1)));
    }
}
