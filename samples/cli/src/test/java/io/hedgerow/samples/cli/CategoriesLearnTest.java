// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as hospitals have them: text, codes, an identifier, dates and a column with one value. */
@Tag("slow")
class CategoriesLearnTest {

    private static final String[] CODES = {"I21.0", "I21", "250.1", "250.10", "E11.9"};

    @TempDir
    private Path temp;

    private String files = "";

    @BeforeEach
    void write() throws IOException {
        files = "--data " + site("north.csv", "MF", 0) + " " + site("south.csv", "mf", 300) + " "
                + site("west.csv", "MF", 600);
    }

    private Path site(String name, String sexes, int first) throws IOException {
        Random random = new Random(first);
        StringBuilder text = new StringBuilder("patient,sex,age,icd10,visited,country,dose\n");
        for (int k = 0; k < 300; k++) {
            char sex = sexes.charAt(random.nextInt(2));
            double age = 60 + 10 * random.nextGaussian();
            double dose = age / 5 + (Character.toUpperCase(sex) == 'F' ? 2 : 0) + random.nextGaussian();
            text.append(String.format("P%05d,%s,%.2f,", first + k, sex, age));
            text.append(CODES[random.nextInt(CODES.length)]).append(',');
            text.append(LocalDate.of(2020, 1, 1).plusDays(random.nextInt(900)))
                    .append(",DE,")
                    .append(dose)
                    .append('\n');
        }
        return Files.writeString(temp.resolve(name), text);
    }

    private String refused(int code, String options) {
        Shell shell = Shell.real();
        assertEquals(code, shell.run(("learn " + files + options).split(" ")), shell.err());
        return shell.err();
    }

    private JsonNode learned(String options) throws IOException {
        return SiteFolder.json(Shell.real(), ("learn --json " + files + options).split(" "));
    }

    private Path mapping(String text) throws IOException {
        return Files.writeString(temp.resolve("mapping.yaml"), text);
    }

    /** The message shows the mapping file, and with that the files are learned from as they are. */
    @Test
    void filesAsTheyAre_areLearnedFrom_withTheMappingFileThatTheMessageShows() throws IOException {
        String told = refused(3, "");
        assertTrue(told.contains("columns \"sex\": F and f; \"sex\": M and m"), told);
        String shown = told.substring(told.indexOf('{'), told.lastIndexOf("}, or name all levels") + 1);
        Path mapping = mapping(shown + "\n");
        JsonNode found = learned(" --mapping " + mapping);
        assertEquals(
                "[\"sex\",\"age\",\"icd10\",\"dose\"]", found.get("variables").toString());
        assertEquals(
                "{\"sex\":[\"F\",\"M\"],\"icd10\":[\"250.1\",\"250.10\",\"E11.9\",\"I21\",\"I21.0\"]}",
                found.get("levels").toString());
        JsonNode left = found.at("/leftOut/0");
        assertEquals(
                "[\"patient\",\"visited\",\"country\"]", left.get("columns").toString());
        assertTrue(left.at("/reasons/patient").asText().startsWith("an identifier"), left.toString());
        assertTrue(left.at("/reasons/visited").asText().startsWith("dates"), left.toString());
        assertEquals("all rows have one value", left.at("/reasons/country").asText());
        String warnings = found.get("warnings").toString();
        assertTrue(warnings.contains("categories: sex (F, M); icd10 (250.1,"), warnings);
        assertFalse(warnings.contains("levels count as numbers"), warnings);
        assertTrue(found.get("edges").toString().contains("\"from\":\"sex\",\"to\":\"dose\""), found.toString());
    }

    @Test
    void mapping_makesNumbersOfDatesAndLevels_andRenames() throws IOException {
        Path mapping = mapping("""
                sex: {numbers: {F: 0, f: 0, M: 1, m: 1}, rename: male}
                visited: date
                icd10: drop
                """);
        JsonNode found = learned(" --mapping " + mapping);
        assertEquals(
                "[\"male\",\"age\",\"visited\",\"dose\"]",
                found.get("variables").toString());
        assertTrue(found.path("levels").isMissingNode(), found.toString());
    }

