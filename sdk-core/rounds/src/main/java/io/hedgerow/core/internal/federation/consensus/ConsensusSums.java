// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.consensus;

import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.study.Study;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The mean of B + β/ρ2 over the sites whose problem a round solves, as the coordinator sees it. Not thread-safe. */
sealed interface ConsensusSums {

    /** Where no site can be absent, a total is enough in any form. */
    static ConsensusSums of(Study study, Update.Form form) {
        if (form == Update.Form.SUMMED_VALUE) {
            return new ValueSums(study.layout().size());
        }
        return form == Update.Form.SEEN_CHANGE && study.policy().quorum() < study.sites()
                ? new SeenSums(study.layout().size())
                : new TotalSums(study.layout().size(), study.sites());
    }

    void add(Aggregate round);

    int sites();

    /** Entry k of Σ(ρ2 B_p + β_p) / (P·ρ2) over them. */
    double centre(int k, double rho2);

    /** Entry k of ΣB_p / P over them; of the values that were sent. */
    double meanLocal(int k, double rho2);

    /** The consensus was computed and will be sent: β_p += ρ2 (B_p − W) wherever the sites do the same. */
    void settle(double[] sent, double rho2);

    /**
     * Running totals ΣB and Σβ over all sites: the most that sums of changes allow. An absent site's last B stays; no β
     * changes in a round that lacks a site, because the total cannot tell whose B it was.
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

    final class SeenSums implements ConsensusSums {

        /** Rounds in a row that a site may miss and stay: a fifth of the rounds that a network is voted on. */
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
                throw new IllegalArgumentException("an aggregator of the form " + Update.Form.SEEN_CHANGE
                        + " must give the change of every site in the sum, gave "
                        + round.seen().size() + " of "
                        + round.included().size());
            }
            included = round.included();
            known.forEach((id, site) -> site.missed = included.contains(id) ? 0 : site.missed + 1);
            round.seen()
                    .forEach((id, change) -> change.addTo(known.computeIfAbsent(id, fresh -> new Site(size)).local));
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

    /**
     * The sum of B_p + β_p/ρ2 over the sites that take part in one round; an absent site has no part in the step. Only
     * the mean of β over the last round's sites is known, from which the distance of their B from the consensus
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
}
