// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SiteFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code learn} writes: for programs, for people, and the same in every place. */
class LearnFilesTest {
    @TempDir
    static Path shared;

    private static SiteFolder data;

    @TempDir
    Path temp;

    @BeforeAll
    static void simulate() {
        data = SiteFolder.simulated(shared.resolve("data"));
    }

    @Test
    void learn_twice_isTheSameNetworkAndBytes() throws IOException {
        for (String algorithm : List.of("fed-sparse", "hill-climbing")) {
            JsonNode first = data.json("--algorithm", algorithm, "--seed=5");
            JsonNode second = data.json("--algorithm", algorithm, "--seed=5");
            for (String part : List.of("edges", "communication", "history", "settings", "metrics")) {
                assertEquals(first.get(part), second.get(part), part);
            }
        }
    }

    @Test
    void learn_resultJson_hasWhatProgramsRead() throws IOException {
        Path out = temp.resolve("result");
        Shell shell = Shell.real();
        JsonNode json = SiteFolder.json(
                shell,
                data.learn("--algorithm=fed-sparse", "--json", "--truth", data.truth(), "--out", out.toString()));
        assertEquals(shell.out(), Files.readString(out.resolve("result.json")), "printed and written are the same");
        assertEquals(6, json.get("variables").size());
        JsonNode edge = json.get("edges").get(0);
        assertTrue(edge.get("from").isTextual()
                && edge.get("to").isTextual()
                && edge.get("weight").isNumber());
        for (String metric : List.of("shd", "cpdagShd", "skeletonErrors", "tpr", "fdr", "edges", "skeletonCorrect")) {
            assertTrue(json.get("metrics").get(metric).isNumber(), metric);
        }
        for (String bytes : List.of("bytesUp", "bytesDown", "formulaBytes")) {
            assertTrue(json.get("communication").get(bytes).asLong() > 0, bytes);
        }
        assertTrue(json.get("timing").get("wallSeconds").isNumber());
        assertTrue(json.get("timing").get("cpuSeconds").isNumber());
        assertTrue(json.get("provenance").get("software").asText().contains("hedgerow"));
        assertEquals("none", json.get("protection").get("guarantee").asText());
        assertEquals(json.get("rounds").asInt(), json.get("history").size());
        assertEquals("masked", json.get("settings").get("diagonal").asText());
        assertEquals(
                "fixed",
                json.get("settings").get("communication").get("encoding").asText());
    }

    @Test
    void learn_files_canBeReadByOthers() throws Exception {
        Path out = temp.resolve("result");
        assertEquals(0, Shell.real().run(data.learn("--algorithm=fed-sparse", "--out", out.toString())));
        List<String> csv = Files.readAllLines(out.resolve("network.csv"));
        assertEquals("from,to,directed,weight,adjacent,direction", csv.get(0));
        assertTrue(csv.size() > 1);
        csv.subList(1, csv.size())
                .forEach(line -> assertTrue(line.matches("x[1-6],x[1-6],true,-?\\d+\\.\\d+(E-?\\d+)?,,"), line));
        assertEquals("svg", rootOf(out.resolve("network.svg")));
        assertEquals("graphml", rootOf(out.resolve("network.graphml")));
        assertTrue(Files.readString(out.resolve("network.dot")).startsWith("digraph"));
    }

    /** What DOM reads is well-formed. */
    private static String rootOf(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement()
                .getTagName();
    }

    @Test
    void learn_aNetworkItWrote_canBeTheTruth() throws IOException {
        Path out = temp.resolve("result");
        Shell.real().run(data.learn("--out", out.toString()));
        JsonNode json = data.json("--truth", out.resolve("network.csv").toString());
        assertEquals(0, json.get("metrics").get("shd").asInt());
    }

    @Test
    void learn_text_isTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            Shell shell = Shell.real();
            assertEquals(0, shell.run(data.learn("--algorithm=gram", "--truth", data.truth())));
            assertTrue(shell.out().contains("true positive rate 1.00"), shell.out());
            Pattern privacy = Pattern.compile("^privacy +none: all sites ran in one process", Pattern.MULTILINE);
            assertTrue(privacy.matcher(shell.out()).find(), shell.out());
        } finally {
            Locale.setDefault(before);
        }
    }
}
