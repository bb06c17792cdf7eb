// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What sites release first, and what a coordinator makes of the sum, against sums of raw rows. */
class FirstSumsTest {

    /** Numbers at 0 and 3; categories of 3, 2 and 4 levels at 1, 2 and 4. */
    private static final VariableSchema SCHEMA = VariableSchema.of("age", "ward", "sex", "dose", "unit")
            .with(Map.of(
                    "ward", VariableKind.categorical("A", "B", "C"),
                    "sex", VariableKind.categorical("f", "m"),
                    "unit", VariableKind.categorical("p", "q", "r", "s")));

    private static final CategoryColumns COLUMNS = new CategoryColumns(SCHEMA);
    private static final int[] CATEGORIES = {1, 2, 4};
    private static final int[] NUMBERS = {0, 3};

    /** Level 3 of the unit is at no site, and level 2 of the ward is rare; numbers have other means at other sites. */
    private static List<double[][]> sites(int count, int rows) {
        List<double[][]> sites = new ArrayList<>();
        for (int p = 0; p < count; p++) {
            SplittableRandom random = new SplittableRandom(p + 11);
            double[][] own = new double[rows + 7 * p][];
            for (int r = 0; r < own.length; r++) {
                double ward = random.nextInt(9) == 0 ? 2 : random.nextInt(3) == 0 ? 1 : 0;
                double sex = random.nextDouble() < 0.3 + 0.2 * ward ? 1 : 0;
                double age = 40 + 10 * p + 3 * ward + random.nextGaussian();
                double dose = 0.1 * age + 2 * sex + random.nextGaussian();
                own[r] = new double[] {age, ward, sex, dose, random.nextInt(3)};
            }
            sites.add(own);
        }
        return sites;
    }

    private static FirstSums summed(List<double[][]> sites) {
        return new FirstSums(COLUMNS, sites.size(), new SummedSites(COLUMNS, sites).first());
    }

    private static double nLogN(double n) {
        return n == 0 ? 0 : n * Math.log(n);
    }

    private static double mean(double[][] rows, ToDoubleFunction<double[]> of) {
        return Arrays.stream(rows).mapToDouble(of).average().orElseThrow();
    }

    private static double count(List<double[][]> sites, int v, int level, int w, int other) {
        return sites.stream()
                .flatMap(Arrays::stream)
                .filter(row -> row[v] == level && row[w] == other)
                .count();
    }

    /** Σ over sites of products about the site's own means. */
    private static double product(
            List<double[][]> sites, ToDoubleFunction<double[]> one, ToDoubleFunction<double[]> other) {
        double sum = 0;
        for (double[][] rows : sites) {
            double a = mean(rows, one);
            double b = mean(rows, other);
            for (double[] row : rows) {
                sum += (one.applyAsDouble(row) - a) * (other.applyAsDouble(row) - b);
            }
        }
        return sum;
    }

    private static ToDoubleFunction<double[]> indicator(int v, int level) {
        return row -> row[v] == level ? 1 : 0;
    }

    /** Every place of the first part, one after another in the order of the layout's documentation. */
    @Test
    void release_isTheSumsOfRows_placeByPlace() {
        double[][] rows = sites(1, 60).get(0);
        double n = rows.length;
        List<Double> expected = new ArrayList<>();
        double[][] ofNumbers =
                Arrays.stream(rows).map(row -> new double[] {row[0], row[3]}).toArray(double[][]::new);
        SiteData numbers =
                SiteData.of(new DatasetIdentity("numbers"), InMemoryRows.of(VariableSchema.numbered(2), ofNumbers));
        Arrays.stream(SummedSites.read(numbers, SiteSums::of).toArray()).forEach(expected::add);
        expected.add(n);
        expected.add(nLogN(n));
        List<double[][]> one = List.<double[][]>of(rows);
        for (int v : CATEGORIES) {
            double entropy = 0;
            for (int l = 0; l < COLUMNS.levels(v); l++) {
                expected.add(count(one, v, l, v, l));
                entropy += nLogN(count(one, v, l, v, l));
            }
            expected.add(entropy);
        }
        for (int a = 1; a < CATEGORIES.length; a++) {
            for (int b = 0; b < a; b++) {
                double entropy = 0;
                for (int la = 0; la < COLUMNS.levels(CATEGORIES[a]); la++) {
                    for (int lb = 0; lb < COLUMNS.levels(CATEGORIES[b]); lb++) {
                        double cell = count(one, CATEGORIES[a], la, CATEGORIES[b], lb);
                        expected.add(cell);
                        entropy += nLogN(cell);
                    }
                }
                expected.add(entropy);
            }
        }
        List<ToDoubleFunction<double[]>> indicators = new ArrayList<>();
        for (int v : CATEGORIES) {
            for (int l = 0; l < COLUMNS.levels(v); l++) {
                indicators.add(indicator(v, l));
                indicators.forEach(other -> expected.add(product(one, indicators.get(indicators.size() - 1), other)));
                for (int x : NUMBERS) {
                    expected.add(product(one, indicators.get(indicators.size() - 1), row -> row[x]));
                }
                for (int x : NUMBERS) {
                    double m = mean(rows, row -> row[x]);
                    double variance = mean(rows, row -> (row[x] - m) * (row[x] - m));
                    double sum = 0;
                    for (double[] row : rows) {
                        sum += row[v] == l ? (row[x] - m) * (row[x] - m) / variance - 1 : 0;
                    }
                    expected.add(sum);
                }
            }
        }
        SummedSites site = new SummedSites(COLUMNS, one);
        Parameters released = site.first();
        assertEquals(expected.size(), site.layout().parts().get(1), "the end of the first part");
        for (int k = 0; k < released.size(); k++) {
            double of = k < expected.size() ? expected.get(k) : 0;
            assertEquals(of, released.get(k), 1e-8 * Math.max(1, Math.abs(of)), "place " + k);
        }
    }