    @Test
    void columnsThatAreNoNumbers_areRefusedByMethodsOfNumbers_byName() throws IOException {
        Path mapping = mapping("sex: {levels: {f: F, m: M}}\n");
        String told = refused(2, " --algorithm fed-sparse --mapping " + mapping);
        assertTrue(told.contains("algorithm fed-sparse learns from numbers, and sex, icd10 are categories"), told);
        told = refused(2, " --personalise --out " + temp.resolve("out") + " --mapping " + mapping);
        assertTrue(told.contains("--personalise refits weights between numbers"), told);
        told = refused(2, " --hidden-causes --mapping " + mapping);
        assertTrue(told.contains("--hidden-causes looks at correlations of numbers, and sex, icd10 are"), told);
        told = refused(3, " --categories none --columns sex,age");
        assertTrue(told.contains("must be a number such as -1.5 or 2e-3, was \""), told);
        told = refused(3, " --categories sexx");
        assertTrue(told.contains("has no column \"sexx\", did you mean \"sex\"?"), told);
    }

    /** Levels are to the letter from the files to the predictions. */
    @Test
    void networkOfNumbersAndCategories_isWrittenReadAndPredictedWith() throws IOException {
        Path mapping = mapping("sex: {levels: {M: M, m: M, F: F, f: F}}\n");
        Path out = temp.resolve("mixed");
        JsonNode found = learned(" --mapping " + mapping + " --out " + out);
        assertEquals("[\"F\",\"M\"]", found.at("/tables/0/levels").toString());
        assertEquals(
                "[\"250.1\",\"250.10\",\"E11.9\",\"I21\",\"I21.0\"]",
                found.at("/tables/1/levels").toString());
        JsonNode dose = equation(found, "dose");
        assertTrue(dose.toString().contains("\"variable\":\"sex\",\"information\":"), dose.toString());
        assertTrue(
                dose.toString().contains("\"level\":\"M\"") || dose.toString().contains("\"level\":\"F\""),
                dose.toString());
        assertTrue(
                found.at("/trust/summary").asText().contains("the data agree with one network of tables and lines"),
                found.at("/trust/summary").asText());
        Path predicted = temp.resolve("predicted.csv");
        JsonNode quality = SiteFolder.json(
                Shell.real(),
                "predict",
                "--json",
                "--network",
                out.toString(),
                "--data",
                temp.resolve("north.csv").toString(),
                "--out",
                predicted.toString());
        assertEquals(300, quality.get("rows").asInt());
        assertEquals(4, quality.get("variables").size());
        List<String> lines = Files.readAllLines(predicted);
        assertEquals(301, lines.size());
        assertEquals(
                "sex,sex=F,sex=M,age,icd10,icd10=250.1,icd10=250.10,icd10=E11.9,icd10=I21,icd10=I21.0,dose",
                lines.get(0));
        assertTrue(List.of("F", "M").contains(lines.get(1).split(",", -1)[0]), lines.get(1));
        JsonNode ofDose = quality.at("/variables/3");
        assertEquals(1, ofDose.get("rmse").asDouble(), 0.15, "the noise of dose: " + quality);
        assertTrue(ofDose.get("r2").asDouble() > 0.75, quality.toString());
        JsonNode mapped = SiteFolder.json(
                Shell.real(),
                "predict",
                "--json",
                "--network",
                out.toString(),
                "--data",
                temp.resolve("south.csv").toString(),
                "--mapping",
                mapping.toString());
        assertEquals(300, mapped.at("/variables/0/compared").asInt(), "m and f by the mapping file: " + mapped);
        assertTrue(mapped.at("/variables/3/r2").asDouble() > 0.75, mapped.toString());
        Shell shell = Shell.real();
        String[] export = {"export", "--network", out.toString(), "--format", "bnlearn"};
        assertEquals(3, shell.run(export));
        assertTrue(shell.err().contains("sex, icd10 are categories beside numbers"), shell.err());
        JsonNode given = SiteFolder.json(
                Shell.real(),
                "predict",
                "--json",
                "--network",
                out.toString(),
                "--data",
                temp.resolve("north.csv").toString(),
                "--given",
                "dose,age");
        assertEquals("[\"dose\",\"age\"]", given.get("from").toString());
        assertEquals(2, given.get("variables").size());
        double accuracy = given.at("/variables/0/accuracy").asDouble();
        // two normal distributions two deviations apart are told apart in 84 of 100 rows; 300 rows: ± .02
        assertEquals(0.84, accuracy, 0.06, "the sex that a dose beside an age tells of: " + given);
    }

    private static JsonNode equation(JsonNode result, String variable) {
        for (JsonNode equation : result.at("/parameters/equations")) {
            if (equation.get("variable").asText().equals(variable)) {
                return equation;
            }
        }
        throw new AssertionError(variable);
    }

