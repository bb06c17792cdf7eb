// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.predict.simulation;

import java.util.Random;

/** Random numbers that a seed determines, the same on every machine. No noise that protects anyone. Not thread-safe. */
public final class SeededDraws {

    private final Random random;

    /**
     * Draws of a seed.
     *
     * @param seed any number
     */
    public SeededDraws(long seed) {
        this.random = new Random(seed);
    }

    /** {@return a number from the normal distribution with mean 0 and deviation 1} */
    public double normal() {
        return random.nextGaussian();
    }

    /** {@return a number from 0, inclusive, to 1, exclusive} */
    public double uniform() {
        return random.nextDouble();
    }

    /**
     * {@return the place of a level, drawn with its probability}
     *
     * @param probabilities of the levels; they sum to 1 up to round-off
     */
    public int level(double[] probabilities) {
        double left = uniform();
        int last = 0;
        for (int level = 0; level < probabilities.length; level++) {
            double p = probabilities[level];
            if (p > 0) {
                last = level; // rounding must not draw a level that cannot be
                left -= p;
                if (left < 0) {
                    return level;
                }
            }
        }
        return last;
    }
}
