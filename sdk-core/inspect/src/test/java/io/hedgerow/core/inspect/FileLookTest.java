// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.inspect.InspectionFinding.Weight;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one file alone shows: kinds, missing cells, repeated rows, their order, and shapes. */
class FileLookTest {

    private final Random random = new Random(23);

    @TempDir
    Path folder;

    private LookedFiles files() {
        return new LookedFiles(folder);
    }

    private String normal() {
        return LookedFiles.number(random.nextGaussian());
    }

    @Test
    void kinds_thatAreNoVariable_areNamed_andLeftOutByTheMapping() {
        Inspection look = files().with(
                        "a.csv",
                        "x,day,key,nothing",
                        60,
                        k -> normal() + "," + LocalDate.of(2024, 1, 1).plusDays(k % 31) + ",P-" + (1000 + 7 * k) + ",")
                .look();
        assertEquals(Set.of("date", "identifier"), LookedFiles.codes(look, Weight.NOTE));
        assertEquals(List.of("day"), LookedFiles.only(look, "date").columns());
        assertEquals(List.of("key"), LookedFiles.only(look, "identifier").columns());
        assertEquals(List.of("nothing"), LookedFiles.only(look, "empty").columns());
        assertEquals(Weight.REFUSED, LookedFiles.only(look, "empty").weight());
        String mapping = look.mapping(0);
        assertTrue(mapping.contains("\nday: date\n"), mapping);
        assertTrue(mapping.contains("\nkey: drop\n") && mapping.contains("\nnothing: drop\n"), mapping);
    }

    @Test
    void manyLevels_areMoreThanFifty_andRareOnesMayBeOne() {
        LookedFiles few = files().with("a.csv", "x,s", 400, k -> normal() + ",level " + k % 50);
        assertEquals(List.of(), LookedFiles.all(few.look(), "many-levels"));
        Inspection look = files().with("b.csv", "x,s", 408, k -> normal() + ",level " + k % 51)
                .look();
        assertEquals(
                "texts with 51 levels", LookedFiles.only(look, "many-levels").found());
        assertTrue(look.mapping(0).contains("\n# s: {other: true}\n"), look.mapping(0));
    }

    /** Rows are counted once, whatever many of their cells are missing; a column without any value does not count. */
    @Test
    void missing_countsRows_andCellsOfEachColumn() {
        Inspection look = files().with(
                        "a.csv",
                        "x,y,z,empty",
                        100,
                        k -> (k % 10 == 0 ? "" : normal()) + "," + (k % 20 == 0 ? "NA" : normal()) + "," + normal()
                                + ",")
                .look();
        InspectionFinding found = LookedFiles.only(look, "missing");
        assertEquals("10 of 100 rows have a missing cell", found.found());
        assertEquals("x 10, y 5", found.example());
        assertEquals(List.of("x", "y"), found.columns());
        assertEquals(Optional.empty(), found.advice().accepts());
    }

    /** What learning leaves out loses no row: identifiers, a constant flag, dates of which many are missing. */
    @Test
    void missing_countsNoRowsForColumnsThatAreNoVariables() {
        Inspection look = files().with(
                        "a.csv",
                        "key,flag,day,x,y",
                        100,
                        k -> (k % 9 == 0 ? "" : "P-" + (1000 + 7 * k)) + "," + (k % 2 == 0 ? "" : "1") + ","
                                + (k % 3 == 0 ? "" : LocalDate.of(2024, 1, 1).plusDays(k % 31)) + "," + normal() + ","
                                + (k % 25 == 0 ? "" : normal()))
                .look();
        InspectionFinding found = LookedFiles.only(look, "missing");
        assertEquals("4 of 100 rows have a missing cell", found.found());
        assertEquals(Weight.NOTE, found.weight(), "x and y are numbers");
        assertEquals(List.of("y"), found.columns());
    }

    /** The dose is missing where the age is large and the sex is M; the stay where nothing is known of. */
    @Test
    void missing_dependsOnOthers_andRowsWithAMissingCellAreOthers() {
        IntFunction<String> line = k -> {
            double age = 50 + 10 * random.nextGaussian();
            boolean man = random.nextInt(3) == 0;
            boolean missing = random.nextDouble() < (age > 60 ? 0.6 : 0.1) + (man ? 0.3 : 0);
            return LookedFiles.number(age) + "," + (missing ? "" : normal()) + "," + (man ? "M" : "F") + ","
                    + (random.nextInt(10) == 0 ? "" : normal());
        };
        Inspection look = files().with("a.csv", "age,dose,sex,stay", 500, line)
                .with("b.csv", "age,dose,sex,stay", 300, line)
                .look();
        InspectionFinding reasons = LookedFiles.only(look, "missing-depends-on");
        assertEquals(List.of("dose"), reasons.columns());
        assertEquals(List.of("a.csv", "b.csv"), reasons.files());
        assertEquals(Weight.NOTE, reasons.weight());
        assertTrue(
                reasons.example().equals("dose where age is larger and sex is often M")
                        || reasons.example().equals("dose where sex is seldom F and age is larger")
                        || reasons.example().equals("dose where age is larger and sex is seldom F")
                        || reasons.example().equals("dose where sex is often M and age is larger"),
                reasons.example());
        InspectionFinding rows = LookedFiles.all(look, "missing").get(0);
        assertTrue(rows.effect().contains(" rows with a missing cell are not like the others: "), rows.effect());
        assertTrue(rows.effect().contains("mean age 5"), rows.effect());
        assertTrue(rows.effect().contains("sex is "), rows.effect());
    }

