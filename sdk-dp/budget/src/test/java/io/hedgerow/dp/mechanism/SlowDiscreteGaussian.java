// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import java.math.BigInteger;
import java.util.Random;

/**
 * The discrete Gaussian by Algorithms 1 to 3 of Canonne, Kamath and Steinke (2020), with fractions of whole numbers
 * only: an independent reference for the fast sampler, with which it shares nothing.
 */
final class SlowDiscreteGaussian {

    private final Random random;
    private final BigInteger variance;
    private final BigInteger variancePart;
    private final long t;

    /** σ² = variance / variancePart. */
    SlowDiscreteGaussian(long seed, long variance, long variancePart) {
        this.random = new Random(seed);
        this.variance = BigInteger.valueOf(variance);
        this.variancePart = BigInteger.valueOf(variancePart);
        this.t = (long) Math.floor(Math.sqrt((double) variance / variancePart)) + 1;
    }

    long draw() {
        while (true) {
            long y = laplace();
            // (|y| − σ²/t)² / 2σ², with σ² = v/w: (|y|·t·w − v)² / (2·v·w·t²)
            BigInteger root = BigInteger.valueOf(Math.abs(y))
                    .multiply(BigInteger.valueOf(t))
                    .multiply(variancePart)
                    .subtract(variance);
            BigInteger denominator = variance.multiply(variancePart).multiply(BigInteger.valueOf(2 * t * t));
            if (bernoulliExp(root.multiply(root), denominator)) {
                return y;
            }
        }
    }

    private long laplace() {
        while (true) {
            long u = random.nextInt((int) t);
            if (!bernoulliExp(BigInteger.valueOf(u), BigInteger.valueOf(t))) {
                continue;
            }
            long v = 0;
            while (bernoulliExp(BigInteger.ONE, BigInteger.ONE)) {
                v++;
            }
            boolean negative = random.nextBoolean();
            long x = u + t * v;
            if (!(negative && x == 0)) {
                return negative ? -x : x;
            }
        }
    }

    private boolean bernoulliExp(BigInteger p, BigInteger q) {
        BigInteger rest = p;
        while (rest.compareTo(q) > 0) {
            if (!bernoulliExpOfFraction(q, q)) {
                return false;
            }
            rest = rest.subtract(q);
        }
        return bernoulliExpOfFraction(rest, q);
    }

    private boolean bernoulliExpOfFraction(BigInteger p, BigInteger q) {
        int k = 1;
        while (bernoulli(p, q.multiply(BigInteger.valueOf(k)))) {
            k++;
        }
        return k % 2 == 1;
    }

    private boolean bernoulli(BigInteger p, BigInteger q) {
        BigInteger draw;
        do {
            draw = new BigInteger(q.bitLength(), random);
        } while (draw.compareTo(q) >= 0);
        return draw.compareTo(p) < 0;
    }
}
