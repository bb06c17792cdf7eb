// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.run.RunFile;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    private int run(String... args) {
        out.getBuffer().setLength(0);
        Terminal terminal = new Terminal(
                new PrintWriter(out), new PrintWriter(err), false, true, InstantSource.fixed(Instant.EPOCH));
        return new CommandLineApplication(List.of(new ReproduceCommand()), terminal).run(args);
    }

    @Test
    void list_hasALineForEachItem_theIdFirst() throws IOException {
        assertEquals(0, run("reproduce", "list"), err.toString());
        List<String> ids =
                out.toString().lines().map(line -> line.split(" ", 2)[0]).toList();
        assertEquals(PaperItems.lines("items/index.txt"), ids);
        assertEquals(0, run("reproduce", "list", "--json"));
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertEquals(ids.size(), json.size());
        assertTrue(json.get(0).get("status").isTextual());
    }

    /** The numbers of Fed-BNSL's bytes are the same for every data set, so three seeds are enough for them. */
    @Test
    @Tag("slow")
    void quickTable1OfPaper002_writesAllFiles_andMeetsTheBytes() throws IOException {
        assertEquals(
                0,
                run("reproduce", "002-table-1", "--quick", "--seeds=2-3", "--json", "--out=" + directory),
                err.toString());
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertEquals(8, json.get("numbers").size());
        JsonNode bytes = json.get("numbers").get(4);
        assertEquals("Fed-BNSL", bytes.get("series").asText());
        assertEquals("agrees", bytes.get("verdict").asText(), bytes.toString());
        // 2 · T · P · d² · 8 bytes (002 B.2.1) with T = 100, P = 8, d = 20
        assertEquals(5.12, bytes.get("mean").asDouble(), 1e-12);
        for (String file : List.of("table.csv", "table.md", "plot.svg", "report.html")) {
            assertTrue(Files.size(directory.resolve(file)) > 500, file);
        }
        assertEquals(
                1 + 6 * 2, Files.readAllLines(directory.resolve("table.csv")).size());
    }

    @Test
    @Tag("slow")
    void quickFigure2OfPaper001_isTheSameOnOneThreadAndTwo_andInTwoParts() throws IOException {
        Path one = directory.resolve("one");
        Path two = directory.resolve("two");
        String[] args = {"reproduce", "001-figure-2", "--quick", "--threads=1", "--out=" + one};
        assertEquals(0, run(args), err.toString());
        assertTrue(out.toString().contains("smaller data than the paper's"), out.toString());
        args[3] = "--threads=2";
        args[4] = "--out=" + two;
        String[] part = Arrays.copyOf(args, 6);
        part[5] = "--points=8";
        assertEquals(0, run(part), err.toString());
        assertEquals(1 + 8 * 2, withoutSeconds(two).size());
        assertEquals(0, run(args), err.toString());
        assertEquals(withoutSeconds(one), withoutSeconds(two));
        assertEquals(1 + 8 * 2 * 2, withoutSeconds(one).size());
    }

    /** A process that is killed between two of its runs, or within one. */
    @Test
    @Tag("slow")
    void killedRun_startedAgain_goesOnWhereItWas() throws Exception {
        Path killed = directory.resolve("killed");
        Path whole = directory.resolve("whole");
        List<String> args = new ArrayList<>(List.of(
                "reproduce",
                "001-figure-2",
                "--quick",
                "--points=8",
                "--lines=gram,NOTEARS-Avg",
                "--seeds=1-40",
                "--threads=2"));
        assertEquals(
                0,
                run(Stream.concat(args.stream(), Stream.of("--out=" + whole)).toArray(String[]::new)),
                err.toString());
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.hedgerow.samples.cli.Hedgerow"));
        command.addAll(args);
        command.add("--out=" + killed);
        Path said = directory.resolve("said");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        Path table = killed.resolve("table.csv");
        while (process.isAlive()
                && (Files.notExists(table) || Files.readAllLines(table).size() < 6)) {
            assertFalse(process.waitFor(5, TimeUnit.MILLISECONDS), () -> "ended before it could be killed");
        }
        process.destroyForcibly();
        assertEquals(137, process.waitFor(), Files.readString(said));
        List<String> kept = Files.readAllLines(table);
        assertTrue(kept.size() >= 6 && kept.size() < 81, "killed in between, with " + kept.size() + " lines");
        assertEquals(
                0,
                run(Stream.concat(args.stream(), Stream.of("--out=" + killed)).toArray(String[]::new)),
                err.toString());
        assertEquals(withoutSeconds(whole), withoutSeconds(killed));
        // seconds of what was there are those of the killed process: it was not run again
        List<String> after = Files.readAllLines(table);
        assertTrue(after.containsAll(kept.subList(0, 5)), after + " must have " + kept);
    }

    /** Lines beside those that are asked for stay in the file, and nothing else is run. */
    @Test
    @Tag("slow")
    void lines_chooseWhatIsRun_andALaterRunAddsOthers() throws IOException {
        String[] args = {
            "reproduce", "001-figure-2", "--quick", "--points=2", "--seeds=1", "--lines=gram", "--out=" + directory
        };
        assertEquals(0, run(args), err.toString());
        assertEquals(2, withoutSeconds(directory).size());
        args[5] = "--lines=NOTEARS-ADMM,NOTEARS-Avg,NOTEARS-AllData";
        assertEquals(0, run(args), err.toString());
        List<String> lines = withoutSeconds(directory);
        assertEquals(5, lines.size(), "NOTEARS-ADMM, -Avg and -AllData besides gram");
        assertTrue(lines.get(1).startsWith("1,NOTEARS-ADMM,") && lines.get(4).startsWith("1,gram,"), lines.toString());
        args[5] = "--lines=NOTEARS-A"; // not a whole name
        assertEquals(2, run(args));
        assertTrue(err.toString().contains("--lines must name lines of 001-figure-2"), err.toString());
    }

    private static List<String> withoutSeconds(Path run) throws IOException {
        return Files.readAllLines(run.resolve("table.csv")).stream()
                .map(line -> {
                    String[] cells = line.split(",", -1);
                    cells[5] = "";
                    return String.join(",", cells);
                })
                .toList();
    }

    @Test
    void run_ofWhatCannotBeRun_saysWhy() {
        String target = "--out=" + directory.resolve("none");
        assertEquals(2, run("reproduce", "001-figure-5", "--tetrad-jar=" + directory.resolve("no.jar"), target));
        assertTrue(err.toString().contains("--tetrad-jar must be a file, was"), err.toString());
        assertEquals(3, run("reproduce", "002-sachs", "--data=" + directory, target));
        assertTrue(err.toString().contains("data absent: sachs/sachs.csv"), err.toString());
        assertEquals(2, run("reproduce", "002-table-1", "--quick", "--full", target));
        assertEquals(2, run("reproduce", "002-table-1"));
        assertTrue(err.toString().contains("--out must say where results go"), err.toString());
        assertEquals(2, run("reproduce", "002-table-1", "--threads=0", target));
        assertEquals(2, run("reproduce", "001-figure-2", "--points=2,3", target));
        assertTrue(
                err.toString()
                        .contains("--points must name points of 001-figure-2, which are 2, 4, 8, 16, 32, 64, was 3"),
                err.toString());
        assertTrue(Files.notExists(directory.resolve("none")), "nothing was made");
    }

    @Test
    void document_isWrittenFromTables() throws IOException {
        Path results = directory.resolve("results");
        RunFile file = RunFile.open(
                results.resolve("000-figure-2"),
                PaperItems.read().named("000-figure-2").measures());
        RunFile.open(
                results.resolve("001-figure-1"),
                PaperItems.read().named("001-figure-1").measures()); // no run has ended
        file.append(List.of(new RunLine(5, "FDBNL", "3", "", 0, 0, Map.of(Measure.W_SHD, 2.5))));
        Path document = directory.resolve("reproduction.md");
        Path status = directory.resolve("status.csv");
        assertEquals(3, run("reproduce", "document", "--results=" + directory.resolve("other"), "--out=" + document));
        assertTrue(err.toString().contains("other has none"), err.toString());
        assertTrue(Files.notExists(document), "no document of nothing");
        assertEquals(
                0,
                run("reproduce", "document", "--results=" + results, "--out=" + document, "--status=" + status),
                err.toString());
        String text = Files.readString(document);
        assertTrue(text.contains("[000-figure-2](reproduction/000-figure-2/README.md)"), text);
        String page = Files.readString(results.resolve("000-figure-2").resolve("README.md"));
        assertTrue(page.contains("# 000-figure-2: ") && page.contains("Seed 5."), page);
        assertTrue(Files.readString(results.resolve("future-work.md")).contains("# Future work that the papers name"));
        String statements = Files.readString(results.resolve("statements.md"));
        assertTrue(statements.contains("| NOTEARS-ADMM has the lowest SHD at every number of variables"), statements);
        assertEquals(
                "id,verdict,counts,seeds,quickSeconds,fullSeconds\n"
                        + "000-figure-2,run; nothing decided,0 of 1 statements hold; 1 not run,1,,~0\n",
                Files.readString(status));
    }
}
