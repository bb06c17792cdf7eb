// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.lingam.contrast.RemoteContrasts;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.sites.SitesSearch;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class NoiseDirectionsTest {

    /** x1 → x2 → x3 → x4: no v-structure, so covariances tell no direction. */
    private static final WeightMatrix CHAIN =
            WeightMatrix.of(new double[][] {{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}});

    private static DrawnSites sites(ToDoubleFunction<Random> noise) {
        return DrawnSites.of(CHAIN, noise, 3, 500, 2);
    }

    private static SitesSearch.Found search(DrawnSites sites, EdgeKnowledge known) {
        return new SitesSearch(StructureSearch.of(4, 1)
                        .climbing()
                        .assuming(NoiseAssumption.UNEQUAL)
                        .knowing(known))
                .search(sites.moments());
    }

    private static SitesSearch.Found direct(DrawnSites sites, EdgeKnowledge known) {
        return NoiseDirections.direct(search(sites, known), known, sites.moments(), sites.contrasts());
    }

    @Test
    void openEdges_areDirectedAndMarked() {
        DrawnSites sites = sites(DrawnSites.EXPONENTIAL);
        EdgeKnowledge nothing = EdgeKnowledge.none(4);
        assertEquals(3, NoiseDirections.open(search(sites, nothing)));
        SitesSearch.Found found = direct(sites, nothing);
        assertEquals(0, NoiseDirections.open(found));
        PairProbabilities pairs = found.evidence().pairs();
        for (int j = 1; j < 4; j++) {
            assertTrue(found.network().hasEdge(j - 1, j));
            assertTrue(pairs.isDirected(j - 1, j));
            assertTrue(pairs.noiseRatio(j - 1, j).orElse(0) > ClassOrientation.MARGIN);
            assertTrue(pairs.noiseRatio(j, j - 1).isEmpty());
        }
        // of the network as it is now: x1 has no causes, so its intercept is its mean and its noise all of it
        assertEquals(
                sites.moments().covariance()[0],
                found.evidence().equations().get(0).noiseVariance(),
                1e-9 * sites.moments().covariance()[0]);
    }

    @Test
    void noisesThatLookNormal_directNothing_andNobodyIsAsked() {
        DrawnSites sites = sites(DrawnSites.GAUSSIAN);
        EdgeKnowledge nothing = EdgeKnowledge.none(4);
        SitesSearch.Found found = search(sites, nothing);
        assertTrue(NoiseDirections.open(found) > 0);
        assertFalse(NoiseDirections.told(found));
        assertSame(
                found,
                NoiseDirections.direct(
                        found,
                        nothing,
                        sites.moments(),
                        Contrasts.sum(sites.each().subList(0, 1))));
    }

    /** What is known has the last word, also where the noise says otherwise. */
    @Test
    void knownDirections_stay() {
        DrawnSites sites = sites(DrawnSites.EXPONENTIAL);
        EdgeKnowledge known =
                GivenEdges.among(4).forbidden(0, 1).forbidden(2, 3).known();
        SitesSearch.Found found = direct(sites, known);
        assertTrue(found.network().hasEdge(1, 0));
        assertFalse(found.network().hasEdge(2, 3));
        assertTrue(found.evidence().pairs().noiseRatio(1, 0).isEmpty());
        assertEquals(3, found.network().edgeCount());
    }

    /** A part that there is no room to ask for stays as it was. */
    @Test
    void withoutRoomForAQuestion_edgesStayOpen() {
        DrawnSites sites = sites(DrawnSites.EXPONENTIAL);
        EdgeKnowledge nothing = EdgeKnowledge.none(4);
        SitesSearch.Found before = search(sites, nothing);
        RemoteContrasts none = new RemoteContrasts(
                sites.moments(),
                told -> {
                    throw new AssertionError("asked");
                },
                () -> 0);
        SitesSearch.Found found = NoiseDirections.direct(before, nothing, sites.moments(), none);
        assertEquals(3, NoiseDirections.open(found));
        assertEquals(3, found.network().edgeCount());
    }
}
