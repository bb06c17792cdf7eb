// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The fit of a network to its covariances, in standardised columns: C, B: [d, d] correlations, weights; v_j residual
 * variances.
 */
final class NetworkFit {

    private final int d;
    private final int targets;
    private final double[] s;
    private final int edges;
    private final int[][] parents;
    final double[] c;
    final double[] b;
    final double[] v;

    /** The first {@code targets} variables are explained; S, {@code covariance}, is [d, d], positive definite, kept. */
    NetworkFit(int variables, int targets, double[] covariance, WeightMatrix network) {
        this.d = variables;
        this.targets = targets;
        this.s = covariance;
        this.edges = network.edgeCount();
        this.c = MomentMatrix.correlation(d, s);
        this.b = new double[d * d];
        this.v = new double[d];
        for (int k = 0; k < d * d; k++) {
            int i = k / d;
            int j = k % d;
            b[k] = network.get(i, j) * Math.sqrt(s[i * (d + 1)] / s[j * (d + 1)]);
        }
        this.parents = new int[d][];
        for (int j = 0; j < d; j++) {
            int target = j;
            parents[j] =
                    IntStream.range(0, d).filter(i -> b[i * d + target] != 0).toArray();
            v[j] = residualVariance(j);
        }
    }

    private double residualVariance(int j) {
        double variance = 1;
        int[] own = parents(j);
        for (int i : own) {
            variance -= 2 * b[i * d + j] * c[i * d + j];
            for (int k : own) {
                variance += b[i * d + j] * b[k * d + j] * c[i * d + k];
            }
        }
        return Math.max(variance, Double.MIN_NORMAL);
    }

    int[] parents(int j) {
        return parents[j];
    }

    int edges() {
        return edges;
    }

    /** The number of pairs, of targets with all, without an edge. */
    int freedom() {
        int others = d - targets;
        return (d * (d - 1) - others * (others - 1)) / 2 - edges;
    }

    /** The noise variance of a variable, in the square of its unit. */
    double noiseVariance(int j) {
        return v[j] * s[j * (d + 1)];
    }

    double deviation(int j) {
        return Math.sqrt(s[j * (d + 1)]);
    }

    /** The largest noise variance over the smallest, in the columns' own units. */
    double varianceRatio() {
        double largest = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (int j = 0; j < targets; j++) {
            largest = Math.max(largest, noiseVariance(j));
            smallest = Math.min(smallest, noiseVariance(j));
        }
        return Math.min(Double.MAX_VALUE, largest / smallest);
    }

    /**
     * Q = n' (Σ_j ln v_j − ln det C) / (d (d − 1) / 2 − E): the deviance of the network from the correlations, per
     * degree of freedom; n' = n − (2 d + 5) / 6 (Bartlett 1950), n the degrees of the covariances. Of t targets the sum
     * is over them, ln det C is that of targets given the others, and pairs of others are left out. About 1 when the
     * network explains the correlations; empty below 2 d, where the deviance is far from its limit.
     */
    OptionalDouble unexplained(double degrees) {
        double n = degrees - (2 * d + 5) / 6.0;
        if (n < 2 * d) {
            return OptionalDouble.empty();
        }
        if (freedom() < 1) {
            return OptionalDouble.of(0); // every pair has an edge: nothing is left to explain
        }
        double logs = 0;
        double logDeterminant = 0;
        TargetRegression onEarlier = new TargetRegression(d, c, 0, d);
        for (int i = targets; i < d; i++) {
            onEarlier.add(i);
        }
        for (int j = 0; j < targets; j++) {
            logs += Math.log(v[j]);
            logDeterminant += Math.log(Math.max(onEarlier.varianceLeft(j), TargetRegression.PIVOT));
            onEarlier.add(j);
        }
        return OptionalDouble.of(Math.max(0, n * (logs - logDeterminant) / freedom()));
    }
}
