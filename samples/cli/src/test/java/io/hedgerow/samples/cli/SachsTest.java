// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Real data: 7,466 cells, 11 proteins (Sachs et al. 2005). The files are not part of the repository; they are looked
 * for in {@code -Dhedgerow.shared=DIR}, by default in {@code ../shared} beside it.
 */
class SachsTest {

    private static final Path SHARED = Checkout.ROOT
            .resolve(System.getProperty("hedgerow.shared", "../shared"))
            .normalize();

    @Test
    void learn_fromSachs_findsHalfOfTheSkeleton() throws IOException {
        Path rows = SHARED.resolve("data/sachs/sachs.csv");
        boolean required = "true".equals(System.getenv("CI")) && Files.isDirectory(SHARED);
        assumeTrue(required || Files.exists(rows), "skipped: there is no " + rows);
        String truth = SHARED.resolve("data/sachs/sachs_truth.csv").toString();
        JsonNode json = SiteFolder.json(
                Shell.real(),
                "learn",
                "--json",
                "--algorithm=fed-sparse",
                "--data",
                rows.toString(),
                "--sites=4",
                "--partition=shuffle",
                "--truth",
                truth);
        assertEquals(11, json.get("variables").size());
        long total = 0;
        for (JsonNode site : json.get("sites")) {
            total += site.get("rows").asLong();
        }
        assertEquals(7466, total);
        // Measured: 11 of the skeleton's edges among 16 learned ones. 16 of the 55 pairs at random would hit 5 of 18.
        JsonNode metrics = json.get("metrics");
        assertTrue(
                metrics.get("skeletonCorrect").asInt() >= 9
                        && metrics.get("edges").asInt() <= 20,
                metrics.toString());
    }
}
