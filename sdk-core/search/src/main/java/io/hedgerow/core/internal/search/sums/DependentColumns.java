// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.internal.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds columns that are determined by others, by a Cholesky factor that takes in only columns with a remaining
 * variance. O(d³).
 */
final class DependentColumns {

    /** Left of a variance: a correlation beyond 0.99995 is a copy. */
    private static final double NOTHING = 1e-4;

    /** A standardised weight that is worth a name. */
    private static final double SMALL = 0.01;

    private static final int NAMED = 10;

    private final List<String> names;
    private final long degrees;
    private final Set<Integer> copies = new TreeSet<>();
    private final List<Integer> kept = new ArrayList<>();
    private final List<double[]> rows = new ArrayList<>();
    private final List<String> found = new ArrayList<>();

    private DependentColumns(List<String> names, long degrees) {
        this.names = names;
        this.degrees = degrees;
    }

    /** Sentences on columns that earlier ones determine: sums by {@code covariance}, copies by it in one unit. */
    static List<String> of(List<String> names, double[] covariance, double[] common, long degrees) {
        int d = names.size();
        DependentColumns columns = new DependentColumns(names, degrees);
        double[] alike = correlation(d, common);
        double[] exact = correlation(d, covariance);
        for (int j = 0; j < d; j++) {
            columns.compare(j, alike);
        }
        for (int j = 0; j < d; j++) {
            if (covariance[j * (d + 1)] > 0 && !columns.copies.contains(j)) {
                columns.take(j, exact);
            }
        }
        List<String> found = columns.found;
        if (found.size() > NAMED) {
            int others = found.size() - NAMED;
            return List.of(String.join("; ", found.subList(0, NAMED)) + "; and " + Words.count(others, "other column")
                    + " that others determine: leave them out of the plan");
        }
        return List.copyOf(found);
    }

    private static double[] correlation(int d, double[] covariance) {
        double[] correlation = new double[d * d];
        for (int k = 0; k < correlation.length; k++) {
            double scale = Math.sqrt(covariance[k / d * (d + 1)] * covariance[k % d * (d + 1)]);
            correlation[k] = scale > 0 ? covariance[k] / scale : 0;
        }
        return correlation;
    }

    private void compare(int j, double[] correlation) {
        for (int i = 0; i < j; i++) {
            double r = correlation[i * names.size() + j];
            if (1 - r * r < NOTHING && !copies.contains(i)) {
                copies.add(j);
                found.add("\"" + names.get(j) + "\" is a copy of \"" + names.get(i) + "\" in some unit (correlation "
                        + (r > 0 ? "1" : "-1") + "): leave one of them out of the plan, for an edge between copies"
                        + " hides all others of both");
                return;
            }
        }
    }

    private void take(int j, double[] correlation) {
        int d = names.size();
        int k = kept.size();
        double[] own = new double[k + 1];
        double left = 1;
        for (int row = 0; row < k; row++) {
            double[] before = rows.get(row);
            double sum = correlation[kept.get(row) * d + j];
            for (int c = 0; c < row; c++) {
                sum -= before[c] * own[c];
            }
            own[row] = sum / before[row];
            left -= own[row] * own[row];
        }
        if (left < NOTHING) {
            if (degrees > 2L * (k + 1)) {
                String causes = Words.listed(determining(own), "and");
                found.add("\"" + names.get(j) + "\" is a sum of multiples of " + causes
                        + ", but for less than 0.01 % of its variance: leave one of these columns out of the plan");
            }
            return; // of fewer rows than columns any follows from the others
        }
        own[k] = Math.sqrt(left);
        kept.add(j);
        rows.add(own);
    }

    /** The columns with weights: L' b = v from below. */
    private List<String> determining(double[] own) {
        int k = kept.size();
        double[] weight = new double[k];
        for (int row = k - 1; row >= 0; row--) {
            double sum = own[row];
            for (int below = row + 1; below < k; below++) {
                sum -= rows.get(below)[row] * weight[below];
            }
            weight[row] = sum / rows.get(row)[row];
        }
        List<String> all = new ArrayList<>();
        for (int i = 0; i < k; i++) {
            if (Math.abs(weight[i]) > SMALL) {
                all.add("\"" + names.get(kept.get(i)) + "\"");
            }
        }
        return all.size() <= NAMED ? all : List.of("other columns");
    }
}
