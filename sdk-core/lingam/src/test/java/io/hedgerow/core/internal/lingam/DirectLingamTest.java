// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Finding.Outcome;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DirectLingamTest {

    private static final WeightMatrix FORTH = WeightMatrix.of(new double[][] {{0, 1}, {0, 0}});
    private static final WeightMatrix BACK = WeightMatrix.of(new double[][] {{0, 0}, {-0.8, 0}});

    static Stream<ToDoubleFunction<Random>> noises() {
        return Stream.of(DrawnSites.LAPLACE, DrawnSites.EXPONENTIAL, DrawnSites.UNIFORM);
    }

    @ParameterizedTest
    @MethodSource("noises")
    void twoVariables_areDirectedAsTheyWereMade(ToDoubleFunction<Random> noise) {
        for (WeightMatrix truth : List.of(FORTH, BACK)) {
            WeightMatrix found = DrawnSites.of(truth, noise, 3, 500, 1).learn().network();
            assertEquals(truth.hasEdge(0, 1), found.hasEdge(0, 1));
            assertEquals(truth.hasEdge(1, 0), found.hasEdge(1, 0));
            // standard deviations of the weight: at most 2 · 2 / √1500 = 0.1
            assertEquals(truth.get(0, 1) + truth.get(1, 0), found.get(0, 1) + found.get(1, 0), 0.5);
        }
    }

    /** No edge was wrong in 90 data sets with 20 variables, 30 edges and 5000 rows. */
    @ParameterizedTest
    @MethodSource("noises")
    void variablesWithUnequalNoises_areFound(ToDoubleFunction<Random> noise) {
        for (int seed = 1; seed <= 3; seed++) {
            WeightMatrix truth = new ErdosRenyi(12, 18).generate(seed);
            DirectLingam.Found found = DrawnSites.of(truth, noise, 5, 600, seed).learn();
            assertEquals(0, StructureMetrics.of(found.network(), truth).shd());
            assertEquals(List.of(), found.evidence().findings().failed(), "seed " + seed);
            assertEquals(Outcome.PASSED, found.evidence().findings().verdict());
        }
    }

    @ParameterizedTest
    @MethodSource("noises")
    void sitesFindWhatRowsInOnePlaceTell(ToDoubleFunction<Random> noise) {
        DrawnSites sites = DrawnSites.of(new ErdosRenyi(8, 12).generate(4), noise, 4, 150, 4);
        DrawnSites one = sites.inOnePlace();
        PooledRows pooled = sites.pooled();
        assertArrayEquals(
                PooledReference.order(one.rows(0)),
                CausalOrdering.of(sites.schema(), pooled.covariance(), pooled.contrasts()));
        // the sites' rows count a little less where their correlations differ, which decides no edge here
        assertArrayEquals(
                one.learn().network().toRows(), sites.learn().network().toRows(), 1e-9);
    }

    @Test
    void inOtherUnits_theNetworkIsTheSame() {
        WeightMatrix truth = new ErdosRenyi(6, 8).generate(2);
        DrawnSites sites = DrawnSites.of(truth, DrawnSites.LAPLACE, 3, 300, 2);
        double[] factors = {1e-3, 7, 1, 1e4, 0.02, 300};
        WeightMatrix found = sites.learn().network();
        WeightMatrix scaled = sites.times(factors).learn().network();
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                double expected = found.get(i, j) * factors[j] / factors[i];
                assertEquals(expected, scaled.get(i, j), 1e-6 * Math.abs(expected));
            }
        }
    }

    @Test
    void gaussianNoise_isFound() {
        WeightMatrix truth = new ErdosRenyi(6, 8).generate(3);
        Findings findings = findings(DrawnSites.of(truth, DrawnSites.GAUSSIAN, 3, 300, 3));
        assertEquals(List.of(0, 1, 2, 3, 4, 5), columns(findings, Misfit.NORMAL_NOISE));
        assertEquals(6, findings.figure(Misfit.NORMAL_NOISE).orElseThrow());
        assertEquals(Outcome.FAILED, findings.verdict());
    }

    /** One Gaussian noise among others leaves everything identified; two leave what is between them open. */
    @Test
    void normalNoise_failsOfTwoVariablesOrMore() {
        Finding one = DirectLingam.findNormalNoise(List.of(1));
        assertEquals(Outcome.PASSED, one.outcome());
        assertEquals(1, one.figure().orElseThrow());
        assertEquals(List.of(), one.places());
        Finding two = DirectLingam.findNormalNoise(List.of(2, 0));
        assertTrue(two.failed());
        assertEquals(
                List.of(0, 2), two.places().stream().map(Finding.Place::one).toList());
    }

    /** Of sites with another unit, another relation and a constant column each is found where it is. */
    @Test
    void sitesThatDiffer_areFound() {
        WeightMatrix truth = new ErdosRenyi(6, 8).generate(2);
        DrawnSites drawn = DrawnSites.of(truth, DrawnSites.LAPLACE, 4, 400, 2);
        double[][][] rows = new double[4][][];
        Arrays.setAll(rows, drawn::rows);
        assertEquals(List.of(), findings(DrawnSites.ofRows(rows)).failed());
        for (double[] row : rows[0]) {
            row[1] *= 1000;
        }
        assertEquals(List.of(1), columns(findings(DrawnSites.ofRows(rows)), Misfit.SCALES_DIFFER));
        for (double[] row : rows[0]) {
            row[1] = 3;
        }
        Findings constant = findings(DrawnSites.ofRows(rows));
        assertEquals(List.of(1), columns(constant, Misfit.CONSTANT_SOMEWHERE));
        assertEquals(List.of(), columns(constant, Misfit.SCALES_DIFFER));
        for (double[] row : rows[0]) {
            row[1] = -5 * row[3] + row[4] / 10;
        }
        assertTrue(findings(DrawnSites.ofRows(rows))
                .of(Misfit.SITES_DIFFER)
                .orElseThrow()
                .failed());
    }

    private static Findings findings(DrawnSites sites) {
        return sites.learn().evidence().findings();
    }

    private static List<Integer> columns(Findings findings, Misfit about) {
        return findings.places(about).stream().map(Finding.Place::one).toList();
    }

    @Test
    void aColumnThatIsMadeOfOthers_isNamed() {
        double[][] rows = new double[50][];
        Random random = new Random(1);
        for (int r = 0; r < rows.length; r++) {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            rows[r] = new double[] {a, b, a - 2 * b};
        }
        DrawnSites sites = DrawnSites.ofRows(new double[][][] {rows});
        DataException e = assertThrows(DataException.class, sites::learn);
        assertTrue(e.getMessage().matches("column x[123] must not be a linear combination.*"), e.getMessage());
    }

    @Test
    void rowsThatChangeBetweenReadings_areRefused() {
        DrawnSites sites = DrawnSites.of(FORTH, DrawnSites.LAPLACE, 1, 50, 1);
        Contrasts shrinking = Contrasts.ofSite(sites.statistics(0), consumer -> consumer.accept(sites.rows(0)[0]));
        DataException e =
                assertThrows(DataException.class, () -> DirectLingam.learn(sites.schema(), sites.moments(), shrinking));
        assertTrue(e.getMessage().contains("were 50 at first and 1 later"), e.getMessage());
    }
}
