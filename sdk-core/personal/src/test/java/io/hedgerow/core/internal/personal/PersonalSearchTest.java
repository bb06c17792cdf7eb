// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.internal.search.score.HyperParameters.FitSums;
import io.hedgerow.core.internal.search.score.LocalScores;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Networks of clients that differ: every formula, and what is chosen. */
class PersonalSearchTest {

    private static final int D = 3;
    private static final int Q = 6;
    private static final EdgeKnowledge KNOWN = EdgeKnowledge.none(Q).parentsOnlyFrom(D);
    private static final HyperParameters SETTINGS = new HyperParameters(0.9, 0.2, 0.4, 0.1);

    private static double[][] rows(int count, long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[count][Q];
        for (double[] row : rows) {
            for (int j = Q - 1; j >= 0; j--) {
                row[j] = random.nextGaussian() + (j < Q - 1 ? 0.4 * row[j + 1] : 0);
            }
        }
        return rows;
    }

    private static PersonalMoments moments(double[][] rows) {
        double[] products = new double[Q * Q];
        for (double[] row : rows) {
            for (int k = 0; k < products.length; k++) {
                products[k] += row[k / Q] * row[k % Q];
            }
        }
        return PersonalMoments.of(Q, rows.length, products);
    }

    private static List<PersonalMoments> clients() {
        return List.of(moments(rows(20, 1)), moments(rows(30, 2)), moments(rows(40, 3)));
    }

    private static PersonalFit fit(PersonalMoments moments) {
        return new PersonalModel(KNOWN, NoiseAssumption.EQUAL, SETTINGS).fit(moments);
    }

    /** 1 → 0, 4 → 0 and 3 → 2. */
    private static ParentSets graph() {
        ParentSets graph = ParentSets.empty(Q);
        graph.add(0, 1);
        graph.add(0, 4);
        graph.add(2, 3);
        return graph;
    }

    @Test
    void settings_fromSumsOverClients_areThoseOfAllNumbersTogether() {
        List<FitSums> own =
                clients().stream().map(one -> fit(one).sums(graph())).toList();
        FitSums sum = own.get(0).plus(own.get(1), 1).plus(own.get(2), 1);
        HyperParameters found = HyperParameters.of(FitSums.of(sum.message()), 3, D, Q);
        double residuals = own.stream().mapToDouble(FitSums::residuals).sum();
        double squares = own.stream().mapToDouble(FitSums::squares).sum();
        double noise = residuals / (90 * D);
        assertEquals(noise, found.noise(), 1e-12);
        assertEquals((3 * 1 + 1) / (3 * 3 + 2.0), found.share(), 1e-12);
        assertEquals((3 * 2 + 1) / (3 * 9 + 2.0), found.shareOfParentsOnly(), 1e-12);
        assertEquals((squares / noise + 0.4) / (3 * 3 + 2), found.slab(), 1e-12);
    }

    /** E b² is b̂² + s² / (n (G + I / (n v²))⁻¹ …) of one parent: in closed form. */
    @Test
    void sums_ofOneParent_areThoseOfTheNormalPosterior() {
        PersonalMoments own = moments(rows(25, 4));
        ParentSets one = ParentSets.empty(Q);
        one.add(2, 3);
        double n = own.worth();
        double ridge = 1 / (n * SETTINGS.slab());
        double[] g = own.covariance();
        double a = g[3 * Q + 3] + ridge;
        double b = g[2 * Q + 3] / a;
        FitSums sums = fit(own).sums(one);
        assertEquals(b * b + SETTINGS.noise() / (n * a), sums.squares(), 1e-12);
        double residual = g[2 * Q + 2] - b * g[2 * Q + 3] + g[0] + g[Q + 1];
        assertEquals(25 * residual, sums.residuals(), 1e-9);
        assertEquals(1, sums.lagged());
        assertEquals(0, sums.within());
    }

    @Test
    void poolOfWeightOne_isPooled_andOfWeightZeroLocal() {
        PersonalRows own = rowsOf(1);
        PersonalRows sum = PersonalRows.ofSum(
                Q, sum(own.message(), rowsOf(2).message(), rowsOf(3).message()));
        assertEquals(3 * 40, own.pooled(sum, 1).all().rows(), 1e-12);
        assertArrayEquals(sum.all().covariance(), own.pooled(sum, 1).all().covariance(), 1e-12);
        assertArrayEquals(own.all().covariance(), own.pooled(sum, 0).all().covariance(), 1e-12);
        PersonalMoments part = own.pooled(sum, 0.2).set(4);
        assertEquals(32 + 0.2 * 64, part.rows(), 1e-12);
        assertEquals(
                own.set(4).product(1, 2)
                        + 0.2 * (sum.set(4).product(1, 2) - own.set(4).product(1, 2)),
                part.product(1, 2),
                1e-9);
    }

