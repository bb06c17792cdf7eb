package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.node.SiteHome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole studies between processes, as the command starts them. */
@Tag("slow")
@Timeout(300)
class FederationTest {

    @TempDir
    Path temp;

    @Test
    void plain_equalsLearn_andMaskedEqualsPlain_andEgressLogsAccountForEveryByte() throws Exception {
        List<String> data = data();
        List<String> learn = new ArrayList<>(
                List.of("learn", "--out", temp.resolve("learned").toString()));
        learn.addAll(List.of("--algorithm", "fed-sparse", "--rounds", "6", "--vote-rounds", "3", "--data"));
        learn.addAll(data);
        Program.runs(learn);
        Path plain = federation("plain", "--algorithm", "fed-sparse", "--rounds", "6", "--parameter", "vote-rounds=3");
        assertEquals(
                Files.readString(temp.resolve("learned/network.csv")),
                Files.readString(plain.resolve("result/network.csv")));
        Path masked = federation(
                "masked",
                "--algorithm",
                "fed-sparse",
                "--rounds",
                "6",
                "--parameter",
                "vote-rounds=3",
                "--secure-aggregation");
        assertEquals(
                Files.readString(plain.resolve("result/network.csv")),
                Files.readString(masked.resolve("result/network.csv")));
    }

    @Test
    void privateAndMasked_endsWithLedgersThatVerify() throws Exception {
        Path directory = federation("private", "--algorithm", "dp-gram", "--epsilon", "2", "--secure-aggregation");
        for (int p = 1; p <= 3; p++) {
            Path home = directory.resolve("site-" + p).resolve("home");
            double spent = io.hedgerow.dp.ledger.LedgerHistory.read(new SiteHome(home).ledger())
                    .spent()
                    .spentEpsilon();
            // the whole study is charged at its beginning; accounting may stay below what was granted, never above
            assertTrue(spent > 0 && spent <= 2, "spent " + spent);
        }
    }

    /** 14 edges and 447 rows; measured with this seed: none is wrong. */
    @Test
    void seriesBehindMasks_giveADynamicNetwork() throws Exception {
        Path files = temp.resolve("series");
        Program.runs(List.of(
                "simulate",
                "--d",
                "5",
                "--lags",
                "1",
                "--steps",
                "150",
                "--sites",
                "3",
                "--seed",
                "4",
                "--out",
                files.toString()));
        Path directory = federation(
                "dynamic",
                List.of(
                        files.resolve("site-1.csv").toString(),
                        files.resolve("site-2.csv").toString(),
                        files.resolve("site-3.csv").toString()),
                "--algorithm",
                "dynamic-gram",
                "--parameter",
                "realisation=realisation",
                "--parameter",
                "time=time",
                "--secure-aggregation",
                "--truth",
                files.resolve("truth.csv").toString());
        JsonNode result = new ObjectMapper()
                .readTree(directory.resolve("result/result.json").toFile());
        assertEquals(0, result.get("metrics").get("shd").asInt());
        assertEquals(5, result.get("variables").size());
        assertEquals(1, result.get("series").get("lags").asInt());
        assertTrue(Files.readString(directory.resolve("result/network.csv")).startsWith("from,to,lag,"));
    }

    private Path federation(String name, String... more) throws Exception {
        return federation(name, data(), more);
    }

    private Path federation(String name, List<String> data, String... more) throws Exception {
        Path directory = temp.resolve(name);
        List<String> words = new ArrayList<>(List.of("federation", "--out", directory.toString(), "--data"));
        words.addAll(data);
        words.addAll(List.of(more));
        Child.withChildren("federation", temp.resolve(name + ".out"), words).ends(0);
        JsonNode result = new ObjectMapper()
                .readTree(directory.resolve("result/result.json").toFile());
        assertEquals("rounds-completed", result.get("state").asText());
        assertEquals(3, result.get("sites").size());
        for (JsonNode site : result.get("sites")) {
            SiteHome home =
                    new SiteHome(directory.resolve(site.get("name").asText()).resolve("home"));
            assertEquals(
                    site.get("payloadUp").asLong(),
                    EgressLog.verify(home.egress()).bytes(),
                    name + ", " + site.get("name").asText());
        }
        return directory;
    }

    /** With noise of variance 1 nobody would see who forgets the unit. */
    private static void inOtherUnits(Path file) throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        for (int k = 1; k < lines.size(); k++) {
            lines.set(
                    k,
                    Arrays.stream(lines.get(k).split(",", -1))
                            .map(cell -> Double.toString(20 * Double.parseDouble(cell)))
                            .collect(Collectors.joining(",")));
        }
        Files.write(file, lines);
    }

    private List<String> data() throws Exception {
        Path folder = temp.resolve("data");
        if (!Files.exists(folder)) {
            Program.runs(List.of(
                    "simulate", "--d=5", "--edges=5", "--sites=3", "--rows=200", "--seed=3", "--out=" + folder));
            for (int p = 1; p <= 3; p++) {
                inOtherUnits(folder.resolve("site-" + p + ".csv"));
            }
        }
        return List.of(
                folder.resolve("site-1.csv").toString(),
                folder.resolve("site-2.csv").toString(),
                folder.resolve("site-3.csv").toString());
    }
}
