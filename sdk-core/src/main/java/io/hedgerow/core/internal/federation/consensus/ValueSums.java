// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.consensus;

import io.hedgerow.core.protocol.Aggregate;

/**
 * A round's sum of B_p + β_p/ρ2 over the sites in it, and nothing from before: an absent site has no part in the step.
 * Only the mean of β over the last round's sites is known, from which the distance of their B from the consensus
 * follows; it is an estimate after the cohort changed.
 */
final class ValueSums implements ConsensusSums {

    private final double[] mean;
    private final double[] meanDual;
    private int sites;

    ValueSums(int size) {
        this.mean = new double[size];
        this.meanDual = new double[size];
    }

    @Override
    public void add(Aggregate round) {
        sites = round.included().size();
        for (int k = 0; k < mean.length; k++) {
            mean[k] = round.sum().get(k) / sites;
        }
    }

    @Override
    public int sites() {
        return sites;
    }

    @Override
    public double centre(int k, double rho2) {
        return mean[k];
    }

    @Override
    public double meanLocal(int k, double rho2) {
        return mean[k] - meanDual[k] / rho2;
    }

    @Override
    public void settle(double[] sent, double rho2) {
        for (int k = 0; k < mean.length; k++) {
            meanDual[k] = rho2 * (mean[k] - sent[k]);
        }
    }
}
