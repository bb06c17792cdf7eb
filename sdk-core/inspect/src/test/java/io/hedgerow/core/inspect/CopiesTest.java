// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that say the same. */
class CopiesTest {

    private final Random random = new Random(5);

    @TempDir
    Path folder;

    private List<Copies.Copy> copies(String header, int rows, IntFunction<String> line) {
        Inspection look =
                new LookedFiles(folder).with("a.csv", header, rows, line).look();
        assertTrue(look.findings().size() >= LookedFiles.all(look, "copy").size());
        return Copies.of(SeenFile.of(InspectedRows.csv(folder.resolve("a.csv"))));
    }

    private static String line(double... cells) {
        return java.util.Arrays.stream(cells)
                .mapToObj(x -> String.format(Locale.ROOT, "%.4f", x))
                .collect(Collectors.joining(","));
    }

    @Test
    void numbersInAnotherUnit_areACopy_whateverTheirSign() {
        List<Copies.Copy> found = copies("x,y,z", 100, k -> {
            double x = random.nextGaussian();
            return line(x, 32 - 1.8 * x, random.nextGaussian());
        });
        assertEquals(1, found.size(), found.toString());
        assertEquals(List.of("y", "x"), found.get(0).columns());
        assertEquals("y repeats x (correlation -1)", found.get(0).found());
        assertTrue(found.get(0).example().startsWith("row 1: x "), found.get(0).example());
    }

    /** The third copy is one of the first, not of the second. */
    @Test
    void severalCopies_areOfTheFirst() {
        List<Copies.Copy> found = copies("x,y,z", 100, k -> {
            double x = random.nextGaussian();
            return line(x, 2 * x, 3 * x);
        });
        assertEquals(
                List.of(List.of("y", "x"), List.of("z", "x")),
                found.stream().map(Copies.Copy::columns).toList());
    }

    @Test
    void strongRelation_isNoCopy() {
        assertEquals(List.of(), copies("x,y", 500, k -> {
            double x = random.nextGaussian();
            return line(x, x + 0.05 * random.nextGaussian());
        }));
    }

    /** A few far values make any two columns look alike; ranks do not. */
    @Test
    void farValues_makeNoCopy() {
        assertEquals(List.of(), copies("x,y", 400, k -> {
            double far = k % 100 == 0 ? 1e6 : 0;
            return line(far + random.nextGaussian(), far + random.nextGaussian());
        }));
    }

    @Test
    void aSumOfOthers_isACopy_alsoWithRowsThatAreFarAway() {
        List<Copies.Copy> found = copies("a,b,total,x", 300, k -> {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            double far = k == 7 ? 1e5 : 0;
            return line(a + far, b - far, a + b, random.nextGaussian());
        });
        assertEquals(1, found.size(), found.toString());
        assertEquals(Set.of("a", "b", "total"), Set.copyOf(found.get(0).columns()));
    }

    @Test
    void fewRows_sayNothing() {
        assertEquals(List.of(), copies("x,y", 19, k -> line(k, 2 * k)));
        assertEquals(1, copies("x,y", 20, k -> line(k * k, 2 * k * k)).size());
    }

    /** Rows with a missing cell do not count. */
    @Test
    void missingCells_hideNoCopy() {
        List<Copies.Copy> found = copies("x,y", 200, k -> {
            double x = random.nextGaussian();
            return k % 5 == 0 ? line(x) + "," : line(x, 7 * x);
        });
        assertEquals(List.of("y", "x"), found.get(0).columns());
    }

    @Test
    void levelsThatGoTogether_areOne_numbersFirstToLeaveOut() {
        List<Copies.Copy> found = copies(
                "ward,code,other",
                120,
                k -> List.of("A", "B", "C").get(k % 3) + "," + (10 + k % 3) + "," + (k % 4 == 0 ? "x" : "y"));
        assertEquals(1, found.size(), found.toString());
        assertEquals(List.of("code", "ward"), found.get(0).columns());
        assertEquals("each level of code goes with one of ward", found.get(0).found());
        assertEquals("ward A, B, C; code 10, 11, 12", found.get(0).example());
    }

    @Test
    void levelsThatGoTogetherButOnce_areTwo() {
        assertEquals(
                List.of(),
                copies("s,t", 120, k -> (k % 2 == 0 ? "A" : "B") + "," + (k % 2 == 0 || k == 61 ? "x" : "y")));
    }
}
