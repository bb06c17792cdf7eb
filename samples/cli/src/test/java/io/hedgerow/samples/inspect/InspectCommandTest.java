// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.source.QueryFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Through the command line, on files as hospitals have them. */
@Tag("slow")
class InspectCommandTest {

    @TempDir
    Path folder;

    private String run(int code, String line) {
        Shell shell = Shell.real();
        int ended = shell.run(line.replace("@", folder.toString()).split(" "));
        assertEquals(code, ended, shell.err());
        return code == 0 ? shell.out() : shell.err();
    }

    private JsonNode json(String line) throws IOException {
        return new ObjectMapper().readTree(run(0, line + " --json"));
    }

    private static Set<String> about(JsonNode found, String weight) {
        Set<String> kinds = new TreeSet<>();
        found.get("findings").forEach(one -> {
            if (one.get("weight").asText().equals(weight)) {
                kinds.add(one.get("about").asText());
            }
        });
        return kinds;
    }

    private static JsonNode finding(JsonNode found, String about) {
        for (JsonNode one : found.get("findings")) {
            if (one.get("about").asText().equals(about)) {
                return one;
            }
        }
        throw new AssertionError("no finding about " + about + ": " + found.get("findings"));
    }

    /** Separators, decimal signs, names, levels, codes, identifiers, dates and pounds: no script of one's own. */
    @Test
    void threeUnlikeFiles_areLearnedFrom_withTheMappingsThatAreWritten() throws IOException {
        String data = "--data "
                + UnlikeFiles.write(folder, 400).stream().map(Path::toString).collect(Collectors.joining(" "));
        assertTrue(run(3, "learn " + data).contains("variables must be"), "they are unlike");
        JsonNode found = json("inspect " + data + " --write-mappings @/maps");
        assertEquals(Set.of("decimal-sign", "levels", "name", "other-name"), about(found, "refused"));
        assertEquals(Set.of("date", "identifier"), about(found, "note"));
        assertEquals(3, found.get("written").size());
        String south = Files.readString(folder.resolve("maps/south.yaml"));
        assertTrue(south.contains("\"*\": {separator: semicolon, decimal: comma}\n"), south);
        assertTrue(south.contains("\nSex: {rename: sex, levels: {female: F, male: M}}\n"), south);
        assertTrue(south.contains("\nVisited: {rename: visited, date: true}\n"), south);
        assertTrue(south.contains("\n# Weight_lb: {rename: weight_kg, multiply: 0.45359237}\n"), south);
        assertFalse(south.contains("\nWeight_lb"), "a factor is never a line by itself");
        assertTrue(run(3, "learn " + data + " --mapping @/maps").contains("variables must be"), "not by itself");

        run(0, "inspect " + data + " --write-mappings @/maps --accept weight_lb,geschlecht");
        JsonNode learned = json("learn " + data + " --mapping @/maps");
        assertEquals(
                "[\"sex\",\"age\",\"weight_kg\",\"dose\",\"pressure\",\"icd10\",\"visited\"]",
                learned.get("variables").toString());
        Set<String> pairs = new TreeSet<>();
        learned.get("edges")
                .forEach(edge -> pairs.add(
                        List.of(edge.get("from").asText(), edge.get("to").asText()).stream()
                                .sorted()
                                .collect(Collectors.joining(" "))));
        assertEquals(Set.of("age dose", "age weight_kg", "dose sex", "dose pressure", "pressure sex"), pairs);
        assertEquals(1200, learned.at("/trust/rows").asLong());
        assertEquals("[\"patient\"]", learned.at("/leftOut/0/columns").toString(), "what is left out is counted");
        assertEquals("[\"row_id\"]", learned.at("/leftOut/1/columns").toString());
    }

    /** The same mapping files serve the sites of a study. */
    @Test
    void studyInit_readsAMappingFileThatWasWritten() throws IOException {
        String data = "--data "
                + UnlikeFiles.write(folder, 300).stream().map(Path::toString).collect(Collectors.joining(" "));
        run(0, "inspect " + data + " --write-mappings @/maps --accept Weight_lb");
        run(
                0,
                "study init @/study.yaml --data @/south.csv --mapping @/maps/south.yaml --rows-are-units --sites a,b,c"
                        + " --coordinator hub --name trial");
        String plan = Files.readString(folder.resolve("study.yaml"));
        for (String variable : List.of("age", "weight_kg", "dose", "pressure", "visited")) {
            assertTrue(plan.contains(" \"" + variable + "\":"), plan);
        }
        assertTrue(plan.contains("\"sex\": {levels: [\"F\", \"M\"]}"), plan);
    }