    /** Five blocks of eight rows. */
    private static PersonalRows rowsOf(long client) {
        return new PersonalRows(IntStream.range(0, PersonalSearch.BLOCKS)
                .mapToObj(block -> moments(rows(8, 10 * client + block)))
                .toList());
    }

    private static double[] sum(double[]... messages) {
        double[] sum = new double[messages[0].length];
        for (double[] message : messages) {
            Arrays.setAll(sum, k -> sum[k] + message[k]);
        }
        return sum;
    }

    @Test
    void edgePrior_isTheLogOddsOfOthersProbabilities() {
        double[] own = new double[Q * Q];
        own[1] = 0.3;
        double[] sum = own.clone();
        sum[1] += 0.9 + 0.7;
        sum[Q] += 0.1;
        sum[4 * Q] += 1.2;
        double[] odds = new PersonalModel(KNOWN, NoiseAssumption.EQUAL, SETTINGS).logOdds(sum, own, 3);
        assertEquals(Math.log((1.6 + 0.2) / (2 - 1.6 - 0.1 + 0.6)), odds[1], 1e-12, "0 -> 1");
        assertEquals(Math.log((0.1 + 0.2) / (2 - 1.6 - 0.1 + 0.6)), odds[Q], 1e-12, "1 -> 0");
        assertEquals(Math.log((1.2 + 0.1) / (2 - 1.2 + 0.9)), odds[4 * Q], 1e-12, "4 -> 0, a lag");
        assertEquals(Double.NEGATIVE_INFINITY, odds[4], "0 -> 4, into the past");
    }

    /** Above that of no parents, which no graph changes. */
    @Test
    void scoreOfOneStructure_isTheSumOfClientsScores() {
        PersonalSumLayout layout = new PersonalSumLayout(D, Q);
        PersonalFamilies families = new PersonalFamilies(layout);
        PersonalFamilies.Family none = PersonalFamilies.Family.of(2, 0, new int[0], 0);
        PersonalFamilies.Family two = PersonalFamilies.Family.of(2, 0, new int[] {4, 1}, 2);
        double[] told = new double[layout.size()];
        families.tell(List.of(none, two), told);
        double[] sum = new double[layout.size()];
        double expected = 0;
        double without = 0;
        for (PersonalMoments one : clients()) {
            double[] answer = new double[layout.size()];
            families.answer(told, set -> fit(one), answer);
            Arrays.setAll(sum, k -> sum[k] + answer[k]);
            LocalScores own = fit(one).scores();
            expected += own.of(0, new int[] {1, 4}, 2) - own.of(0, new int[0], 0);
            without += own.of(0, new int[] {4}, 1) - own.of(0, new int[0], 0);
        }
        RemoteScores asked = new RemoteScores(KNOWN);
        double[] toggled = new double[Q];
        asked.of(2).toggled(0, new int[] {1, 4}, 2, toggled);
        assertEquals(List.of(two), asked.missing());
        asked.learn(none, families.summed(sum, 0));
        asked.learn(two, families.summed(sum, 1));
        assertEquals(expected, asked.of(2).of(0, new int[] {1, 4}, 2), 1e-9);
        asked.of(2).toggled(0, new int[] {1, 4}, 2, toggled);
        assertEquals(without, toggled[1], 1e-9);
        assertEquals(Double.NEGATIVE_INFINITY, toggled[0], "no edge to itself");
        assertEquals(0, asked.of(2).of(0, new int[0], 0), 1e-9);
        assertEquals(List.of(), asked.missing());
        asked.of(1).toggled(0, new int[0], 0, toggled);
        assertEquals(1, asked.missing().size(), "other rows have other scores");
    }

    /** Σ_j −n/2 ln(2π s²) − Σ e² / (2 s²), row by row. */
    @Test
    void logLikelihood_isThatOfTheRows() {
        PersonalFit fit = fit(moments(rows(25, 4)));
        ParentSets one = ParentSets.empty(Q);
        one.add(2, 3);
        double a = fit.covariance()[3 * Q + 3] + 1 / (fit.moments().worth() * SETTINGS.slab());
        double b = fit.covariance()[2 * Q + 3] / a;
        double[][] heldOut = rows(7, 9);
        double expected = 0;
        for (double[] row : heldOut) {
            for (int j = 0; j < D; j++) {
                double e = row[j] - (j == 2 ? b * row[3] : 0);
                expected -= Math.log(2 * Math.PI * 0.9) / 2 + e * e / (2 * 0.9);
            }
        }
        assertEquals(expected, fit.logLikelihood(one, moments(heldOut)), 1e-9);
    }

