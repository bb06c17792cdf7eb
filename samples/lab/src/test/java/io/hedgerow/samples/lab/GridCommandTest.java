// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.command.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class GridCommandTest {

    private static final String WARNING = "tuning on rows under a budget spends privacy that no ledger records";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    private int run(String line) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Terminal terminal = new Terminal(
                new PrintWriter(out), new PrintWriter(err), false, true, InstantSource.fixed(Instant.EPOCH));
        return new CommandLineApplication(List.of(new ExperimentCommand()), terminal)
                .run(("experiment grid " + line).split(" ", -1));
    }

    private JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out.toString());
    }

    @Test
    void crossValidation_ofSeries_hasARunForEveryPointSeedAndFold() throws IOException {
        String line = "--named-methods=fdbnl:threshold=0.05 --d=3 --sites=2 --realisations=2 --steps=30 --seeds=1-2"
                + " --grid=lambda-w=0.01,0.1 --grid=lambda-a=0.01,9 --cv --folds=2 --json --out=" + directory;
        assertEquals(0, run(line), err.toString());
        JsonNode rows = json().get("rows");
        assertEquals(4, rows.size());
        assertEquals("0.01", rows.get(1).get("settings").get("lambda-w").asText());
        assertEquals("9", rows.get(1).get("settings").get("lambda-a").asText());
        assertEquals(4, rows.get(1).get("runs").asInt());
        // a penalty of 9 leaves no lagged edge, so that the forecast is the mean
        double forecast =
                rows.get(0).get("figures").get("held-out RMSE").get("mean").asDouble();
        double mean =
                rows.get(1).get("figures").get("held-out RMSE").get("mean").asDouble();
        assertTrue(forecast < mean, forecast + " and " + mean);
        List<String> runs = Files.readAllLines(directory.resolve("runs.csv"));
        assertEquals("seed,fold,lambda-w,lambda-a,edges,shd,laggedShd,tpr,fdr,rmse,rmseParents,seconds", runs.get(0));
        assertEquals(1 + 4 * 2 * 2, runs.size());
        assertTrue(Files.readString(directory.resolve("heatmap.svg")).startsWith("<svg"));
    }

    @Test
    void rowsOfFiles_areWarnedOf_andMethodsWithABudgetRefused() throws IOException {
        StringBuilder csv = new StringBuilder("a,b\n");
        for (int k = 0; k < 60; k++) {
            csv.append(k % 7).append(',').append(2 * (k % 7) + k % 3).append('\n');
        }
        Path file = Files.writeString(directory.resolve("rows.csv"), csv);
        String data = " --data=" + file;
        assertEquals(
                0, run("--named-methods=notears --grid=lambda=0.01,0.1 --cv --folds=2 --json" + data), err.toString());
        assertTrue(err.toString().contains(WARNING), err.toString());
        assertTrue(json().get("remarks").toString().contains(WARNING), out.toString());
        String secret = "--named-methods=dp-gram --grid=threshold=0.1,0.3 --epsilon=5" + data;
        assertEquals(2, run(secret));
        assertTrue(
                err.toString().contains("dp-gram cannot be tuned on --data: " + WARNING)
                        && err.toString().contains("--insecure-tuning-on-data"),
                err.toString());
        assertEquals(0, run(secret + " --insecure-tuning-on-data"), err.toString());
        assertTrue(err.toString().contains(WARNING), err.toString());
    }

    @Test
    void wrongOptions_areNamed() {
        String gram = "--named-methods=gram --grid=threshold=0.1,0.2 ";
        refused("--named-methods=gram", "--grid must be given once or twice");
        refused("--named-methods=gram --grid=threshold", "was 'threshold'");
        refused("--named-methods=gram --grid=threshold=1,1", "different values");
        refused("--grid=threshold=1,2", "needs one of --named-methods");
        refused(gram + "--lags=1", "--lags must be 0 for a method of rows, was 1");
        refused("--named-methods=fdbnl --grid=lambda-w=1 --lags=0", "at least 1 for a method of time series");
        refused(gram + "--folds=3", "--folds goes with --cv");
        refused(gram + "--cv --folds=1", "--folds must be at least 2, was 1");
        refused(gram + "--epsilon=1", "--epsilon is for methods with a budget");
        refused("--named-methods=dp-gram --grid=threshold=0,1", "needs one --epsilon for dp-gram");
        refused("--named-methods=gram --d=4 --rows=50 --grid=height=1", "has no parameter height");
        refused(gram + "--truth=t.csv", "go with --data");
    }

    private void refused(String line, String said) {
        assertEquals(2, run(line), line + ": " + err);
        assertTrue(err.toString().contains(said), err.toString());
    }
}
