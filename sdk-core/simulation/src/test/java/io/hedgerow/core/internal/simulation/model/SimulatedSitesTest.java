// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.RowSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedSitesTest {

    private static final GraphGenerator GRAPH = new ErdosRenyi(10, 20);

    private static double[][] read(RowSource source) {
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> rows.add(row.clone()));
        return rows.toArray(new double[0][]);
    }

    @Test
    void build_withDefaults_hasEightSitesOf5000RowsOfTheTruth() {
        SimulatedSites study = SimulatedSites.of(GRAPH).seed(1).build();
        assertEquals(8, study.sites());
        assertEquals(5000, read(study.rows(7)).length);
        assertEquals(20, study.truth().edgeCount());
        assertEquals(study.truth(), study.model(3).weights());
    }

    @Test
    void rows_ofASite_doNotDependOnTheNumberOfSitesAndDifferBetweenThem() {
        SimulatedSites few =
                SimulatedSites.of(GRAPH).sites(2).rowsPerSite(5).seed(4).build();
        SimulatedSites many =
                SimulatedSites.of(GRAPH).sites(9).rowsPerSite(5).seed(4).build();
        assertArrayEquals(read(few.rows(1)), read(many.rows(1)));
        assertNotEquals(read(few.rows(0))[0][0], read(few.rows(1))[0][0]);
    }

    @Test
    void model_withHeterogeneity_keepsTheStructureAndSpreadsTheWeights() {
        double deviation = Math.sqrt(0.1);
        SimulatedSites study = SimulatedSites.of(GRAPH)
                .sites(200)
                .heterogeneity(deviation)
                .seed(3)
                .build();
        double squares = 0;
        double sum = 0;
        int count = 0;
        for (int p = 0; p < study.sites(); p++) {
            for (int i = 0; i < 10; i++) {
                for (int j = 0; j < 10; j++) {
                    assertEquals(
                            study.truth().hasEdge(i, j),
                            study.model(p).weights().hasEdge(i, j));
                    if (study.truth().hasEdge(i, j)) {
                        double difference = study.model(p).weights().get(i, j)
                                - study.truth().get(i, j);
                        sum += difference;
                        squares += difference * difference;
                        count++;
                    }
                }
            }
        }
        // 4,000 draws: mean 0 ± 0.005, variance 0.1 ± 0.0022; five standard errors.
        assertEquals(0, sum / count, 0.025);
        assertEquals(0.1, squares / count, 0.011);
    }

    @Test
    void noiseAndVariances_reachTheModels() {
        double[] variances = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        SimulatedSites study = SimulatedSites.of(GRAPH)
                .noise(Noise.UNIFORM)
                .noiseVariances(variances)
                .build();
        assertArrayEquals(variances, study.model(0).noiseVariances());
        assertEquals(
                LinearSem.of(study.truth(), Noise.UNIFORM, variances).toString(),
                study.model(0).toString());
    }

    @Test
    void oneSeed_givesTheSameBitsOnEveryRelease() {
        long digest = 0;
        for (Noise noise : Noise.values()) {
            SimulatedSites study = SimulatedSites.of(GRAPH)
                    .noise(noise)
                    .heterogeneity(0.3)
                    .rowsPerSite(20)
                    .seed(42)
                    .build();
            for (double[] row : read(study.rows(5))) {
                digest = 31 * digest + Arrays.hashCode(row);
            }
        }
        // Recorded on JDK 17; without Laplace, which came last, the same on 25.
        assertEquals(GOLDEN, digest);
    }

    private static final long GOLDEN = 1540991389020980899L;

    @Test
    void builder_whenArgumentsAreBad_refuses() {
        SimulatedSites.Builder builder = SimulatedSites.of(GRAPH);
        assertThrows(IllegalArgumentException.class, () -> builder.sites(0));
        assertThrows(IllegalArgumentException.class, () -> builder.rowsPerSite(0));
        assertThrows(IllegalArgumentException.class, () -> builder.heterogeneity(Double.NaN));
        builder.noiseVariances(1);
        assertThrows(IllegalArgumentException.class, builder::build);
    }
}