    /** From files of texts to a network of tables that other programs read. */
    @Test
    void networkOfCategories_isPredictedWith_exportedAndCompared() throws IOException {
        StringBuilder sites = new StringBuilder("--data");
        Random random = new Random(6);
        for (String name : List.of("a.csv", "b.csv", "c.csv")) {
            StringBuilder text = new StringBuilder("sex,icd10,ward\n");
            for (int k = 0; k < 400; k++) {
                int sex = random.nextInt(2);
                int code = random.nextInt(5);
                int ward = random.nextInt(10) < 8 ? (code + sex) % 3 : random.nextInt(3);
                text.append(sex == 0 ? "M" : "F").append(',').append(CODES[code]);
                text.append(",ward ").append("ABC".charAt(ward)).append('\n');
            }
            sites.append(' ').append(Files.writeString(temp.resolve(name), text));
        }
        files = sites.toString();
        Path out = temp.resolve("tables");
        JsonNode found = learned(" --out " + out);
        assertEquals(3, found.get("tables").size());
        assertEquals("tables", found.at("/parameters/model").asText());
        assertEquals(
                "[\"ward A\",\"ward B\",\"ward C\"]", found.at("/levels/ward").toString());
        assertEquals("[\"sex\",\"icd10\"]", found.at("/tables/2/parents").toString());
        JsonNode quality = SiteFolder.json(
                Shell.real(),
                "predict",
                "--json",
                "--network",
                out.toString(),
                "--data",
                temp.resolve("a.csv").toString());
        assertTrue(quality.at("/variables/2/accuracy").asDouble() > 0.8, quality.toString());
        Path bif = temp.resolve("learned.bif");
        SiteFolder.json(
                Shell.real(),
                "export",
                "--network",
                out.toString(),
                "--format",
                "bif",
                "--out",
                bif.toString(),
                "--json");
        JsonNode same = SiteFolder.json(Shell.real(), "compare", out.toString(), bif.toString(), "--json");
        assertEquals(0, same.get("shdOfIdentified").asInt(), same.toString());
        for (String format : List.of("bnlearn", "pgmpy")) {
            String script = SiteFolder.json(
                            Shell.real(), "export", "--network", out.toString(), "--format", format, "--json")
                    .get("text")
                    .asText();
            assertTrue(script.contains("I21.0"), script);
        }
    }

    @Test
    void tooManyLevels_areRefused_orGrouped() throws IOException {
        Random random = new Random(4);
        StringBuilder text = new StringBuilder("ward,age\n");
        for (int k = 0; k < 600; k++) {
            text.append(k % 2 == 0 ? "A" : "W" + k % 200)
                    .append(',')
                    .append(random.nextGaussian())
                    .append('\n');
        }
        files = "--data " + Files.writeString(temp.resolve("wards.csv"), text);
        String told = refused(3, "");
        assertTrue(
                told.contains("must have at most 50 levels, column \"ward\" has 101: group rare levels by a file for"
                        + " --mapping with {ward: {other: true}}"),
                told);
        JsonNode found = learned(" --mapping " + mapping("{ward: {other: true}}"));
        assertEquals("[\"A\",\"other\"]", found.at("/levels/ward").toString());
    }

    @Test
    void levelsWithCommas_needAMappingFile_andTheRefusalSaysSo() throws IOException {
        files = "--data " + temp.resolve("north.csv");
        for (String options : List.of("", " --columns sex,icd10,dose", " --privacy epsilon=1,unit=record")) {
            List<String> words = new ArrayList<>(List.of(("learn " + files + options).split(" ")));
            words.addAll(List.of("--categories", "icd10=I21.0|E11.9, or other"));
            Shell shell = Shell.real();
            assertEquals(options.contains("privacy") ? 2 : 3, shell.run(words.toArray(String[]::new)), shell.err());
            assertTrue(shell.err().contains("comma") && shell.err().contains("--mapping"), shell.err());
        }
        String told = refused(2, " --privacy epsilon=1,unit=record --categories all");
        assertTrue(told.contains("must give the levels of each column, as COLUMN=LEVEL|LEVEL|..."), told);
    }

    @Test
    void columnsThatAMappingFileMakesCategories_withOneLevel_areRefusedWithALineThatLeavesThemOut() throws IOException {
        String line = "country has only Germany: leave it out, by a file for --mapping with {country: drop}";
        String told = refused(3, " --mapping " + mapping("country: {levels: {DE: Germany}}\nsex: drop\n"));
        assertTrue(told.replace("\"", "").contains(line), told);
        told = refused(
                3,
                " --privacy epsilon=1,unit=record --columns country,sex --mapping "
                        + mapping("country: {levels: [Germany]}\nsex: {levels: [F, M]}\n"));
        assertTrue(told.replace("\"", "").contains(line), told);
    }

