// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.moments;

/**
 * Means and covariances of the columns of a {@link FeatureMap}, of all K sites, each about its own means: G: [F, F], Σ
 * over sites of Σ (φ − m)(φ − m)ᵀ, divided by n − K; after noise about the mean of all.
 */
public final class FeatureMoments {

    private final FeatureMap map;
    private final double rows;
    private final double[] mean;
    private final double[] covariance;
    /** [d, d] the number of a pair, −1 for one without products. */
    private final int[] pairOf;

    /** Keeps the arrays m: [F] and G: [F, F], row by row, symmetric. */
    public FeatureMoments(FeatureMap map, double rows, double[] mean, double[] covariance) {
        this.map = map;
        this.rows = rows;
        this.mean = mean;
        this.covariance = covariance;
        int d = map.variables();
        this.pairOf = new int[d * d];
        java.util.Arrays.fill(pairOf, -1);
        for (int p = 0; p < map.pairs().length; p++) {
            int i = map.pairs()[p][0];
            int k = map.pairs()[p][1];
            pairOf[i * d + k] = p;
            pairOf[k * d + i] = p;
        }
    }

    public FeatureMap map() {
        return map;
    }

    public double rows() {
        return rows;
    }

    public double mean(int a) {
        return mean[a];
    }

    public double covariance(int a, int b) {
        return covariance[a * mean.length + b];
    }

    /** The first column of a pair's block, −1 when it has none. */
    public int columnOfPair(int i, int k) {
        int pair = pairOf[i * map.variables() + k];
        return pair < 0 ? -1 : map.single() + pair * FeatureMap.OF_PAIR;
    }

    public int columnOf(int variable) {
        return variable * map.width();
    }
}
