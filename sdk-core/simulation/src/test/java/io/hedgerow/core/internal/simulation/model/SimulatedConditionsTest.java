// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.ColumnKind;
import io.hedgerow.core.internal.simulation.model.SimulatedSites.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedConditionsTest {

    private static SimulatedSites.Builder study() {
        return SimulatedSites.of(new ErdosRenyi(10, 15))
                .sites(3)
                .rowsPerSite(20)
                .seed(5);
    }

    private static double[][] read(RowSource source) {
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> rows.add(row.clone()));
        return rows.toArray(new double[0][]);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / values.length;
    }

    @Test
    void noiseDeviations_areLogUniformAndCommonToAllSites() {
        double[] logs = new double[2000];
        for (int seed = 0; seed < 200; seed++) {
            SimulatedSites drawn = study().noiseDeviations(0.5, 2).seed(seed).build();
            double[] variances = drawn.model(0).noiseVariances();
            assertArrayEquals(variances, drawn.model(2).noiseVariances());
            assertEquals(study().seed(seed).build().truth(), drawn.truth());
            for (int j = 0; j < 10; j++) {
                logs[seed * 10 + j] = Math.log(variances[j]) / 2;
            }
        }
        assertTrue(Arrays.stream(logs).allMatch(log -> Math.abs(log) <= Math.log(2) + 1e-12));
        // Uniform on ± log 2: variance (log 4)² / 12 = 0.160. Standard errors of 2,000 draws: 0.0090 of the mean,
        // 0.0032 of the variance (kurtosis 1.8); five of them.
        assertEquals(0, mean(logs), 0.045);
        assertEquals(0.160, variance(logs), 0.016);
    }

    @Test
    void siteNoise_multipliesDeviationsAtEverySite() {
        SimulatedSites drawn = study().sites(300).siteNoise(0.3).build();
        double[] logs = new double[3000];
        for (int p = 0; p < 300; p++) {
            assertEquals(drawn.truth(), drawn.model(p).weights());
            for (int j = 0; j < 10; j++) {
                logs[p * 10 + j] = Math.log(drawn.model(p).noiseVariances()[j]) / 2;
            }
        }
        // N(0, 0.3²): standard errors 0.0055 of the mean, 0.09 √(2 / 3000) = 0.0023 of the variance; five of them.
        assertEquals(0, mean(logs), 0.028);
        assertEquals(0.09, variance(logs), 0.0116);
    }

    @Test
    void offsets_moveEverySiteAndChangeNothingElse() {
        SimulatedSites raw = study().sites(200).build();
        SimulatedSites moved = study().sites(200).offsets(3).build();
        double[] covariance = raw.model(0).covariance();
        double[] offsets = new double[2000];
        for (int p = 0; p < 200; p++) {
            double[][] before = read(raw.rows(p));
            double[][] after = read(moved.rows(p));
            for (int j = 0; j < 10; j++) {
                double offset = after[0][j] - before[0][j];
                offsets[p * 10 + j] = offset / Math.sqrt(covariance[j * 11]);
                for (int r = 0; r < before.length; r++) {
                    // values below 1,000, so one rounding is below 1e-13
                    assertEquals(offset, after[r][j] - before[r][j], 1e-11);
                }
            }
        }
        // N(0, 3²): standard errors of 2,000 draws 0.067 of the mean, 9 √(2 / 2000) = 0.285 of the variance.
        assertEquals(0, mean(offsets), 0.34);
        assertEquals(9, variance(offsets), 1.42);
    }

    @Test
    void units_multiplyColumnsAndChangeNothingElse() {
        double[][] raw = read(study().build().rows(1));
        double[] covariance = study().build().model(0).covariance();
        double[] standard = new double[10];
        Arrays.setAll(standard, j -> 1 / Math.sqrt(covariance[j * 11]));
        // what tables have called random units since they were first printed
        double[] z = LinearSem.of(WeightMatrix.empty(10), Noise.GAUSSIAN).sample(1, 0x756e697473L + 5)[0];
        double[] random = Arrays.stream(z).map(Math::exp).toArray();
        for (Units units : List.of(Units.STANDARDISED, Units.RANDOM)) {
            double[][] measured = read(study().units(units).build().rows(1));
            double[] factors = units == Units.RANDOM ? random : standard;
            for (int r = 0; r < raw.length; r++) {
                for (int j = 0; j < 10; j++) {
                    assertEquals(raw[r][j] * factors[j], measured[r][j], 1e-12 * Math.abs(measured[r][j]));
                }
            }
        }
        assertArrayEquals(raw, read(study().units(Units.RAW).build().rows(1)));
        assertNotEquals(random[0], random[1]);
    }

    @Test
    void unitsOfSites_multiplyAColumnAtEverySiteByAFactorOfItsOwn() {
        double[] first = new double[2];
        for (int site = 0; site < 2; site++) {
            double[][] raw = read(study().build().rows(site));
            double[][] measured = read(study().units(Units.OF_SITES).build().rows(site));
            first[site] = measured[0][3] / raw[0][3];
            for (int r = 0; r < raw.length; r++) {
                assertEquals(first[site] * raw[r][3], measured[r][3], 1e-12 * Math.abs(measured[r][3]));
            }
        }
        assertNotEquals(first[0], first[1]);
    }

    @Test
    void standardised_withOffsetsAndHiddenCauses_hasVarianceOneWithinSites() {
        SimulatedSites study = study().rowsPerSite(20_000)
                .units(Units.STANDARDISED)
                .offsets(2)
                .confounders(3)
                .build();
        StatisticsAccumulator accumulator = new StatisticsAccumulator(10);
        study.rows(0).forEachRow(accumulator::add);
        SufficientStatistics sample = accumulator.finish();
        for (int j = 0; j < 10; j++) {
            // standard error √(2 / n) = 0.01
            assertEquals(1, sample.covariance(j, j), 0.05);
        }
    }

    @Test
    void confounders_haveWeightsOfTheEdgesRange() {
        SimulatedSites study = SimulatedSites.of(new ErdosRenyi(10, 15, new GraphGenerator.WeightRange(0.1, 0.2)))
                .confounders(5)
                .build();
        WeightMatrix all = study.model(0).weights();
        for (int hidden = 10; hidden < 15; hidden++) {
            for (int i = 0; i < 10; i++) {
                double weight = Math.abs(all.get(hidden, i));
                assertTrue(weight == 0 || (weight >= 0.1 && weight <= 0.2), "was " + weight);
            }
        }
    }

    @Test
    void confounders_areCausesOfFourThatNobodyRecords() {
        SimulatedSites study = study().rowsPerSite(100_000).confounders(5).build();
        assertEquals(study().build().truth(), study.truth());
        WeightMatrix all = study.model(0).weights();
        assertEquals(15, all.variables());
        assertEquals(15 + 5 * 4, all.edgeCount());
        for (int hidden = 10; hidden < 15; hidden++) {
            int children = 0;
            for (int i = 0; i < 15; i++) {
                assertEquals(0, all.get(i, hidden));
                children += all.hasEdge(hidden, i) ? 1 : 0;
            }
            assertEquals(4, children);
        }
        StatisticsAccumulator accumulator = new StatisticsAccumulator(10);
        study.rows(0).forEachRow(accumulator::add);
        SufficientStatistics sample = accumulator.finish();
        double[] exact = study.model(0).covariance();
        double[] without = LinearSem.of(study.truth(), Noise.GAUSSIAN).covariance();
        double most = 0;
        for (int i = 0; i < 10; i++) {
            for (int j = 0; j < 10; j++) {
                double scale = Math.sqrt(exact[i * 16] * exact[j * 16]);
                // standard error at most √(2 / n) = 0.0045 of the scale; five of them
                assertEquals(exact[i * 15 + j], sample.covariance(i, j), 0.023 * scale);
                most = Math.max(most, Math.abs(exact[i * 15 + j] - without[i * 10 + j]) / scale);
            }
        }
        assertTrue(most > 0.1, "hidden causes must change covariances, the largest change was " + most);
    }

    @Test
    void mixedColumns_areAThirdOfEachKind() {
        double[][] rows = read(study().rowsPerSite(2000).mixedColumns().build().rows(0));
        int binary = 0;
        int counts = 0;
        int amounts = 0;
        for (int j = 0; j < 10; j++) {
            int column = j;
            double[] values =
                    Arrays.stream(rows).mapToDouble(row -> row[column]).toArray();
            boolean whole = Arrays.stream(values).allMatch(v -> v == Math.rint(v) && v >= 0);
            boolean two = Arrays.stream(values).distinct().count() == 2;
            binary += whole && two ? 1 : 0;
            counts += whole && !two ? 1 : 0;
            amounts += !whole && Arrays.stream(values).allMatch(v -> v > 0) ? 1 : 0;
        }
        assertEquals(4, binary);
        assertEquals(3, counts);
        assertEquals(3, amounts);
        assertArrayEquals(
                rows, read(study().rowsPerSite(2000).mixedColumns().build().rows(0)));
    }

    @Test
    void mixedColumns_recordWhatLiesBehindThem() {
        double[][] behind =
                read(study().units(Units.STANDARDISED).offsets(1).build().rows(2));
        double[][] recorded = read(study().mixedColumns().offsets(1).build().rows(2));
        for (int r = 0; r < behind.length; r++) {
            for (int j = 0; j < 10; j++) {
                double u = behind[r][j];
                double found = recorded[r][j];
                double binary = u > 0 ? 1 : 0;
                double count = Math.floor(Math.exp(1 + u / 2));
                assertTrue(
                        found == binary || found == count || Math.abs(found - Math.exp(u)) < 1e-12 * found,
                        u + " became " + found);
            }
        }
        assertEquals(2, ColumnKind.COUNT.recorded(0));
        assertEquals(7, ColumnKind.COUNT.recorded(2));
        assertEquals(0, ColumnKind.BINARY.recorded(-0.1));
    }

    @Test
    void builder_whenAConditionIsBad_saysWhatIsAllowed() {
        SimulatedSites.Builder builder = study();
        assertThrows(IllegalArgumentException.class, () -> builder.noiseDeviations(0, 1));
        assertThrows(IllegalArgumentException.class, () -> builder.noiseDeviations(2, 1));
        assertThrows(IllegalArgumentException.class, () -> builder.noiseDeviations(1, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> builder.offsets(-1));
        assertThrows(IllegalArgumentException.class, () -> builder.siteNoise(Double.POSITIVE_INFINITY));
        assertThrows(IllegalArgumentException.class, () -> builder.confounders(-1));
        SimulatedSites.Builder small = SimulatedSites.of(new ErdosRenyi(3, 2)).confounders(1);
        IllegalArgumentException few = assertThrows(IllegalArgumentException.class, small::build);
        assertEquals("hidden causes need at least 4 variables, were 3", few.getMessage());
        builder.mixedColumns().units(Units.RANDOM);
        assertThrows(IllegalArgumentException.class, builder::build);
    }
}
