// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.series;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.lab.reproduce.paper.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnequalClientsTest {

    private static List<Long> rows(Map<String, String> more) {
        Map<String, String> all =
                new HashMap<>(Map.of("variables", "3", "degree", "2", "sites", "5", "rows", "9", "clients", "none"));
        all.putAll(more);
        return SeriesData.of(new Settings(all), 1).sites().all().stream()
                .map(site -> {
                    long[] count = {0};
                    site.rows().forEachRow(row -> count[0]++);
                    return count[0];
                })
                .toList();
    }

    @Test
    void sizesGrowByEqualRatios_whereTheyAreGiven() {
        assertEquals(List.of(9L, 9L, 9L, 9L, 9L), rows(Map.of()));
        assertEquals(List.of(4L, 6L, 8L, 11L, 16L), rows(Map.of("leastRows", "4", "mostRows", "16")));
    }
}
