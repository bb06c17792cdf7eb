// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files at hand are those of docs/published-data.md. Skipped without them; they are no part of the project. */
class SeriesFilesTest {

    private static PaperData present(String... files) {
        Path shared = Path.of(System.getProperty(
                "hedgerow.shared", Checkout.ROOT.resolve("../shared").toString()));
        PaperData data = new PaperData(Optional.of(shared.resolve("data")));
        assumeTrue(
                Files.isDirectory(shared) && data.has(List.of(files)),
                "skipped: needs " + String.join(", ", files) + " in shared/data beside the checkout, see"
                        + " docs/published-data.md");
        return data;
    }

    @ParameterizedTest
    @CsvSource({
        "1, 176, 6675.507, 900190",
        "2, 249, 8046.780, 1243585",
        "3, 195, 7540.420, 806757",
        "4, 211, 7327.065, 1033175",
        "5, 193, 7121.587, 848380"
    })
    void dream4_hasThePublishedSums(int network, int edges, double cells, long pairs) {
        String stem = "dream4/insilico_size100_" + network;
        SeriesFiles.Known known =
                SeriesFiles.dream4(present(stem + "_timeseries.tsv", stem + "_goldstandard.tsv"), network);
        assertEquals(210, known.rows().size());
        assertEquals(
                10, known.rows().stream().mapToDouble(row -> row[0]).distinct().count());
        assertEquals(100, known.variables().size());
        assertEquals(edges, known.truth().edgeCount());
        double sum = 0;
        for (double[] row : known.rows()) {
            for (int k = 2; k < row.length; k++) {
                sum += row[k];
            }
        }
        assertEquals(cells, sum, 0.0006);
        long found = 0;
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 100; j++) {
                found += known.truth().hasEdge(i, j) ? 100L * (i + 1) + j + 1 : 0;
            }
        }
        assertEquals(pairs, found);
    }

    @ParameterizedTest
    @CsvSource({"1, 5, 250, 260400.3", "2, 10, 550, 510851.6", "3, 15, 900, 766368.4"})
    void fmri_hasThePublishedSums(int simulation, int variables, int edges, double squares) {
        String stem = "fmri/sim" + simulation;
        PaperData data = present(stem + "_timeseries.csv", stem + "_networks.csv");
        int found = 0;
        double sum = 0;
        for (int subject = 1; subject <= 50; subject++) {
            SeriesFiles.Known known = SeriesFiles.fmri(data, simulation, subject);
            assertEquals(200, known.rows().size());
            assertEquals(variables, known.variables().size());
            found += known.truth().edgeCount();
            for (double[] row : known.rows()) {
                for (int k = 2; k < row.length; k++) {
                    sum += row[k] * row[k];
                }
            }
        }
        assertEquals(edges, found);
        assertEquals(squares, sum, 0.06);
    }
}
