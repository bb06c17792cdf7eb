// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.inspect.InspectionFinding.Weight;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How cells are written, what they may mean, and what the mapping file says of it. */
class CellLookTest {

    private static final String HEAD = "make one a line, instead of the line of that column, if it is right.\n";

    private final Random random = new Random(11);

    @TempDir
    Path folder;

    private LookedFiles files() {
        return new LookedFiles(folder);
    }

    private String normal() {
        return LookedFiles.number(random.nextGaussian());
    }

    @Test
    void missingText_namesEverySignOfAColumn_andTheMappingHasAll() {
        List<String> signs = List.of(".", "N/A", "unknown", "#DIV/0!");
        Inspection look = files().with(
                        "a.csv", "\"x\",\"y\"", 80, k -> (k % 20 < 4 ? signs.get(k % 20) : normal()) + "," + normal())
                .look();
        InspectionFinding found = LookedFiles.only(look, "missing-text");
        assertEquals(Weight.REFUSED, found.weight());
        assertEquals(List.of("x"), found.columns());
        assertTrue(found.found().contains("\".\", \"N/A\", \"unknown\", \"#DIV/0!\""), found.found());
        assertTrue(
                look.mapping(0)
                        .endsWith("\n\"*\": {separator: comma, missing: [\".\", \"N/A\", unknown, \"#DIV/0!\"]}\n"),
                look.mapping(0));
        assertEquals("x 16", LookedFiles.only(look, "missing").example());
    }

    /** A column of numbers has more different texts than are counted before the second sign comes. */
    @Test
    void missingText_namesASignThatIsFarDownTheFile() {
        Inspection look = files().with(
                        "a.csv",
                        "x,y",
                        22_000,
                        k -> (k == 3 ? "." : k == 21_000 ? "N/A" : k == 21_500 ? "broken" : k + ".25") + "," + normal())
                .look();
        assertTrue(
                look.mapping(0).contains("\n\"*\": {separator: comma, missing: [\".\", \"N/A\"]}\n"), look.mapping(0));
        assertTrue(
                look.mapping(0).contains("\n# \"*\": {separator: comma, missing: [\".\", \"N/A\", broken]}\n"),
                look.mapping(0));
        assertEquals("\"broken\"", LookedFiles.only(look, "text-among-numbers").example());
    }

    /** Both ways of writing a code are suggested, wherever they are in the file. */
    @Test
    void missingCode_namesATextThatIsFarDownTheFile() {
        Inspection look = files().with(
                        "a.csv",
                        "x,y",
                        22_000,
                        k -> (k == 3 ? "-999" : k == 21_000 ? "-999.0" : String.valueOf(k / 1000.0)) + "," + normal())
                .look();
        assertTrue(
                look.mapping(0).contains("\n# \"*\": {separator: comma, missing: [\"-999\", \"-999.0\"]}\n"),
                look.mapping(0));
    }

    @Test
    void aWordThatIsALevelElsewhere_isSuggestedAlone() {
        Inspection look = files().with(
                        "a.csv",
                        "x,s",
                        60,
                        k -> (k % 9 == 2 ? "none" : normal()) + "," + (k % 3 == 0 ? "none" : k % 3 == 1 ? "A" : "B"))
                .look();
        assertEquals(List.of(), LookedFiles.all(look, "missing-text"));
        assertFalse(look.mapping(0).contains("\n\"*\": {separator: comma, missing"), look.mapping(0));
        assertTrue(look.mapping(0).contains("\n# \"*\": {separator: comma, missing: [none]}\n"), look.mapping(0));
    }

    @Test
    void textAmongNumbers_isSuggestedAsMissing_andALineOnceAccepted() {
        Inspection look = files().with("a.csv", "x,y", 60, k -> (k % 20 == 4 ? "broken" : normal()) + "," + normal())
                .look();
        InspectionFinding found = LookedFiles.only(look, "text-among-numbers");
        assertEquals("\"broken\"", found.example());
        assertEquals(Optional.of("x"), found.advice().accepts());
        assertTrue(look.mapping(0).contains("\n# \"*\": {separator: comma, missing: [broken]}\n"), look.mapping(0));
        assertTrue(look.accept("X"), "case does not count");
        assertTrue(look.mapping(0).endsWith(HEAD + "\"*\": {separator: comma, missing: [broken]}\n"), look.mapping(0));
        assertFalse(look.accept("x"), "nothing is left to accept");
    }

