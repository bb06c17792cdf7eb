// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Caches the values of a score of sets of variables; up to 64 variables a set is the bits of a number. Not thread-safe.
 */
final class SetMemo implements SetScore {

    private static final int BITS = 64;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final SetScore score;
    /** Sets, 0 where there is none. */
    private long[] keys = new long[1 << 10];

    private double[] values = new double[keys.length];
    private int filled;
    private final Map<Key, Double> others = new HashMap<>();

    private static final class Key {
        private final int[] set;

        Key(int[] set) {
            this.set = set;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(set, key.set);
        }

        @Override
        public int hashCode() {
            long hash = 0; // 31 h + v has one value for [0, 31] and [1, 0]
            for (int v : set) {
                hash = (hash + v + 1) * SPREAD;
                hash ^= hash >>> 32;
            }
            return (int) hash;
        }
    }

    SetMemo(SetScore score) {
        this.score = score;
    }

    @Override
    public double of(int[] set) {
        return of(set, set.length, -1);
    }

    @Override
    public double caution() {
        return score.caution();
    }

    /** M of the first variables of an array, in any order, and one more, which is none of them; −1 for none. */
    double of(int[] set, int count, int more) {
        if (count == 0 && more < 0) {
            return 0;
        }
        long bits = more < 0 ? 0 : 1L << more;
        int largest = more;
        for (int v = 0; v < count; v++) {
            bits |= 1L << set[v];
            largest = Math.max(largest, set[v]);
        }
        if (largest >= BITS) {
            Key key = new Key(sorted(set, count, more));
            Double known = others.get(key);
            if (known == null) {
                // a score may look at other sets in the same memo, as computeIfAbsent forbids
                known = score.of(key.set);
                others.put(key, known);
            }
            return known;
        }
        int at = find(bits);
        if (keys[at] == bits) {
            return values[at];
        }
        double value = score.of(sorted(set, count, more));
        put(bits, value);
        return value;
    }

    private static int[] sorted(int[] set, int count, int more) {
        int[] all = Arrays.copyOf(set, more < 0 ? count : count + 1);
        if (more >= 0) {
            all[count] = more;
        }
        Arrays.sort(all);
        return all;
    }

    /** The place of a set, or an empty one for it. */
    private int find(long bits) {
        int mask = keys.length - 1;
        int at = (int) ((bits * SPREAD) >>> 32) & mask;
        while (keys[at] != 0 && keys[at] != bits) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void put(long bits, double value) {
        if (2 * (filled + 1) > keys.length) {
            long[] sets = keys;
            double[] of = values;
            keys = new long[2 * sets.length];
            values = new double[keys.length];
            for (int k = 0; k < sets.length; k++) {
                if (sets[k] != 0) {
                    int at = find(sets[k]);
                    keys[at] = sets[k];
                    values[at] = of[k];
                }
            }
        }
        int at = find(bits);
        keys[at] = bits;
        values[at] = value;
        filled++;
    }
}
