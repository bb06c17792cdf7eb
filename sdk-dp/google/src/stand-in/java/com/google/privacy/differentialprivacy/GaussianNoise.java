// SPDX-License-Identifier: Apache-2.0
package com.google.privacy.differentialprivacy;

import java.security.SecureRandom;

/** Rounds Gaussian numbers of the platform; for tests of the adapter's wiring only. */
public class GaussianNoise {

    private final SecureRandom random = new SecureRandom();

    /** Makes a source with a generator of its own. */
    public GaussianNoise() {}

    /** Not called by the adapter. */
    public double addNoise(double x, int l0Sensitivity, double lInfSensitivity, double epsilon, double delta) {
        throw new UnsupportedOperationException("the stand-in has no noise by epsilon and delta");
    }

    /** Not called by the adapter. */
    public double addNoise(double x, double l2Sensitivity, double epsilon, double delta) {
        throw new UnsupportedOperationException("the stand-in has no noise by epsilon and delta");
    }

    /** Not called by the adapter. */
    public long addNoise(long x, int l0Sensitivity, long lInfSensitivity, double epsilon, double delta) {
        throw new UnsupportedOperationException("the stand-in has no noise by epsilon and delta");
    }

    /** Adds a Gaussian number of the standard deviation that ρ implies. */
    public double addNoiseDefinedByRho(double x, double l2Sensitivity, double rho) {
        return x + getSigmaForRho(l2Sensitivity, rho) * random.nextGaussian();
    }

    /** Adds a rounded Gaussian number of the standard deviation that ρ implies. */
    public long addNoiseDefinedByRho(long x, double l2Sensitivity, double rho) {
        return x + Math.round(getSigmaForRho(l2Sensitivity, rho) * random.nextGaussian());
    }

    /** Not called by the adapter. */
    public double computeQuantile(
            double rank, double x, int l0Sensitivity, double lInfSensitivity, double epsilon, Double delta) {
        throw new UnsupportedOperationException("the stand-in has no quantiles");
    }

    /** Not called by the adapter. */
    public static double getSigma(double l2Sensitivity, double epsilon, double delta) {
        throw new UnsupportedOperationException("the stand-in has no noise by epsilon and delta");
    }

    /** The standard deviation with which a sensitivity costs ρ. */
    public static double getSigmaForRho(double l2Sensitivity, double rho) {
        return l2Sensitivity / Math.sqrt(2 * rho);
    }
}