    @Test
    void datesWithSlashes_areLeftOutWithAdvice_andNoMethodIsNamedThatRefusesCategories() throws IOException {
        Random random = new Random(8);
        StringBuilder text = new StringBuilder("sex,visited,cost\n");
        for (int k = 0; k < 400; k++) {
            text.append("FM".charAt(random.nextInt(2)))
                    .append(',')
                    .append(1 + k % 12)
                    .append('/');
            text.append(1 + k % 28)
                    .append("/2024,")
                    .append(Math.exp(2 * random.nextGaussian()))
                    .append('\n');
        }
        files = "--data " + Files.writeString(temp.resolve("slashes.csv"), text);
        JsonNode found = learned(" --transform none");
        String reason = found.at("/leftOut/0/reasons/visited").asText();
        assertTrue(reason.contains("write 2024-01-31 or 31.1.2024, and a mapping file with"), reason);
        String warnings = found.get("warnings").toString();
        assertTrue(warnings.contains("consider --transform normal-scores"), warnings);
        assertFalse(warnings.contains("direct-lingam"), warnings);
    }

    @Test
    void textInSeries_isRefusedOnce_withEverythingThatHelps() throws IOException {
        Random random = new Random(9);
        StringBuilder text = new StringBuilder("run,t,state,ward,x,y\n");
        for (int k = 0; k < 200; k++) {
            text.append("r").append(k / 50).append(',').append(k % 50).append(k % 3 == 0 ? ",on,A," : ",off,B,");
            text.append(random.nextGaussian())
                    .append(',')
                    .append(random.nextGaussian())
                    .append('\n');
        }
        files = "--data " + Files.writeString(temp.resolve("series.csv"), text);
        String series = " --lags 1 --time t --realisation run";
        String told = refused(3, series);
        assertTrue(told.contains("columns of series must be numbers, text is in state, ward: leave them out"), told);
        assertTrue(told.contains("{state: {numbers: {LEVEL: 0, LEVEL: 1}}}"), told);
        told = refused(2, series + " --categories state");
        assertTrue(told.contains("--categories is not for series, whose columns are numbers"), told);
        Path mapping = mapping("state: {numbers: {on: 1, off: 0}}\nward: drop\n");
        assertEquals(
                3, learned(series + " --mapping " + mapping).get("variables").size());
    }

    /** Codes are categories by themselves only where every column has few values. */
    @Test
    void wholeNumbers_areCategories_whereNoColumnHasManyValues() throws IOException {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder("a,b,c\n");
        for (int k = 0; k < 200; k++) {
            int a = random.nextInt(3);
            text.append(a).append(',').append((a + random.nextInt(2)) % 3);
            text.append(',').append(random.nextInt(11)).append('\n');
        }
        files = "--data " + Files.writeString(temp.resolve("codes.csv"), text);
        assertTrue(learned("").path("levels").isMissingNode(), "c has 11 values");
        JsonNode few = learned(" --drop c");
        assertEquals("[\"0\",\"1\",\"2\"]", few.at("/levels/a").toString());
        assertTrue(few.get("warnings").toString().contains("whole numbers were taken as categories"), few.toString());
        assertTrue(learned(" --drop c --categories none").path("levels").isMissingNode());
        assertTrue(learned(" --drop c --algorithm fed-sparse").path("levels").isMissingNode());
        JsonNode named = learned(" --categories c");
        assertEquals(List.of("c"), fields(named.get("levels")));
        assertEquals("\"10\"", named.at("/levels/c/10").toString());
    }

    private static List<String> fields(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void digitsAfterAZero_areCodes_toTheLetter() throws IOException {
        StringBuilder text = new StringBuilder("code,dose\n");
        String[] codes = {"007", "07", "7", "10"};
        Random random = new Random(4);
        for (int k = 0; k < 60; k++) {
            text.append(codes[k % 4]).append(',').append(random.nextGaussian()).append('\n');
        }
        Path file = Files.writeString(temp.resolve("codes.csv"), text);
        JsonNode found = SiteFolder.json(Shell.real(), "learn", "--json", "--data", file.toString());
        assertEquals(Set.of("007", "07", "7", "10"), Set.copyOf(levels(found, "code")));
    }

    private static List<String> levels(JsonNode found, String column) {
        List<String> levels = new ArrayList<>();
        found.get("levels").get(column).forEach(level -> levels.add(level.asText()));
        return levels;
    }
}
