// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.federation.coordinator.ForwardingAggregator;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.PenaltySchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records everything that a coordinator can learn from single uploads: per site and round the consensus W and dual β
 * with which the site computed, and its B in the upload. It wraps the aggregator and observes the rounds.
 *
 * <p>It reads an upload by summing it alone. An aggregation that cannot do that has nothing to record.
 *
 * <p>Memory: d² numbers per site and round. Not thread-safe. Nothing here is protected: for audits of data that the
 * auditor may see.
 */
public final class CoordinatorView extends ForwardingAggregator implements RoundObserver {

    /**
     * One upload as the coordinator sees it.
     *
     * @param rho2 ρ2 of the round
     * @param consensus W that the site was sent
     * @param dual β of the site, which follows from what it was sent and what it sent
     * @param local B of the site
     */
    public record Upload(int round, double rho2, Parameters consensus, Parameters dual, Parameters local) {}

    private static final class Site {
        private final List<Upload> uploads = new ArrayList<>();
        private final double[] dual;
        private final double[] local;

        Site(int size) {
            this.dual = new double[size];
            this.local = new double[size];
        }
    }

    private final PenaltySchedule rho2;
    private final int size;
    private final Map<SiteId, Site> sites = new TreeMap<>();
    private Parameters consensus;

    /** Creates a view that has seen nothing, of vectors of so many parameters; ρ2 by round, as agreed. */
    public CoordinatorView(Aggregator aggregator, PenaltySchedule rho2, int size) {
        super(aggregator);
        this.rho2 = rho2;
        this.size = size;
        this.consensus = Parameters.zeros(size);
    }

    @Override
    public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue)
            throws InterruptedException {
        for (ProtectedUpdate update : updates) {
            Parameters change =
                    super.aggregate(round, List.of(update), dialogue).sum();
            Site site = sites.computeIfAbsent(update.site(), unseen -> new Site(size));
            for (int k = 0; k < size; k++) {
                site.local[k] += change.get(k);
            }
            site.uploads.add(new Upload(
                    round, rho2.at(round), consensus, Parameters.copyOf(site.dual), Parameters.copyOf(site.local)));
        }
        return super.aggregate(round, updates, dialogue);
    }

    @Override
    public void roundEnded(RoundReport report, Parameters next) {
        consensus = Parameters.copyOf(next.toArray());
        for (SiteId included : report.included()) {
            Site site = sites.computeIfAbsent(included, unseen -> new Site(size));
            for (int k = 0; k < size; k++) {
                // a site updates its dual when the next task arrives, with the ρ2 of the round that ended
                site.dual[k] += rho2.at(report.round()) * (site.local[k] - next.get(k));
            }
        }
    }

    /** The uploads of a site, one of each round. */
    public List<Upload> uploads(SiteId site) {
        Site seen = sites.get(site);
        return seen == null ? List.of() : List.copyOf(seen.uploads);
    }
}
