// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.inspect.InspectionFinding.Weight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The door: what a look says in all its forms. */
class InspectionTest {

    private static final String FOR_THE_SITE = "computed from rows without noise: for people who may see the rows, on"
            + " this machine; do not send it anywhere\n";

    @TempDir
    Path folder;

    /** A ward of which a dose is in two units, and a level goes with a code. */
    private static RowSource ward() {
        Random random = new Random(3);
        double[][] rows = new double[200][];
        for (int k = 0; k < rows.length; k++) {
            double dose = 5 + random.nextGaussian();
            rows[k] = new double[] {dose, 1000 * dose, k % 3, random.nextGaussian()};
        }
        VariableSchema schema = VariableSchema.of("dose_g", "dose_mg", "ward", "x")
                .with(Map.of("ward", VariableKind.categorical("A", "B", "C")));
        return InMemoryRows.of(schema, rows);
    }

    @Test
    void rowsOfOneName_areNumbered() {
        Inspection look = Inspection.of(
                List.of(InspectedRows.of("north", ward()), InspectedRows.of("north", ward())), Optional.empty());
        assertTrue(look.text().contains("\nnorth (2): 200 rows, 4 columns\n"), look.text());
        assertEquals(Set.of("north", "north (2)"), named(look));
        Inspection taken = Inspection.of(
                List.of(
                        InspectedRows.of("north", ward()),
                        InspectedRows.of("north", ward()),
                        InspectedRows.of("north (2)", ward())),
                Optional.empty());
        assertEquals(Set.of("north", "north (2)", "north (3)"), named(taken));
    }

    @Test
    void filesOfOneName_areCalledByTheirPaths() throws IOException {
        List<Path> files = List.of(folder.resolve("a/ward.csv"), folder.resolve("b/ward.csv"));
        StringBuilder text = new StringBuilder("dose,mass,x\n");
        ward().forEachRow(row -> text.append(row[0])
                .append(',')
                .append(row[1])
                .append(',')
                .append(row[3])
                .append('\n'));
        for (Path file : files) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
        Inspection look = Inspection.of(files.stream().map(InspectedRows::csv).toList(), Optional.empty());
        String first = files.get(0).toString();
        String second = files.get(1).toString();
        assertEquals(Set.of(first, second), named(look));
        Inspection taken = Inspection.of(
                List.of(
                        InspectedRows.csv(files.get(0)),
                        InspectedRows.csv(files.get(1)),
                        InspectedRows.of(first, ward())),
                Optional.empty());
        assertEquals(Set.of(first + " (2)", second, first), named(taken));
        assertTrue(taken.json().contains("\"file\" : \"" + first + "\""), taken.json());
    }

    private static Set<String> named(Inspection look) {
        Set<String> named = new TreeSet<>();
        look.findings().forEach(finding -> named.addAll(finding.files()));
        return named;
    }

    /** What was found at which site is known by the names. */
    @Test
    void rowsInMemory_haveTheNamesThatTheyAreGiven() {
        Inspection look = Inspection.of(
                List.of(InspectedRows.of("north", ward()), InspectedRows.of("south", ward())), Optional.empty());
        assertTrue(look.text().startsWith("north: 200 rows, 4 columns\n"), look.text());
        assertTrue(look.text().contains("\nsouth: 200 rows, 4 columns\n"), look.text());
        assertTrue(look.json().contains("\"south\""), look.json());
        assertEquals(Set.of("north", "south"), named(look));
    }

    @Test
    void rowsInMemory_areLookedAt() {
        Inspection look = Inspection.of(ward());
        InspectionFinding found = LookedFiles.only(look, "copy");
        assertEquals(List.of("dose_mg", "dose_g"), found.columns());
        assertEquals(List.of("data"), found.files());
        assertEquals("dose_mg repeats dose_g (correlation 1)", found.found());
        assertTrue(look.text().startsWith("data: 200 rows, 4 columns\n\n| column  | kind              |"), look.text());
        assertTrue(look.text().contains("| ward    | category: A, B, C |"), look.text());
        assertTrue(look.accept("dose mg"));
        assertTrue(look.mapping(0).contains("\ndose_mg: drop\n"), look.mapping(0));
    }

    @Test
    void text_endsForWhomItIs_afterTheNotes() {
        Inspection look = Inspection.of(ward());
        assertTrue(look.text().endsWith("\n\n" + FOR_THE_SITE), look.text());
        String noted = look.text(List.of("wrote a", "wrote b"));
        assertTrue(noted.endsWith("\n\nwrote a\nwrote b\n" + FOR_THE_SITE), noted);
        assertEquals(look.text(), noted.replace("wrote a\nwrote b\n", ""));
    }

