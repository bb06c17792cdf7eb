// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.table;

import org.apache.commons.math3.special.Gamma;

/**
 * The marginal likelihood of categorical variables with a uniform Dirichlet prior (BDeu: Buntine 1991; Heckerman,
 * Geiger and Chickering 1995, eq. 38). As prior counts of the combinations of any set of variables sum to the same α,
 * the score of a variable T with parents P is M(P ∪ T) − M(P) of a function of sets:
 *
 * <pre>M(A) = Σ over combinations c of A: ln Γ(n_c + α/q) − ln Γ(α/q) − [ln Γ(n + α) − ln Γ(α)]</pre>
 *
 * <p>Symbols: α the equivalent sample size; q the number of combinations; n_c rows with combination c; n all rows. So
 * graphs that imply the same independences have the same score. Dependent rows may count in part. Immutable.
 */
public final class BdeuScore {

    private final double equivalentRows;
    private final double weight;

    /** Takes α &gt; 0, and the weight of a row, above 0 and at most 1. */
    public BdeuScore(double equivalentRows, double weight) {
        if (!(equivalentRows > 0 && equivalentRows < Double.POSITIVE_INFINITY) || !(weight > 0 && weight <= 1)) {
            throw new IllegalArgumentException("the equivalent sample size must be finite and > 0 and the weight of a"
                    + " row > 0 and <= 1, were " + equivalentRows + " and " + weight);
        }
        this.equivalentRows = equivalentRows;
        this.weight = weight;
    }

    public double of(CountTable table) {
        double own = equivalentRows / table.cells();
        double none = Gamma.logGamma(own);
        double sum = 0;
        double rows = 0;
        for (int cell = 0; cell < table.cells(); cell++) {
            double n = weight * table.count(cell);
            if (n > 0) {
                rows += n;
                sum += Gamma.logGamma(n + own) - none;
            }
        }
        return sum - Gamma.logGamma(rows + equivalentRows) + Gamma.logGamma(equivalentRows);
    }
}