    /** Rows by chance with heavy tails: nothing is wrong. */
    @Test
    void filesWithoutFaults_haveNoneFound() throws IOException {
        for (String name : List.of("a.csv", "b.csv", "c.csv")) {
            Random random = new Random(name.hashCode());
            StringBuilder text = new StringBuilder("x,y,z,g\n");
            for (int k = 0; k < 500; k++) {
                double x = Math.tan(Math.PI * (random.nextDouble() - 0.5));
                text.append(x)
                        .append(',')
                        .append(0.5 * x + random.nextGaussian())
                        .append(',')
                        .append(random.nextGaussian())
                        .append(',')
                        .append("AB".charAt(random.nextInt(2)))
                        .append('\n');
            }
            Files.writeString(folder.resolve(name), text);
        }
        JsonNode found = json("inspect --data @/a.csv @/b.csv @/c.csv --write-mappings @/maps");
        assertEquals(Set.of(), about(found, "wrong"), found.get("findings").toString());
        assertEquals(Set.of(), about(found, "refused"), found.toString());
        String mapping = Files.readString(folder.resolve("maps/a.yaml"));
        assertTrue(mapping.contains("\"*\": {separator: comma}"), mapping);
        run(0, "learn --data @/a.csv @/b.csv @/c.csv --mapping @/maps");
    }

    /** What the SDK advises in words of its own has the options that do it here. */
    @Test
    void advice_namesOptions() throws IOException {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("patient,x,y,score,state,tail\n");
        double state = 0;
        for (int k = 0; k < 600; k++) {
            state = 0.9 * state + random.nextGaussian();
            double x = random.nextGaussian();
            text.append(String.format(
                    Locale.ROOT,
                    "%d,%.3f,%.3f,%s,%.3f,%s%n",
                    7 * (k % 200),
                    x,
                    2 * x,
                    k % 40 == 7 ? "-999" : "" + random.nextInt(50),
                    state,
                    k % 50 == 0 ? "" : "" + Math.exp(2 * random.nextGaussian())));
        }
        Files.writeString(folder.resolve("a.csv"), text);
        Files.writeString(folder.resolve("b.csv"), "x,y,fever\n1,3,2\n2,1,7\n4,0,1\n");
        JsonNode found = json("inspect --data @/a.csv @/b.csv");
        Map<String, String> options = Map.of(
                "missing", "--missing skip-row leaves",
                "copy", "or --drop)",
                "series", "--algorithm dynamic-gram, --time and --realisation;",
                "skewed", "--transform normal-scores, or --algorithm ",
                "not-everywhere", "--optional-columns where",
                "repeated-person", "--realisation patient; with a budget protect unit=patient",
                "missing-code", "which holds for every column, or --accept score");
        options.forEach((about, option) -> {
            String advice = finding(found, about).get("advice").asText();
            assertTrue(advice.contains(option), advice);
        });
        assertTrue(finding(found, "not-everywhere").get("effect").asText().endsWith("--optional-columns names them"));
    }

