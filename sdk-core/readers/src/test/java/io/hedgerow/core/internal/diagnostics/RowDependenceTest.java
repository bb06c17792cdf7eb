// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.diagnostics.RowDependence.Found;
import io.hedgerow.core.internal.diagnostics.RowDependence.Order;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class RowDependenceTest {

    private static final int ROWS = 400;

    /** Columns whose rows are in an order by chance. */
    private enum Chance {
        NORMAL {
            @Override
            double draw(Random random) {
                return random.nextGaussian();
            }
        },
        CAUCHY {
            @Override
            double draw(Random random) {
                return Math.tan(Math.PI * (random.nextDouble() - 0.5));
            }
        },
        PARETO {
            @Override
            double draw(Random random) {
                return 1 / Math.pow(random.nextDouble(), 2);
            }
        },
        COUNTS {
            @Override
            double draw(Random random) {
                double u = random.nextDouble();
                return u < 0.74 ? 0 : u < 0.963 ? 1 : u < 0.9964 ? 2 : 3;
            }
        },
        RARE {
            @Override
            double draw(Random random) {
                return random.nextDouble() < 0.03 ? 1 : 0;
            }
        };

        abstract double draw(Random random);

        double[] column(int rows, Random random) {
            return IntStream.range(0, rows).mapToDouble(t -> draw(random)).toArray();
        }
    }

    private static List<Found> of(double[] values) {
        return RowDependence.of(List.of("a"), List.of(values));
    }

    private static double[] autoregression(int rows, double phi, Random random) {
        double[] values = new double[rows];
        for (int t = 1; t < rows; t++) {
            values[t] = phi * values[t - 1] + random.nextGaussian();
        }
        return values;
    }

    /**
     * Of 2,000 files of each kind at most 2 in a thousand are expected to be named; 8 of them, at this seed, is no
     * chance.
     */
    @ParameterizedTest
    @EnumSource(Chance.class)
    void rowsInAnOrderByChance_areNoSeries(Chance kind) {
        Random random = new Random(11);
        long named = IntStream.range(0, 2000)
                .filter(k -> !of(kind.column(ROWS, random)).isEmpty())
                .count();
        assertTrue(named <= 8, named + " of 2000");
    }

    /** Rows sorted by site are none, whatever the means and deviations of sites. */
    @ParameterizedTest
    @EnumSource(
            value = Chance.class,
            names = {"NORMAL", "CAUCHY", "PARETO"})
    void rowsSortedBySite_areNoSeries(Chance kind) {
        Random random = new Random(12);
        int series = 0;
        int steps = 0;
        for (int k = 0; k < 300; k++) {
            double[] values = kind.column(ROWS, random);
            double[] means = {0, 3, 1, 6, 2};
            for (int t = 0; t < ROWS; t++) {
                int site = 5 * t / ROWS;
                values[t] = (1 + site % 3) * values[t] + means[site];
            }
            for (Found found : of(values)) {
                series += found.order() == Order.SERIES ? 1 : 0;
                steps += found.order() == Order.STEPS ? 1 : 0;
            }
        }
        assertTrue(series <= 3, series + " of 300");
        assertTrue(steps >= 200, steps + " of 300"); // they are in an order all the same, and that is said
    }

    @Test
    void seriesAreFound_alsoWithHeavyTails() {
        Random random = new Random(13);
        long found = IntStream.range(0, 50)
                .filter(k ->
                        of(autoregression(ROWS, 0.5, random)).stream().anyMatch(one -> one.order() == Order.SERIES))
                .count();
        assertTrue(found >= 48, found + " of 50");
        double[] heavy = autoregression(ROWS, 0.6, random);
        for (int t = 0; t < ROWS; t++) {
            heavy[t] = Math.pow(heavy[t], 5);
        }
        assertEquals(Order.SERIES, of(heavy).get(0).order());
    }

    /** A drift much wider than what a sensor adds of itself. */
    @Test
    void aDriftingSensor_isASeries() {
        Random random = new Random(14);
        double[] values = new double[2000];
        double drift = 0;
        for (int t = 0; t < values.length; t++) {
            drift += 0.15 * random.nextGaussian();
            values[t] = drift + random.nextGaussian();
        }
        Found found = of(values).get(0);
        assertEquals(Order.SERIES, found.order());
        assertTrue(found.correlation() > 0.5, found.toString());
    }

    /** The steps are where the sites begin. */
    @Test
    void stepsAreNamed_withTheirRows() {
        Random random = new Random(15);
        double[] values = new double[900];
        Arrays.setAll(values, t -> random.nextGaussian() + (t < 300 ? 0 : t < 600 ? 4 : -3));
        Found found = of(values).get(0);
        assertEquals(Order.STEPS, found.order());
        assertEquals(2, found.steps().size(), found.toString());
        assertTrue(Math.abs(found.steps().get(0) - 300) <= 3, found.toString());
        assertTrue(Math.abs(found.steps().get(1) - 600) <= 3, found.toString());
    }

    /** Rows of thirty wards one after the other, with a column that says so, and in one that is sorted. */
    @Test
    void groupsThatStandTogether_areNoSeries_andASortedColumnIsNamedAlone() {
        Random random = new Random(16);
        double[] ward = new double[1200];
        double[] value = new double[1200];
        double[] sorted = new double[1200];
        double[] means = random.doubles(30, 0, 5).toArray();
        for (int t = 0; t < ward.length; t++) {
            ward[t] = (7 * (t / 40)) % 30;
            value[t] = means[t / 40] + random.nextGaussian();
            sorted[t] = t + random.nextDouble();
        }
        List<Found> found = RowDependence.of(List.of("ward", "value", "sorted"), List.of(ward, value, sorted));
        assertEquals(List.of(new Found("sorted", Order.SORTED, 1, List.of())), found);
        assertEquals(
                Order.SERIES,
                RowDependence.of(List.of("value"), List.of(value)).get(0).order(),
                "without the column it is found, so the test could fail");
    }

    @Test
    void fewRows_andMissingCells_sayNothing() {
        Random random = new Random(17);
        assertEquals(List.of(), of(autoregression(150, 0.9, random)));
        double[] values = autoregression(1000, 0.9, random);
        for (int t = 0; t < 900; t++) {
            values[t] = Double.NaN;
        }
        assertEquals(List.of(), of(values));
        assertEquals(List.of(), of(new double[500]));
    }
}
