// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.dp.internal.denoise.GramTarget;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A climb ends also on matrices that are those of no rows, near which no network comes. */
@Tag("slow")
class GramClimbTest {

    /** A climb takes seconds; no time is asserted but that it ends. */
    private static final Duration ENDS = Duration.ofMinutes(5);

    /** Normal entries of deviation 1, symmetric and not positive definite, that are known to 1 / precision. */
    private static GramClimb climb(int d, double precision, double spread, long seed) {
        Random random = new Random(seed);
        double[] matrix = new double[d * d];
        double[] known = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                matrix[i * d + j] = random.nextGaussian();
                matrix[j * d + i] = matrix[i * d + j];
            }
            known[i * (d + 1)] = precision;
        }
        GramTarget target = new GramTarget(d, matrix, known, new double[d], spread);
        GramGraph graph = new GramGraph(d, 8, EdgeKnowledge.none(d));
        return new GramClimb(new GramFit(target, graph), PrivateGramSearch.price(d));
    }

    /**
     * J is 10^7 … 10^30. With a fixed lead and without a limit of passes, 8 variables with precision 3e7, seed 4, and
     * 11 variables with seed 23 go on exchanging edges, each time for a share of 3e-10 of J.
     */
    @ParameterizedTest
    @CsvSource({"1e3, 0.2", "1e6, 3", "3e7, 0.2", "3e7, 3", "1e14, 0.2"})
    void climbing_onAMatrixThatNoNetworkFits_ends(double precision, double spread) {
        for (long seed : new long[] {0, 1, 2, 3, 4, 5, 6, 7, 23}) {
            GramClimb climb = climb(4 + (int) (seed % 8), precision, spread, seed);
            climb.settle();
            double settled = climb.score();
            assertTrue(settled > precision, "far above the lead: " + settled);
            assertTimeoutPreemptively(
                    ENDS,
                    () -> {
                        climb.climb();
                        CompoundMoves.polish(climb);
                    },
                    "seed " + seed);
            assertTrue(climb.score() <= settled, climb.score() + " after " + settled);
        }
    }
}
