// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    /**
     * Nine conditions, of which seven inhibit or activate one protein: logarithms of all values, and targets as the
     * study has them. Directions come from nothing but these: without them none is said.
     */
    @Test
    void learn_fromNineConditionsWithTheirTargets_saysDirections(@TempDir Path temp) throws IOException {
        Path nine = SHARED.resolve("data/sachs-nine");
        boolean required = "true".equals(System.getenv("CI")) && Files.isDirectory(SHARED);
        assumeTrue(required || Files.exists(nine), "skipped: there is no " + nine);
        List<String> learn = new ArrayList<>(List.of("learn", "--json", "--truth", nine.resolve("truth.csv") + ""));
        List<String> targets = new ArrayList<>();
        learn.add("--data");
        for (String line : Files.readAllLines(nine.resolve("interventions.csv")).subList(1, 10)) {
            String[] condition = line.split(",", -1);
            List<String> rows = new ArrayList<>();
            for (String row : Files.readAllLines(nine.resolve(condition[0]))) {
                rows.add(
                        rows.isEmpty()
                                ? row
                                : Stream.of(row.split(","))
                                        .map(value -> String.valueOf(Math.log(1 + Double.parseDouble(value))))
                                        .collect(Collectors.joining(",")));
            }
            learn.add(Files.write(temp.resolve(condition[0]), rows).toString());
            targets.add(condition[0] + ": " + (condition[1].isEmpty() ? "none" : "{changed: [" + condition[1] + "]}"));
        }
        JsonNode open = SiteFolder.json(Shell.real(), learn.toArray(String[]::new));
        learn.add("--interventions");
        learn.add(Files.write(temp.resolve("targets.yaml"), targets).toString());
        JsonNode told = SiteFolder.json(Shell.real(), learn.toArray(String[]::new));
        // measured: 7 edges, 6 pairs right and no direction; 10 edges, 9 pairs right and 6 of 9 directions
        assertEquals(0, directions(open, edge -> true));
        assertTrue(told.get("metrics").get("skeletonCorrect").asInt() >= 8, told.get("metrics") + "");
        assertTrue(told.get("metrics").get("edges").asInt()
                <= told.get("metrics").get("skeletonCorrect").asInt() + 2);
        List<String> known = Files.readAllLines(nine.resolve("truth.csv"));
        long right = directions(
                told,
                edge -> known.contains(
                        edge.get("from").asText() + "," + edge.get("to").asText()));
        assertTrue(right >= 5 && right > directions(told, edge -> true) / 2, told.get("edges") + "");
    }

    private static long directions(JsonNode result, Predicate<JsonNode> wanted) {
        return StreamSupport.stream(result.get("edges").spliterator(), false)
                .filter(edge -> edge.get("directed").asBoolean() && wanted.test(edge))
                .count();
    }
}
