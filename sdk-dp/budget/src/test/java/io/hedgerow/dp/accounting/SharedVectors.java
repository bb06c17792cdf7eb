// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Test vectors that are not part of the repository. They are looked for in {@code -Dhedgerow.shared=DIR}, else in the
 * nearest folder named shared above the working directory. Their README says how each column was computed.
 */
final class SharedVectors {

    private SharedVectors() {}

    /** The rows of a file of vectors, by column; skips the test where there are none. */
    static List<Map<String, String>> rows(String name) {
        Path file = folder().resolve("vectors").resolve(name + "_shared.csv");
        boolean required = "true".equals(System.getenv("CI")) && Files.isDirectory(folder());
        assumeTrue(required || Files.exists(file), "skipped: there is no " + file);
        try {
            List<String> lines = Files.readAllLines(file);
            String[] columns = lines.get(0).split(",", -1);
            List<Map<String, String>> rows = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split(",", -1);
                Map<String, String> row = new HashMap<>();
                for (int k = 0; k < columns.length; k++) {
                    row.put(columns[k], cells[k]);
                }
                rows.add(row);
            }
            assertFalse(rows.isEmpty(), file + " has no vectors");
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static double number(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column));
    }

    private static Path folder() {
        String configured = System.getProperty("hedgerow.shared");
        if (configured != null) {
            return Path.of(configured);
        }
        for (Path p = Path.of("").toAbsolutePath(); p != null; p = p.getParent()) {
            if (Files.isDirectory(p.resolve("shared/vectors"))) {
                return p.resolve("shared");
            }
        }
        return Path.of("shared");
    }
}
