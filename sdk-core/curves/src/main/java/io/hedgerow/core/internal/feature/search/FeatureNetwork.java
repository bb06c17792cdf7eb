// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.search.Evidence;
import java.util.ArrayList;
import java.util.List;

/**
 * Curves, weights and noise variances of a graph. The part of cause i in the mean of j is Σ b_a (φ_a − mean) over the
 * columns of i and of its pairs; a curve takes the other variable of a pair at its mean columns. Not thread-safe.
 */
public final class FeatureNetwork {

    private static final int POINTS = 41;
    /** A curve ends at the quantiles 0.01 and 0.99 of the rows. */
    private static final double TAIL = 0.01;

    private final FeatureMoments moments;
    private final FeatureSearch.Best best;
    private final double rows;
    private final int[] targets;
    private final int d;
    private final double[] weights;
    private final double[] residuals;
    private final List<Evidence.Curve> curves = new ArrayList<>();

    public FeatureNetwork(FeatureMoments moments, FeatureSearch.Best best, double rows) {
        this.moments = moments;
        this.best = best;
        this.rows = rows;
        this.targets = best.scores().targets();
        this.d = moments.map().variables();
        this.weights = new double[d * d];
        this.residuals = new double[d];
        for (int j : targets) {
            fit(j);
        }
    }

    private void fit(int target) {
        int[] parents = best.parents(target);
        FeatureFamily family = best.scores().fitted(target, parents);
        double unit = moments.map().marginal(target).deviation();
        residuals[target] = Math.max(family.residual(), 1e-6 * family.variance()) * unit * unit;
        double[] b = family.coefficients();
        for (int parent : parents) {
            weights[parent * d + target] = unit * weight(family, b, parent);
            curves.add(curve(family, b, parent, target, unit));
        }
    }

    private boolean isOf(int column, int variable) {
        FeatureMap map = moments.map();
        if (column < map.single()) {
            return column / map.width() == variable;
        }
        int[] pair = map.pairs()[(column - map.single()) / FeatureMap.OF_PAIR];
        return pair[0] == variable || pair[1] == variable;
    }

    /** The deviation of a cause's part, with the sign of its correlation with the cause. */
    private double weight(FeatureFamily family, double[] b, int parent) {
        double variance = 0;
        double slope = 0;
        int own = moments.columnOf(parent);
        for (int a = 0; a < b.length; a++) {
            if (isOf(family.column(a), parent)) {
                slope += b[a] * moments.covariance(family.column(a), own);
                for (int c = 0; c < b.length; c++) {
                    if (isOf(family.column(c), parent)) {
                        variance += b[a] * b[c] * moments.covariance(family.column(a), family.column(c));
                    }
                }
            }
        }
        double size = Math.sqrt(Math.max(variance, Double.MIN_NORMAL));
        return slope < 0 ? -size : size;
    }

    private Evidence.Curve curve(FeatureFamily family, double[] b, int parent, int target, double unit) {
        Marginal cause = moments.map().marginal(parent);
        double low = cause.quantile(TAIL);
        double high = cause.quantile(1 - TAIL);
        double[] block = new double[moments.map().width()];
        double[] psi = new double[b.length];
        List<Evidence.Point> points = new ArrayList<>();
        for (int k = 0; k < POINTS; k++) {
            double x = low + (high - low) * k / (POINTS - 1);
            moments.map().expand(parent, x, block, 0);
            double effect = 0;
            for (int a = 0; a < b.length; a++) {
                psi[a] = at(family.column(a), parent, block);
                effect += b[a] * psi[a];
            }
            double deviation = Math.sqrt(residuals[target] * family.spread(psi) / rows);
            points.add(new Evidence.Point(x, unit * effect, deviation));
        }
        return new Evidence.Curve(parent, target, points, family.in() > singles(family));
    }

    private int singles(FeatureFamily family) {
        int count = 0;
        while (count < family.in() && family.column(count) < moments.map().single()) {
            count++;
        }
        return count;
    }

    /** A column where the cause has a value and all others are at their means, less its mean. */
    private double at(int column, int parent, double[] block) {
        FeatureMap map = moments.map();
        if (!isOf(column, parent)) {
            return 0;
        }
        if (column < map.single()) {
            return block[column % map.width()] - moments.mean(column);
        }
        int within = (column - map.single()) % FeatureMap.OF_PAIR;
        int[] pair = map.pairs()[(column - map.single()) / FeatureMap.OF_PAIR];
        boolean first = pair[0] == parent;
        int own = map.factor(within, first ? 0 : 1);
        int others = map.factor(within, first ? 1 : 0);
        int other = (first ? pair[1] : pair[0]) * map.width() + others;
        return (block[own] - moments.mean(parent * map.width() + own)) * moments.mean(other);
    }

    /** [d, d]: the deviation of the part of i in the mean of j, in the unit of j, with the sign of its trend. */
    public WeightMatrix weights() {
        return WeightMatrix.ofRows(d, weights);
    }

    public List<Evidence.Curve> curves() {
        return curves;
    }

    public List<Evidence.Equation> equations() {
        List<Evidence.Equation> equations = new ArrayList<>();
        for (int j : targets) {
            equations.add(new Evidence.Equation(moments.map().marginal(j).mean(), residuals[j]));
        }
        return equations;
    }

    /** The largest noise variance over the smallest. */
    public double varianceRatio() {
        double largest = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (int j : targets) {
            largest = Math.max(largest, residuals[j]);
            smallest = Math.min(smallest, residuals[j]);
        }
        return largest / smallest;
    }
}
