// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.List;

/**
 * Combines the networks that sites learned alone into one acyclic network: baselines (001 §6; 002 §6). A weight counts
 * as an edge at a site when |W_p[i, j]| ≥ threshold ≥ 0 and it is not 0; W_p is [d, d]. Edges are admitted from the
 * strongest to the weakest, each unless it would close a cycle; ties go to the smaller (i, j). Not private: the
 * coordinator sees every site's network. Cost: O(P d²), and O(d² / 64) per combined edge.
 */
public final class SiteCombination {

    private SiteCombination() {}

    /** Keeps i → j where most sites have it; strength: votes, then |weight|; weight: the mean over these sites. */
    public static WeightMatrix voting(List<WeightMatrix> networks, double threshold) {
        int d = requireAlike(networks, threshold);
        double[] sums = new double[d * d];
        int[] votes = new int[d * d];
        for (WeightMatrix network : networks) {
            double[] kept = network.threshold(threshold).toRows();
            for (int k = 0; k < d * d; k++) {
                sums[k] += kept[k];
                votes[k] += kept[k] != 0 ? 1 : 0;
            }
        }
        double[] weights = new double[d * d];
        double[] strength = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            if (2 * votes[k] > networks.size()) {
                weights[k] = sums[k] / votes[k];
                double size = Math.abs(weights[k]);
                // A vote outweighs every weight: size / (1 + size) < 1.
                strength[k] = votes[k] + size / (1 + size);
            }
        }
        WeightMatrix admitted =
                Dag.strongest(WeightMatrix.ofRows(d, strength), 0).dag().weights();
        for (int k = 0; k < d * d; k++) {
            weights[k] = admitted.hasEdge(k / d, k % d) ? weights[k] : 0;
        }
        return WeightMatrix.ofRows(d, weights);
    }

    /** Keeps the edges whose mean weight over all sites reaches the threshold. Strength: |mean|. */
    public static WeightMatrix averaging(List<WeightMatrix> networks, double threshold) {
        int d = requireAlike(networks, threshold);
        double[] mean = new double[d * d];
        for (WeightMatrix network : networks) {
            double[] weights = network.toRows();
            for (int k = 0; k < d * d; k++) {
                mean[k] += weights[k] / networks.size();
            }
        }
        return acyclic(WeightMatrix.ofRows(d, mean), threshold);
    }

    /** The thresholded network nearest to the truth, a yardstick: smallest Hamming distance, reversals counting 1. */
    public static WeightMatrix best(List<WeightMatrix> networks, double threshold, WeightMatrix truth) {
        int d = requireAlike(networks, threshold);
        if (truth.variables() != d) {
            throw new IllegalArgumentException(
                    "truth must have the " + d + " variables of the networks, has " + truth.variables());
        }
        WeightMatrix best = acyclic(networks.get(0), threshold);
        int least = distance(best, truth);
        for (WeightMatrix network : networks.subList(1, networks.size())) {
            WeightMatrix candidate = acyclic(network, threshold);
            int distance = distance(candidate, truth);
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return best;
    }

    private static WeightMatrix acyclic(WeightMatrix network, double threshold) {
        return Dag.strongest(network, threshold).dag().weights();
    }

    private static int requireAlike(List<WeightMatrix> networks, double threshold) {
        if (networks.isEmpty()) {
            throw new IllegalArgumentException("networks must hold at least one, was empty");
        }
        if (!(threshold >= 0)) {
            throw new IllegalArgumentException("threshold must be >= 0, was " + threshold);
        }
        int d = networks.get(0).variables();
        for (WeightMatrix network : networks) {
            if (network.variables() != d) {
                throw new IllegalArgumentException(
                        "networks must have the same variables, have " + d + " and " + network.variables());
            }
        }
        return d;
    }

    private static int distance(WeightMatrix a, WeightMatrix b) {
        int count = 0;
        for (int i = 0; i < a.variables(); i++) {
            for (int j = 0; j < i; j++) {
                if (a.hasEdge(i, j) != b.hasEdge(i, j) || a.hasEdge(j, i) != b.hasEdge(j, i)) {
                    count++;
                }
            }
        }
        return count;
    }
}
