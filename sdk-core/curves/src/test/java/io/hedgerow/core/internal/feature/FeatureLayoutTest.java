// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.moments.FeatureRows;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where what is told and sent stands: both come back as they were, and sums over sites are those of all rows. */
class FeatureLayoutTest {

    private static final int[][] PAIRS = {{0, 1}, {1, 2}};

    private final FeatureLayout layout = FeatureRelease.layout(3, true);
    private final double[][] rows = FeatureRows.three(300);
    private final List<Marginal> marginals =
            List.of(FeatureRows.marginal(rows, 0), FeatureRows.marginal(rows, 1), FeatureRows.marginal(rows, 2));
    private final double[] centre = {0.5, -1, 2};
    private final double[] unit = {1, 0.25, 3};
    private final Parameters scales = layout.tellScales(300, centre, unit);
    private final Parameters singles = layout.tellMarginals(scales, marginals);
    private final Parameters both = layout.tellPairs(singles, PAIRS);

    private static FeatureRelease site() {
        return new FeatureRelease(3, true, FeatureRelease.Seen.IN_ONE_PROCESS);
    }

    /** The same rows at so many sites. */
    private Parameters sent(Parameters told, int sites) {
        double[] sum = new double[layout.layout().size()];
        for (int p = 0; p < sites; p++) {
            double[] own = FeatureRows.answer(site(), layout, told, rows).toArray();
            Arrays.setAll(sum, k -> sum[k] + own[k]);
        }
        return Parameters.takeOver(sum);
    }

    @Test
    void whatIsTold_comesBack() {
        assertEquals(0, layout.round(Parameters.zeros(layout.layout().size())));
        assertEquals(1, layout.round(scales));
        assertEquals(2, layout.round(singles));
        assertEquals(3, layout.round(both));
        assertEquals(300, layout.rows(both));
        for (int j = 0; j < 3; j++) {
            assertEquals(centre[j], layout.centre(both, j));
            assertEquals(unit[j], layout.unit(both, j));
        }
        FeatureMap map = layout.map(both);
        assertEquals(FeatureMap.USUAL_WIDTH, map.width());
        assertArrayEquals(PAIRS, map.pairs());
        for (int j = 0; j < 3; j++) {
            assertArrayEquals(marginals.get(j).told(), map.marginal(j).told());
        }
        assertEquals(0, layout.map(singles).pairs().length);
    }

    @Test
    void momentsAndHistograms_comeBack() {
        Parameters sums = FeatureRelease.moments(
                3, true, sent(Parameters.zeros(layout.layout().size()), 1));
        WithinSites moments = WithinSites.of(3, 1, sums);
        assertEquals(300, moments.rows());
        double mean = Arrays.stream(rows).mapToDouble(row -> row[1]).average().orElseThrow();
        assertEquals(mean, moments.mean(1), 1e-12);
        Parameters histograms = sent(scales, 1);
        for (int j = 0; j < 3; j++) {
            double[] counts = new double[Marginal.BINS];
            for (double[] row : rows) {
                counts[Marginal.bin((row[j] - centre[j]) / unit[j])]++;
            }
            assertArrayEquals(counts, layout.histogram(histograms, j));
        }
    }

    /** A round fills its own places only, so that sums of different kinds never meet. */
    @Test
    void everyRound_fillsOtherPlaces() {
        List<Parameters> rounds = List.of(
                sent(Parameters.zeros(layout.layout().size()), 1), sent(scales, 1), sent(singles, 1), sent(both, 1));
        for (int k = 0; k < layout.layout().size(); k++) {
            int place = k;
            assertTrue(rounds.stream().filter(sent -> sent.get(place) != 0).count() <= 1, "place " + k);
        }
    }

    /** G (n − K) of sites with the same rows is that of all rows in one place: rounding of sums of 10³ terms. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void moments_ofSitesWithTheSameMeans_areThoseOfAllRows(int sites) {
        List<double[]> pooled = new ArrayList<>();
        IntStream.range(0, sites).forEach(p -> pooled.addAll(Arrays.asList(rows)));
        FeatureMap map = layout.map(both);
        FeatureMoments expected = FeatureRows.moments(map, pooled.toArray(double[][]::new));
        FeatureMoments found = layout.moments(map, sites, sent(singles, sites), sent(both, sites));
        assertEquals(300.0 * sites, found.rows());
        double factor = (found.rows() - 1) / (found.rows() - sites);
        for (int a = 0; a < map.size(); a++) {
            assertEquals(expected.mean(a), found.mean(a), 1e-12);
            for (int b = 0; b < map.size(); b++) {
                assertEquals(expected.covariance(a, b) * factor, found.covariance(a, b), 1e-10);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 4, 'a site must be asked in round 0, 1, 2 or 3, was asked in 4.0'",
        "0, 0.5, 'a site must be asked in round 0, 1, 2 or 3, was asked in 0.5'",
        "2, -1, 'pairs must be from 0 to 3, were -1.0'",
        "2, 1e9, 'pairs must be from 0 to 3, were 1.0E9'",
        "4, 0, 'the unit of a histogram must be finite and > 0, was 0.0'",
        "4, NaN, 'the unit of a histogram must be finite and > 0, was NaN'"
    })
    void whatNoCoordinatorTells_isRefused(int place, double value, String words) {
        double[] told = both.toArray();
        told[2 * 9 + place] = value;
        Parameters wrong = Parameters.takeOver(told);
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> {
            layout.round(wrong);
            layout.map(wrong);
            layout.unit(wrong, 0);
        });
        assertEquals(words, refused.getMessage());
    }

    @Test
    void aPairOfNoVariables_isRefused() {
        Parameters wrong = layout.tellPairs(singles, new int[][] {{0, 3}});
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> layout.map(wrong));
        assertEquals("a pair must be of variables 0 to 2, was 3.0", refused.getMessage());
    }

    @Test
    void pairsOfOneVariable_orToldTwice_areRefused() {
        for (int[][] pairs : new int[][][] {{{1, 1}}, {{1, 0}}, {{0, 1}, {0, 1}}}) {
            Parameters told = layout.tellPairs(singles, pairs);
            assertThrows(IllegalArgumentException.class, () -> layout.map(told));
        }
    }

    /** The site knows what was planned from the task's round; the announcement must not ask for something else. */
    @Test
    void roundThatWasNotPlanned_isRefused() {
        FeatureRelease site = site();
        site.plan(new Task("s", 1, 1, Payload.empty(), Set.of()));
        assertThrows(ProtocolException.class, () -> FeatureRows.answer(site, layout, both, rows));
        FeatureRows.answer(site, layout, scales, rows);
    }
}
