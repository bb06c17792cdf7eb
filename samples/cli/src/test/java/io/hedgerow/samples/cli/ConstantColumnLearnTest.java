// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A site where one column has one value does not stop the others, and its rows count. */
class ConstantColumnLearnTest {

    @TempDir
    private Path temp;

    private SiteFolder data;

    @BeforeEach
    void simulate() throws IOException {
        data = SiteFolder.simulated(temp.resolve("sites"));
        makeConstant(2);
    }

    private void makeConstant(int site) throws IOException {
        Path file = Path.of(data.site(site));
        List<String> lines = Files.readAllLines(file);
        lines.replaceAll(line -> {
            String[] cells = line.split(",");
            cells[2] = line.startsWith("x1") ? cells[2] : "1.5";
            return String.join(",", cells);
        });
        Files.write(file, lines);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gram",
                "gram --secure-aggregation",
                "hill-climbing",
                "feature-gram",
                "fed-sparse",
                "notears",
                "voting",
                "direct-lingam",
                "gram --transform normal-scores"
            })
    void learn_usesAllRows_andNamesSiteAndColumn(String algorithm) throws IOException {
        JsonNode found = data.json(("--truth " + data.truth() + " --algorithm " + algorithm).split(" "));
        assertEquals(
                900,
                found.at("/sites/0/rows").asInt()
                        + found.at("/sites/1/rows").asInt()
                        + found.at("/sites/2/rows").asInt());
        assertTrue(
                found.get("warnings").toString().contains("site-2.csv: \\\"x3\\\" is constant: these rows count"),
                found.get("warnings").toString());
        assertTrue(
                found.at("/metrics/skeletonCorrect").asInt() >= 5,
                found.get("metrics").toString());
    }

    @Test
    void trust_isNotShaken() throws IOException {
        JsonNode found = data.json("--algorithm", "gram");
        assertEquals("[]", found.at("/trust/flags").toString());
        assertTrue(
                found.get("warnings").toString().contains("\\\"x3\\\" varies at sites with 67 % of the rows only"),
                found.get("warnings").toString());
    }

    /** With a budget the run says nothing that depends on rows. */
    @Test
    void underABudget_noColumnIsNamed() throws IOException {
        JsonNode found = data.json("--algorithm", "dp-gram", "--privacy", "epsilon=5");
        assertFalse(found.toString().contains("constant"), found.toString());
    }

    @Test
    void columnThatVariesNowhere_isLeftOut_andThatIsSaid() throws IOException {
        makeConstant(1);
        makeConstant(3);
        JsonNode found = data.json();
        assertFalse(found.get("variables").toString().contains("x3"), found.toString());
        assertEquals(
                "{\"x3\":\"all rows have one value\"}",
                found.at("/leftOut/0/reasons").toString());
        assertTrue(
                found.get("warnings").toString().contains("left out: x3 (all rows have one value); --columns keeps it"),
                found.get("warnings").toString());
        Shell shell = Shell.real();
        assertEquals(3, shell.run(data.learn("--columns", "x1,x2,x3")));
        assertTrue(
                shell.err()
                        .contains("all sites: column \"x3\" (always 1.5): must have a variance > 0 at some site, is"
                                + " constant: leave out with --drop, at every site"),
                shell.err());
    }
}