    /**
     * A table of three has the counts of raw rows; what was released before stays as it was, also in the third round.
     */
    @Test
    void laterRounds_addTheirTables_andChangeNothingElse() {
        List<double[][]> rows = sites(3, 50);
        SummedSites sites = new SummedSites(COLUMNS, rows);
        double[] before = sites.first().toArray();
        for (int round = 1; round < sites.layout().rounds(); round++) {
            // the third round has room for one table of 24 cells
            int first = round == 2 ? 1 : 2;
            List<int[]> both = List.of(new int[] {1, 2, 4}, new int[] {first, 4});
            List<int[]> asked = both.subList(0, round == 3 ? 1 : 2);
            Parameters sum = sites.ask(sites.layout().tell(round, asked));
            for (int k = 0; k < before.length; k++) {
                boolean own = k >= sites.layout().parts().get(round)
                        && k < sites.layout().parts().get(round + 1);
                assertEquals(before[k], own ? before[k] : sum.get(k), 0, "round " + round + ", place " + k);
            }
            double[] counts = sites.layout().read(round, asked, sum).get(0).counts();
            double[] expected = new double[24];
            rows.stream()
                    .flatMap(Arrays::stream)
                    .forEach(row -> expected[(int) row[1] + 3 * (int) row[2] + 6 * (int) row[4]]++);
            assertArrayEquals(expected, counts, 0);
            if (asked.size() == 2) {
                double[] two = sites.layout().read(round, asked, sum).get(1).counts();
                int k = COLUMNS.levels(first);
                for (int cell = 0; cell < two.length; cell++) {
                    assertEquals(count(rows, first, cell % k, 4, cell / k), two[cell], 0);
                }
            }
            before = sum.toArray();
        }
    }

    @Test
    void columns_areNumbersAndAllLevelsButTheMostFrequent_thatVarySomewhere() {
        List<double[][]> sites = sites(3, 80);
        FirstSums first = summed(sites);
        assertArrayEquals(new int[] {0}, first.blocks()[0]);
        assertArrayEquals(new int[] {1}, first.blocks()[3]);
        assertArrayEquals(new int[] {2, 3}, first.blocks()[1], "B and C: A has most rows");
        assertEquals(1, first.level(2));
        assertEquals(2, first.level(3));
        assertEquals(2, first.blocks()[4].length, "no site has s, and one of the others is left out");
        double n = first.rows();
        assertEquals(sites.stream().mapToInt(rows -> rows.length).sum(), n);
        List<ToDoubleFunction<double[]>> columns = new ArrayList<>();
        for (int x : NUMBERS) {
            columns.add(row -> row[x]);
        }
        for (int v : CATEGORIES) {
            for (int column : first.blocks()[v]) {
                assertEquals(columns.size(), column);
                int level = first.level(column);
                columns.add(indicator(v, level));
                assertEquals(count(sites, v, level, v, level) / n, first.mean(v, column), 1e-15);
            }
        }
        int m = columns.size();
        double[] covariance = first.covariance();
        assertEquals(m * m, covariance.length);
        for (int k = 0; k < m * m; k++) {
            double expected = product(sites, columns.get(k / m), columns.get(k % m)) / (n - 3);
            assertEquals(expected, covariance[k], 1e-9, k / m + " and " + k % m);
        }
        double allAges = sites.stream()
                        .flatMap(Arrays::stream)
                        .mapToDouble(row -> row[0])
                        .sum()
                / n;
        assertEquals(allAges, first.mean(0, 0), 1e-9);
        assertEquals(
                count(sites, 1, 2, 2, 1),
                first.tables().counts(new int[] {1, 2}).orElseThrow().count(5));
    }

