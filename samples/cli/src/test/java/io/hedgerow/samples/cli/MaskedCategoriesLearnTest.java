// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hedgerow.core.table.BifReader;
import io.hedgerow.core.table.DiscreteNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code learn} finds in categories is the same behind masks: the network, its probabilities and its tables. */
@Tag("slow")
class MaskedCategoriesLearnTest {

    private static final String CLINIC = """
            network clinic { }
            variable smoker { type discrete [ 2 ] { yes, no }; }
            variable age { type discrete [ 3 ] { young, middle, old }; }
            variable code { type discrete [ 2 ] { I21.0, I21 }; }
            variable fever { type discrete [ 2 ] { high, none }; }
            probability ( smoker | age ) { (young) 0.5, 0.5; (middle) 0.3, 0.7; (old) 0.1, 0.9; }
            probability ( age ) { table 0.2, 0.5, 0.3; }
            probability ( code | smoker, age ) {
              (yes, young) 0.2, 0.8; (yes, middle) 0.6, 0.4; (yes, old) 0.9, 0.1;
              (no, young) 0.05, 0.95; (no, middle) 0.2, 0.8; (no, old) 0.4, 0.6;
            }
            probability ( fever | code ) { (I21.0) 0.7, 0.3; (I21) 0.1, 0.9; }
            """;

    @TempDir
    private Path temp;

    @Test
    void generatedRows_giveTheSame() throws IOException {
        DiscreteNetwork network = BifReader.read(CLINIC, "clinic");
        List<String> files = new ArrayList<>();
        for (int p = 1; p <= 3; p++) {
            List<String> lines =
                    new ArrayList<>(List.of(String.join(",", network.schema().names())));
            network.sample(500, p).forEachRow(row -> {
                List<String> cells = new ArrayList<>();
                for (int j = 0; j < row.length; j++) {
                    cells.add(network.schema().levels(j).get((int) row[j]));
                }
                lines.add(String.join(",", cells));
            });
            files.add(Files.write(temp.resolve("site-" + p + ".csv"), lines).toString());
        }
        assertEquals(4, requireTheSame(files).get("tables").size());
    }

    /** The folder {@code shared} beside the project; {@code -Dhedgerow.shared=DIR} names another. */
    @ParameterizedTest
    @ValueSource(strings = {"asia", "child", "insurance"})
    @Tag("long")
    void outsideRows_giveTheSame(String set) throws IOException {
        Path shared = Path.of(System.getProperty(
                "hedgerow.shared", Checkout.ROOT.resolve("../shared").toString()));
        Path folder = shared.resolve("data/outside/discrete").resolve(set);
        assumeTrue(Files.isDirectory(folder), "skipped: no data in " + folder);
        List<String> files = new ArrayList<>();
        for (int p = 1; p <= 5; p++) {
            files.add(folder.resolve("site-" + p + ".csv").toString());
        }
        files.addAll(List.of("--categories", "all"));
        requireTheSame(files);
    }

    private static JsonNode requireTheSame(List<String> files) throws IOException {
        ObjectNode plain = learned(files);
        List<String> masked = new ArrayList<>(files);
        masked.add("--secure-aggregation");
        ObjectNode sums = learned(masked);
        assertNotEquals(plain.get("protection"), sums.get("protection"));
        // what sites differ in is a sum of reals, which masked lanes hold in steps; the rest follows from counts
        for (String real : List.of("siteDisagreement", "effectiveRows", "smallestEffect", "unexplained")) {
            double expected = plain.get("trust").get(real).asDouble();
            assertEquals(expected, sums.get("trust").get(real).asDouble(), 1e-9 * expected, real);
        }
        for (ObjectNode result : List.of(plain, sums)) {
            ((ObjectNode) result.get("trust"))
                    .remove(List.of("siteDisagreement", "effectiveRows", "smallestEffect", "unexplained"));
            result.remove(List.of("communication", "timing", "protection", "secureAggregation"));
        }
        assertEquals(plain, sums);
        return plain;
    }

    private static ObjectNode learned(List<String> more) throws IOException {
        List<String> words = new ArrayList<>(List.of("learn", "--json", "--data"));
        words.addAll(more);
        return (ObjectNode) SiteFolder.json(Shell.real(), words.toArray(String[]::new));
    }
}
