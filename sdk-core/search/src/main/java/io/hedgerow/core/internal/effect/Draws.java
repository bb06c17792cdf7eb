// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import io.hedgerow.core.internal.random.SearchRandom;

/** Draws parameters from their distributions, the same for a seed on every Java release. Not thread-safe. */
final class Draws {

    private final SearchRandom random;

    Draws(long seed) {
        this.random = new SearchRandom(seed);
    }

    /** A standard normal value (Box and Muller 1958). */
    double gaussian() {
        double radius = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
        return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
    }

    /** A gamma value of scale 1 (Marsaglia and Tsang 2000). */
    double gamma(double shape) {
        if (shape < 1) {
            return gamma(shape + 1) * StrictMath.pow(1 - random.nextDouble(), 1 / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = gaussian();
            double root = 1 + c * x;
            double v = root * root * root;
            if (v > 0 && StrictMath.log(1 - random.nextDouble()) < x * x / 2 + d - d * v + d * StrictMath.log(v)) {
                return d * v;
            }
        }
    }

    /** χ² over its degrees of freedom. */
    double chiSquaredShare(double freedom) {
        return gamma(freedom / 2) / (freedom / 2);
    }
}
