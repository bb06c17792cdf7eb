package io.hedgerow.core.internal.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.simulation.ErdosRenyi;
import io.hedgerow.core.simulation.LinearSem;
import io.hedgerow.core.simulation.Noise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WithinSitesTest {

    private static final int D = 6;

    private static SufficientStatistics statistics(double[][] rows, double offset) {
        double[] mean = new double[D];
        double[] covariance = new double[D * D];
        for (double[] row : rows) {
            for (int j = 0; j < D; j++) {
                mean[j] += (row[j] + offset) / rows.length;
            }
        }
        for (double[] row : rows) {
            for (int k = 0; k < D * D; k++) {
                covariance[k] +=
                        (row[k / D] + offset - mean[k / D]) * (row[k % D] + offset - mean[k % D]) / rows.length;
            }
        }
        return SufficientStatistics.ofMoments(rows.length, mean, covariance);
    }

    private static List<SufficientStatistics> sites(int count, boolean offsets, long graphs) {
        List<SufficientStatistics> sites = new ArrayList<>();
        for (int p = 0; p < count; p++) {
            LinearSem model = LinearSem.of(new ErdosRenyi(D, 8).generate(graphs * p), Noise.GAUSSIAN);
            sites.add(statistics(model.sample(400 + 50 * p, 100 + p), offsets ? 10 * p : 0));
        }
        return sites;
    }

    @Test
    void offsetsOfSites_changeNothing() {
        WithinSites plain = WithinSites.of(sites(4, false, 0));
        WithinSites moved = WithinSites.of(sites(4, true, 0));
        assertArrayEquals(plain.covariance(), moved.covariance(), 1e-9);
        assertEquals(plain.disagreement(), moved.disagreement(), 1e-9);
        assertEquals(400 + 450 + 500 + 550, plain.rows());
    }

    @Test
    void covariance_ofOneSite_hasItsDegreesOfFreedom() {
        SufficientStatistics site = sites(1, false, 0).get(0);
        double[] pooled = WithinSites.of(List.of(site)).covariance();
        assertEquals(site.covariance(2, 3) * 400 / 399, pooled[2 * D + 3], 1e-12);
    }

    @Test
    void sitesOfOnePopulation_agree_andOthersDoNot() {
        // 15 pairs of four sites: 45 degrees of freedom that are not independent
        assertEquals(1, WithinSites.of(sites(4, false, 0)).disagreement(), 0.8);
        WithinSites different = WithinSites.of(sites(4, false, 1));
        assertTrue(different.disagreement() > 10);
        assertTrue(different.effectiveRows() < 200);
    }

    @Test
    void twoSites_cannotBeCompared() {
        WithinSites two = WithinSites.of(sites(2, false, 1));
        assertEquals(1, two.disagreement());
        assertEquals(1 / (1.0 / 850 + 1e-3), two.effectiveRows(), 1e-9);
    }

    @Test
    void sitesOfOneRow_areRefused() {
        SufficientStatistics one = statistics(new double[][] {new double[D]}, 0);
        assertThrows(IllegalArgumentException.class, () -> WithinSites.of(List.of(one, one)));
    }
}