    @ParameterizedTest
    @CsvSource({
        "-999, 0, 10, true", // the only negative number
        "-9, 0, 10, true",
        "-99, -10, 10, true", // far away
        "999, 0, 10, true",
        "-9, -10, 10, false", // among the others
        "999, 0, 900, false", // near the others
        "-9, -3, 3, false"
    })
    void missingCode_isFarFromAllOthers_orTheOnlyNegativeNumber(int code, double low, double high, boolean any) {
        Inspection look = files().with(
                        "a.csv",
                        "x,y",
                        200,
                        k -> (k % 50 == 7
                                        ? String.valueOf(code)
                                        : LookedFiles.number(low + (high - low) * random.nextDouble()))
                                + "," + normal())
                .look();
        assertEquals(any ? 1 : 0, LookedFiles.all(look, "missing-code").size(), look.text());
        if (any) {
            InspectionFinding found = LookedFiles.only(look, "missing-code");
            assertEquals(String.valueOf(code), found.example());
            assertTrue(found.found().startsWith("4 cells hold " + code + ", far from all others"), found.found());
        }
    }

    @Test
    void missingCode_ofOneCell_isNone() {
        Inspection look = files().with("a.csv", "x,y", 100, k -> (k == 7 ? "-999" : normal()) + "," + normal())
                .look();
        assertEquals(List.of(), LookedFiles.all(look, "missing-code"));
    }

    /** A dash may be a level beside a plus. */
    @Test
    void missingLevel_isASignThatNoLevelIs() {
        Inspection look = files().with(
                        "a.csv",
                        "x,s,t",
                        60,
                        k -> normal() + "," + (k % 7 == 0 ? "N/A" : k % 2 == 0 ? "A" : "B") + ","
                                + (k % 2 == 0 ? "+" : "-"))
                .look();
        InspectionFinding found = LookedFiles.only(look, "missing-level");
        assertEquals(List.of("s"), found.columns());
        assertEquals(Weight.WRONG, found.weight());
        assertEquals("N/A", found.example());
        assertTrue(look.mapping(0).contains("\n# \"*\": {separator: comma, missing: [\"N/A\"]}\n"), look.mapping(0));
    }

    @ParameterizedTest
    @CsvSource({"12.5 %, true", "$1061.50, true", "-5\u20ac, true", "5 mg, false", "A, false"})
    void numberWithSign_isAText(String text, boolean any) {
        Inspection look = files().with(
                        "a.csv", "x,p", 60, k -> normal() + "," + text.replaceFirst("[0-9]", String.valueOf(1 + k % 9)))
                .look();
        assertEquals(any, !LookedFiles.all(look, "number-with-sign").isEmpty(), look.text());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%.2f | COMMA | REFUSED | {separator: semicolon, decimal: comma}",
                "1.234.%03.0f | GROUPS | REFUSED | {separator: semicolon, decimal: comma}",
                "%.0f,234.5 | POINT | REFUSED | {thousands: \",\"}",
                "%.0f,234 | UNCLEAR | WRONG | # x: {decimal: comma}"
            })
    void decimalSign_isSaidInTheMapping(String form, String style, Weight weight, String line) {
        Inspection look = files().with("a.csv", "x;y", 60, k -> {
                    double value = style.equals("COMMA") ? 1 + random.nextDouble() : 1 + k % 9;
                    String text = String.format(Locale.ROOT, form, value);
                    return (style.equals("COMMA") ? text.replace('.', ',') : text) + ";" + (k % 7);
                })
                .look();
        InspectionFinding found = LookedFiles.only(look, "decimal-sign");
        assertEquals(weight, found.weight(), look.text());
        assertEquals(List.of("x"), found.columns());
        assertTrue(look.mapping(0).contains(line + "\n"), look.mapping(0));
    }

    @Test
    void decimalSign_ofBothKinds_isWrong() {
        Inspection look = files().with("a.csv", "x;y", 60, k -> (k % 2 == 0 ? "1,5" + k : "1.5" + k) + ";" + (k % 7))
                .look();
        InspectionFinding found = LookedFiles.only(look, "decimal-sign");
        assertEquals(Weight.WRONG, found.weight());
        assertEquals("numbers have a comma in some cells and a point in others", found.found());
    }

    @Test
    void encoding_ofLevelsThatAreNoUtf8_isRefused() {
        StringBuilder text = new StringBuilder("x,s\n");
        for (int k = 0; k < 40; k++) {
            text.append(normal())
                    .append(',')
                    .append(k % 2 == 0 ? "gr\u00fcn" : "rot")
                    .append('\n');
        }
        Inspection look = files().with("a.csv", text.toString(), StandardCharsets.ISO_8859_1)
                .look();
        assertEquals(List.of("s"), LookedFiles.only(look, "encoding").columns());
        assertEquals(Weight.REFUSED, LookedFiles.only(look, "encoding").weight());
    }

    @Test
    void constantAndUnnamedColumns_areToKnow() {
        Inspection look = files().with("a.csv", ",x,c", 40, k -> k + "," + normal() + ",DE")
                .look();
        assertEquals(List.of("c"), LookedFiles.only(look, "constant").columns());
        assertEquals("DE", LookedFiles.only(look, "constant").example());
        assertEquals(List.of(), LookedFiles.only(look, "unnamed").columns());
        assertTrue(look.mapping(0).contains("\nc: drop\n"), look.mapping(0));
    }
}
