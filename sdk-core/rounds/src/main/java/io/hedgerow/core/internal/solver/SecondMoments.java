// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.solver.LocalProblem;
import org.jspecify.annotations.Nullable;

/**
 * The second-moment matrix S of the data that were read last, [q, q], kept between rounds; with bias terms its last
 * column is that of ones. Exactly symmetric, as streamed sums are not, for solvers read S by rows only. As sensitive as
 * the records; not thread-safe.
 */
final class SecondMoments {

    private @Nullable SufficientStatistics statistics;
    private @Nullable Centring centring;
    private double[][] rows = new double[0][];

    /** Rows of S; the same array as long as statistics (as an object) and centring are the same. */
    double[][] of(LocalProblem problem, DataView view) {
        SufficientStatistics current = view.statistics();
        boolean biased = problem.centring() == Centring.BIAS_TERMS;
        requireLinear(problem.layout(), current.variables() + (biased ? 1 : 0));
        if (current != statistics || problem.centring() != centring) {
            rows = biased
                    ? withOnes(current)
                    : symmetric(current.secondMoment(problem.centring()), current.variables());
            statistics = current;
            centring = problem.centring();
        }
        return rows;
    }

    /** S of the variables and a column of ones, which is the last: its products with them are their means. */
    private static double[][] withOnes(SufficientStatistics data) {
        int last = data.variables();
        double[][] variables = symmetric(data.secondMoment(Centring.NONE), last);
        double[][] s = new double[last + 1][last + 1];
        for (int i = 0; i < last; i++) {
            System.arraycopy(variables[i], 0, s[i], 0, last);
            s[i][last] = data.mean(i);
            s[last][i] = data.mean(i);
        }
        s[last][last] = 1;
        return s;
    }

    private static double[][] symmetric(double[] flat, int q) {
        double[][] s = new double[q][q];
        for (int i = 0; i < q; i++) {
            for (int k = 0; k <= i; k++) {
                double entry = flat[i * q + k] == flat[k * q + i]
                        ? flat[i * q + k]
                        : 0.5 * (flat[i * q + k] + flat[k * q + i]);
                s[i][k] = entry;
                s[k][i] = entry;
            }
        }
        return s;
    }

    /** Requires that parameter s of a slice multiplies variable s of the view, the first d being the targets. */
    private static void requireLinear(ParameterLayout layout, int variables) {
        if (layout.sliceLength() != variables) {
            throw new IllegalArgumentException("a linear layout must have one parameter for each of the " + variables
                    + " variables of the data in a slice, has " + layout.sliceLength());
        }
        for (int s = 0; s < variables; s++) {
            int expected = s < layout.targets() ? s : -1;
            if (layout.source(s) != expected) {
                throw new IllegalArgumentException("a linear layout must start with one parameter per edge, followed by"
                        + " parameters without edges; parameter " + s + " of a slice has source " + layout.source(s)
                        + " instead of " + expected);
            }
        }
    }
}