    private static double information(List<double[][]> sites, int v, int w) {
        double n = sites.stream().mapToInt(rows -> rows.length).sum();
        double sum = 0;
        for (int l = 0; l < COLUMNS.levels(v); l++) {
            for (int m = 0; m < COLUMNS.levels(w); m++) {
                double both = count(sites, v, l, w, m);
                double apart = count(sites, v, l, v, l) * count(sites, w, m, w, m);
                sum += both == 0 ? 0 : both / n * Math.log(n * both / apart);
            }
        }
        return sum;
    }

    /** By Linfoot's formula from raw counts, and from the R² of a number on indicators: 1 − R² = |S| / (s |S_l|). */
    @Test
    void nearness_isLinfootsOfTheInformationBeyondChance() {
        List<double[][]> sites = sites(3, 80);
        FirstSums first = summed(sites);
        double n = first.rows();
        double[] near = first.nearness();
        double beyond = information(sites, 1, 2) - 2 * 1 / 2.0 / n;
        assertEquals(Math.sqrt(1 - Math.exp(-2 * beyond)), near[5 + 2], 1e-9);
        double[] s = first.covariance();
        int m = (int) Math.sqrt(s.length);
        double r = s[1] / Math.sqrt(s[0] * s[m + 1]);
        assertEquals(Math.sqrt(1 - (1 - r * r) * Math.exp(1 / n)), near[3], 1e-9, "of two numbers");
        int sex = first.blocks()[2][0];
        double withSex = s[m + sex] * s[m + sex] / s[m + 1] / s[sex * m + sex];
        assertEquals(Math.sqrt(1 - (1 - withSex) * Math.exp(1 / n)), near[3 * 5 + 2], 1e-9, "of a number and a sex");
        assertEquals(0, near[4 * 5], 0.12, "a unit tells nothing of an age");
        for (int k = 0; k < 25; k++) {
            assertEquals(near[k], near[k % 5 * 5 + k / 5], 0, "symmetric");
            assertTrue(near[k] >= 0 && near[k] <= 1);
            assertTrue(k / 5 != k % 5 || near[k] == 1);
        }
    }

    private static final VariableSchema TWO = VariableSchema.of("a", "b")
            .with(Map.of("a", VariableKind.categorical("0", "1"), "b", VariableKind.categorical("0", "1")));

    private static FirstSums two(double[][]... counts) {
        List<double[][]> sites = new ArrayList<>();
        for (double[][] of : counts) {
            List<double[]> rows = new ArrayList<>();
            for (int a = 0; a < 2; a++) {
                for (int b = 0; b < 2; b++) {
                    for (int r = 0; r < of[a][b]; r++) {
                        rows.add(new double[] {a, b});
                    }
                }
            }
            sites.add(rows.toArray(double[][]::new));
        }
        CategoryColumns columns = new CategoryColumns(TWO);
        return new FirstSums(columns, sites.size(), new SummedSites(columns, sites).first());
    }

    private static double information(double[][] of) {
        double n = of[0][0] + of[0][1] + of[1][0] + of[1][1];
        double sum = 0;
        for (int cell = 0; cell < 4; cell++) {
            int a = cell / 2;
            int b = cell % 2;
            sum += of[a][b] / n * Math.log(n * of[a][b] / (of[a][0] + of[a][1]) / (of[0][b] + of[1][b]));
        }
        return sum;
    }

    /** φ = 2 (Σ n_k I_k − n I) / (K − 1) of a pair with two levels each, from three tables written by hand. */
    @Test
    void disagreement_isTwiceTheSurplusOfInformation_overItsDegrees() {
        double[][] one = {{40, 10}, {20, 30}};
        double[][] other = {{30, 30}, {25, 35}};
        double[][] third = {{15, 45}, {50, 10}};
        double[][] all = {{85, 85}, {95, 75}};
        FirstSums first = two(one, other, third);
        double surplus =
                100 * information(one) + 120 * information(other) + 120 * information(third) - 340 * information(all);
        assertEquals(surplus, first.agreement().disagreement().orElseThrow(), 1e-9, "2 · surplus / 2");
        assertTrue(first.agreement().findDisagreement().failed());
        assertEquals(1 / surplus, first.agreement().weight(), 1e-12);
        assertEquals((340 - 3 - 3) / surplus, first.effectiveRows(), 1e-9);
    }

