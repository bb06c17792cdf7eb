// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class SeenEvidenceTest {

    private static final BdeuScore SCORE = new BdeuScore(1, 1);
    private static final int[] LEVELS = {2, 3, 2, 2};

    private static CountTable table(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] counts = new double[CountTable.cells(LEVELS)];
        Arrays.setAll(counts, cell -> random.nextInt(40));
        return CountTable.of(new int[] {0, 1, 2, 3}, LEVELS, counts);
    }

    /** Of one table M is BDeu, whichever i and j are taken. */
    @Property(tries = 30)
    void ofCountsOfTheSameRows_isBdeu(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
        CountTable table = table(seed);
        SeenEvidence evidence = new SeenEvidence(TableStore.of(4, List.of(table)), SCORE);
        for (int[] set : new int[][] {{}, {1}, {0, 2}, {0, 1, 3}, {0, 1, 2, 3}}) {
            double expected = set.length == 0 ? 0 : SCORE.of(table.margin(set));
            assertEquals(expected, evidence.of(set), 1e-7, Arrays.toString(set));
        }
    }

    /** M(A) = M(A − i) + M(A − j) − M(A − i − j) + G with the smallest G, of tables that do not agree. */
    @Property(tries = 30)
    void ofTablesThatDiffer_takesTheSmallestGain(
            @ForAll @LongRange(min = 0, max = 1_000_000) long seed, @ForAll @IntRange(min = 1, max = 50) int share) {
        CountTable table = table(seed);
        TableStore tables = TableStore.of(4, List.of(table)).readBy((whole, set) -> {
            CountTable margin = whole.margin(set);
            return margin.with(Arrays.stream(margin.counts())
                    .map(n -> n * (1 - share * set.length / 300.0))
                    .toArray());
        });
        SeenEvidence evidence = new SeenEvidence(tables, SCORE);
        CountTable three = tables.counts(new int[] {0, 1, 2}).orElseThrow();
        double least = Double.POSITIVE_INFINITY;
        double expected = 0;
        int[][] pairs = {{0, 1}, {0, 2}, {1, 2}};
        for (int[] pair : pairs) {
            int rest = 3 - pair[0] - pair[1];
            double gain = SCORE.of(three)
                    - SCORE.of(three.margin(sorted(pair[1], rest)))
                    - SCORE.of(three.margin(sorted(pair[0], rest)))
                    + SCORE.of(three.margin(new int[] {rest}));
            if (gain < least) {
                least = gain;
                expected = evidence.of(sorted(pair[0], rest))
                        + evidence.of(sorted(pair[1], rest))
                        - evidence.of(new int[] {rest})
                        + gain;
            }
        }
        assertEquals(expected, evidence.of(new int[] {0, 1, 2}), 1e-7);
    }

    private static int[] sorted(int... set) {
        Arrays.sort(set);
        return set;
    }

    @Property(tries = 1)
    void withoutATable_isNotKnown() {
        SeenEvidence evidence = new SeenEvidence(TableStore.of(5, List.of(table(1))), SCORE);
        assertTrue(Double.isNaN(evidence.of(new int[] {0, 4})));
    }
}
