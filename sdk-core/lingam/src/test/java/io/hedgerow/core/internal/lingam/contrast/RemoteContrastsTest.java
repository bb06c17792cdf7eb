// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam.contrast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.lingam.DirectLingam;
import io.hedgerow.core.internal.lingam.DrawnSites;
import io.hedgerow.core.internal.lingam.Family;
import io.hedgerow.core.internal.lingam.PooledRows;
import io.hedgerow.core.internal.lingam.TurningClimb;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.model.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Questions and answers as vectors of a study: what sites tell in rounds is what they tell at once. */
class RemoteContrastsTest {

    private final List<Parameters> told = new ArrayList<>();

    private RemoteContrasts asked(DrawnSites sites, int rounds) {
        ContrastLayout layout = new ContrastLayout(sites.schema().size());
        return new RemoteContrasts(
                sites.moments(),
                question -> {
                    told.add(question);
                    double[] sum = new double[layout.layout().size()];
                    for (Contrasts site : sites.each()) {
                        Parameters answer =
                                layout.answer(layout.question(question).to(site));
                        Arrays.setAll(sum, k -> sum[k] + answer.get(k));
                    }
                    return Parameters.takeOver(sum);
                },
                () -> rounds - 1 - told.size());
    }

    /** The same numbers are added in the same order, so nothing differs. */
    @ParameterizedTest
    @MethodSource("io.hedgerow.core.internal.lingam.DirectLingamTest#noises")
    void inRounds_theNetworkIsTheSame(ToDoubleFunction<Random> noise) {
        DrawnSites sites = DrawnSites.of(new ErdosRenyi(6, 9).generate(4), noise, 3, 150, 4);
        DirectLingam.Found found = DirectLingam.learn(sites.schema(), sites.moments(), asked(sites, 100));
        assertEquals(sites.learn(), found);
        assertTrue(found.complete());
    }

    /** A complete graph has the most residuals, d². With the fewest rounds no edge can be tried again. */
    @Test
    void fewestRounds_areEnoughForACompleteGraph() {
        double[] weights = new double[25];
        for (int i = 0; i < 5; i++) {
            for (int j = i + 1; j < 5; j++) {
                weights[i * 5 + j] = 0.7;
            }
        }
        DrawnSites sites = DrawnSites.of(WeightMatrix.ofRows(5, weights), DrawnSites.UNIFORM, 2, 2000, 1);
        int fewest = DirectLingam.fewestRounds(5);
        assertEquals(8, fewest);
        DirectLingam.Found found = DirectLingam.learn(sites.schema(), sites.moments(), asked(sites, fewest));
        assertEquals(10, found.network().edgeCount());
        // moments, four steps, and 5 + 10 + the edges that can be turned, 10 in a round
        assertTrue(told.size() <= fewest - 1, "rounds: " + told.size());
        told.clear();
        assertThrows(
                RuntimeException.class,
                () -> DirectLingam.learn(sites.schema(), sites.moments(), asked(sites, 5)),
                "after the order nothing is left for residuals");
    }

    @Test
    void whenRoundsRunOut_theNetworkStandsAndSaysSo() {
        // the wrong way round, so that there is something to turn
        WeightMatrix chain = WeightMatrix.of(new double[][] {{0, 1, 0}, {0, 0, -1}, {0, 0, 0}});
        WeightMatrix back = WeightMatrix.of(new double[][] {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
        DrawnSites sites = DrawnSites.of(chain, DrawnSites.LAPLACE, 2, 500, 1);
        List<Family> start = Family.of(Dag.of(back));
        for (int rounds : new int[] {3, 30}) {
            told.clear();
            TurningClimb.Climbed climbed = TurningClimb.from(
                    start, PooledRows.of(sites.moments(), asked(sites, rounds)).scores(), 4);
            assertEquals(rounds == 30, climbed.complete());
            assertEquals(
                    2,
                    Family.weights(climbed.families(), sites.pooled().covariance())
                            .edgeCount());
        }
        assertEquals(List.of(), sites.learn().notes());
        DirectLingam.Found stopped = new DirectLingam.Found(chain, sites.learn().evidence(), false);
        assertTrue(stopped.notes().get(0).startsWith("the rounds ended before"));
    }

    @Test
    void moreDirectionsThanARoundHas_takeMoreRounds() {
        DrawnSites sites = DrawnSites.of(new ErdosRenyi(3, 2).generate(1), DrawnSites.LAPLACE, 2, 100, 1);
        double[][] directions = new double[13][];
        Arrays.setAll(directions, k -> new double[] {k, 1, -0.5 * k});
        ContrastSums atOnce = sites.contrasts().of(directions);
        ContrastSums inRounds = asked(sites, 4).of(directions);
        assertEquals(3, told.size());
        for (int k = 0; k < directions.length; k++) {
            assertEquals(atOnce.even(k), inRounds.even(k));
            assertEquals(atOnce.odd(k), inRounds.odd(k));
        }
        assertEquals(0, asked(sites, 4).left());
    }

    /** A value takes the place of one in the same unit: a change of it would lose what is far smaller. */
    @Test
    void momentsAndContrasts_shareNoPlace() {
        DrawnSites sites = DrawnSites.of(new ErdosRenyi(3, 2).generate(1), DrawnSites.LAPLACE, 2, 100, 1);
        ContrastLayout layout = new ContrastLayout(3);
        double[] values = new double[3 * SiteSums.layout(3).sliceLength()];
        Arrays.setAll(values, k -> k + 1);
        Parameters moments = layout.embed(Parameters.copyOf(values));
        Parameters contrasts = layout.answer(sites.contrasts().of(new double[6][3]));
        assertArrayEquals(values, layout.moments(moments).toArray());
        for (int k = 0; k < moments.size(); k++) {
            assertFalse(moments.get(k) != 0 && contrasts.get(k) != 0, "place " + k);
        }
        assertTrue(layout.isFirst(Parameters.zeros(moments.size())));
    }

    @Test
    void questionsThatAreNone_areRefused() {
        ContrastLayout layout = new ContrastLayout(2);
        assertEquals(
                "a question must be of 1 to 4 directions, was of 0.0",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> layout.question(
                                        Parameters.zeros(layout.layout().size())))
                        .getMessage());
        Parameters pairs = layout.told(ContrastLayout.Question.ofPairs(new double[3][2], new double[9]));
        assertThrows(IllegalArgumentException.class, () -> layout.question(pairs));
    }
}
