// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteFileNamesTest {

    @Test
    void names_areOfTheLastPart_andSafe() {
        assertEquals(
                List.of("ward1", "Süd_Klinik", "rows_part_2_of_3", "hidden", "site", "a_b_c"),
                SiteFileNames.of(List.of(
                        "data/ward1.csv",
                        "/x/Süd Klinik.CSV.gz",
                        "all/rows.csv part 2 of 3",
                        "../.hidden.csv",
                        "..",
                        "a;b\nc")));
    }

    @Test
    void names_thatWouldBeTheSame_getNumbers_evenIfOnlyCapitalsDiffer() {
        assertEquals(
                List.of("rows", "ROWS-2", "rows-2-2", "rows-3"),
                SiteFileNames.of(List.of("a/rows.csv", "b/ROWS.csv", "c/rows-2.csv", "d/rows.csv")));
    }

    @Test
    void names_areShortEnoughForFileSystems_andKeepTheirEnd() {
        String name =
                SiteFileNames.of(List.of("é".repeat(400) + ".csv part 7 of 9")).get(0);
        assertTrue(name.endsWith("part_7_of_9"), name);
        assertTrue((name + "-999.csv").getBytes(StandardCharsets.UTF_8).length <= 255, name);
    }
}
