// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EndedTest {

    private static final WeightMatrix NETWORK = WeightMatrix.of(new double[][] {{0, 1}, {0, 0}});

    private static Participation threeRounds() {
        Participation participation = new Participation();
        for (int round = 0; round < 3; round++) {
            participation.add(round, Set.of(new SiteId("north")));
        }
        return participation;
    }

    @Test
    void without_hasRoundsAndNoNetwork() {
        Method.Ended ended = Method.Ended.without(StudyState.DIVERGED, "left the range", threeRounds());
        assertEquals(3, ended.rounds());
        assertEquals(Optional.empty(), ended.network());
        assertEquals(Optional.empty(), ended.voteShares());
        assertEquals(Optional.empty(), ended.evidence());
    }

    @Test
    void with_changesOneThing() {
        Method.Ended plain = Method.Ended.without(StudyState.CONVERGED, "converged", threeRounds());
        Method.Ended.Learned learned =
                new Method.Ended.Learned(NETWORK, Optional.of(WeightMatrix.empty(2)), Optional.empty());
        Method.Ended all = plain.withNotes(List.of("open"))
                .withNoise(Map.of("sigma", 3.0))
                .withNetwork(learned)
                .withReason("read again");
        assertEquals(
                new Method.Ended(
                        StudyState.CONVERGED,
                        "read again",
                        plain.participation(),
                        Optional.of(learned),
                        List.of(),
                        Map.of("sigma", 3.0),
                        List.of("open")),
                all);
        assertEquals(Optional.of(NETWORK), all.network());
        assertEquals(Optional.of(WeightMatrix.empty(2)), all.voteShares());
    }
}
