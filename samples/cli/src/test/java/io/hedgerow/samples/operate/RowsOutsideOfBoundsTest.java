// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site of a real study whose rows are outside of the plan's bounds. */
@Tag("slow")
class RowsOutsideOfBoundsTest {

    private static final int BAD_FILE = 3;
    private static final String SITE = "site-3";

    @TempDir
    Path temp;

    @Test
    void siteWithoutBudget_refusesBeforeItDials() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 120)) {
            multiply(federation);
            federation.site(SITE).fails(BAD_FILE, "200 of 200 rows", "nothing has left the site");
            assertEquals(0, federation.network(SITE).attempts());
            assertEquals(0, federation.egress(SITE).messages());
            assertEquals(List.of(), federation.securityEvents(SITE));
        }
    }

    @Test
    void siteWithABudget_takesPartLikeAnyOther_andTellsItsOwnPeople() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, 120)) {
            multiply(federation);
            Map<String, Program> ended = federation.inThisProcess();
            ended.forEach((party, program) -> assertEquals(0, program.exitCode(), party + ": " + program.errors()));
            assertTrue(ended.get(SITE).errors().contains("rows have a value outside of the plan's bounds"));
            assertFalse(ended.get("site-1").errors().contains("plan's bounds"));
            assertEquals(
                    federation.egress("site-1").bytesByType().keySet(),
                    federation.egress(SITE).bytesByType().keySet());
            assertEquals(List.of(), federation.securityEvents(SITE));
        }
    }

    private static void multiply(TestFederation federation) throws Exception {
        List<String> words = federation.siteArguments(SITE);
        Path file = Path.of(words.get(words.indexOf("--data") + 1));
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        for (int k = 1; k < lines.size(); k++) {
            List<String> cells = new ArrayList<>();
            for (String cell : lines.get(k).split(",", -1)) {
                cells.add(String.format(Locale.ROOT, "%.6f", 1e4 * Double.parseDouble(cell)));
            }
            lines.set(k, String.join(",", cells));
        }
        Files.write(file, lines);
    }
}