    @Test
    void text_ofAFinding_hasALineForEachPartThatIsThere() {
        String text = Inspection.of(ward()).text();
        int from = text.indexOf("1. wrong results, copy: data, dose_mg, dose_g\n   found    dose_mg repeats dose_g");
        assertTrue(from > 0, text);
        List<String> lines = text.substring(from).lines().limit(5).toList();
        assertTrue(lines.get(2).startsWith("   example  row 1: dose_g "), text);
        assertTrue(lines.get(3).startsWith("   effect   edges among these columns"), text);
        assertEquals("   do       leave one of them out, as the mapping file suggests", lines.get(4));
    }

    @Test
    void json_hasFiguresOfColumns_andFindings() {
        Inspection look = new LookedFiles(folder)
                .with("a.csv", "x,s", 5, k -> (k == 4 ? "" : String.valueOf(k)) + "," + (k % 2 == 0 ? "A" : "B"))
                .look();
        String json = look.json();
        assertTrue(json.startsWith("{\n  \"use\" : \"computed from rows without noise"), json);
        assertTrue(json.contains("""
                        "rows" : 5,
                            "looked" : 5,
                            "columns" : [ {
                              "name" : "x",
                              "kind" : "number",
                              "missing" : 1,
                              "least" : 0.0,
                              "median" : 2.0,
                              "most" : 3.0,
                              "mean" : 1.5,
                              "deviation" : 1.118033988749895
                            }, {
                              "name" : "s",
                              "kind" : "category",
                              "missing" : 0,
                              "levels" : 2
                            } ]"""), json);
        assertTrue(
                json.contains("\"weight\" : \"note\",\n    \"about\" : \"missing\",\n    \"files\" : [ \"a.csv\" ]"),
                json);
        assertTrue(json.endsWith("}\n"), json);
    }

    /** A name from a file neither ends the page's text nor hides in the document. */
    @Test
    void foreignNames_areShownAsTheyAre() {
        Inspection look = new LookedFiles(folder)
                .with("a.csv", "x,<y>\u202E", 3, k -> (k + 1) + "," + (3 - k))
                .look();
        assertTrue(look.html().contains("&lt;y&gt;") && !look.html().contains("<y>"), look.html());
        assertTrue(look.json().contains("<y>\\u202e"), look.json());
        assertTrue(look.text().contains("<y>\\u202e"), look.text());
    }

    @Test
    void html_hasAHistogramOfEveryColumn() {
        String page = Inspection.of(ward()).html();
        assertTrue(page.startsWith("<!DOCTYPE html>\n") && page.endsWith("</body></html>\n"), page);
        assertEquals(4, page.split("<figure>", -1).length - 1);
        // three numbers with 24 bars, and three levels of 67, 67 and 66 rows
        assertEquals(3 * 24 + 3, page.split("<rect ", -1).length - 1);
        assertTrue(page.contains("<rect x=\"160.0\" y=\"0.9\" width=\"79.0\" height=\"59.1\"/>"), page);
        assertTrue(page.contains("<figcaption>ward (category: A, B, C)</figcaption>"), page);
        assertFalse(page.contains("http"), "nothing is loaded");
    }

    @Test
    void showing_hasSomeOfTheFindingsInOtherWords_inAllForms() {
        Inspection look = Inspection.of(ward());
        Inspection none = look.showing(List.of());
        assertTrue(none.text().contains("\nnothing was found\n"), none.text());
        Inspection other = look.showing(List.of(LookedFiles.only(look, "copy").inWords("harm", "press OK")));
        assertEquals(1, other.findings().size());
        assertTrue(other.text().contains("\n1 finding, the worst first\n"), other.text());
        assertEquals("press OK", LookedFiles.only(other, "copy").advice().text());
        assertTrue(other.text().contains("   effect   harm\n   do       press OK\n"), other.text());
        assertTrue(other.json().contains("\"advice\" : \"press OK\""), other.json());
        assertTrue(other.html().contains("harm. press OK."), other.html());
        assertTrue(other.accept("dose_mg"));
        assertFalse(look.accept("dose_mg"), "both have one mapping file");
    }

    @Test
    void accept_ofAnUnknownColumn_isNothing() {
        assertFalse(Inspection.of(ward()).accept("none"));
    }

