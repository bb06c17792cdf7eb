// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of sites that do not all have the same columns. */
class OptionalColumnsLearnTest {

    @TempDir
    private Path temp;

    private SiteFolder data;

    @BeforeEach
    void simulate() throws IOException {
        data = SiteFolder.simulated(temp.resolve("sites"));
    }

    private void leaveOut(int site, int column) throws IOException {
        Path file = Path.of(data.site(site));
        List<String> lines = Files.readAllLines(file);
        lines.replaceAll(line -> {
            List<String> cells = new ArrayList<>(Arrays.asList(line.split(",", -1)));
            cells.remove(column);
            return String.join(",", cells);
        });
        Files.write(file, lines);
    }

    private String refused(int code, String... more) throws IOException {
        Shell shell = Shell.real();
        assertEquals(code, shell.run(data.learn(more)), shell.err());
        return shell.err();
    }

    @Test
    void aFileWithoutAColumn_isOfASiteThatLacksIt() throws IOException {
        leaveOut(2, 2);
        JsonNode found = data.json("--truth", data.truth(), "--algorithm", "gram", "--optional-columns", "x3");
        assertEquals(
                6,
                found.at("/metrics/skeletonCorrect").asInt(),
                found.get("metrics").toString());
        assertTrue(
                found.get("warnings")
                        .toString()
                        .contains("not every site has every column: x3 at 2 of 3 sites (600 rows)"),
                found.get("warnings").toString());
        assertFalse(found.get("warnings").toString().contains("constant"), "an absent column is not a constant one");
        assertEquals(600, found.at("/trust/columns/2/rows").asInt());
        assertEquals(3, found.at("/trust/columns/0/sites").asInt());
        assertEquals("x3", found.at("/trust/fewestRows/1/column").asText());
        assertEquals(900, found.at("/trust/rows").asInt());
    }

    @Test
    void hiddenCauses_needAllColumns_orCellsThatMayBeMissing() throws IOException {
        leaveOut(2, 2);
        String refused = refused(2, "--algorithm", "gram", "--optional-columns", "all", "--hidden-causes");
        assertTrue(refused.contains("--hidden-causes needs all columns of all sites"), refused);
        assertTrue(refused.contains("or say --missing use"), refused);
        JsonNode found =
                data.json("--algorithm", "gram", "--optional-columns", "all", "--hidden-causes", "--missing", "use");
        assertTrue(found.at("/edges/0").has("mark"), found.toString());
    }

    @Test
    void effects_needCellsThatMayBeMissing(@TempDir Path results) throws IOException {
        leaveOut(2, 2);
        String out = results.resolve("absent").toString();
        data.json("--algorithm", "gram", "--optional-columns", "all", "--out", out);
        Shell shell = Shell.real();
        assertEquals(3, shell.run("effect", "--network", out), shell.err());
        assertTrue(shell.err().contains("some sites lack columns"), shell.err());
        assertTrue(shell.err().contains("learn again with --missing use"), shell.err());
        String missing = results.resolve("missing").toString();
        data.json("--algorithm", "gram", "--optional-columns", "all", "--missing", "use", "--out", missing);
        JsonNode found = SiteFolder.json(Shell.real(), "effect", "--json", "--network", missing);
        assertTrue(found.at("/effects/0").has("probability"), found.toString());
    }

    @Test
    void whereNoFileLacksAny_theResultIsTheSame() throws IOException {
        JsonNode plain = data.json("--algorithm", "gram");
        JsonNode optional = data.json("--algorithm", "gram", "--optional-columns", "all");
        assertEquals(plain.get("edges"), optional.get("edges"));
        assertEquals(plain.get("trust"), optional.get("trust"));
    }

    @Test
    void withoutTheOption_theErrorNamesIt_andOtherColumnsAreStillRequired() throws IOException {
        leaveOut(2, 2);
        assertTrue(refused(3, "--algorithm", "gram").contains("--optional-columns"));
        String other = refused(3, "--algorithm", "gram", "--optional-columns", "x4");
        assertTrue(other.contains("lacks \"x3\""), other);
        String unknown = refused(2, "--algorithm", "gram", "--optional-columns", "height");
        assertTrue(unknown.contains("was height"), unknown);
    }

    @Test
    void aPairThatNoFileHas_andSumsOfFewSites_andOtherMethods_areRefused() throws IOException {
        leaveOut(2, 2);
        String masked = refused(2, "--algorithm", "gram", "--optional-columns", "all", "--secure-aggregation");
        assertTrue(masked.contains("behind masks at least 3 sites must have the same columns"), masked);
        String other = refused(2, "--algorithm", "fed-sparse", "--optional-columns", "all");
        assertTrue(other.contains("fed-sparse needs all columns of all sites"), other);
        String own =
                refused(2, "--algorithm", "gram", "--optional-columns", "all", "--personalise", "--out", temp + "/out");
        assertTrue(own.contains("--personalise needs all columns"), own);
        String split = refused(2, "--algorithm", "gram", "--optional-columns", "all", "--columns", "x1,x2");
        assertTrue(split.contains("leave out --sites, --site-column and --columns"), split);
        leaveOut(1, 0);
        leaveOut(3, 0);
        String nowhere = refused(2, "--algorithm", "gram", "--optional-columns", "all");
        assertTrue(nowhere.contains("at none are \"x3\" and \"x1\""), nowhere);
    }
}
