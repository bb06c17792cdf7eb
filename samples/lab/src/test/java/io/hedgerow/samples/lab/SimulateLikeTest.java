// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SiteFolder;
import io.hedgerow.samples.cli.study.StudyCommandTest;
import io.hedgerow.transport.node.SignedPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Made-up rows of studies of which only columns and bounds are known. */
class SimulateLikeTest {

    @TempDir
    Path temp;

    private Path written(String name, String text) throws IOException {
        return Files.writeString(temp.resolve(name), text);
    }

    private Path out(String name, Path like, String... more) {
        Path out = temp.resolve(name);
        List<String> arguments = new ArrayList<>(List.of("simulate", "--like=" + like, "--out=" + out));
        arguments.addAll(List.of(more));
        Shell shell = Shell.real();
        assertEquals(0, shell.run(arguments.toArray(new String[0])), shell.err());
        return out;
    }

    private static List<String[]> rows(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
    }

    /** Values of a column, all of them within bounds. */
    private static Set<Double> values(List<String[]> rows, int column, double lower, double upper) {
        Set<Double> values = new TreeSet<>();
        for (String[] row : rows) {
            double value = Double.parseDouble(row[column]);
            assertTrue(value >= lower && value <= upper, row[column]);
            values.add(value);
        }
        return values;
    }

    @Test
    void listOfColumns_isKept_withBoundsAndKinds() throws IOException {
        Path like = written("columns.csv", """
                name,lower,upper,unit,kind
                age,17.5,120,years,integer
                pH,6.5,8,,real
                "smoker, ever",0,1,,binary
                grade,1,3,,integer
                """);
        Path out = out("a", like, "--sites=2", "--rows=400", "--offsets=0.5");
        assertEquals(
                "age,pH,\"smoker, ever\",grade",
                Files.readAllLines(out.resolve("site-1.csv")).get(0));
        List<String[]> rows = rows(out.resolve("site-2.csv"));
        assertEquals(400, rows.size());
        assertTrue(values(rows, 0, 18, 120).size() > 20);
        assertTrue(rows.stream().noneMatch(row -> row[0].contains(".")), "integers have no point");
        assertTrue(values(rows, 1, 6.5, 8).size() > 100);
        assertEquals(Set.of(0.0, 1.0), values(rows, 2, 0, 1));
        assertEquals(Set.of(1.0, 2.0, 3.0), values(rows, 3, 1, 3));
        assertEquals(4, Files.readAllLines(out.resolve("truth.csv")).size());
        assertEquals(
                SiteFolder.content(out),
                SiteFolder.content(out("b", like, "--sites=2", "--rows=400", "--offsets=0.5")));
        assertNotEquals(
                SiteFolder.content(out),
                SiteFolder.content(out("c", like, "--sites=2", "--rows=400", "--offsets=0.5", "--seed=2")));
    }

    /** The levels of a plan are drawn about equally often, and written to the letter. */
    @Test
    void levelsOfAPlan_areDrawn() throws IOException {
        Path like = written("categories.yaml", """
                format: 1
                name: wards
                coordinator: hub
                sites: [north, south]
                variables:
                  age: [0, 120]
                  icd10: {levels: [I21.0, I21, "250.10, other"]}
                algorithm: {id: gram}
                insecureNoPrivacy: true
                rounds: 20
                quorum: 2
                deadline: 5m
                minimumCohort: 2
                secureAggregation: none
                """);
        Path out = out("levels", like, "--rows=600");
        List<String> lines = Files.readAllLines(out.resolve("north.csv"));
        assertEquals("age,icd10", lines.get(0));
        for (String level : List.of(",I21.0", ",I21", ",\"250.10, other\"")) {
            long rows = lines.stream().filter(line -> line.endsWith(level)).count();
            assertTrue(rows > 120, level + " in " + rows);
        }
    }

    @Test
    void header_isAllThatIsRead() throws IOException {
        Path like = written("mine.csv", "dose,effect\nnobody,\"reads this\n");
        Path out = out("a", like, "--rows=50", "--sites=1");
        assertEquals(
                "dose,effect", Files.readAllLines(out.resolve("site-1.csv")).get(0));
        values(rows(out.resolve("site-1.csv")), 1, -3, 3);
        Shell shell = Shell.real();
        assertEquals(0, shell.run("learn", "--data", out.resolve("site-1.csv").toString(), "--sites=1"), shell.err());
        assertTrue(shell.out().startsWith("2 variables, 1 edge"), shell.out());
    }

