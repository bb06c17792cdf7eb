// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.lab.ExperimentCommand;
import io.hedgerow.samples.lab.SimulateCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class OutsideCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path temp;

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Terminal terminal = new Terminal(
                new PrintWriter(out), new PrintWriter(err), false, true, InstantSource.fixed(Instant.EPOCH));
        return new CommandLineApplication(List.of(new ExperimentCommand(), new SimulateCommand()), terminal).run(args);
    }

    private JsonNode outside(Path data, String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of("experiment", "outside", "--data", data.toString(), "--json"));
        args.addAll(List.of(more));
        assertEquals(0, run(args.toArray(String[]::new)), err.toString());
        return new ObjectMapper().readTree(out.toString()).get("rows");
    }

    private Path simulated(String name) {
        Path set = temp.resolve(name);
        String line = "simulate --d=6 --edges=6 --sites=3 --rows=500 --seed=3 --out=" + set;
        assertEquals(0, run(line.split(" ", -1)), err.toString());
        return set;
    }

    private static void compress(Path file) throws IOException {
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(Path.of(file + ".gz")))) {
            Files.copy(file, packed);
        }
        Files.delete(file);
    }

    @Test
    void sets_areFoundBelowAndRunByEveryMethod() throws IOException {
        compress(simulated("made/one").resolve("site-2.csv"));
        JsonNode rows = outside(temp, "--warmup=0", "--runs=1");
        assertEquals(3, rows.size());
        for (int m = 0; m < 3; m++) {
            JsonNode row = rows.get(m);
            assertEquals("made/one", row.get("set").asText());
            assertEquals(
                    List.of("gram", "hill-climbing", "plain-climb").get(m),
                    row.get("method").asText());
            assertEquals(1500, row.get("rows").asInt());
            assertEquals(3, row.get("sites").asInt());
            assertEquals(6, row.get("trueEdges").asInt());
            assertTrue(row.get("toBoss").isNull());
        }
        // weights of 0.5 and more in 1,500 rows
        JsonNode gram = rows.get(0);
        assertEquals(0, gram.get("missing").asInt() + gram.get("extra").asInt(), gram.toString());
        assertEquals(0, gram.get("classDistance").asInt(), gram.toString());
        assertEquals(6, gram.get("sure").asInt(), gram.toString());
        assertEquals(6, gram.get("sureRight").asInt(), gram.toString());
    }

    @Test
    void setsThatCannotBeUsed_areInTheTableWithTheReason() throws IOException {
        Files.writeString(simulated("a").resolve("levels.json"), "{\"x1\": [\"no\", \"yes\"]}");
        Files.delete(simulated("b").resolve("truth.csv"));
        Files.writeString(simulated("c").resolve("site-2.csv"), "y\n1\n2\n");
        Files.writeString(simulated("d").resolve("levels.json"), "{}");
        JsonNode rows = outside(temp, "--warmup=0", "--runs=1");
        assertEquals("left out: categories", rows.get(0).get("method").asText());
        assertEquals(
                "left out: neither truth.csv nor knowledge.txt",
                rows.get(1).get("method").asText());
        assertEquals("left out: see the note", rows.get(2).get("method").asText());
        assertTrue(err.toString().contains("c was left out: "), err.toString());
        assertEquals("d", rows.get(3).get("set").asText());
        assertEquals("gram", rows.get(3).get("method").asText());
        assertEquals(6, rows.size());
    }

    /** x1 → x2 ← x3 with tiers that put x2 first: both directions are identified, and both are impossible. */
    @Test
    void directionsAgainstKnowledge_areCounted() throws IOException {
        Path set = Files.createDirectories(temp.resolve("known"));
        StringBuilder rows = new StringBuilder("x1,x2,x3\n");
        Random random = new Random(1);
        for (int k = 0; k < 400; k++) {
            double first = random.nextGaussian();
            double third = random.nextGaussian();
            rows.append(first).append(',').append(first + third + random.nextGaussian());
            rows.append(',').append(third).append('\n');
        }
        Files.writeString(set.resolve("rows.csv"), rows);
        Files.writeString(set.resolve("knowledge.txt"), "/knowledge\naddtemporal\n\n1 x2\n2 x1 x3 x9\n");
        JsonNode table = outside(temp, "--warmup=0", "--runs=1");
        for (JsonNode row : List.of(table.get(0), table.get(1))) { // a plain climb may end at three edges
            assertEquals(2, row.get("impossible").asInt(), row.toString());
            assertTrue(row.get("trueEdges").isNull() && row.get("sureRight").isNull(), row.toString());
        }
        assertTrue(err.toString().contains("known: knowledge of x9 is not used"), err.toString());
    }

    @Test
    void table_isWrittenAsMarkdownJsonAndCsv() throws IOException {
        simulated("one");
        Path target = temp.resolve("written");
        outside(temp, "--warmup=0", "--runs=1", "--transform=normal-scores", "--out=" + target);
        List<String> csv = Files.readAllLines(target.resolve("table.csv"));
        assertEquals(
                "set,method,rows,d,true edges,skeleton errors,class distance,impossible,flags,sure,right,CPU s,to BOSS",
                csv.get(0));
        assertEquals(4, csv.size());
        assertTrue(Files.readString(target.resolve("table.md")).contains("normal scores within sites."));
        assertTrue(Files.exists(target.resolve("table.json")));
    }

    @Test
    void foldersAndJarsThatAreNone_areRefused() throws IOException {
        assertEquals(3, run("experiment", "outside", "--data", temp.toString()), err.toString());
        assertTrue(err.toString().contains("--data must hold folders with site-*.csv or rows.csv"), err.toString());
        assertEquals(2, run("experiment", "outside"), err.toString());
        assertTrue(err.toString().contains("experiment outside needs one folder of --data"), err.toString());
        simulated("one");
        Path jar = Files.writeString(temp.resolve("empty.jar"), "");
        String[] args = {"experiment", "outside", "--data", temp.toString(), "--tetrad", jar.toString()};
        assertEquals(2, run(args), err.toString());
        assertTrue(err.toString().contains("--tetrad must name the jar of tetrad-lib 7"), err.toString());
    }

    /** A published network of 46 genes with many weak edges, of which no one here drew the rows. */
    @Test
    void publishedNetwork_isFoundAsWellAsByOthers() throws IOException {
        Path set = shared().resolve("data/outside/gaussian/ecoli70");
        boolean required = "true".equals(System.getenv("CI")) && Files.isDirectory(shared());
        assumeTrue(required || Files.isDirectory(set), "skipped: there is no " + set);
        JsonNode row = outside(set, "--warmup=0", "--runs=1").get(0);
        assertEquals(70, row.get("trueEdges").asInt());
        assertTrue(row.get("missing").asInt() + row.get("extra").asInt() <= 5, row.toString());
        assertTrue(row.get("classDistance").asInt() <= 13, row.toString());
        assertTrue(row.get("flags").isEmpty(), row.toString());
        assertTrue(row.get("sure").asInt() >= 60, row.toString());
        assertTrue(row.get("sureRight").asInt() >= 0.99 * row.get("sure").asInt(), row.toString());
    }

    /** {@code -Dhedgerow.shared=DIR}, else the nearest folder of that name above the working directory. */
    private static Path shared() {
        String configured = System.getProperty("hedgerow.shared");
        if (configured != null) {
            return Path.of(configured);
        }
        for (Path p = Path.of("").toAbsolutePath(); p != null; p = p.getParent()) {
            if (Files.isDirectory(p.resolve("shared/data"))) {
                return p.resolve("shared");
            }
        }
        return Path.of("shared");
    }
}
