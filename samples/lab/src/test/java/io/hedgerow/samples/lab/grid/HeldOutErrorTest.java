// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RunReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeldOutErrorTest {

    private static final Lagged.Order ORDER =
            new Lagged.Order(Optional.of("realisation"), Optional.of("time"), OptionalDouble.empty());

    /** Two sites; series s has cells 100 s + t, so that a row tells its series. */
    private static FoldedRows series() {
        VariableSchema schema = new VariableSchema(List.of("realisation", "time", "x"));
        List<RowSource> sources = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            List<double[]> rows = new ArrayList<>();
            for (int s = 3 * p; s < 3 * p + 3; s++) {
                for (int t = 0; t < 4; t++) {
                    rows.add(new double[] {s, t, 100 * s + t});
                }
            }
            sources.add(InMemoryRows.of(schema, rows.toArray(new double[0][])));
        }
        return FoldedRows.ofSeries(Sites.numbered("site ", sources).all(), ORDER, 1);
    }

    @Test
    void folds_neverCutThroughASeries_andHoldEveryRowOutOnce() {
        FoldedRows rows = series();
        assertEquals(6, rows.units());
        Set<Double> heldOut = new HashSet<>();
        for (int fold = 0; fold < 3; fold++) {
            FoldedRows.Fold divided = rows.fold(fold, 3);
            Set<Long> out = new HashSet<>();
            divided.heldOut()
                    .forEach(site -> site.forEach(row -> {
                        assertTrue(heldOut.add(row[0]), "held out once");
                        assertEquals(row[0] - 1, row[1], "its lag is of the same series");
                        out.add((long) row[0] / 100);
                    }));
            divided.training()
                    .all()
                    .forEach(site -> site.rows()
                            .forEachRow(row ->
                                    assertTrue(!out.contains((long) row[0] / 100), "no part of a series is in both")));
            assertEquals(2, out.size());
        }
        assertEquals(6 * 3, heldOut.size());
    }

    @Test
    void fold_ofAllSeriesOfASite_leavesItOut() {
        FoldedRows.Fold divided = series().fold(1, 2);
        assertEquals(List.of(0), divided.trained());
        assertEquals(9, divided.heldOut().get(1).size());
    }

    @Test
    void folds_thatCannotBe_areRefused() {
        for (int folds : new int[] {1, 7}) {
            String said = assertThrows(IllegalArgumentException.class, () -> HeldOutError.divide(series(), 0, folds))
                    .getMessage();
            assertTrue(said.contains("from 2 to the number of time series, which is 6, were " + folds), said);
        }
    }

    /** x̂ = y A (I − W)⁻¹ for x1 → x2 (0.5), and x1, one step before, → x1 (0.8): x2 is forecast by 0.4. */
    @Test
    void forecast_followsEdgesOfTheSameStep() {
        WeightMatrix network =
                WeightMatrix.of(new double[][] {{0, 0.5, 0, 0}, {0, 0, 0, 0}, {0.8, 0, 0, 0}, {0, 0.1, 0, 0}});
        double[][] forecast = HeldOutError.forecast(network, 2);
        assertEquals(0.8, forecast[0][0], 1e-15);
        assertEquals(0.4, forecast[0][1], 1e-15);
        assertEquals(0, forecast[1][0]);
        assertEquals(0.1, forecast[1][1], 1e-15);
    }

    /**
     * With the true network the error from parents is the noise's deviation, 1; a forecast has that of u (I − W)⁻¹: the
     * variance of x2 is 1 + 0.25. From 2 · 2 · 2,000 rows: each mean square has a relative error of √(2/8000) = 0.016,
     * so the root one of 0.008; ±0.04 is five of them.
     */
    @Test
    void errors_ofTheTruth_areThoseOfTheNoise() throws InterruptedException {
        WeightMatrix network =
                WeightMatrix.of(new double[][] {{0, 0.5, 0, 0}, {0, 0, 0, 0}, {0.8, 0, 0, 0}, {0, 0.3, 0, 0}});
        StructuralVar model = StructuralVar.of(network, 1, new double[] {1, 1}, Noise.GAUSSIAN);
        List<RowSource> sources = List.of(model.series(2, 2001, 1), model.series(2, 2001, 2));
        FoldedRows rows = FoldedRows.ofSeries(Sites.numbered("site ", sources).all(), ORDER, 1);
        FoldedRows.Fold fold = rows.fold(0, 2);
        HeldOutError error = HeldOutError.of(rows, fold, found(network));
        assertEquals(4000, error.rows());
        assertEquals(1, error.parents(), 0.04);
        assertEquals(Math.sqrt((1 + 1.25) / 2), error.past(), 0.04);
    }

    private static LearnedNetwork found(WeightMatrix network) {
        return LearnedNetwork.of(
                VariableSchema.numbered(network.variables()),
                network,
                Optional.empty(),
                Optional.empty(),
                false,
                new RunReport(
                        new RunReport.Provenance("the truth", "none"),
                        List.of(),
                        new PayloadBytes(0, 0),
                        0,
                        Set.of(),
                        Map.of(),
                        List.of()));
    }
}
