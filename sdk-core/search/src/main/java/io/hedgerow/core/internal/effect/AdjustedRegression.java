// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import io.hedgerow.core.internal.search.posterior.MomentCombinations;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import java.util.Optional;

/**
 * The regressions of every variable y on one variable x and a set of others P: the effect of x on y in every graph in
 * which P are the parents of x and y is none of them (Pearl 2009, theorem 3.3.2). With c = S_xy.P and v = S_xx.P,
 * residual moments given P, of n rows:
 *
 * <pre>w_y = c / v,   s_y² = (S_yy.P − c² / v) / (v · df),   df = n − |P| − 2</pre>
 *
 * <p>The posterior of the effect under a flat prior is w_y + s_y t, t a Student variable with df degrees of freedom;
 * the mean of the rows takes one of them. Immutable.
 */
final class AdjustedRegression {

    private final double[] values;
    private final double[] errors;
    private final double freedom;

    private AdjustedRegression(double[] values, double[] errors, double freedom) {
        this.values = values;
        this.errors = errors;
        this.freedom = freedom;
    }

    /** w of one variable; 0 where x is determined by P. */
    double value(int y) {
        return values[y];
    }

    /** s of one variable. */
    double error(int y) {
        return errors[y];
    }

    /** df, at least 1. */
    double freedom() {
        return freedom;
    }

    /**
     * The regression of released moments of n rows: 1 / df + V(u_y, u_x) instead of 1 / df, V being that of
     * {@link MomentNoise}, u_x the residual of x given P and u_y that of y given x and P; {@code matrix}: [d, d] in the
     * units of the noise.
     */
    static AdjustedRegression of(
            int variables, double[] s, double rows, int x, int[] parents, MomentNoise noise, double[] matrix) {
        AdjustedRegression without = of(variables, s, rows, x, parents);
        MomentCombinations given = new MomentCombinations(variables, matrix);
        for (int parent : parents) {
            given.add(parent);
        }
        Optional<double[]> cause = given.add(x);
        double[] errors = without.errors.clone();
        for (int y = 0; y < variables; y++) {
            Optional<double[]> effect = errors[y] == 0 ? Optional.empty() : given.left(y);
            if (cause.isPresent() && effect.isPresent()) {
                errors[y] *= Math.sqrt(1 + without.freedom * noise.variance(effect.get(), cause.get()));
            }
        }
        return new AdjustedRegression(without.values, errors, without.freedom);
    }

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
