// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.cli.SimulatedSeries;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.node.SiteHome;
import java.io.IOException;
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
    void masked_equalsLearn_andEgressLogsAccountForEveryByte() throws Exception {
        List<String> data = data();
        List<String> learn = new ArrayList<>(
                List.of("learn", "--out", temp.resolve("learned").toString()));
        learn.addAll(List.of("--algorithm", "fed-sparse", "--rounds", "6", "--vote-rounds", "3", "--data"));
        learn.addAll(data);
        Program.runs(learn);
        Path masked = federation(
                "masked",
                data,
                "--algorithm=fed-sparse",
                "--rounds=6",
                "--parameter=vote-rounds=3",
                "--secure-aggregation");
        assertEquals(
                Files.readString(temp.resolve("learned/network.csv")),
                Files.readString(masked.resolve("result/network.csv")));
    }

    /** The plan lists what a site lacks with commas between the names. */
    @Test
    void siteThatLacksAColumn_whoseNameHasAComma_givesAResult() throws Exception {
        List<String> data = data();
        for (String file : data) {
            List<String> lines = Files.readAllLines(Path.of(file));
            boolean lacks = file.equals(data.get(2));
            lines.replaceAll(line -> lacks ? line.substring(line.indexOf(',') + 1) : line);
            lines.set(
                    0,
                    lacks
                            ? lines.get(0)
                            : "\"dose, mg\""
                                    + lines.get(0).substring(lines.get(0).indexOf(',')));
            Files.write(Path.of(file), lines);
        }
        Path directory = federation("lacking", data, "--algorithm=gram", "--optional-columns=all");
        assertTrue(
                Files.readString(directory.resolve("study.yaml")).contains("lacks.site-3"),
                Files.readString(directory.resolve("study.yaml")));
        assertEquals("dose, mg", result(directory).at("/variables/0").asText());
    }

    /** Copies of rows keep their missing cells, and sites read them as the plan says. */
    @Test
    void rowsWithMissingCells_areUsed_asInOneProcess() throws Exception {
        List<String> data = data();
        Path first = Path.of(data.get(0));
        List<String> lines = Files.readAllLines(first);
        for (int k = 1; k < lines.size(); k += 5) {
            lines.set(k, lines.get(k).substring(lines.get(k).indexOf(',')));
        }
        Files.write(first, lines);
        List<String> learn = new ArrayList<>(
                List.of("learn", "--out", temp.resolve("learned").toString(), "--transform", "none", "--data"));
        learn.addAll(data);
        Program.runs(learn);
        Path directory = federation("missing", data, "--algorithm=gram", "--missing=use");
        assertTrue(
                Files.readString(directory.resolve("study.yaml")).contains("\"missing\": \"use\""),
                Files.readString(directory.resolve("study.yaml")));
        assertEquals(
                Files.readString(temp.resolve("learned/network.csv")),
                Files.readString(directory.resolve("result/network.csv")));
    }

    /**
     * One file of 600 series, dealt to three sites; ε = 100: at most one of seven edges is wrong, whatever the noise.
     */
    /** What is said of missing cells is a parameter of the plan, with a budget, too. */
    @Test
    void rowsWithMissingCells_withABudget_behindMasks_areUsed() throws Exception {
        Path directory = federation(
                "budget", data(), "--algorithm=dp-gram", "--epsilon=100", "--missing=use", "--secure-aggregation");
        assertTrue(result(directory).toString().contains("cells may be missing"), "a note of the release");
    }

    @Test
    void seriesOfUsers_withABudget_behindMasks_giveADynamicNetwork_andLedgersOfUsers() throws Exception {
        Path directory = federation(
                "persons",
                List.of(series().toString()),
                "--sites=3",
                "--algorithm=dp-dynamic-gram",
                "--privacy=epsilon=100,delta=1e-6,unit=realisation",
                "--time=time",
                "--step=1",
                "--length=30",
                "--secure-aggregation",
                "--truth=" + temp.resolve("series/truth.csv"));
        JsonNode result = result(directory);
        JsonNode metrics = result.get("metrics");
        assertTrue(metrics.get("shd").asInt() <= 1);
        assertEquals(
                metrics.get("shd").asInt(),
                metrics.get("w").get("shd").asInt()
                        + metrics.get("a").get("shd").asInt());
        assertFalse(metrics.has("cpdagShd"), "lags leave no class open");
        assertEquals(4, result.get("variables").size());
        assertEquals(1, result.get("series").get("lags").asInt());
        assertTrue(Files.readString(directory.resolve("result/network.csv")).startsWith("from,to,lag,"));
        for (int p = 1; p <= 3; p++) {
            SiteHome home = new SiteHome(directory.resolve("site-" + p).resolve("home"));
            LedgerHistory ledger = LedgerHistory.read(home.ledger());
            assertEquals(new PrivacyUnit.UserUnit("realisation"), ledger.terms().unit());
            assertEquals(new PrivacyBudget(100, 1e-6), ledger.terms().budget());
            double spent = ledger.spent().spentEpsilon();
            // the whole study is charged at its beginning; accounting may stay below what was granted, never above
            assertTrue(spent > 0 && spent <= 100, "spent " + spent);
        }
    }

    private Path series() throws IOException {
        Path out = temp.resolve("series");
        return SimulatedSeries.of(4, 4, new WeightRange(0.3, 0.5), 3).writeOneSite(out, 600, 30);
    }

    private static JsonNode result(Path directory) throws Exception {
        return new ObjectMapper()
                .readTree(directory.resolve("result/result.json").toFile());
    }

    private Path federation(String name, List<String> data, String... more) throws Exception {
        Path directory = temp.resolve(name);
        List<String> words = new ArrayList<>(List.of("federation", "--out", directory.toString(), "--data"));
        words.addAll(data);
        words.addAll(List.of(more));
        Child.withChildren("federation", temp.resolve(name + ".out"), words).ends(0);
        JsonNode result = result(directory);
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
            Program.simulatesThreeSites(folder);
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