    /** The plan that the documentation shows. */
    @Test
    void plan_saysSitesAndRows_andItsFilesAreLearned() throws IOException {
        Path plan = written("study.yaml", StudyCommandTest.documented("format: 1"));
        Path out = out("a", plan);
        assertEquals(
                Set.of("", "north.csv", "south.csv", "west.csv", "truth.csv"),
                SiteFolder.content(out).keySet());
        List<String[]> rows = rows(out.resolve("south.csv"));
        assertEquals(4200, rows.size());
        values(rows, 0, 0, 120);
        values(rows, 1, 40, 250);
        Shell shell = Shell.real();
        assertEquals(
                0,
                shell.run(
                        "learn",
                        "--data",
                        out.resolve("north.csv").toString(),
                        out.resolve("south.csv").toString(),
                        out.resolve("west.csv").toString(),
                        "--truth",
                        out.resolve("truth.csv").toString()),
                shell.err());
        assertTrue(shell.out().startsWith("3 variables"), shell.out());
    }

    @Test
    void planThatProtectsUsers_givesEachTwoRows() throws IOException {
        Path plan = written(
                "study.yaml",
                StudyCommandTest.documented("format: 1")
                        .replace("unit: record", "unit: {person: patient}")
                        .replaceAll("secureAggregation: .*", "secureAggregation: none")
                        .replaceAll("rows\\.(\\w+): \\d+", "persons.$1: 30"));
        Path west = out("a", plan).resolve("west.csv");
        Set<Long> users = new TreeSet<>();
        SignedPlan.read(plan).rows(west).forEachUserRow((user, row) -> users.add(user));
        assertEquals(30, users.size(), "as a site reads them");
        List<String[]> rows = rows(west);
        assertEquals(60, rows.size());
        assertEquals(
                List.of("1", "1", "2"),
                rows.stream().limit(3).map(row -> row[0]).toList());
        assertEquals(40, rows(out("b", plan, "--rows=40").resolve("west.csv")).size(), "as asked");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name,lower,upper/a,1,1/b,0,1 | --seed=1 | bounds of a must be finite and in order",
                "name,lower,upper,kind/a,0,1,real/b,0,1,text | --seed=1 | kind of b must be real, integer or binary",
                "name,lower,upper,kind/a,0,1,real/b,0,1,category | --seed=1 | kind of b must be real, integer or binary",
                "name,lower,upper,kind/a,0,1,real/b,0.1,1.9,integer | --seed=1 | two whole numbers between them",
                "name,lower,upper,colour/a,0,1,red | --seed=1 | has colour",
                "name,lower,upper/a,0,1 | --seed=1 | the number of variables of --like must be from 2",
                "name,lower,upper/a,0,1/a,0,1 | --seed=1 | a",
                "a,b | --d=3 | leave out --d",
                "a,b | --mixed | leave out --mixed",
                "a,b | --units=random | leave out --units",
                "a,b | --lags=1 | leave it out with --lags",
            })
    void whatDoesNotGoTogether_isRefused_andNothingIsWritten(String schema, String option, String message)
            throws IOException {
        Path like = written("like.csv", schema.replace("/", "\n") + "\n");
        Shell shell = Shell.real();
        assertNotEquals(0, shell.run("simulate", "--like=" + like, option, "--out=" + temp.resolve("none")));
        assertTrue(shell.err().contains(message), shell.err());
        assertFalse(Files.exists(temp.resolve("none")));
    }

    @Test
    void planOfSeries_orWithSitesOfItsOwn_isRefused() throws IOException {
        String text = StudyCommandTest.documented("format: 1");
        Path plan = written("study.yaml", text);
        Shell shell = Shell.real();
        assertEquals(2, shell.run("simulate", "--like=" + plan, "--sites=2", "--out=" + temp.resolve("none")));
        assertTrue(shell.err().contains("leave out --sites"), shell.err());
        Path series = written("series.yaml", text.replace("id: dp-gram", "id: dp-dynamic-gram"));
        Shell other = Shell.real();
        assertEquals(2, other.run("simulate", "--like=" + series, "--out=" + temp.resolve("none")));
        assertTrue(other.err().contains("time series"), other.err());
    }
}
