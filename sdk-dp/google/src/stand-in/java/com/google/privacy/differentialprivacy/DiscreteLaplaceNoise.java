// SPDX-License-Identifier: Apache-2.0
package com.google.privacy.differentialprivacy;

import java.security.SecureRandom;

/** Differences of rounded exponential numbers of the platform; for tests of the adapter's wiring only. */
public class DiscreteLaplaceNoise {

    private final SecureRandom random = new SecureRandom();

    /** Makes a source with a generator of its own. */
    public DiscreteLaplaceNoise() {}

    /** Not called by the adapter. */
    public double addNoise(double x, int l0Sensitivity, double lInfSensitivity, double epsilon, double delta) {
        throw new UnsupportedOperationException("the stand-in has no noise of doubles");
    }

    /** Not called by the adapter. */
    public long addNoise(long x, int l0Sensitivity, long lInfSensitivity, double epsilon, double delta) {
        throw new UnsupportedOperationException("the stand-in has no noise by two sensitivities");
    }

    /**
     * Not called by the adapter.
     *
     * @deprecated as in the library, so that a call of it is noticed here, too
     */
    @Deprecated
    public long addNoise(long x, long l1Sensitivity, double epsilon, Double delta) {
        throw new UnsupportedOperationException("the stand-in has no deprecated forms");
    }

    /** Adds the difference of two geometric numbers, which is a discrete Laplace number. */
    public long addNoise(long x, long l1Sensitivity, double epsilon, double delta) {
        double scale = l1Sensitivity / epsilon;
        return x + geometric(scale) - geometric(scale);
    }

    private long geometric(double scale) {
        return (long) Math.floor(-scale * Math.log1p(-random.nextDouble()));
    }

    /** Not called by the adapter. */
    public double computeQuantile(
            double rank, double x, int l0Sensitivity, double lInfSensitivity, double epsilon, Double delta) {
        throw new UnsupportedOperationException("the stand-in has no quantiles");
    }
}