    /** Skewed numbers of which a few are far from all others, and cells that are missing at random. */
    @Test
    void missing_atRandom_dependsOnNothing() {
        int found = 0;
        for (int set = 0; set < 40; set++) {
            Inspection look = files().with(
                            "a" + set + ".csv",
                            "x,y,z,s",
                            200,
                            k -> random.ints(3, 0, 20)
                                            .mapToObj(u -> u == 0 ? "" : "" + Math.exp(random.nextGaussian()))
                                            .collect(Collectors.joining(","))
                                    + "," + "AAB".charAt(random.nextInt(3)))
                    .look();
            found += LookedFiles.all(look, "missing-depends-on").size();
        }
        assertTrue(found <= 2, "one in a hundred by chance, was of 40 " + found);
    }

    @Test
    void repeatedRows_areMoreThanByChance() {
        StringBuilder first = new StringBuilder();
        Inspection look = files().with("a.csv", "x,y", 202, k -> {
                    String row = normal() + "," + normal();
                    if (k == 20) {
                        first.append(row);
                    }
                    return k == 100 || k == 150 ? first.toString() : row;
                })
                .look();
        InspectionFinding found = LookedFiles.only(look, "repeated-rows");
        assertEquals("2 rows of 202 occur before in the file", found.found());
        assertEquals("rows 21 and 101", found.example());
        assertEquals(List.of(), found.columns());
    }

    /** A few levels come again by chance, and an identifier makes no row another one. */
    @Test
    void repeatedRows_ofFewLevels_areNone_andIdentifiersDoNotCount() {
        Inspection levels = files().with(
                        "a.csv", "s,t", 300, k -> "AB".charAt(random.nextInt(2)) + "," + random.nextInt(3))
                .look();
        assertEquals(List.of(), LookedFiles.all(levels, "repeated-rows"));
        String[] rows = new String[100];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = normal() + "," + normal();
        }
        Inspection keyed = files().with("b.csv", "key,x,y", 200, k -> "P-" + (1000 + 7 * k) + "," + rows[k % 100])
                .look();
        assertEquals(
                "100 rows of 200 occur before in the file",
                LookedFiles.only(keyed, "repeated-rows").found());
    }

    @Test
    void order_isASeriesWhereRowsDependOnEachOther() {
        double[] state = new double[1];
        Inspection look = files().with("a.csv", "x,y", 600, k -> {
                    state[0] = 0.9 * state[0] + random.nextGaussian();
                    return LookedFiles.number(state[0]) + "," + normal();
                })
                .look();
        InspectionFinding found = LookedFiles.only(look, "series");
        assertEquals(Weight.WRONG, found.weight());
        assertEquals(List.of("x"), found.columns());
        assertTrue(
                found.example().startsWith("x: ranks of a row and the next one have the correlation 0."),
                found.example());
    }

    @Test
    void order_ofASortedFile_isToKnow() {
        Inspection look = files().with(
                        "a.csv", "ward,x", 600, k -> (k < 300 ? 0 : 5) + "." + random.nextInt(9) + "," + k * 0.1 + "1")
                .look();
        assertEquals(List.of("x"), LookedFiles.only(look, "sorted").columns());
        assertEquals(List.of("ward"), LookedFiles.only(look, "steps").columns());
        assertTrue(LookedFiles.only(look, "steps").example().endsWith("changes after rows [300]"), look.text());
        assertEquals(Weight.NOTE, LookedFiles.only(look, "sorted").weight());
        assertEquals(List.of(), LookedFiles.all(look, "series"));
    }

    @Test
    void shapes_farFromNormal_areToKnow_andColumnsAlikeAreOneFinding() {
        Inspection look = files().with(
                        "a.csv",
                        "n,e,f,c,h",
                        800,
                        k -> normal() + "," + LookedFiles.number(-Math.log(random.nextDouble())) + ","
                                + LookedFiles.number(-Math.log(random.nextDouble())) + ","
                                + (int) (-4 * Math.log(random.nextDouble())) + ","
                                + LookedFiles.number(Math.signum(random.nextGaussian())
                                        * Math.pow(-Math.log(random.nextDouble()), 1.5)))
                .look();
        assertEquals(List.of("e", "f"), LookedFiles.only(look, "skewed").columns());
        assertEquals(List.of("c"), LookedFiles.only(look, "skewed-counts").columns());
        assertEquals(List.of("h"), LookedFiles.only(look, "heavy-tails").columns());
    }

    /** Each row of normal columns in an order by chance: nothing is found at all. */
    @Test
    void aFileWithoutFaults_hasNoFinding() {
        Inspection look = files().with("a.csv", "x,y", 500, k -> normal() + "," + normal())
                .look();
        assertEquals(List.of(), look.findings());
        assertTrue(look.text().contains("\nnothing was found\n"), look.text());
        assertTrue(look.mapping(0).endsWith("\n\"*\": {separator: comma}\n"), look.mapping(0));
    }
}
