// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class PatternSharingTest {

    private static final int D = 7;

    private static BitSet seen(int... columns) {
        BitSet seen = new BitSet();
        for (int column : columns) {
            seen.set(column);
        }
        return seen;
    }

    /** Some frequent patterns, many rare ones, and now and then rows without a cell. */
    private static Map<BitSet, Integer> counts(long seed) {
        Random random = new Random(seed);
        Map<BitSet, Integer> counts = new LinkedHashMap<>();
        double share = random.nextDouble();
        for (int pattern = 0; pattern < 1 + random.nextInt(60); pattern++) {
            BitSet seen = new BitSet();
            for (int j = 0; j < D; j++) {
                seen.set(j, random.nextDouble() < share);
            }
            counts.put(seen, 1 + random.nextInt(random.nextInt(4) == 0 ? 30 : 3));
        }
        return counts;
    }

    private static Map<BitSet, Integer> left(PatternSharing sharing, Map<BitSet, Integer> counts) {
        Map<BitSet, Integer> left = new HashMap<>();
        counts.forEach((seen, rows) -> left.merge(sharing.of(seen), rows, Integer::sum));
        return left;
    }

    @Property(tries = 300)
    void everyPattern_isOfEnoughRows(
            @ForAll @LongRange(min = 1) long seed, @ForAll @IntRange(min = 1, max = 40) int fewest) {
        Map<BitSet, Integer> counts = counts(seed);
        left(PatternSharing.of(counts, fewest), counts)
                .forEach((seen, rows) -> assertTrue(seen.isEmpty() || rows >= fewest, rows + " rows have " + seen));
    }

    @Property(tries = 300)
    void rows_onlyLoseCells_andOfFrequentPatternsNone(
            @ForAll @LongRange(min = 1) long seed, @ForAll @IntRange(min = 1, max = 40) int fewest) {
        Map<BitSet, Integer> counts = counts(seed);
        PatternSharing sharing = PatternSharing.of(counts, fewest);
        counts.forEach((seen, rows) -> {
            BitSet invented = (BitSet) sharing.of(seen).clone();
            invented.andNot(seen);
            assertTrue(invented.isEmpty(), seen + " became " + sharing.of(seen));
            assertTrue(rows < fewest || sharing.of(seen).equals(seen), seen + " of " + rows + " rows lost cells");
        });
    }

    /** A site that reads its rows again, as a database returns them, shares as before. */
    @Property(tries = 300)
    void theOrderOfRows_decidesNothing(@ForAll @LongRange(min = 1) long seed) {
        Map<BitSet, Integer> counts = counts(seed);
        List<BitSet> order = new ArrayList<>(counts.keySet());
        Collections.shuffle(order, new Random(seed));
        Map<BitSet, Integer> other = new LinkedHashMap<>();
        order.forEach(seen -> other.put(seen, counts.getOrDefault(seen, 0)));
        PatternSharing one = PatternSharing.of(counts, 10);
        PatternSharing two = PatternSharing.of(other, 10);
        counts.keySet().forEach(seen -> assertEquals(one.of(seen), two.of(seen)));
    }

    @Test
    void aRarePattern_becomesTheWidestFrequentOneThatItHas() {
        PatternSharing sharing = PatternSharing.of(
                Map.of(seen(0, 1, 2, 3), 3, seen(0), 50, seen(0, 1, 2), 10, seen(1, 3), 40, seen(4, 5, 6, 0), 90), 10);
        assertEquals(seen(0, 1, 2), sharing.of(seen(0, 1, 2, 3)));
    }

    @Test
    void rarePatterns_keepWhatTheyShare_andTooFewNothing() {
        PatternSharing enough = PatternSharing.of(Map.of(seen(0, 1, 2), 5, seen(1, 2, 3), 5), 10);
        assertEquals(seen(1, 2), enough.of(seen(0, 1, 2)));
        assertEquals(seen(1, 2), enough.of(seen(1, 2, 3)));
        PatternSharing one = PatternSharing.of(Map.of(seen(0, 1, 2), 9, seen(1, 2, 3), 1), 10);
        assertEquals(seen(1, 2), one.of(seen(0, 1, 2)));
        PatternSharing few = PatternSharing.of(Map.of(seen(0, 1, 2), 5, seen(1, 2, 3), 4), 10);
        assertEquals(seen(), few.of(seen(0, 1, 2)));
        assertEquals(seen(), few.of(seen(1, 2, 3)));
    }

    @Test
    void aPatternThatWasNotCounted_keepsNothing() {
        PatternSharing sharing = PatternSharing.of(Map.of(seen(0, 1, 2), 50), 10);
        assertEquals(seen(0, 1, 2), sharing.of(seen(0, 1, 2)));
        assertEquals(seen(), sharing.of(seen(0, 1)));
    }

    /** They have no cell in common with others, which would lose all of theirs. */
    @Test
    void rowsWithoutACell_takeNoneFromOthers() {
        Map<BitSet, Integer> counts = new LinkedHashMap<>();
        counts.put(seen(), 2);
        counts.put(seen(0, 1, 2), 5);
        counts.put(seen(1, 2, 3), 5);
        assertEquals(seen(1, 2), PatternSharing.of(counts, 10).of(seen(0, 1, 2)));
    }
}
