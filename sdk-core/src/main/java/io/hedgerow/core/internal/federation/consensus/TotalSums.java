// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.consensus;

import io.hedgerow.core.protocol.Aggregate;

/**
 * Running totals ΣB and Σβ over all sites: the most that sums of changes allow. No site can be taken out of them, so an
 * absent site's last B stays; no β changes in a round that lacks a site, because the total cannot tell whose B it was.
 */
final class TotalSums implements ConsensusSums {

    private final double[] sumLocal;
    private final double[] sumDual;
    private final int sites;
    private boolean complete;

    TotalSums(int size, int sites) {
        this.sumLocal = new double[size];
        this.sumDual = new double[size];
        this.sites = sites;
    }

    @Override
    public void add(Aggregate round) {
        complete = round.included().size() == sites;
        for (int k = 0; k < sumLocal.length; k++) {
            sumLocal[k] += round.sum().get(k);
        }
    }

    @Override
    public int sites() {
        return sites;
    }

    @Override
    public double centre(int k, double rho2) {
        return (rho2 * sumLocal[k] + sumDual[k]) / (sites * rho2);
    }

    @Override
    public double meanLocal(int k, double rho2) {
        return sumLocal[k] / sites;
    }

    @Override
    public void settle(double[] sent, double rho2) {
        for (int k = 0; complete && k < sumDual.length; k++) {
            sumDual[k] += rho2 * (sumLocal[k] - sites * sent[k]);
        }
    }

    double[] sumDual() {
        return sumDual.clone();
    }
}
