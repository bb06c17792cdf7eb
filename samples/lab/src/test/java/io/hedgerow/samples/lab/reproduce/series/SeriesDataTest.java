// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.simulation.PublishedCodeSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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

    private static Settings ofPublishedCode(String... others) {
        Map<String, String> all = new TreeMap<>(
                Map.of("variables", "5", "degree", "4", "sites", "2", "lags", "2", "source", "as-published-code"));
        for (int k = 0; k < others.length; k += 2) {
            all.put(others[k], others[k + 1]);
        }
        return new Settings(all);
    }

    /** x_t = z_t + y_t A, and y_t is z shifted: z is had back from either. */
    @Test
    void asPublishedCode_lagsAreIndependentRowsShifted() {
        SeriesData data = SeriesData.of(ofPublishedCode("total", "2000"), 3);
        WeightMatrix truth = data.truths().get(0);
        List<double[]> rows = new ArrayList<>();
        data.sites().all().forEach(site -> site.rows().forEachRow(row -> rows.add(row.clone())));
        assertEquals(2000, rows.size());
        double[] products = new double[5];
        double[] squares = new double[5];
        for (int t = 0; t < 2000; t++) {
            double[] row = rows.get(t);
            for (int j = 0; j < 5; j++) {
                double z = row[j];
                for (int k = 5; k < 15; k++) {
                    z -= row[k] * truth.get(k, j);
                }
                if (t + 2 < 2000) {
                    assertEquals(z, rows.get(t + 1)[5 + j], 1e-9, "one step later");
                    assertEquals(z, rows.get(t + 2)[10 + j], 1e-9, "two steps later");
                }
                products[j] += z * row[5 + j];
                squares[j] += z * z;
            }
        }
        assertEquals(0, rows.get(0)[5], "nothing is before the first");
        for (int j = 0; j < 5; j++) {
            assertEquals(0, products[j] / squares[j], 0.1, "correlation of a row with the one before");
        }
    }

    @Test
    void asPublishedCode_weightsAreThoseOfTheCode() {
        double least = 9;
        double most = 0;
        double edges = 0;
        double own = 0;
        for (int seed = 1; seed <= 200; seed++) {
            WeightMatrix truth =
                    SeriesData.of(ofPublishedCode("total", "4"), seed).truths().get(0);
            for (int k = 0; k < 50; k++) {
                double size = Math.abs(truth.get(k / 5, k % 5));
                least = size > 0 ? Math.min(least, size) : least;
                most = Math.max(most, size);
                edges += size > 0 && k < 25 ? 1.0 / 200 : 0;
                own += size > 0 && k >= 25 && k / 5 - 5 == k % 5 ? 1.0 / 200 : 0;
            }
            for (int k = 50; k < 75; k++) {
                double size = Math.abs(truth.get(k / 5, k % 5));
                assertTrue(size == 0 || (size >= 0.5 / 1.5 && size <= 2 / 1.5), "the second lag is weaker");
            }
        }
        assertTrue(least >= 0.5 && least < 0.51 && most <= 2 && most > 1.99, least + " to " + most);
        assertEquals(8, edges, 0.4, "10 pairs with a chance of 4 / 5");
        assertEquals(1, own, 0.25, "5 own lags with a chance of 1 / 5");
    }

    /** 000 table 1 prints .64; independent rows with large weights are much easier than the series of the text. */
    @Test
    void asPublishedCode_personalMethodFindsWhatThePaperPrints_andTheTextsSeriesNot() throws InterruptedException {
        Settings both = new Settings(Map.of(
                "variables",
                "5",
                "degree",
                "4",
                "sites",
                "6",
                "rows",
                "30",
                "clients",
                "unrelated",
                "algorithm",
                "pfdbnl",
                "preset",
                "published",
                "no-centring",
                "true"));
        Settings code = both.with(new Settings(Map.of("source", PublishedCodeSeries.NAME)));
        double ofText = 0;
        double ofCode = 0;
        for (int seed = 1; seed <= 2; seed++) {
            ofText += new SeriesRun().run(both, seed).figures().get(Measure.W_TPR) / 2;
            ofCode += new SeriesRun().run(code, seed).figures().get(Measure.W_TPR) / 2;
        }
        assertEquals(0.64, ofCode, 0.12);
        assertTrue(ofText < 0.4, "of text: " + ofText);
    }

    @Test
    void source_thatIsUnknown_isRefused() {
        String said = assertThrows(
                        IllegalArgumentException.class,
                        () -> SeriesData.of(ofPublishedCode("total", "4", "source", "as-said"), 1))
                .getMessage();
        assertTrue(said.contains("source must be as-published-code") && said.contains("as-said"), said);
        assertThrows(
                IllegalArgumentException.class,
                () -> SeriesData.of(ofPublishedCode("rows", "4", "clients", "jittered"), 1));
    }

    /** By hand: of 2 + 1 edges 2 are found; the non-edge b → a is 1 where signs do not cancel. */
    @Test
    void aurocOfBinary_countsSelfPairsAndSigns() {
        VariableSchema stacked = new TimeSlices(new VariableSchema(List.of("a", "b")), 1).stacked();
        double[][] network = {
            {0, 0.5, 0, 0},
            {0, 0, 0, 0},
            {0.7, -0.25, 0, 0},
            {0.2, 0.1, 0, 0}
        };
        WeightMatrix truth = WeightMatrix.of(new double[][] {{0, 1}, {0, 0}});
        assertEquals((1 + 2.0 / 3 - 1) / 2, RankingRun.aurocOfBinary(WeightMatrix.of(network), stacked, truth), 1e-12);
        network[2][1] = -0.4;
        network[3][0] = 0.19;
        assertEquals((1 + 1.0 / 3 - 0) / 2, RankingRun.aurocOfBinary(WeightMatrix.of(network), stacked, truth), 1e-12);
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