    /** What one file can have all at once. */
    @Test
    void everythingOfOneFile_isFound_theWorstFirst() {
        LookedFiles files = new LookedFiles(folder);
        busy(files, "a.csv", 1, 0);
        busy(files, "b.csv", 18.02, 5000);
        Inspection look = files.look();
        Set<String> wrong = LookedFiles.codes(look, Weight.WRONG);
        assertTrue(
                wrong.containsAll(Set.of("unit", "copy", "repeated-person", "series", "missing-code")),
                wrong.toString());
        assertTrue(
                LookedFiles.codes(look, Weight.NOTE).containsAll(Set.of("constant", "date", "skewed-counts")),
                look.text());
        List<Weight> weights =
                look.findings().stream().map(InspectionFinding::weight).toList();
        assertEquals(weights.stream().sorted(Comparator.naturalOrder()).toList(), weights);
        assertEquals(List.of("b.csv"), LookedFiles.only(look, "unit").files());
        assertTrue(LookedFiles.only(look, "unit").found().contains("glucose"), look.text());
        assertEquals(
                List.of("fahrenheit", "celsius"),
                LookedFiles.all(look, "copy").get(0).columns());
        assertTrue(
                LookedFiles.all(look, "repeated-person")
                        .get(0)
                        .found()
                        .contains("equal in all rows of an individual: sex"),
                look.text());
        assertEquals(List.of("country"), LookedFiles.only(look, "constant").columns());
        assertTrue(LookedFiles.all(look, "series").get(0).columns().contains("sensor"), look.text());
        String b = look.mapping(1);
        assertTrue(b.contains("\n# glucose: {multiply: 0.0554938957}\n"), b);
        assertTrue(b.contains("\n# fahrenheit: drop\n"), b);
        assertTrue(b.contains("\npatient: drop\n"), b);
        assertTrue(b.contains("\nvisited: date\n"), b);
    }

    private static void busy(LookedFiles files, String name, double glucose, int first) {
        Random random = new Random(first + 3L);
        double[] drift = new double[1];
        files.with(name, "patient,sex,country,visited,celsius,fahrenheit,glucose,visits,score,sensor", 600, k -> {
            int patient = first + 37 * (k % 200);
            drift[0] += 0.3 * random.nextGaussian();
            double celsius = Math.rint(10 * (37 + 0.6 * random.nextGaussian())) / 10;
            return String.format(
                    Locale.ROOT,
                    "%d,%s,DE,%s,%.1f,%.2f,%.2f,%d,%s,%.3f",
                    patient,
                    patient % 2 == 0 ? "F" : "M",
                    LocalDate.of(2021, 1, 1).plusDays(random.nextInt(700)),
                    celsius,
                    1.8 * celsius + 32,
                    glucose * (5.5 + random.nextGaussian() * 0.9),
                    (int) Math.floor(-2 * Math.log(random.nextDouble())),
                    k % 40 == 7 ? "-999" : String.format(Locale.ROOT, "%.2f", 20 + 4 * random.nextGaussian()),
                    drift[0] + random.nextGaussian());
        });
    }

    /** A fee is a price times an amount, rounded; the other two columns agree in a few rows that are far away alone. */
    @Test
    void columnThatIsComputedButForRounding_isACopy_andFarRowsMakeNone() {
        Random random = new Random(5);
        Inspection look = new LookedFiles(folder)
                .with("calls.csv", "minutes,fee,x,y", 4000, k -> {
                    double minutes = 100 + 30 * random.nextGaussian();
                    double x = k % 1000 == 0 ? 200_000 : random.nextGaussian();
                    return String.format(
                            Locale.ROOT,
                            "%.1f,%.2f,%.3f,%.3f",
                            minutes,
                            0.17 * minutes,
                            x,
                            x > 1000 ? x : random.nextGaussian());
                })
                .look();
        assertEquals(
                Set.of("fee", "minutes"),
                Set.copyOf(LookedFiles.only(look, "copy").columns()));
    }

    @Test
    void theSameFileUnderAnotherName_andRowsThatComeTwice_areFound() {
        Random random = new Random(8);
        String[] rows = new String[200];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = k % 50 == 4 ? rows[k - 1] : random.nextGaussian() + "," + random.nextGaussian();
        }
        Inspection look = new LookedFiles(folder)
                .with("a.csv", "x,y", 200, k -> rows[k])
                .with("b.csv", "x,y", 200, k -> rows[k])
                .look();
        assertEquals(
                "4 rows of 200 occur before in the file",
                LookedFiles.only(look, "repeated-rows").found());
        assertEquals(
                List.of("a.csv", "b.csv"),
                LookedFiles.only(look, "repeated-rows").files());
        assertTrue(LookedFiles.only(look, "same-rows").found().startsWith("196 rows"), look.text());
    }

    @Test
    void ofSeveralSources_filesAndRowsAreComparedToo() {
        Inspection look = Inspection.of(List.of(InspectedRows.of(ward()), InspectedRows.of(ward())), Optional.empty());
        assertTrue(LookedFiles.only(look, "same-rows").found().startsWith("200 rows"), look.text());
    }
}
