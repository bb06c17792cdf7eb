// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.internal.lingam.contrast.ContrastSums;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.search.climb.Improvement;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Log-likelihoods of variables given their parents, up to a constant, in a linear model with noises of any shape: −n
 * H(e) = n (J(e / √v) − ½ log v), e the residual of least squares and v its variance. With Gaussian noises J = 0 and
 * graphs of one equivalence class are alike. Not thread-safe.
 */
class NoiseFamilies {

    private final int variables;
    private final double[] covariance;
    private final double worth;
    private final Contrasts rows;
    private final Map<Family, Shape> known = new HashMap<>();

    private record Shape(double negentropy, double score) {}

    /** Takes n_eff, and covariances: [d, d], divisor n. */
    NoiseFamilies(int variables, double[] covariance, double worth, Contrasts rows) {
        this.variables = variables;
        this.covariance = covariance;
        this.worth = worth;
        this.rows = rows;
    }

    /** Asks for all unknown sums at once; false, without a question, when they are more than may be asked. */
    boolean learn(Collection<Family> families) {
        List<Family> fresh = new ArrayList<>(new LinkedHashSet<>(families));
        fresh.removeIf(known::containsKey);
        if (fresh.isEmpty()) {
            return true;
        }
        if (fresh.size() > rows.left()) {
            return false;
        }
        double[][] directions = new double[fresh.size()][variables];
        double[] variances = new double[fresh.size()];
        for (int k = 0; k < directions.length; k++) {
            Family family = fresh.get(k);
            TargetRegression regression = family.regression(variables, covariance);
            variances[k] = regression.residualVariance();
            double scale = 1 / Math.sqrt(variances[k]);
            int[] parents = regression.parents();
            double[] b = regression.coefficients(new double[parents.length]);
            for (int a = 0; a < b.length; a++) {
                directions[k][parents[a]] = -b[a] * scale;
            }
            directions[k][family.child()] = scale;
        }
        ContrastSums sums = rows.of(directions);
        for (int k = 0; k < directions.length; k++) {
            double j = sums.negentropy(k);
            double score = worth * (j - 0.5 * Math.log(variances[k]));
            known.put(
                    fresh.get(k), new Shape(j, Improvement.checked(fresh.get(k).child(), score)));
        }
        return true;
    }

    /** The log-likelihood, asked of the sites when it is unknown. */
    double of(Family family) {
        return shape(family).score();
    }

    /** n J of the residual: −log of how probable one as far from Gaussian is when it is Gaussian. */
    double evidence(Family family) {
        return worth * shape(family).negentropy();
    }

    private Shape shape(Family family) {
        if (!known.containsKey(family) && !learn(List.of(family))) {
            throw new IllegalStateException(
                    "a family must be learned while questions are left, was of variable " + family.child());
        }
        return Objects.requireNonNull(known.get(family));
    }
}
