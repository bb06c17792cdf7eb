// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.consensus;

import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.UpdateForm;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

final class SeenSums implements ConsensusSums {

    /**
     * Rounds in a row that a site may miss and stay in the problem. A fifth of the rounds that a network is voted on.
     */
    static final int KEPT = 4;

    private final int size;
    private final Map<SiteId, Site> known = new TreeMap<>();
    private Set<SiteId> included = Set.of();
    private double[] sumLocal;
    private double[] sumDual;
    private int sites;

    private static final class Site {
        final double[] local;
        final double[] dual;
        int missed;

        Site(int size) {
            local = new double[size];
            dual = new double[size];
        }
    }

    SeenSums(int size) {
        this.size = size;
        this.sumLocal = new double[size];
        this.sumDual = new double[size];
    }

    @Override
    public void add(Aggregate round) {
        if (!round.seen().keySet().equals(round.included())) {
            throw new IllegalArgumentException("an aggregator of the form " + UpdateForm.SEEN_CHANGE
                    + " must give the change of every site in the sum, gave "
                    + round.seen().size() + " of "
                    + round.included().size());
        }
        included = round.included();
        known.forEach((id, site) -> site.missed = included.contains(id) ? 0 : site.missed + 1);
        round.seen().forEach((id, change) -> change.addTo(known.computeIfAbsent(id, fresh -> new Site(size)).local));
        sites = 0;
        sumLocal = new double[size];
        sumDual = new double[size];
        for (Site site : known.values()) {
            if (site.missed <= KEPT) {
                sites++;
                addTo(sumLocal, site.local);
                addTo(sumDual, site.dual);
            }
        }
    }

    private static void addTo(double[] sum, double[] vector) {
        for (int k = 0; k < sum.length; k++) {
            sum[k] += vector[k];
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
        for (SiteId id : included) {
            Site site = known.get(id);
            for (int k = 0; site != null && k < size; k++) {
                site.dual[k] += rho2 * (site.local[k] - sent[k]);
            }
        }
    }

    /** β of a site; zeros for one that never answered. */
    double[] dual(SiteId site) {
        Site one = known.get(site);
        return one == null ? new double[size] : one.dual.clone();
    }
}
