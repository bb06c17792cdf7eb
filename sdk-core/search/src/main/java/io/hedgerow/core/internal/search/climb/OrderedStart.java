// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.LeadingRegressions;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.internal.search.score.DecomposableScore;
import java.util.Arrays;

/**
 * A starting graph for a climb, built along an estimated causal order: again and again the variable whose variance
 * given all taken before is smallest, under equal noise variances the true order in the limit of many rows (Chen, Drton
 * and Wang 2019). Each variable is then regressed on all earlier ones and keeps as parents those whose loss alone would
 * cost more than their price; adding parents one by one is led astray when the earlier variables are strongly
 * correlated. Variables that are parents only come first. O(d³) once, O(d²) for each price of edges. Immutable.
 */
public final class OrderedStart {

    private final int d;
    private final double[] s;
    private final int[] order;
    private final int[] included;
    private final Regression[] regressions;

    /** The regression of a variable on the variables before it; precisions are (S_AA⁻¹)_aa. */
    @SuppressWarnings("ArrayRecordComponent") // made here, and modified nowhere
    private record Regression(double residual, double[] coefficients, double[] precisions) {}

    /** Orders and regresses by covariances s, [d, d], which must not change. */
    public OrderedStart(EdgeKnowledge knowledge, double[] s) {
        this.d = knowledge.variables();
        this.s = s;
        int[] targets = knowledge.targets();
        this.order = order(d, targets, s);
        this.included = new int[d];
        this.regressions = new Regression[d];
        LeadingRegressions leading = new LeadingRegressions(d);
        int count = 0;
        for (int target : order) {
            double[] column = new double[count + 1];
            for (int a = 0; a < count; a++) {
                column[a] = s[target * d + included[a]];
            }
            column[count] = s[target * (d + 1)];
            double residual = leading.regress(column);
            if (Arrays.binarySearch(targets, target) >= 0) {
                regressions[target] = new Regression(residual, leading.coefficients(), leading.inverseDiagonals());
            }
            // A variable that the earlier ones determine, or whose variance is noise, is no regressor.
            if (residual > TargetRegression.PIVOT * column[count]) {
                leading.include();
                included[count++] = target;
            }
        }
    }

    public ParentSets parents(DecomposableScore score, int maxParents) {
        ParentSets parents = new ParentSets(d, maxParents);
        for (int target : order) {
            if (regressions[target] != null) {
                choose(regressions[target], target, score, parents);
            }
        }
        return parents;
    }

    /** The most missed earlier variables, while they are worth their price and there is room. */
    private void choose(Regression regression, int target, DecomposableScore score, ParentSets parents) {
        double fit = score.fit(target, regression.residual());
        double[] b = regression.coefficients();
        int count = b.length;
        double[] missed = new double[count];
        for (int a = 0; a < count; a++) {
            double without = regression.residual() + b[a] * b[a] / regression.precisions()[a];
            double gain = score.fit(target, without) - fit - score.penalty(included[a], target);
            // 1 / (S⁻¹)_aa bounds its pivot from below, whatever the other parents and their order.
            boolean usable = regression.precisions()[a] * TargetRegression.PIVOT * s[included[a] * (d + 1)] < 1;
            missed[a] = usable ? gain : 0;
        }
        while (!parents.full(target)) {
            int most = -1;
            for (int a = 0; a < count; a++) {
                if (missed[a] > 0 && (most < 0 || missed[a] > missed[most])) {
                    most = a;
                }
            }
            if (most < 0) {
                return;
            }
            parents.add(target, included[most]);
            missed[most] = 0;
        }
    }

    static int[] order(int variables, int[] targets, double[] s) {
        int d = variables;
        double[] left = s.clone();
        int[] order = new int[d];
        int first = d - targets.length;
        int early = 0;
        int late = first;
        for (int j = 0; j < d; j++) {
            order[Arrays.binarySearch(targets, j) < 0 ? early++ : late++] = j;
        }
        for (int position = 0; position < d; position++) {
            int at = position;
            for (int other = position + 1; other < d && position >= first; other++) {
                if (left[order[other] * (d + 1)] < left[order[at] * (d + 1)]) {
                    at = other;
                }
            }
            int next = order[at];
            order[at] = order[position];
            order[position] = next;
            double pivot = left[next * (d + 1)];
            if (pivot > TargetRegression.PIVOT * s[next * (d + 1)]) {
                eliminate(d, left, next, pivot, order, position + 1);
            }
        }
        return order;
    }

    /** Removes the part that one variable explains from the covariances of those not yet taken. */
    private static void eliminate(int d, double[] left, int taken, double pivot, int[] order, int from) {
        int source = taken * d;
        for (int a = from; a < d; a++) {
            int row = order[a] * d;
            double factor = left[row + taken] / pivot;
            if (factor != 0) {
                // Columns of variables already taken are changed too and never read again: one straight loop is faster.
                for (int j = 0; j < d; j++) {
                    left[row + j] -= factor * left[source + j];
                }
            }
        }
    }
}
