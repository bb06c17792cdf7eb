// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CategoryColumnsTest {

    /** A number for 0 levels. */
    static CategoryColumns of(int... levels) {
        return new CategoryColumns(new VariableSchema(
                IntStream.range(0, levels.length).mapToObj(j -> "v" + j).toList(),
                Arrays.stream(levels)
                        .<VariableKind>mapToObj(k -> k == 0
                                ? VariableKind.NUMERIC
                                : new VariableKind.Categorical(IntStream.range(0, k)
                                        .mapToObj(l -> "l" + l)
                                        .toList()))
                        .toList()));
    }

    @Test
    void everyVariable_isANumberOrACategory_atItsPlace() {
        CategoryColumns columns = of(0, 3, 2, 0, 5);
        assertArrayEquals(new int[] {0, 3}, columns.numbers());
        assertArrayEquals(new int[] {1, 2, 4}, columns.categories());
        assertArrayEquals(new boolean[] {false, true, true, false, true}, columns.isCategory());
        assertArrayEquals(new int[] {5, 0, 3}, columns.levels(new int[] {4, 0, 1}));
        assertEquals("v4", columns.name(4));
        assertEquals(5, columns.size());
    }

    /** The largest product of levels with at most six others, by trying all sets of them. */
    @Test
    void mostCells_isTheLargestTableOfAny() {
        SplittableRandom random = new SplittableRandom(2);
        for (int time = 0; time < 40; time++) {
            int[] levels = random.ints(2 + random.nextInt(8), 2, 8).toArray();
            CategoryColumns columns = of(levels);
            for (int v = 0; v < levels.length; v++) {
                long most = 0;
                for (int mask = 0; mask < 1 << levels.length; mask++) {
                    if ((mask >> v & 1) == 1 && Integer.bitCount(mask) <= 7) {
                        long cells = 1;
                        for (int w = 0; w < levels.length; w++) {
                            cells *= (mask >> w & 1) == 1 ? levels[w] : 1;
                        }
                        most = Math.max(most, cells);
                    }
                }
                assertEquals(Math.min(4096, most), columns.mostCells(v), Arrays.toString(levels) + " at " + v);
            }
        }
    }

    @Test
    void levels_areLimited_eachAndTogether() {
        assertDoesNotThrow(() -> of(64, 2));
        IllegalArgumentException one = assertThrows(IllegalArgumentException.class, () -> of(2, 65));
        assertEquals(
                "a categorical variable must have at most 64 levels, \"v1\" has 65: group rare levels, such as"
                        + " diagnoses by chapter, or leave it out",
                one.getMessage());
        int[] many = new int[20];
        Arrays.fill(many, 60);
        assertDoesNotThrow(() -> of(many));
        many[0] = 61;
        IllegalArgumentException all = assertThrows(IllegalArgumentException.class, () -> of(many));
        assertEquals(
                "categorical variables must have at most 1200 levels together, have 1201: group rare levels or name"
                        + " fewer variables",
                all.getMessage());
    }

    /** A table of 4,096 cells with six required causes is the largest; numbers among the causes take no room. */
    @Test
    void requiredCauses_mustFitInATable() {
        int[] fours = {4, 4, 4, 4, 4, 4, 0, 4};
        GivenEdges five = GivenEdges.among(8).required(6, 0);
        for (int i = 1; i < 6; i++) {
            five = five.required(i, 0);
        }
        CategoryColumns columns = of(fours);
        GivenEdges fits = five;
        assertDoesNotThrow(() -> columns.requireRoom(fits.known()), "4⁶");
        IllegalArgumentException cells = assertThrows(
                IllegalArgumentException.class,
                () -> columns.requireRoom(fits.required(7, 0).known()));
        assertEquals(
                "a category and its required categorical causes must be at most 6 causes with 4096 combinations of"
                        + " levels, \"v0\" has 6: require fewer, or group levels",
                cells.getMessage());
        GivenEdges seven = GivenEdges.among(8);
        for (int i = 1; i < 8; i++) {
            seven = seven.required(i, 0);
        }
        GivenEdges many = seven;
        IllegalArgumentException causes = assertThrows(
                IllegalArgumentException.class, () -> of(2, 2, 2, 2, 2, 2, 2, 2).requireRoom(many.known()));
        assertTrue(causes.getMessage().contains("\"v0\" has 7"), causes.getMessage());
        assertDoesNotThrow(() -> of(0, 4, 4, 4, 4, 4, 4, 4).requireRoom(many.known()), "a number has no table");
    }
}
