// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import io.hedgerow.core.internal.search.regression.TargetRegression;

/**
 * The regressions of every variable y on one variable x and a set of others P: the effect of x on y in every graph in
 * which P are the parents of x and y is none of them (Pearl 2009, theorem 3.3.2).
 *
 * <p>With c = S_xy.P and v = S_xx.P, residual moments given P, of n rows:
 *
 * <pre>w_y = c / v,   s_y² = (S_yy.P − c² / v) / (v · df),   df = n − |P| − 2</pre>
 *
 * <p>The posterior of the effect under a flat prior is w_y + s_y t, t a Student variable with df degrees of freedom;
 * the mean of the rows takes one of them. Immutable.
 *
 * @param values w: [d]; 0 where x is determined by P
 * @param errors s: [d]
 * @param freedom df, at least 1
 */
record AdjustedRegression(double[] values, double[] errors, double freedom) {

    static AdjustedRegression of(int variables, double[] s, double rows, int x, int[] parents) {
        TargetRegression given = new TargetRegression(variables, s, x, parents.length);
        for (int parent : parents) {
            given.add(parent);
        }
        double freedom = Math.max(1, rows - parents.length - 2);
        double[] values = new double[variables];
        double[] errors = new double[variables];
        double v = given.varianceLeft(x);
        for (int y = 0; y < variables; y++) {
            if (y != x && given.usable(x) && given.usable(y)) {
                double c = given.coefficientWith(y) * given.varianceLeft(y);
                values[y] = c / v;
                errors[y] = Math.sqrt(Math.max(0, given.varianceLeft(y) - c * c / v) / (v * freedom));
            }
        }
        return new AdjustedRegression(values, errors, freedom);
    }
}
