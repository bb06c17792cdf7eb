// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.inspect.InspectionFinding.Weight;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Individuals with several rows. */
class UsersTest {

    private final Random random = new Random(17);

    @TempDir
    Path folder;

    private LookedFiles files() {
        return new LookedFiles(folder);
    }

    private String normal() {
        return LookedFiles.number(random.nextGaussian());
    }

    @Test
    void aKeyByItsName_isFound_withTheColumnsThatAreEqualInAllRows() {
        Inspection look = files().with(
                        "a.csv",
                        "patient,sex,country,x",
                        90,
                        k -> (100 + 37 * (k % 30)) + "," + (k % 30 % 2 == 0 ? "F" : "M") + ",DE," + normal())
                .look();
        InspectionFinding found = LookedFiles.only(look, "repeated-person");
        assertEquals(Weight.WRONG, found.weight());
        assertEquals(List.of("patient"), found.columns());
        assertEquals(
                "30 individuals in 90 rows, with up to 3 rows each; equal in all rows of an individual: sex",
                found.found(),
                "a constant column says nothing");
        Matcher shown =
                Pattern.compile("rows (\\d+) and (\\d+) are of one individual").matcher(found.example());
        assertTrue(shown.matches(), found.example());
        assertEquals(30, Integer.parseInt(shown.group(2)) - Integer.parseInt(shown.group(1)));
        assertTrue(look.mapping(0).contains("\npatient: drop\n"), look.mapping(0));
    }

    /** Without a name of a key, rows of a value that stand together show it; groups such as wards are fewer. */
    @Test
    void aKeyWithoutAName_standsTogether() {
        Inspection look = files().with("a.csv", "k,x", 300, k -> (5 + 13 * (k / 3)) + "," + normal())
                .look();
        assertEquals(List.of("k"), LookedFiles.only(look, "repeated-person").columns());
        Inspection wards = files().with("b.csv", "k,x", 300, k -> (5 + 13 * (k / 10)) + "," + normal())
                .look();
        assertEquals(List.of(), LookedFiles.all(wards, "repeated-person"), "30 groups");
        Inspection mixed = files().with("c.csv", "k,x", 300, k -> (5 + 13 * (k % 100)) + "," + normal())
                .look();
        assertEquals(List.of(), LookedFiles.all(mixed, "repeated-person"), "in mixed order");
    }

    @Test
    void aColumnThatIsSaid_isTheKey() {
        LookedFiles files = files().with("a.csv", "k,x", 300, k -> (5 + 13 * (k % 100)) + "," + normal());
        InspectionFinding found = LookedFiles.only(files.look("k"), "repeated-person");
        assertEquals("100 individuals in 300 rows, with up to 3 rows each", found.found());
        DataException refused = assertThrows(DataException.class, () -> files.look("id"));
        assertTrue(refused.getMessage().endsWith("has no column \"id\""), refused.getMessage());
    }

    @Test
    void oneRowEach_isNoFinding() {
        Inspection look = files().with("a.csv", "patient,x", 100, k -> (100 + 37 * k) + "," + normal())
                .look("patient");
        assertEquals(List.of(), LookedFiles.all(look, "repeated-person"));
    }

    /** Rows without a key are of no one individual. */
    @Test
    void missingKeys_areNoIndividual() {
        Inspection look = files().with("a.csv", "patient,x", 100, k -> (k < 40 ? "" : 100 + 37 * k) + "," + normal())
                .look("patient");
        assertEquals(List.of(), LookedFiles.all(look, "repeated-person"));
    }

    @Test
    void sameRows_ofTwoFiles_countTwice() {
        String[] rows = new String[100];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = normal() + "," + normal();
        }
        Inspection look = files().with("a.csv", "x,y", 100, k -> rows[k])
                .with("b.csv", "x,y", 100, k -> k < 7 ? rows[3 * k] : normal() + "," + normal())
                .with("c.csv", "x,y", 100, k -> normal() + "," + normal())
                .look();
        InspectionFinding found = LookedFiles.only(look, "same-rows");
        assertEquals(List.of("a.csv", "b.csv"), found.files());
        assertEquals("7 rows of one file are in the other, equal in all numbers", found.found());
    }

    /** Few whole numbers agree by chance, as rows of one file do. */
    @Test
    void sameRows_byChance_areNone() {
        Inspection look = files().with("a.csv", "x,y", 200, k -> random.nextInt(12) + "," + random.nextInt(12))
                .with("b.csv", "x,y", 200, k -> random.nextInt(12) + "," + random.nextInt(12))
                .look();
        assertEquals(List.of(), LookedFiles.all(look, "same-rows"));
    }
}
