// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.internal.feature.search.FeatureFamily;
import io.hedgerow.core.internal.feature.search.FeatureSearch;
import io.hedgerow.core.internal.random.SearchRandom;
import java.util.Arrays;

/**
 * Draws rows from an additive model: a variable without parents from its histogram, another as the mean of its curves
 * plus normal noise. Of a series, whose columns of earlier steps follow those of the present in the same order, earlier
 * steps are the rows drawn before. Not thread-safe.
 */
final class DrawnRows {

    private static final class Equation {
        private final int target;
        private final int[] columns;
        private final double[] coefficients;
        private final double noise;

        Equation(int target, int parents, FeatureFamily family) {
            this.target = target;
            this.columns = new int[family.in()];
            Arrays.setAll(columns, family::column);
            this.coefficients = family.coefficients();
            this.noise = parents == 0 ? 0 : Math.sqrt(Math.max(0, family.residual()));
        }
    }

    private final FeatureMoments moments;
    private final SearchRandom random;
    private final int width;
    /** The equations, causes before effects. */
    private final Equation[] equations;
    /** The values of the present and of earlier steps: [d]. */
    private final double[] values;

    private final double[] columns;

    DrawnRows(FeatureMoments moments, FeatureSearch.Best best, SearchRandom random) {
        this.moments = moments;
        this.random = random;
        this.width = moments.map().width();
        this.columns = new double[moments.map().size()];
        int present = best.scores().targets().length;
        this.equations = Arrays.stream(best.graph().topologicalOrder())
                .filter(j -> j < present)
                .mapToObj(j -> equation(best, j))
                .toArray(Equation[]::new);
        this.values = new double[moments.map().variables()];
    }

    private static Equation equation(FeatureSearch.Best best, int target) {
        int[] parents = best.parents(target);
        return new Equation(target, parents.length, best.scores().fitted(target, parents));
    }

    /** Begins another series, after enough steps to forget the start. */
    void restart(int steps) {
        Arrays.setAll(values, j -> moments.map().marginal(j).quantile(random.nextDouble()));
        for (int step = 0; step < steps; step++) {
            next();
        }
    }

    double[] next() {
        int present = equations.length;
        System.arraycopy(values, 0, values, present, values.length - present);
        for (int j = present; j < values.length; j++) {
            expand(j);
        }
        for (Equation equation : equations) {
            int j = equation.target;
            Marginal own = moments.map().marginal(j);
            values[j] = equation.noise > 0
                    ? own.mean() + own.deviation() * standard(equation)
                    : own.quantile(random.nextDouble());
            expand(j);
        }
        return columns;
    }

    private void expand(int variable) {
        moments.map().expand(variable, values[variable], columns, variable * width);
        multiply(variable);
    }

    private double standard(Equation equation) {
        double z = moments.mean(moments.columnOf(equation.target));
        for (int a = 0; a < equation.columns.length; a++) {
            int column = equation.columns[a];
            z += equation.coefficients[a] * (columns[column] - moments.mean(column));
        }
        // Box and Muller; 1 − u is never 0
        double size = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
        return z + equation.noise * size * StrictMath.cos(2 * Math.PI * random.nextDouble());
    }

    /** Computes products with a variable that is known now; those with a later one are computed again then. */
    private void multiply(int variable) {
        int[][] pairs = moments.map().pairs();
        for (int p = 0; p < pairs.length; p++) {
            if (pairs[p][0] == variable || pairs[p][1] == variable) {
                moments.map().multiply(p, columns);
            }
        }
    }
}
