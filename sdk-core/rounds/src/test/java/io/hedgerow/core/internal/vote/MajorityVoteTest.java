// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.vote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag.Edge;
import io.hedgerow.core.graph.Dag.Pruned;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class MajorityVoteTest {

    private static WeightMatrix edge01(double weight) {
        return WeightMatrix.of(new double[][] {{0, weight}, {0, 0}});
    }

    @Test
    void network_keepsMoreThanHalf_notHalf() {
        MajorityVote vote = new MajorityVote(2, 4, 0.3);
        vote.add(edge01(0.4));
        vote.add(edge01(0));
        assertEquals(0.5, vote.frequency(0, 1));
        assertFalse(vote.network().dag().weights().hasEdge(0, 1));
        vote.add(edge01(0.6));
        assertTrue(vote.network().dag().weights().hasEdge(0, 1));
    }

    @Test
    void network_weightIsTheMeanOfTheRoundsWithTheEdge() {
        MajorityVote vote = new MajorityVote(2, 10, 0.3);
        vote.add(edge01(0.5));
        vote.add(edge01(1.0));
        // Below the threshold: absent, so it does not pull the mean down.
        vote.add(edge01(0.29));
        assertEquals(0.75, vote.network().dag().weights().get(0, 1));
        assertEquals(2 / 3.0, vote.frequency(0, 1));
        assertEquals(2 / 3.0, vote.frequencies().get(0, 1));
    }

    @Test
    void add_whenTheWindowIsFull_forgetsTheOldest() {
        MajorityVote vote = new MajorityVote(2, 2, 0);
        vote.add(edge01(5));
        vote.add(edge01(1));
        vote.add(edge01(3));
        assertEquals(1, vote.frequency(0, 1));
        assertEquals(2, vote.network().dag().weights().get(0, 1));
        vote.add(edge01(0));
        vote.add(edge01(0));
        assertEquals(0, vote.frequency(0, 1));
        assertEquals(WeightMatrix.empty(2), vote.network().dag().weights());
    }

    @Test
    void network_isMadeAcyclic_andSaysWhatWasDropped() {
        MajorityVote vote = new MajorityVote(2, 3, 0.1);
        vote.add(WeightMatrix.of(new double[][] {{0, 0.9}, {0.2, 0}}));
        Pruned network = vote.network();
        assertEquals(List.of(new Edge(1, 0, 0.2)), network.dropped());
        assertEquals(1, network.dag().weights().edgeCount());
    }

    @Test
    void network_whenSignsCancel_leavesTheEdgeOut() {
        MajorityVote vote = new MajorityVote(2, 2, 0.1);
        vote.add(edge01(0.5));
        vote.add(edge01(-0.5));
        assertEquals(1, vote.frequency(0, 1));
        assertFalse(vote.network().dag().weights().hasEdge(0, 1));
    }

    @Test
    void network_beforeTheFirstRound_isRefused() {
        MajorityVote vote = new MajorityVote(2, 2, 0.1);
        assertEquals(0, vote.frequency(0, 1));
        assertThrows(IllegalStateException.class, vote::network);
    }

    @Test
    void badArguments_areNamed() {
        assertThrows(IllegalArgumentException.class, () -> new MajorityVote(0, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new MajorityVote(1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new MajorityVote(1, 1, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> new MajorityVote(1, 1, Double.POSITIVE_INFINITY));
        assertThrows(IllegalArgumentException.class, () -> new MajorityVote(2, 1, 0).add(WeightMatrix.empty(3)));
    }
}
