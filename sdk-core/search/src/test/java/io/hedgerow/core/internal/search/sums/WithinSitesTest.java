// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Finding.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WithinSitesTest {

    private static final int D = 6;

    private static List<double[][]> sites(int count, boolean offsets, long graphs) {
        List<double[][]> sites = new ArrayList<>();
        for (int p = 0; p < count; p++) {
            LinearSem model = LinearSem.of(new ErdosRenyi(D, 8).generate(graphs * p), Noise.GAUSSIAN);
            double[][] rows = model.sample(400 + 50 * p, 100 + p);
            for (double[] row : rows) {
                for (int j = 0; j < D; j++) {
                    row[j] += offsets ? 10 * p : 0;
                }
            }
            sites.add(rows);
        }
        return sites;
    }

    @Test
    void offsetsOfSites_changeNothingButMeans() {
        WithinSites plain = SummedRows.of(sites(4, false, 0));
        WithinSites moved = SummedRows.of(sites(4, true, 0));
        assertArrayEquals(plain.covariance(), moved.covariance(), 1e-9);
        assertEquals(plain.disagreement().orElseThrow(), moved.disagreement().orElseThrow(), 1e-9);
        assertEquals(400 + 450 + 500 + 550, plain.rows());
        assertEquals((450 * 10 + 500 * 20 + 550 * 30) / 1900.0, moved.mean(0) - plain.mean(0), 1e-9);
    }

    @Test
    void covariance_ofOneSite_hasItsDegreesOfFreedom() {
        double[][] rows = sites(1, false, 0).get(0);
        double product = 0;
        double[] mean = new double[2];
        for (double[] row : rows) {
            mean[0] += row[2] / 400;
            mean[1] += row[3] / 400;
        }
        for (double[] row : rows) {
            product += (row[2] - mean[0]) * (row[3] - mean[1]);
        }
        assertEquals(product / 399, SummedRows.of(List.<double[][]>of(rows)).covariance()[2 * D + 3], 1e-12);
    }

    @Test
    void disagreement_isTheVarianceOfFishersZ_overWhatRowsExplain() {
        List<double[][]> sites = sites(3, false, 1);
        double mean = 0;
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < i; j++) {
                double weight = 0;
                double sum = 0;
                double squares = 0;
                for (double[][] rows : sites) {
                    double[] s = SummedRows.of(List.<double[][]>of(rows)).covariance();
                    double r = s[i * D + j] / Math.sqrt(s[i * (D + 1)] * s[j * (D + 1)]);
                    double z = 0.5 * Math.log((1 + r) / (1 - r));
                    double w = rows.length - 4;
                    weight += w;
                    sum += w * z;
                    squares += w * z * z;
                }
                // d is even: pairs at distance d / 2 are summed, and so count, twice of 18
                mean += (i - j == D / 2 ? 2 : 1) * (squares - sum * sum / weight) / 2 / 18;
            }
        }
        assertEquals(mean, SummedRows.of(sites).disagreement().orElseThrow(), 1e-9);
    }

    @Test
    void sitesOfOnePopulation_agree_andOthersDoNot() {
        // 15 pairs of four sites: 45 degrees of freedom that are not independent
        assertEquals(1, SummedRows.of(sites(4, false, 0)).disagreement().orElseThrow(), 0.8);
        WithinSites different = SummedRows.of(sites(4, false, 1));
        assertTrue(different.disagreement().orElseThrow() > 10);
        assertTrue(different.effectiveRows() < 200);
    }

    @Test
    void twoSites_cannotBeCompared() {
        WithinSites two = SummedRows.of(sites(2, false, 1));
        assertEquals(OptionalDouble.empty(), two.disagreement());
        // two means are subtracted, and the prior counts as three rows
        assertEquals(845, two.effectiveRows(), 1e-9);
    }

    @Test
    void rowsOfSeries_countInFull() {
        WithinSites two = SummedRows.of(sites(2, false, 1)).ofSeries();
        assertEquals(845, two.effectiveRows(), 1e-9);
    }

    @Test
    void fewerThanFourRowsMoreThanSites_areRefused() {
        Parameters sums = SummedRows.sums(List.<double[][]>of(sites(1, false, 0).get(0)));
        WithinSites.of(D, 396, sums);
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> WithinSites.of(D, 397, sums));
        assertTrue(refused.getMessage().contains("at least 401 rows of 397 sites"), refused.getMessage());
        assertTrue(refused.getMessage().endsWith("were 400"), refused.getMessage());
    }

    /** Sites of one network, of which some have a column with one value only. */
    private static List<double[][]> withConstants(int count, int... constant) {
        List<double[][]> sites = sites(count, false, 0);
        for (int p = 0; p < constant.length; p++) {
            for (double[] row : sites.get(p)) {
                if (constant[p] >= 0) {
                    row[constant[p]] = 7;
                }
            }
        }
        return sites;
    }

    /** What a site cannot say is no disagreement, no other unit and no lighter tail. */
    @Test
    void columnThatIsConstantAtASite_isComparedAtTheOthers() {
        WithinSites all = SummedRows.of(sites(5, false, 0));
        WithinSites some = SummedRows.of(withConstants(5, 0, 3, -1, 3));
        assertTrue(some.disagreement().orElseThrow() < 2, "" + some.disagreement());
        assertTrue(!some.sitesDiffer());
        assertEquals(all.scaleFactors(D), some.scaleFactors(D));
        for (int j = 0; j < D; j++) {
            assertEquals(all.fourth(j), some.fourth(j), 0.2);
        }
        assertEquals(Set.of(0, 3), some.constantSomewhere(D).keySet());
        assertEquals(Map.of(), all.constantSomewhere(D));
        assertEquals(
                List.of(0, 3),
                some.findConstant(D).places().stream().map(Finding.Place::one).toList());
        assertTrue(some.findConstant(D).failed());
        assertEquals(Outcome.PASSED, all.findConstant(D).outcome());
        assertEquals(
                (396.0 + 496 + 596) / (396 + 446 + 496 + 546 + 596),
                some.constantSomewhere(D).get(3),
                1e-12);
        assertEquals(all.rows(), some.rows());
        double whole = 396 + 446 + 496 + 546 + 596;
        double first = (whole - 396) / whole;
        double third = (396.0 + 496 + 596) / whole;
        assertEquals(1 / third, some.overlap(3, 3), 1e-12);
        assertEquals((496 + 596) / whole / first / third, some.overlap(0, 3), 1e-12);
        assertEquals(some.overlap(0, 3), some.overlap(3, 0));
        assertEquals(1, all.overlap(0, 3));
    }

    /** φ of pairs, each over the sites where both columns vary. */
    @Test
    void disagreement_withConstantColumns_isThatOfTheOtherPairs() {
        List<double[][]> sites = withConstants(4, 0, 3, 3);
        double between = 0;
        double weights = 0;
        for (double[][] rows : sites) {
            weights += rows.length - 4;
        }
        double freedom = 0;
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < i; j++) {
                double weight = 0;
                double sum = 0;
                double squares = 0;
                for (double[][] rows : sites) {
                    double[] s = SummedRows.of(List.<double[][]>of(rows)).covariance();
                    double scale = s[i * (D + 1)] * s[j * (D + 1)];
                    if (scale > 0) {
                        double z = 0.5 * Math.log(2 / (1 - s[i * D + j] / Math.sqrt(scale)) - 1);
                        weight += rows.length - 4;
                        sum += (rows.length - 4) * z;
                        squares += (rows.length - 4) * z * z;
                    }
                }
                int counted = i - j == D / 2 ? 2 : 1;
                between += counted * (squares - sum * sum / weight);
                freedom += counted * (4 * weight / weights - 1);
            }
        }
        assertEquals(between / freedom, SummedRows.of(sites).disagreement().orElseThrow(), 1e-9);
    }

    /** Units that differ are still seen in a column that some site does not vary in. */
    @Test
    void otherUnits_besideAConstant_areSeen_andBridged() {
        List<double[][]> sites = withConstants(5, 3);
        for (double[] row : sites.get(4)) {
            row[3] *= 100;
        }
        WithinSites moments = SummedRows.of(sites);
        assertEquals(Set.of(3), moments.scaleFactors(D).keySet());
        double[] bridged = moments.inCommonScale().covariance();
        double[] plain = SummedRows.of(withConstants(5, 3)).covariance();
        for (int j = 0; j < D; j++) {
            double before = plain[3 * D + j] / Math.sqrt(plain[3 * (D + 1)] * plain[j * (D + 1)]);
            double after = bridged[3 * D + j] / Math.sqrt(bridged[3 * (D + 1)] * bridged[j * (D + 1)]);
            assertEquals(before, after, 0.02);
        }
    }

    @Test
    void columnThatVariesNowhere_isRefusedByName() {
        WithinSites moments = SummedRows.of(withConstants(2, 3, 3));
        assertEquals(
                "column \"dose\": must have a variance > 0 at some site, is constant: leave out (CellFormat.dropped), at"
                        + " every site, in a plan among its variables",
                assertThrows(
                                DataException.class,
                                () -> moments.requireVarying(List.of("a", "b", "c", "dose", "e", "f")))
                        .getMessage());
    }
}
