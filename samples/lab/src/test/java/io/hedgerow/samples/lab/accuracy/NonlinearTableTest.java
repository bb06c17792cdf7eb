// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.lab.ExperimentCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NonlinearTableTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    private int run(String... args) {
        Terminal terminal = new Terminal(
                new PrintWriter(out), new PrintWriter(err), false, true, InstantSource.fixed(Instant.EPOCH));
        return new CommandLineApplication(List.of(new ExperimentCommand()), terminal).run(args);
    }

    @Test
    void nonlinear_fillsACellForEveryMechanismAndMethod() throws IOException {
        Path target = directory.resolve("nonlinear");
        String[] args = {
            "experiment",
            "nonlinear",
            "--d=4",
            "--seeds=1-2",
            "--sites=2",
            "--rows=200",
            "--mechanism=linear,gp-add",
            "--named-methods=gram,notears:threshold=0.4",
            "--json",
            "--out=" + target
        };
        assertEquals(0, run(args), err.toString());
        JsonNode rows = new ObjectMapper().readTree(out.toString()).get("rows");
        assertEquals(4, rows.size());
        JsonNode linear = rows.get(0);
        assertEquals("linear", linear.get("mechanism").asText());
        assertEquals("gram", linear.get("method").asText());
        assertEquals(2, linear.get("runs").asInt());
        assertEquals(0, linear.get("failures").asInt(), err.toString());
        // 400 rows of four variables with weights of at least .5
        assertTrue(linear.get("shd").get("mean").asDouble() <= 1, linear.toString());
        JsonNode last = rows.get(3);
        assertEquals("gp-add", last.get("mechanism").asText());
        assertEquals("notears:threshold=0.4", last.get("method").asText());
        assertTrue(last.get("cpuSeconds").has("mean"), last.toString());
        for (String figure : new String[] {"varsortability", "r2Sortability", "r2SortAndRegressShd"}) {
            assertEquals(rows.get(2).get(figure), last.get(figure), "both methods have seen the same data");
        }
        List<String> runs = Files.readAllLines(target.resolve("runs.csv"));
        assertEquals(1 + 2 * 2 * 2, runs.size());
        assertTrue(runs.get(1).startsWith("linear,4,1,gram,"), runs.get(1));
        assertTrue(Files.readString(target.resolve("table.md")).contains("R2-sortability"));
    }

    /** Names that mean nothing, methods that need a promise or series, several mechanisms where one is meant. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonlinear|--named-methods=grm|gram",
                "nonlinear|--named-methods=dp-gram|privacy",
                "nonlinear|--named-methods=dynamic-gram|no series",
                "nonlinear|--named-methods=gram:treshold=1|did you mean threshold",
                "nonlinear|--named-methods=notears:hidden=1|algorithm notears has no parameter hidden",
                "nonlinear|--named-methods=notears:threshold|NAME:PARAMETER=VALUE",
                "nonlinear|--named-methods=notears:threshold=high|parameter threshold of notears must be a number",
                "nonlinear|--named-methods=gram,dynotears|no series, was dynotears",
                "nonlinear|--heterogeneity=0.3|--heterogeneity",
                "structure|--mechanism=mlp,gp|--mechanism"
            })
    void nonlinear_ofWhatCannotBe_isRefused(String table, String option, String named) {
        assertEquals(2, run("experiment", table, "--d=4", "--seeds=1", "--rows=50", option), err.toString());
        assertTrue(err.toString().contains(named), err.toString());
    }
}
