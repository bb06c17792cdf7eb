// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.ancestral.district.DistrictFit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The score of path diagrams: the maximum log-likelihood minus a penalty for every edge, ½ ln n + ln((1 − f) / f), f
 * being the share of adjacent pairs. Each district is scored once. Not thread-safe.
 */
final class DiagramScore {

    private final int d;
    private final double[] correlation;
    private final double rows;
    private final double price;
    private final Map<District, Double> known = new HashMap<>();

    /** Scores by correlations C, [d, d] row by row, positive definite, of n_eff rows, with f above 0 and below 1. */
    DiagramScore(int variables, double[] correlation, double rows, double share) {
        this.d = variables;
        this.correlation = correlation;
        this.rows = rows;
        this.price = Math.log(rows) / 2 + Math.log((1 - share) / share);
    }

    private static final class District {
        private final int[] words;
        private final int hash;

        District(int[] words) {
            this.words = words;
            this.hash = Arrays.hashCode(words);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof District same && Arrays.equals(words, same.words);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    double price() {
        return price;
    }

    double of(PathDiagram diagram) {
        return around(diagram, IntStream.range(0, d).toArray());
    }

    /** The sum over the districts that have one of some variables. */
    double around(PathDiagram diagram, int[] variables) {
        double sum = 0;
        boolean[] seen = new boolean[d];
        for (int i : variables) {
            if (!seen[i]) {
                int[] members = diagram.district(i);
                for (int member : members) {
                    seen[member] = true;
                }
                sum += of(diagram, members);
            }
        }
        return sum;
    }

    private double of(PathDiagram diagram, int[] members) {
        District key = key(diagram, members);
        Double before = known.get(key);
        if (before == null) {
            before = fit(diagram, members);
            known.put(key, before);
        }
        return before;
    }

    /** Each member, its parents, −1, its siblings above it, −2. */
    private District key(PathDiagram diagram, int[] members) {
        int[] words = new int[members.length * 3 + members.length * d];
        int at = 0;
        for (int j : members) {
            words[at++] = j;
            for (int i = 0; i < d; i++) {
                if (diagram.isParent(i, j)) {
                    words[at++] = i;
                }
            }
            words[at++] = -1;
            for (int i : members) {
                if (i > j && diagram.areSiblings(i, j)) {
                    words[at++] = i;
                }
            }
            words[at++] = -2;
        }
        return new District(Arrays.copyOf(words, at));
    }

    private double fit(PathDiagram diagram, int[] members) {
        int m = members.length;
        int[] place = new int[d];
        Arrays.fill(place, -1);
        int[] all = Arrays.copyOf(members, d);
        int q = 0;
        for (int member : members) {
            place[member] = q++;
        }
        for (int i = 0; i < d; i++) {
            for (int a = 0; a < m && place[i] < 0; a++) {
                if (diagram.isParent(i, members[a])) {
                    all[q] = i;
                    place[i] = q++;
                }
            }
        }
        double[] s = new double[q * q];
        for (int a = 0; a < q; a++) {
            for (int c = 0; c < q; c++) {
                s[a * q + c] = correlation[all[a] * d + all[c]];
            }
        }
        int[][] parents = new int[m][];
        int[][] siblings = new int[m][];
        int edges = 0;
        int both = 0;
        for (int a = 0; a < m; a++) {
            int j = members[a];
            parents[a] = places(place, i -> diagram.isParent(i, j));
            siblings[a] = places(place, i -> diagram.areSiblings(i, j));
            edges += parents[a].length;
            both += siblings[a].length;
        }
        return DistrictFit.logLikelihood(q, s, parents, siblings, rows) - price * (edges + both / 2);
    }

    private int[] places(int[] place, IntPredicate wanted) {
        int[] found = new int[d];
        int count = 0;
        for (int i = 0; i < d; i++) {
            if (wanted.test(i)) {
                found[count++] = place[i];
            }
        }
        return Arrays.copyOf(found, count);
    }
}
