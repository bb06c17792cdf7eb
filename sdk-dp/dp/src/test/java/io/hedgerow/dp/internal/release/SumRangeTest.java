// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.moments.GramSum;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A site's number in a sum with shared noise is one that a double holds, whatever the rows are. */
class SumRangeTest {

    private static final long EXACT = 1L << 53;
    /** Far beyond any noise: the largest σ is 2⁴⁰ steps, and 2⁵¹ is two thousand of them. */
    private static final long NOISE = 1L << 51;

    private static ReleaseOptions options(long rows, Adjacency adjacency, int sites) {
        return new ReleaseOptions(4, rows, adjacency, 0.1, 100, false, ReleaseCentre.none(4), 0.5)
                .withNoiseSharedBy(sites);
    }

    private static NoisySum make(String phase, long rows, Adjacency adjacency, int sites) {
        boolean vanishes = adjacency == Adjacency.ZERO_OUT;
        return phase.equals("scale")
                ? new ScaleSum(options(rows, adjacency, sites), 2, vanishes)
                : new GramSum(4, rows, adjacency, vanishes, 0, 2, sites, false);
    }

    /** More units than fit, and one that would pass the end. */
    private static void requireEnd(NoisySum sum, long end) {
        long[] sums = sum.sums();
        sums[0] = end + 1;
        sums[1] = -end - 1;
        sums[2] = end;
        sums[3] = -7;
        sum.saturate();
        assertEquals(end, sums[0]);
        assertEquals(-end, sums[1]);
        assertEquals(end, sums[2]);
        assertEquals(-7, sums[3]);
    }

    @ParameterizedTest
    @CsvSource({
        "scale, REPLACE_ONE, 24", "scale, ZERO_OUT, 24",
        "products, REPLACE_ONE, 32", "products, ZERO_OUT, 32"
    })
    void sharedNoise_leavesRoomForAllUnitsThatAreRead_inEveryPhase(
            String phase, Adjacency adjacency, int contribution) {
        long most = 1L << ((adjacency == Adjacency.ZERO_OUT ? 50 : 52) - contribution);
        assertDoesNotThrow(() -> make(phase, most, adjacency, 2));
        String message = assertThrows(IllegalArgumentException.class, () -> make(phase, most + 1, adjacency, 2))
                .getMessage();
        assertTrue(message.contains("at most " + most + " for a sum with shared noise"), message);
        assertEquals(1L << 52, SumRange.mostUnits(adjacency, most) << contribution);
        requireEnd(make(phase, most, adjacency, 2), 1L << 52);
        assertTrue((1L << 52) + NOISE < EXACT);
        // noise of one's own has all the room of longs
        assertDoesNotThrow(() -> make(phase, most + 1, adjacency, 1));
    }

    @ParameterizedTest
    @EnumSource(Adjacency.class)
    void release_withSharedNoise_saysSo_soThatSessionsAndPoliciesCanRefuse(Adjacency adjacency) {
        ReleaseSolver own = new ReleaseSolver(new MomentDesign(options(1000, adjacency, 1)));
        assertEquals("dp-gram", own.id());
        assertEquals(1, own.sitesInSum());
        ReleaseSolver shared = new ReleaseSolver(new MomentDesign(options(1000, adjacency, 3)));
        assertEquals("dp-gram-shared-noise", shared.id());
        assertEquals(3, shared.sitesInSum());
    }

    /** 2⁶⁰ of a contribution, so that four times as many units and any noise stay in the range of longs. */
    @ParameterizedTest
    @CsvSource({"scale, 24", "products, 32"})
    void noiseOfOnesOwn_leavesRoomInLongs(String phase, int contribution) {
        long most = 1L << (60 - contribution);
        assertDoesNotThrow(() -> make(phase, most, Adjacency.ZERO_OUT, 1));
        String message = assertThrows(
                        IllegalArgumentException.class, () -> make(phase, most + 1, Adjacency.ZERO_OUT, 1))
                .getMessage();
        assertTrue(message.contains("rows must be at most " + most + ", was"), message);
        requireEnd(make(phase, most, Adjacency.ZERO_OUT, 1), 1L << 62);
        assertEquals(4 * most, SumRange.mostUnits(Adjacency.ZERO_OUT, most));
        assertEquals(most, SumRange.mostUnits(Adjacency.REPLACE_ONE, most));
    }
}
