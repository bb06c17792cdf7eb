// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which cells rows keep so that every pattern of cells is of many rows. Rows of a rare pattern become rows of the
 * widest frequent one whose cells they have; of those that are left, rows whose patterns are most alike are put
 * together, and keep the cells that all of them have. A row that finds no others keeps nothing. Depends on the counts
 * of patterns alone. Immutable.
 */
final class PatternSharing {

    /** Rare patterns that are compared with each other at a time. */
    private static final int BLOCK = 2000;

    private static final BitSet NOTHING = new BitSet();
    private static final Comparator<BitSet> ORDER =
            Comparator.comparing(BitSet::toLongArray, (one, other) -> Arrays.compare(one, other));

    /** What each pattern becomes that was counted. */
    private final Map<BitSet, BitSet> kept;

    private PatternSharing(Map<BitSet, BitSet> kept) {
        this.kept = kept;
    }

    /** Takes how many rows have each pattern of cells; every pattern that is left is of {@code fewest} rows or more. */
    static PatternSharing of(Map<BitSet, Integer> counts, int fewest) {
        Map<BitSet, BitSet> kept = new HashMap<>();
        List<BitSet> frequent = new ArrayList<>();
        List<BitSet> rare = new ArrayList<>();
        counts.forEach((seen, count) -> (count >= fewest ? frequent : rare).add(seen));
        frequent.forEach(seen -> kept.put(seen, seen));
        frequent.sort(ORDER); // rows that are read again may come in another order
        rare.sort(ORDER);
        List<BitSet> alone = new ArrayList<>();
        for (BitSet seen : rare) {
            BitSet widest = NOTHING;
            for (BitSet other : frequent) {
                if (other.cardinality() > widest.cardinality() && contains(seen, other)) {
                    widest = other;
                }
            }
            kept.put(seen, widest);
            if (widest.isEmpty() && !seen.isEmpty()) {
                alone.add(seen);
            }
        }
        for (int from = 0; from < alone.size(); from += BLOCK) {
            together(alone.subList(from, Math.min(from + BLOCK, alone.size())), counts, fewest, kept);
        }
        return new PatternSharing(kept);
    }

    /** The cells that rows of a pattern keep; none of a pattern that was not counted, as of rows that changed since. */
    BitSet of(BitSet seen) {
        return kept.getOrDefault(seen, NOTHING);
    }

    private static boolean contains(BitSet all, BitSet some) {
        return common(all, some) == some.cardinality();
    }

    private static int common(BitSet one, BitSet other) {
        return intersection(one, other).cardinality();
    }

    private static BitSet intersection(BitSet one, BitSet other) {
        BitSet both = (BitSet) one.clone();
        both.and(other);
        return both;
    }

    private static void together(
            List<BitSet> patterns, Map<BitSet, Integer> counts, int fewest, Map<BitSet, BitSet> kept) {
        Map<BitSet, Integer> left = new LinkedHashMap<>();
        patterns.forEach(seen -> left.put(seen, counts.getOrDefault(seen, 0)));
        while (!left.isEmpty()) {
            BitSet first = left.keySet().iterator().next();
            List<BitSet> group = new ArrayList<>(List.of(first));
            BitSet shared = (BitSet) first.clone();
            int rows = taken(left, first);
            while (rows < fewest && !left.isEmpty()) {
                BitSet nearest = nearest(shared, left.keySet());
                group.add(nearest);
                shared.and(nearest);
                rows += taken(left, nearest);
            }
            BitSet keep = rows < fewest ? NOTHING : shared;
            group.forEach(seen -> kept.put(seen, keep));
        }
    }

    private static int taken(Map<BitSet, Integer> left, BitSet seen) {
        Integer rows = left.remove(seen);
        return rows == null ? 0 : rows;
    }

    private static BitSet nearest(BitSet shared, Iterable<BitSet> others) {
        BitSet nearest = NOTHING;
        int most = -1;
        for (BitSet other : others) {
            int common = common(shared, other);
            if (common > most) {
                most = common;
                nearest = other;
            }
        }
        return nearest;
    }
}
