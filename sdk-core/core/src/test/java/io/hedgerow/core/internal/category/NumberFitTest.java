// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What trust says of numbers beside categories: rows and seeds are fixed, so that no test fails by chance. */
class NumberFitTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("ward", "dose", "days", "cost")
            .with(Map.of("ward", VariableKind.categorical("A", "B", "C")));

    private static final Set<Misfit> SHAPES = Set.of(Misfit.NOT_LINEAR, Misfit.NOT_GAUSSIAN);

    private static Trust trust(int sites, int rows, Function<SplittableRandom, double[]> row) {
        return trust(SCHEMA, sites, rows, row);
    }

    private static Trust trust(VariableSchema schema, int sites, int rows, Function<SplittableRandom, double[]> row) {
        List<RowSource> all = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            SplittableRandom random = new SplittableRandom(p + 1);
            double[][] drawn = new double[rows][];
            for (int r = 0; r < rows; r++) {
                drawn[r] = row.apply(random);
            }
            all.add(InMemoryRows.of(schema, drawn));
        }
        return learned(all);
    }

    private static Trust learned(List<RowSource> all) {
        try {
            return Learning.of(Method.named("gram"))
                    .learn(all)
                    .evidence()
                    .orElseThrow()
                    .trust();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static double exponential(SplittableRandom random) {
        return -Math.log(1 - random.nextDouble()) - 1;
    }

    /** ward → dose → days ← ward, days → cost, with noises drawn by a function. */
    private static double[] lines(SplittableRandom random, ToDoubleFunction<SplittableRandom> noise, double shift) {
        double ward = random.nextDouble() < 0.05 ? 2 : random.nextInt(2);
        double dose = shift * ward + noise.applyAsDouble(random);
        double days = 0.8 * dose - (ward == 1 ? 1.5 : 0) + noise.applyAsDouble(random);
        return new double[] {ward, dose, days, 0.5 * days + noise.applyAsDouble(random)};
    }

    @Test
    void normalNoises_agree_howeverTheCategoriesShapeTheColumns() {
        Trust trust = trust(3, 1000, random -> lines(random, SplittableRandom::nextGaussian, 3));
        assertEquals(Set.of(), trust.flags());
        assertTrue(trust.findings().figure(Misfit.NOT_LINEAR).orElseThrow() < 4, trust.toString());
        assertTrue(trust.findings().figure(Misfit.NOT_GAUSSIAN).orElseThrow() < 0.5, trust.toString());
    }

    /** The dose of one row in fifty is far from all others: a long tail, of which the level is the reason. */
    @Test
    void rareLevelFarAway_explainsTheTail() {
        Trust trust = trust(3, 1000, random -> {
            double ward = random.nextDouble() < 0.02 ? 2 : random.nextInt(2);
            double dose = (ward == 2 ? 6 : 0) + random.nextGaussian();
            return new double[] {ward, dose, dose + random.nextGaussian(), random.nextGaussian()};
        });
        assertEquals(Set.of(), trust.flags());
    }

    /** By a threshold on one side, which bends what the levels leave of days by the dose. */
    @Test
    void categoryThatFollowsFromNumbers_isNoReasonToDoubt() {
        Trust trust = trust(3, 1000, random -> {
            double dose = random.nextGaussian();
            double days = dose + random.nextGaussian();
            double score = 3 * (2 * dose + days - 3);
            double ward = random.nextDouble() < 1 / (1 + Math.exp(-score)) ? 2 : random.nextInt(2);
            return new double[] {ward, dose, days, 0.7 * days + random.nextGaussian()};
        });
        assertFalse(trust.flags().stream().anyMatch(SHAPES::contains), trust.toString());
    }

    private static final VariableSchema TWO = VariableSchema.of("ward", "risk", "dose", "days")
            .with(Map.of(
                    "ward", VariableKind.categorical("A", "B"),
                    "risk", VariableKind.categorical("low", "high")));

    /** Each alone explains a part of the tail of the dose, and of the days that follow from it. */
    @Test
    void twoRareLevels_explainTheTailTogether() {
        Trust trust = trust(TWO, 3, 1000, random -> {
            double ward = random.nextDouble() < 0.03 ? 1 : 0;
            double risk = random.nextDouble() < 0.03 ? 1 : 0;
            double dose = 5 * ward + 5 * risk + random.nextGaussian();
            return new double[] {ward, risk, dose, dose + 0.3 * random.nextGaussian()};
        });
        assertEquals(Set.of(), trust.flags());
    }

    /** ward − dose − risk − days is open: a graph of the class has one of ward and risk as a cause of the dose. */
    @Test
    void categoryOfOpenDirection_explainsTheTailAlone() {
        Trust trust = trust(TWO, 3, 1000, random -> {
            double ward = random.nextDouble() < 0.03 ? 1 : 0;
            double dose = 6 * ward + random.nextGaussian();
            double risk = random.nextDouble() < 1 / (1 + Math.exp(-3 * dose)) ? 1 : 0;
            return new double[] {ward, risk, dose, random.nextGaussian()};
        });
        assertEquals(Set.of(), trust.flags());
    }

    /** A code is a level in other words: there are no noises to judge, and a result can be written. */
    @Test
    void numbersThatACategoryDetermines_areNotJudged() {
        for (int seed = 0; seed < 5; seed++) {
            double share = 0.1 + 0.1 * seed;
            Trust trust = trust(TWO, 2, 200, random -> {
                double ward = random.nextDouble() < share ? 1 : 0;
                return new double[] {ward, random.nextInt(2), ward, 3 - 2 * ward};
            });
            assertTrue(trust.findings().figure(Misfit.NOT_GAUSSIAN).isEmpty(), trust.toString());
            assertFalse(trust.flags().stream().anyMatch(SHAPES::contains), trust.toString());
        }
    }

    @Test
    void levelsWithOtherSharesAtOtherSites_areNoReasonToDoubt() {
        double[] shares = {0.5, 0.05, 0.3};
        int[] site = {0};
        for (double effect : new double[] {2, 4, 8}) {
            site[0] = 0;
            Trust trust = trust(TWO, 3, 1000, random -> {
                double ward = random.nextDouble() < shares[site[0]++ / 1000] ? 1 : 0;
                double dose = effect * ward + random.nextGaussian();
                return new double[] {ward, random.nextInt(2), dose, dose + random.nextGaussian()};
            });
            assertFalse(trust.flags().stream().anyMatch(SHAPES::contains), effect + ": " + trust);
        }
    }

    /** Its moments are of 60 of 2,060 rows, whose chance is not that of all. */
    @Test
    void numberThatVariesAtASmallSite_isNotJudged() {
        for (long seed = 1; seed <= 8; seed++) {
            List<RowSource> sites = new ArrayList<>();
            for (int p = 0; p < 3; p++) {
                SplittableRandom random = new SplittableRandom(10 * seed + p);
                double[][] rows = new double[p == 0 ? 60 : 1000][];
                for (int r = 0; r < rows.length; r++) {
                    rows[r] = new double[] {
                        random.nextInt(2), random.nextInt(2), random.nextGaussian(), p == 0 ? random.nextGaussian() : 7
                    };
                }
                sites.add(InMemoryRows.of(TWO, rows));
            }
            assertFalse(learned(sites).flags().stream().anyMatch(SHAPES::contains), "seed " + seed);
        }
    }

    /** As a date is: its shape says nothing of the edges of others. */
    @Test
    void numberWithoutAnEdge_isNotJudged() {
        Trust trust = trust(3, 1000, random -> {
            double[] row = lines(random, SplittableRandom::nextGaussian, 1);
            row[3] = 365 * random.nextDouble();
            return row;
        });
        assertEquals(Set.of(), trust.flags());
    }

    @Test
    void fewRows_areNotJudged() {
        Trust trust = trust(1, 5, random ->
                new double[] {random.nextInt(2), random.nextGaussian(), random.nextGaussian(), random.nextGaussian()});
        assertTrue(
                trust.findings().figure(Misfit.NOT_GAUSSIAN).isEmpty()
                        && trust.findings().figure(Misfit.NOT_LINEAR).isEmpty(),
                trust.toString());
    }

    @Test
    void longTails_areTold() {
        Trust trust = trust(3, 1000, random -> lines(random, NumberFitTest::exponential, 1));
        assertTrue(trust.flags().contains(Misfit.NOT_GAUSSIAN), trust.toString());
    }

    /** Uniform noises: an excess kurtosis of −1.2. */
    @Test
    void shortTails_areTold() {
        Trust trust = trust(3, 1000, random -> lines(random, r -> 3 * r.nextDouble(), 0.5));
        assertTrue(trust.flags().contains(Misfit.NOT_GAUSSIAN), trust.toString());
    }

    @Test
    void bentRelation_isTold() {
        Trust trust = trust(3, 1000, random -> {
            double[] row = lines(random, SplittableRandom::nextGaussian, 0.3);
            row[3] = 0.5 * row[2] + 0.2 * row[2] * row[2] + 1.5 * random.nextGaussian();
            return row;
        });
        assertTrue(trust.flags().contains(Misfit.NOT_LINEAR), trust.toString());
    }

    /** NL of dose → days ← ward, which has one graph in its class, against the residuals of all rows. */
    @Test
    void bend_isThatOfTheResiduals() {
        List<double[]> rows = new ArrayList<>();
        Trust trust = trust(1, 2000, random -> {
            double ward = random.nextInt(3);
            double dose = random.nextGaussian();
            double days = dose + 0.1 * dose * dose + (ward == 1 ? 2 : 0) + random.nextGaussian();
            double[] row = {ward, dose, days, random.nextGaussian()};
            rows.add(row);
            return row;
        });
        double n = rows.size();
        double mean = rows.stream().mapToDouble(r -> r[1]).average().orElseThrow();
        double variance =
                rows.stream().mapToDouble(r -> (r[1] - mean) * (r[1] - mean)).sum() / n;
        double[] days = new double[3];
        double[] dose = new double[3];
        double[] count = new double[3];
        for (double[] r : rows) {
            count[(int) r[0]]++;
            dose[(int) r[0]] += r[1];
            days[(int) r[0]] += r[2];
        }
        double product = 0;
        double square = 0;
        for (double[] r : rows) {
            int ward = (int) r[0];
            product += (r[1] - dose[ward] / count[ward]) * (r[2] - days[ward] / count[ward]);
            square += Math.pow(r[1] - dose[ward] / count[ward], 2);
        }
        double slope = product / square;
        double u = 0;
        double left = 0;
        double fourth = 0;
        for (double[] r : rows) {
            int ward = (int) r[0];
            double e = r[2] - days[ward] / count[ward] - slope * (r[1] - dose[ward] / count[ward]);
            double z = (r[1] - mean) * (r[1] - mean) / variance;
            u += e * (z - 1);
            left += e * e / n;
            fourth += z * z / n;
        }
        double expected = u * u / (n * left * (fourth - 1));
        assertTrue(expected > 4, "the case must bend, " + expected);
        // the sums divide by n − 1 where this divides by n
        assertEquals(expected, trust.findings().figure(Misfit.NOT_LINEAR).orElseThrow(), 0.01 * expected);
    }
}
