// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tree of categories that is nearest to their joint distribution, by the tables of each two: the spanning tree with
 * the most mutual information (Chow and Liu 1968). Moments of a sum with a term for each category follow from leaf to
 * root, O(E L²) each, for E edges and L levels. Immutable.
 */
final class CategoryTree {

    private final TableStore tables;
    private final int[] categories;
    private final List<List<Integer>> neighbours = new ArrayList<>();

    /** Takes variables that are categories, of each two of which there is a table. */
    CategoryTree(TableStore tables, int[] categories) {
        this.tables = tables;
        this.categories = categories.clone();
        int k = categories.length;
        for (int c = 0; c < k; c++) {
            neighbours.add(new ArrayList<>());
        }
        double[] nearest = new double[k];
        int[] by = new int[k];
        boolean[] in = new boolean[k];
        Arrays.fill(nearest, -1);
        for (int step = 0; step < k; step++) {
            int next = -1;
            for (int c = 0; c < k; c++) {
                next = !in[c] && (next < 0 || nearest[c] > nearest[next]) ? c : next;
            }
            in[next] = true;
            if (step > 0) {
                neighbours.get(next).add(by[next]);
                neighbours.get(by[next]).add(next);
            }
            for (int c = 0; c < k; c++) {
                double information = in[c] ? 0 : FirstSums.information(pair(next, c));
                if (!in[c] && information > nearest[c]) {
                    nearest[c] = information;
                    by[c] = next;
                }
            }
        }
    }

    private CountTable pair(int a, int b) {
        return tables.counts(new int[] {Math.min(categories[a], categories[b]), Math.max(categories[a], categories[b])})
                .orElseThrow();
    }

    private CountTable single(int c) {
        return tables.counts(new int[] {categories[c]}).orElseThrow();
    }

    /** The share of each level of the category at a place. */
    double[] shares(int c) {
        CountTable own = single(c);
        return Arrays.stream(own.counts()).map(n -> n / own.total()).toArray();
    }

    /** E[S^k] of S = Σ_c value[c][level of c], for k = 0 to {@code highest}. */
    double[] moments(double[][] value, int highest) {
        return mean(shares(0), given(0, -1, value, highest));
    }

    /** E[S^k | level] of c and what is beyond it, seen from a neighbour: [levels, highest + 1]. */
    private double[][] given(int c, int from, double[][] value, int highest) {
        double[][] moments = new double[value[c].length][highest + 1];
        for (int l = 0; l < moments.length; l++) {
            moments[l][0] = 1;
            for (int k = 1; k <= highest; k++) {
                moments[l][k] = moments[l][k - 1] * value[c][l];
            }
        }
        for (int next : neighbours.get(c)) {
            if (next != from) {
                double[][] below = given(next, c, value, highest);
                double[][] shares = conditional(c, next);
                for (int l = 0; l < moments.length; l++) {
                    moments[l] = sum(moments[l], mean(shares[l], below));
                }
            }
        }
        return moments;
    }

    /** P(level of next | level of c): [levels of c, levels of next]; of a level without rows that of all rows. */
    private double[][] conditional(int c, int next) {
        CountTable pair = pair(c, next);
        double[] all = shares(next);
        double[][] shares = new double[single(c).cells()][];
        boolean first = categories[c] < categories[next];
        for (int l = 0; l < shares.length; l++) {
            double[] own = new double[all.length];
            double total = 0;
            for (int m = 0; m < own.length; m++) {
                own[m] = pair.count(first ? l + m * shares.length : m + l * own.length);
                total += own[m];
            }
            double rows = total;
            shares[l] = total > 0 ? Arrays.stream(own).map(n -> n / rows).toArray() : all;
        }
        return shares;
    }

    private static double[] mean(double[] shares, double[][] moments) {
        double[] mean = new double[moments[0].length];
        for (int l = 0; l < shares.length; l++) {
            for (int k = 0; k < mean.length; k++) {
                mean[k] += shares[l] * moments[l][k];
            }
        }
        return mean;
    }

    /** The moments of a sum of two independent terms. */
    private static double[] sum(double[] one, double[] other) {
        double[] moments = new double[one.length];
        for (int k = 0; k < moments.length; k++) {
            double choose = 1;
            for (int i = 0; i <= k; i++) {
                moments[k] += choose * one[i] * other[k - i];
                choose = choose * (k - i) / (i + 1);
            }
        }
        return moments;
    }
}