    /** A database has no text for NULL; what else is in the row stays there. */
    @Test
    void nullsOfADatabase_areMissingCellsOfTheirRows() throws IOException, SQLException {
        Path database = folder.resolve("ward.db");
        Random random = new Random(5);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement()) {
            statement.execute("create table ward (x real, y real)");
            for (int k = 0; k < 100; k++) {
                double x = random.nextGaussian();
                String cell = k % 10 == 3 ? "null" : Double.toString(x);
                statement.execute("insert into ward values (" + cell + ", " + 2 * x + ")");
            }
        }
        QueryFixtures.sqlite(folder, database, "select x, y from ward");
        JsonNode found = json("inspect --data @/rows.yaml");
        assertEquals(
                "10 of 100 rows have a missing cell",
                finding(found, "missing").get("found").asText());
        assertEquals("[\"y\",\"x\"]", finding(found, "copy").get("columns").toString());
    }

    /** An identifier and dates are no categories: learn keeps the rows, and the command that is shown runs. */
    @Test
    void theNextCommand_losesNoRows_whereColumnsThatStayAreNumbers() throws IOException {
        Random random = new Random(6);
        StringBuilder text = new StringBuilder("patient,day,x,y\n");
        for (int k = 0; k < 200; k++) {
            double x = random.nextGaussian();
            text.append("P" + (1000 + 7 * k))
                    .append(",2024-01-" + (10 + k % 20))
                    .append("," + x);
            text.append("," + (k % 10 == 0 ? "" : x + random.nextGaussian()) + "\n");
        }
        Files.writeString(folder.resolve("a.csv"), text);
        String shown = run(0, "inspect --data @/a.csv --write-mappings @/maps");
        String next = shown.lines()
                .filter(line -> line.startsWith("then: hedgerow "))
                .findFirst()
                .orElseThrow();
        assertFalse(next.contains("--missing"), next);
        JsonNode learned = json(next.substring("then: hedgerow ".length()));
        assertEquals(20, learned.at("/leftOut/0/kept").asInt(), learned.toString());
        assertEquals(200, learned.at("/sites/0/rows").asInt());
    }

    @Test
    void itSaysThatItIsForPeopleOfTheSite_andWritesAPage() throws IOException {
        Files.writeString(folder.resolve("a.csv"), "x,<y>\n1,2\n2,3\n4,1\n");
        String shown = run(0, "inspect --data @/a.csv --out @/found");
        assertTrue(shown.contains("do not send it anywhere"), shown);
        String page = Files.readString(folder.resolve("found/inspect.html"));
        assertTrue(page.contains("<rect") && page.contains("&lt;y&gt;") && !page.contains("<y>"), page);
        assertTrue(Files.exists(folder.resolve("found/inspect.json")));
    }

    @Test
    void whatIsWrongWithTheCommandLine_isSaid() throws IOException {
        Files.writeString(folder.resolve("a.csv"), "x,y\n1,2\n2,3\n4,1\n");
        assertTrue(run(2, "inspect --data @/a.csv --accept x").contains("also give --write-mappings"));
        assertTrue(
                run(2, "inspect --data @/a.csv --write-mappings @/m --accept x").contains("x has none"));
        assertTrue(run(3, "inspect --data @/a.csv --person id").contains("has no column \"id\""));
        assertTrue(run(3, "inspect --data @/none.csv").contains("does not exist"));
        assertTrue(run(2, "learn --data @/a.csv --mapping @/a.yaml @/b.yaml").contains("has 2 for 1 file"));
    }

    /** The note is there before the result, in its warnings, and once. */
    @Test
    void rowsInAnOrder_areNotedByLearn_andNotWithABudget() throws IOException {
        Random random = new Random(9);
        StringBuilder text = new StringBuilder("x,y\n");
        double x = 0;
        double y = 0;
        for (int k = 0; k < 800; k++) {
            x = 0.9 * x + random.nextGaussian();
            y = 0.9 * y + random.nextGaussian();
            text.append(x).append(',').append(y).append('\n');
        }
        Files.writeString(folder.resolve("a.csv"), text);
        Shell shell = Shell.real();
        assertEquals(0, shell.run("learn", "--data", folder + "/a.csv"));
        String note = "a.csv: rows depend on each other: this looks like a series, or like rows of batches (x, y; ";
        assertEquals(2, shell.err().split(Pattern.quote(note), -1).length, shell.err());
        assertTrue(shell.err().indexOf(note) < 200, "first of all: " + shell.err());
        assertTrue(json("learn --data @/a.csv").get("warnings").get(0).asText().contains(note));
        Shell budget = Shell.real();
        assertEquals(
                0,
                budget.run(
                        "learn",
                        "--data",
                        folder + "/a.csv",
                        "--privacy",
                        "epsilon=5,unit=record",
                        "--ledger",
                        folder + "/ledgers"),
                budget.err());
        assertFalse(budget.err().contains("depend on each other"), budget.err());
    }
}
