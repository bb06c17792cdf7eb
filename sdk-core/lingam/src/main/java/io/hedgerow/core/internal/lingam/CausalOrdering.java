// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.lingam.contrast.ContrastSums;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Estimates the causal order of a linear model whose noises are not Gaussian: DirectLiNGAM (Shimizu et al. 2011) with
 * the pairwise likelihood ratios of Hyvärinen and Smith (2013). In every step the variable that is most plausibly
 * without causes among those left comes next, and is regressed out of the others.
 *
 * <p>With z the standardised residuals left, r their correlations and u_ij what is left of z_i without z_j,
 *
 * <pre>M_ij = H(z_j) + H(u_ij) − H(z_i) − H(u_ji)  (&gt; 0: i → j),  next = argmax_i −Σ_j min(0, M_ij)²</pre>
 *
 * <p>H by {@link ContrastSums}. Residuals are linear in the columns: the coordinator knows r from the covariances and
 * announces coefficients, sites answer with m² pairs of sums, m variables being left, in each of d − 1 steps. Other
 * units of the columns change nothing. Cost: d³ / 3 evaluations of the contrasts for each row.
 */
final class CausalOrdering {

    /** A variable with a smaller share of its variance left is a combination of those before it. */
    private static final double COMBINATION = 1e-10;

    private final VariableSchema schema;
    private final int[] left;
    private final double[][] directions;
    private final double[] share;
    private double[] correlations;
    private int size;

    private CausalOrdering(VariableSchema schema, double[] covariance) {
        int variables = schema.size();
        this.schema = schema;
        this.size = variables;
        this.left = IntStream.range(0, variables).toArray();
        this.directions = new double[variables][variables];
        this.share = new double[variables];
        this.correlations = new double[variables * variables];
        for (int i = 0; i < variables; i++) {
            double deviation = Math.sqrt(covariance[i * (variables + 1)]);
            directions[i][i] = 1 / deviation;
            share[i] = 1;
            for (int j = 0; j < variables; j++) {
                correlations[i * variables + j] =
                        covariance[i * variables + j] / (deviation * Math.sqrt(covariance[j * (variables + 1)]));
            }
        }
    }

    /** Causes before effects, by the rows and their covariances: [d, d], divisor n, about their sites' means. */
    static int[] of(VariableSchema schema, double[] covariance, Contrasts rows) {
        CausalOrdering ordering = new CausalOrdering(schema, covariance);
        int[] order = new int[schema.size()];
        for (int position = 0; position < order.length; position++) {
            int next = ordering.size == 1 ? 0 : ordering.mostExogenous(rows);
            order[position] = ordering.left[next];
            ordering.remove(next);
        }
        return order;
    }

    private int mostExogenous(Contrasts rows) {
        int m = size;
        double[][] asked = Arrays.copyOf(directions, m);
        ContrastSums sums = rows.ofPairs(asked, correlations);
        int best = 0;
        double fewest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < m; i++) {
            double against = 0;
            for (int j = 0; j < m; j++) {
                if (j != i) {
                    // entropies are a constant less J
                    double forth = sums.negentropy(i * (m + 1)) + sums.negentropy(j * m + i);
                    double back = sums.negentropy(j * (m + 1)) + sums.negentropy(i * m + j);
                    double ratio = Math.min(0, forth - back);
                    against += ratio * ratio;
                }
            }
            if (against < fewest) {
                fewest = against;
                best = i;
            }
        }
        return best;
    }

    private void remove(int gone) {
        int m = size;
        double[] kept = new double[(m - 1) * (m - 1)];
        double[] scale = new double[m];
        for (int i = 0; i < m; i++) {
            double r = correlations[i * m + gone];
            double rest = 1 - r * r;
            if (i != gone) {
                share[i] *= rest;
                if (!(share[i] > COMBINATION)) {
                    throw new DataException("column " + schema.names().get(left[i])
                            + " must not be a linear combination of others within the sites, is one up to rounding: no"
                            + " order of causes can be told then; leave it out, or one of those it is made of");
                }
                scale[i] = 1 / Math.sqrt(rest);
            }
        }
        double[] cause = directions[gone];
        for (int i = 0, a = 0; i < m; i++) {
            if (i == gone) {
                continue;
            }
            double r = correlations[i * m + gone];
            for (int j = 0, b = 0; j < m; j++) {
                if (j != gone) {
                    double rest = correlations[i * m + j] - r * correlations[j * m + gone];
                    kept[a * (m - 1) + b++] = i == j ? 1 : rest * scale[i] * scale[j];
                }
            }
            double[] direction = new double[cause.length];
            for (int c = 0; c < direction.length; c++) {
                direction[c] = (directions[i][c] - r * cause[c]) * scale[i];
            }
            directions[a] = direction;
            left[a] = left[i];
            share[a++] = share[i];
        }
        correlations = kept;
        size = m - 1;
    }
}
