// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.table;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Counts of rows for each combination of levels of some categorical variables. The levels of the first variable change
 * fastest: with levels l of variables v_1 &lt; v_2 &lt; …, the count is at l_1 + k_1 (l_2 + k_2 (l_3 + …)). Counts need
 * not be whole numbers. Immutable.
 */
public final class CountTable {

    private final int[] variables;
    private final int[] levels;
    private final double[] counts;

    private CountTable(int[] variables, int[] levels, double[] counts) {
        this.variables = variables;
        this.levels = levels;
        this.counts = counts;
    }

    /** Takes ascending variables, how many levels each has, and as many counts as there are combinations. */
    public static CountTable of(int[] variables, int[] levels, double[] counts) {
        for (int v = 1; v < variables.length; v++) {
            if (variables[v] <= variables[v - 1]) {
                throw new IllegalArgumentException("variables must be ascending, were " + Arrays.toString(variables));
            }
        }
        if (levels.length != variables.length || cells(levels) != counts.length) {
            throw new IllegalArgumentException("a table must have as many counts as its levels "
                    + Arrays.toString(levels) + " have combinations, had " + counts.length);
        }
        return new CountTable(variables.clone(), levels.clone(), counts.clone());
    }

    public CountTable with(double[] other) {
        return of(variables, levels, other);
    }

    /** The number of combinations; 2³¹ − 1 where there are more. */
    public static int cells(int[] levels) {
        long cells = 1;
        for (int k : levels) {
            cells = Math.min(Integer.MAX_VALUE, cells * k);
        }
        return (int) cells;
    }

    /** A copy. */
    public int[] variables() {
        return variables.clone();
    }

    public int cells() {
        return counts.length;
    }

    public double count(int cell) {
        return counts[cell];
    }

    /** A copy. */
    public double[] counts() {
        return counts.clone();
    }

    public double total() {
        double total = 0;
        for (double count : counts) {
            total += count;
        }
        return total;
    }

    int variableCount() {
        return variables.length;
    }

    /** Whether all of some variables, ascending, are in it. */
    boolean hasAll(int[] wanted) {
        int at = 0;
        for (int v : wanted) {
            while (at < variables.length && variables[at] < v) {
                at++;
            }
            if (at == variables.length || variables[at] != v) {
                return false;
            }
        }
        return true;
    }

    /** The counts of some of its variables, ascending, whatever the others are. */
    public CountTable margin(int[] kept) {
        if (kept.length == variables.length) {
            return this;
        }
        int[] places = places(kept);
        int[] of = new int[kept.length];
        for (int k = 0; k < kept.length; k++) {
            of[k] = levels[Arrays.binarySearch(variables, kept[k])];
        }
        double[] sums = new double[cells(of)];
        for (int cell = 0; cell < counts.length; cell++) {
            sums[places[cell]] += counts[cell];
        }
        return new CountTable(kept.clone(), of, sums);
    }

    /** The counts of combinations in which none of some variables has its last level. */
    public CountTable withoutLast(IntPredicate of) {
        int[] fewer = new int[levels.length];
        Arrays.setAll(fewer, v -> levels[v] - (of.test(variables[v]) ? 1 : 0));
        double[] kept = new double[cells(fewer)];
        for (int cell = 0; cell < kept.length; cell++) {
            int rest = cell;
            int stride = 1;
            int place = 0;
            for (int v = 0; v < fewer.length; v++) {
                place += rest % fewer[v] * stride;
                rest /= fewer[v];
                stride *= levels[v];
            }
            kept[cell] = counts[place];
        }
        return new CountTable(variables, fewer, kept);
    }

    /** The cell of each cell in the table of some of its variables, ascending. */
    public int[] places(int[] kept) {
        int[] stride = new int[variables.length];
        int cells = 1;
        for (int v : kept) {
            int at = Arrays.binarySearch(variables, v);
            if (at < 0) {
                throw new IllegalArgumentException("a margin must be of variables " + Arrays.toString(variables)
                        + " of the table, was of " + Arrays.toString(kept));
            }
            stride[at] = cells;
            cells *= levels[at];
        }
        int[] places = new int[counts.length];
        int[] level = new int[variables.length];
        int place = 0;
        for (int cell = 0; cell < places.length; cell++) {
            places[cell] = place;
            for (int v = 0; v < variables.length; v++) {
                place += stride[v];
                if (++level[v] < levels[v]) {
                    break;
                }
                place -= stride[v] * levels[v];
                level[v] = 0;
            }
        }
        return places;
    }

    /** Σ n ln n over the cells. */
    public double entropySum() {
        double sum = 0;
        for (double n : counts) {
            sum += n > 0 ? n * Math.log(n) : 0;
        }
        return sum;
    }

    public int filled() {
        int filled = 0;
        for (double n : counts) {
            filled += n > 0 ? 1 : 0;
        }
        return filled;
    }
}
