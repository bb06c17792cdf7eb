// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesDataTest {

    private static long rows(SeriesData data) {
        long[] count = {0};
        data.sites().all().forEach(site -> site.rows().forEachRow(row -> count[0]++));
        return count[0];
    }

    /** 000 §4.1: n rows that have their lags, divided among K clients; 8 edges of W at d = 5, of mean degree 4. */
    @Test
    void common_dividesTheRowsOfOneSeries() {
        SeriesData data = SeriesData.of(
                new Settings(Map.of("variables", "5", "degree", "4", "sites", "10", "rowsPerVariable", "6")), 1);
        assertEquals(10, data.sites().all().size());
        assertEquals(30, rows(data));
        assertEquals(data.truths().get(0), data.truths().get(9));
        int edges = 0;
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                edges += data.truths().get(0).hasEdge(i, j) ? 1 : 0;
            }
        }
        assertEquals(8, edges);
    }

    @Test
    void clients_haveModelsOfTheirOwn() {
        SeriesData data = SeriesData.of(
                new Settings(
                        Map.of("variables", "5", "degree", "4", "sites", "3", "rows", "30", "clients", "unrelated")),
                1);
        assertEquals(90, rows(data));
        assertNotEquals(data.truths().get(0), data.truths().get(1));
    }

    /** 000 §7.6: element by element the sum of the sizes of W and A, without pairs of a variable with itself. */
    @Test
    void scores_addUpWithinAndLagged() {
        VariableSchema stacked = new TimeSlices(new VariableSchema(List.of("a", "b")), 1).stacked();
        WeightMatrix network = WeightMatrix.of(new double[][] {
            {0, -0.5, 0, 0},
            {0, 0, 0, 0},
            {0.7, 0.25, 0, 0},
            {0.1, 0.3, 0, 0}
        });
        WeightMatrix scores = RankingRun.scores(network, stacked);
        assertEquals(0.75, scores.get(0, 1));
        assertEquals(0.1, scores.get(1, 0));
        assertEquals(0, scores.get(0, 0));
    }

    @Test
    void files_areReadInTheFormInWhichTheyCanBeHad(@TempDir Path directory) throws IOException {
        Files.createDirectories(directory.resolve("dream4"));
        Files.createDirectories(directory.resolve("fmri"));
        Files.writeString(
                directory.resolve("dream4/insilico_size100_1_timeseries.tsv"),
                "\"Time\"\t\"G1\"\t\"G2\"\n\n0.0\t1\t2\n10.0\t3\t4\n\n0.0\t5\t6\n");
        Files.writeString(directory.resolve("dream4/insilico_size100_1_goldstandard.tsv"), "G2\tG1\t1\nG1\tG2\t0\n");
        Files.writeString(
                directory.resolve("fmri/sim1_timeseries.csv"), "subject,time,x1,x2\n1,0,1,2\n2,0,3,4\n2,1,5,6\n");
        Files.writeString(
                directory.resolve("fmri/sim1_networks.csv"),
                "subject,cause,effect,weight\n1,x2,x1,0.5\n2,x1,x2,0.5\n2,x1,x1,-1\n");
        PaperData data = new PaperData(Optional.of(directory));
        SeriesFiles.Known genes = SeriesFiles.dream4(data, 1);
        assertEquals(List.of("G1", "G2"), genes.variables());
        assertEquals(3, genes.rows().size());
        assertEquals(2, genes.rows().get(2)[0], "the second series");
        assertEquals(0, genes.rows().get(2)[1], "its first step");
        assertTrue(genes.truth().hasEdge(1, 0) && genes.truth().edgeCount() == 1);
        SeriesFiles.Known subject = SeriesFiles.fmri(data, 1, 2);
        assertEquals(2, subject.rows().size());
        assertEquals(6, subject.rows().get(1)[3]);
        assertTrue(subject.truth().hasEdge(0, 1) && subject.truth().edgeCount() == 1);
    }
}
