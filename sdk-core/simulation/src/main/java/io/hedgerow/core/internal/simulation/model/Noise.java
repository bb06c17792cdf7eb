// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.internal.random.RandomStream;

/**
 * The shape of simulated noise. Every kind is centred and scaled to variance 1 before the variable's own variance is
 * applied; the generator of NOTEARS instead leaves its normal, exponential, Gumbel and uniform noises at scale 1, with
 * variances 1, 1, π²/6 and 1/3. What it calls logistic and poisson are no noises: {@link Mechanism#BINARY} and
 * {@link Mechanism#POISSON}.
 */
public enum Noise {
    /** Normal. */
    GAUSSIAN {
        @Override
        double draw(RandomStream random) {
            return random.nextGaussian();
        }
    },
    /** Exponential with rate 1, less its mean 1: skewed to the right. */
    EXPONENTIAL {
        @Override
        double draw(RandomStream random) {
            return -StrictMath.log(random.nextUniform()) - 1;
        }
    },
    /** Gumbel, (−log(−log U) − γ) √6 / π with Euler's constant γ: skewed to the right. */
    GUMBEL {
        @Override
        double draw(RandomStream random) {
            return (-StrictMath.log(-StrictMath.log(random.nextUniform())) - EULER) * (Math.sqrt(6) / Math.PI);
        }
    },
    /** Uniform on [−√3, √3]. */
    UNIFORM {
        @Override
        double draw(RandomStream random) {
            return (2 * random.nextUniform() - 1) * Math.sqrt(3);
        }
    },
    /** Logistic, log(U / (1 − U)) √3 / π. */
    LOGISTIC {
        @Override
        double draw(RandomStream random) {
            double u = random.nextUniform();
            return StrictMath.log(u / (1 - u)) * (Math.sqrt(3) / Math.PI);
        }
    },
    /** Laplace, −sign(U − ½) log(1 − 2 |U − ½|) / √2: heavy tails on both sides. */
    LAPLACE {
        @Override
        double draw(RandomStream random) {
            double u = random.nextUniform() - 0.5;
            return -Math.signum(u) * StrictMath.log(1 - 2 * Math.abs(u)) / Math.sqrt(2);
        }
    };

    private static final double EULER = 0.5772156649015329;

    /** One number with mean 0 and variance 1. */
    abstract double draw(RandomStream random);
}
