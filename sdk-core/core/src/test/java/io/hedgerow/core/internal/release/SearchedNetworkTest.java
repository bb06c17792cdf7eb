// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.model.Parameters;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SearchedNetworkTest {

    /** a → c ← b, d − e. */
    private static final WeightMatrix FOUND = WeightMatrix.of(
            new double[][] {{0, 0, 1, 0, 0}, {0, 0, 2, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, -3}, {0, 0, 0, 0, 0}});

    private static SearchedNetwork atSite(WeightMatrix network, Optional<EquivalenceClass> pattern) {
        SearchedNetwork told = new SearchedNetwork(5);
        told.add(0, SearchedNetwork.told(SiteSums.layout(5).size(), network, pattern));
        return told;
    }

    @Test
    void told_isTheNetworkWithTheDirectionsThatAreIdentified() {
        EquivalenceClass pattern = EquivalenceClass.of(Dag.of(FOUND));
        SearchedNetwork told = atSite(FOUND, Optional.of(pattern));
        assertEquals(FOUND, told.network());
        PairProbabilities pairs = told.pairs().orElseThrow();
        assertEquals(0, pattern.distance(pairs.pattern().orElseThrow()));
        assertTrue(pairs.isDirected(0, 2));
        assertFalse(pairs.isDirected(3, 4));
        assertTrue(pairs.adjacent(3, 4).isEmpty(), "probabilities are not told");
    }

    /** d − e is likelier absent, and nothing tells whether a is the cause of c. */
    @Test
    void told_isWhatIsShown() {
        double[] p = new double[25];
        p[2] = 0.6;
        p[10] = 0.4;
        p[7] = 1;
        p[19] = 0.3;
        PairProbabilities shown = new PairProbabilities(
                Optional.of(EquivalenceClass.of(Dag.of(FOUND))), Optional.of(WeightMatrix.ofRows(5, p)), 0.99);
        SearchedNetwork told = new SearchedNetwork(5);
        told.add(0, SearchedNetwork.told(SiteSums.layout(5).size(), FOUND, shown));
        assertEquals(2, told.network().edgeCount());
        PairProbabilities pairs = told.pairs().orElseThrow();
        assertFalse(pairs.isDirected(0, 2));
        assertTrue(pairs.isDirected(1, 2));
    }

    @Test
    void told_withoutAClass_claimsAllDirections() {
        assertTrue(atSite(FOUND, Optional.empty()).pairs().isEmpty());
    }

    /** Of every number of variables: the sum has room for a network and its class. */
    @Test
    void sums_haveRoom() {
        for (int d = 2; d < 9; d++) {
            WeightMatrix empty = WeightMatrix.empty(d);
            Optional<EquivalenceClass> pattern = Optional.of(EquivalenceClass.of(Dag.of(empty)));
            int size = SiteSums.layout(d).size();
            assertTrue(size >= 2 * d * d);
            assertEquals(size, SearchedNetwork.told(size, empty, pattern).size());
        }
    }

    @Test
    void cycle_ofADishonestCoordinator_isRefused() {
        double[] told = new double[SiteSums.layout(2).size()];
        told[1] = 1;
        told[2] = 1;
        SearchedNetwork network = new SearchedNetwork(2);
        network.add(0, Parameters.takeOver(told));
        assertThrows(IllegalArgumentException.class, network::network);
    }
}