    @Test
    void sitesWithTheSameRows_agree_andRowsCountInFull() {
        double[][] one = {{40, 10}, {20, 30}};
        FirstSums first = two(one, one, one, one);
        assertEquals(0, first.agreement().disagreement().orElseThrow(), 1e-9);
        assertFalse(first.agreement().findDisagreement().failed());
        assertEquals(1, first.agreement().weight());
        assertEquals(400 - 4 - 3, first.effectiveRows());
        assertEquals(List.of(), first.agreement().shifted());
        assertTrue(two(one, one).agreement().disagreement().isEmpty(), "two sites tell nothing");
        double[][] few = {{2, 1}, {1, 2}};
        assertTrue(
                two(few, few, few).agreement().disagreement().isEmpty(), "below five rows a cell that chance expects");
    }

    /** b has the same shares everywhere, a has not. */
    @Test
    void categoryWithOtherSharesAtOtherSites_isNamed() {
        FirstSums first = two(new double[][] {{45, 45}, {5, 5}}, new double[][] {{5, 5}, {45, 45}});
        assertEquals(List.of(0), first.agreement().shifted());
    }

    /**
     * Beyond χ² with one degree of freedom that chance exceeds once in a thousand, 10.828, by counts of 100 rows each.
     */
    @Test
    void category_isNamed_fromWhatChanceExceedsOnceInAThousand() {
        int named = 0;
        for (int k = 50; k <= 80; k++) {
            double other = 50 + k;
            double within = 2 * 50 * Math.log(0.5) + k * Math.log(k / 100.0) + (100 - k) * Math.log(1 - k / 100.0);
            double pooled = other * Math.log(other / 200) + (200 - other) * Math.log(1 - other / 200);
            FirstSums first = two(new double[][] {{25, 25}, {25, 25}}, new double[][] {{k - 20, 20}, {20, 80 - k}});
            boolean is = first.agreement().shifted().contains(0);
            assertEquals(2 * (within - pooled) > 10.828, is, "level 0 in " + k + " of 100 rows");
            named += is ? 1 : 0;
        }
        assertTrue(named > 5 && named < 25, named + " of 31");
    }

    @Test
    void sums_doNotDependOnTheOrderOfSites() {
        List<double[][]> sites = sites(4, 60);
        List<double[][]> reversed = new ArrayList<>(sites);
        Collections.reverse(reversed);
        FirstSums one = summed(sites);
        FirstSums other = summed(reversed);
        assertArrayEquals(one.covariance(), other.covariance(), 1e-9);
        assertArrayEquals(one.nearness(), other.nearness(), 1e-9);
        assertEquals(
                one.agreement().disagreement().orElseThrow(),
                other.agreement().disagreement().orElseThrow(),
                1e-9);
        assertEquals(one.agreement().shifted(), other.agreement().shifted());
    }

    /** Another origin and unit of a number, the same at a site, moves no relation. */
    @Test
    void nearness_doesNotDependOnUnits() {
        List<double[][]> sites = sites(3, 60);
        double[] before = summed(sites).nearness();
        for (double[][] rows : sites) {
            Arrays.stream(rows).forEach(row -> row[0] = 1000 - 20 * row[0]);
        }
        assertArrayEquals(before, summed(sites).nearness(), 1e-9);
    }

    @Test
    void tooFewRows_andConstantCategories_areRefusedWithTheRemedy() {
        IllegalArgumentException few = assertThrows(
                IllegalArgumentException.class,
                () -> two(new double[][] {{1, 1}, {1, 0}}, new double[][] {{1, 0}, {0, 1}}));
        assertEquals(
                "there must be at least 6 rows of 2 sites to tell relations from chance, were 5", few.getMessage());
        List<double[][]> sites = sites(2, 30);
        sites.forEach(rows -> Arrays.stream(rows).forEach(row -> row[2] = 1));
        DataException one = assertThrows(DataException.class, () -> summed(sites));
        assertTrue(one.getMessage().startsWith("column \"sex\": must have two levels"), one.getMessage());
        assertTrue(one.getMessage().contains("leave out"), one.getMessage());
        // each site has one ward, another one each, so that no site tells one level from another
        for (int p = 0; p < 2; p++) {
            double own = p;
            Arrays.stream(sites.get(p)).forEach(row -> row[1] = own);
        }
        DataException both = assertThrows(DataException.class, () -> summed(sites));
        assertTrue(both.getMessage().startsWith("columns \"ward\", \"sex\": must have"), both.getMessage());
    }

    @Test
    void cellThatIsNoLevel_isRefusedByTheName_withoutTheCell() {
        for (double cell : new double[] {-1, 3, 0.5, Double.NaN, Double.POSITIVE_INFINITY}) {
            DataException refused = assertThrows(DataException.class, () -> SiteCounts.level(COLUMNS, 1, cell));
            assertEquals("a cell of \"ward\" must be one of its 3 levels, one is not", refused.getMessage());
        }
        assertEquals(2, SiteCounts.level(COLUMNS, 1, 2));
    }
}
