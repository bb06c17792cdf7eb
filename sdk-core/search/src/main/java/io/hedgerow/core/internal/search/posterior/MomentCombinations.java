// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Linear combinations of variables, uncorrelated and of variance 1 under a matrix of moments G: [q, q], positive
 * definite: Gram and Schmidt's in the inner product uᵀ G v. Adding one to k present ones: O(q (q + k)). Not
 * thread-safe.
 */
public final class MomentCombinations {

    /** A variable with a smaller share of its variance left is a combination of the others. */
    private static final double PIVOT = 1e-10;

    private final int q;
    private final double[] moments;
    private final List<double[]> vectors = new ArrayList<>();
    private final List<double[]> images = new ArrayList<>();

    public MomentCombinations(int q, double[] moments) {
        this.q = q;
        this.moments = moments;
    }

    /** The residual of a variable given all present combinations, scaled to variance 1; empty when none is left. */
    public Optional<double[]> left(int variable) {
        double[] u = new double[q];
        u[variable] = 1;
        double variance = moments[variable * (q + 1)];
        for (int k = 0; k < vectors.size(); k++) {
            double share = images.get(k)[variable];
            double[] other = vectors.get(k);
            for (int a = 0; a < q; a++) {
                u[a] -= share * other[a];
            }
            variance -= share * share;
        }
        if (!(variance > PIVOT * moments[variable * (q + 1)])) {
            return Optional.empty();
        }
        double scale = 1 / Math.sqrt(variance);
        for (int a = 0; a < q; a++) {
            u[a] *= scale;
        }
        return Optional.of(u);
    }

    /** The residual of a variable, which is then present too. */
    public Optional<double[]> add(int variable) {
        Optional<double[]> left = left(variable);
        left.ifPresent(u -> {
            double[] image = new double[q];
            for (int a = 0; a < q; a++) {
                for (int b = 0; u[a] != 0 && b < q; b++) {
                    image[b] += u[a] * moments[a * q + b];
                }
            }
            vectors.add(u);
            images.add(image);
        });
        return left;
    }
}