    @Test
    void gain_hasTheErrorOfItsDifferences_andMustExceedTwo() {
        SharingMode mode = new SharingMode(SharingMode.Kind.EDGES, 0);
        // 1, 2 and 6: mean 3, variance 7, so the sum 9 has the error √(3 · 7)
        PersonalSearch.SharingChoice.Gain gain = PersonalSearch.SharingChoice.gain(mode, new double[] {9, 41, 3});
        assertEquals(9, gain.gain(), 1e-12);
        assertEquals(Math.sqrt(21), gain.error(), 1e-12);
        assertEquals(
                mode,
                PersonalSearch.SharingChoice.surest(List.of(new PersonalSearch.SharingChoice.Gain(mode, 9, 4.4)))
                        .mode());
        PersonalSearch.SharingChoice.Gain unsure = new PersonalSearch.SharingChoice.Gain(mode, 9, 4.6);
        assertEquals(
                SharingMode.Kind.LOCAL,
                PersonalSearch.SharingChoice.surest(List.of(unsure)).mode().kind());
        assertEquals(mode, PersonalSearch.SharingChoice.best(List.of(unsure)).mode());
    }

    @Test
    void twoSites_areRefused() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> PersonalSearch.requireEnough(2));
        assertTrue(refused.getMessage().contains("at least 3 sites"), refused.getMessage());
    }

    private static List<List<SufficientStatistics>> series(StructuralVar common, StructuralVar.Difference difference) {
        List<List<SufficientStatistics>> clients = new ArrayList<>();
        for (int k = 1; k <= 4; k++) {
            List<StatisticsAccumulator> blocks = IntStream.range(0, PersonalSearch.BLOCKS)
                    .mapToObj(b -> new StatisticsAccumulator(Q))
                    .toList();
            int[] row = new int[1];
            Lagged.of(
                            common.client(difference, k).series(1, 41, k),
                            new Lagged.Order(Optional.of("realisation"), Optional.of("time"), OptionalDouble.empty()),
                            1)
                    .forEachRow(x -> blocks.get(row[0]++ / 8).add(x));
            clients.add(blocks.stream().map(StatisticsAccumulator::finish).toList());
        }
        return clients;
    }

    /** Four sites of 40 rows; signs differ, so that a sum of moments would tell nothing of the structure. */
    @Test
    void clientsOfOneGraph_shareIt_andUnrelatedOnesDoNot() {
        WeightRange range = new WeightRange(0.5, 0.7);
        StructuralVar common = StructuralVar.random(
                new ErdosRenyi(D, 2, range), 1, 2, range, 1, new double[] {1, 1, 1}, Noise.GAUSSIAN, 4);
        SimulatedClients one =
                new SimulatedClients(D, series(common, StructuralVar.Difference.SAME_GRAPH), Optional.empty());
        SharingMode mode = one.found().mode();
        assertTrue(mode.kind() == SharingMode.Kind.STRUCTURE || mode.kind() == SharingMode.Kind.EDGES, mode.toString());
        assertTrue(one.found().gain()
                > PersonalSearch.SharingChoice.MARGIN * one.found().error());
        assertTrue(one.found().complete());
        int wrong = 0;
        for (WeightMatrix network : one.networks()) {
            for (int k = 0; k < Q * D; k++) {
                wrong += network.hasEdge(k / D, k % D) != common.network().hasEdge(k / D, k % D) ? 1 : 0;
            }
        }
        assertTrue(wrong <= 4, "one edge of each client at most, were " + wrong);
        SimulatedClients others =
                new SimulatedClients(D, series(common, StructuralVar.Difference.UNRELATED), Optional.empty());
        assertEquals("local", others.found().mode().toString());
        assertEquals(0, others.found().gain());
        // one structure for all has no probabilities of one client
        boolean shared = mode.kind() == SharingMode.Kind.STRUCTURE;
        assertTrue(one.own().stream().allMatch(own -> own.probabilities().isPresent() != shared));
        for (PersonalSite.Own own : others.own()) {
            requireLikeliest(own.network(), own.probabilities().orElseThrow());
        }
    }

    /** Every edge is likelier than its reverse and than none. */
    private static void requireLikeliest(WeightMatrix network, WeightMatrix p) {
        for (int i = 0; i < Q; i++) {
            for (int j = 0; j < D; j++) {
                double back = i < D ? p.get(j, i) : 0;
                assertTrue(p.get(i, j) >= 0 && p.get(i, j) + back <= 1 + 1e-9);
                assertTrue(!network.hasEdge(i, j) || p.get(i, j) > Math.max(back, 1 - p.get(i, j) - back));
            }
        }
    }
}
