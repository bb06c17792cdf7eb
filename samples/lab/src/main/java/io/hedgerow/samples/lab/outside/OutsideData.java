// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.learn.sites.OpenedStatistics;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.List;
import java.util.Optional;

/** The rows of one set in memory, and the knowledge of its network: the truth, or edges that are known not to be. */
record OutsideData(Sites sites, Optional<WeightMatrix> truth, Optional<TetradKnowledge> knowledge) {

    int variables() {
        return sites.schema().size();
    }

    /** The same rows, without cached statistics. */
    Sites unread() {
        return Sites.numbered(
                "site ", sites.all().stream().map(site -> site.rows()).toList());
    }

    /** The variation of columns within sites, for a program that takes one table. */
    WithinSites within() {
        List<SufficientStatistics> all = new OpenedStatistics(unread()).all();
        int d = variables();
        double[] covariance = new double[d * d];
        long rows = all.stream().mapToLong(SufficientStatistics::rows).sum();
        long free = rows - all.size();
        for (SufficientStatistics site : all) {
            for (int k = 0; k < covariance.length; k++) {
                covariance[k] += site.rows() * site.covariance(k / d, k % d) / free;
            }
        }
        return new WithinSites(covariance, rows, free);
    }

    /** Moments of all sites, each about its own means. */
    static final class WithinSites {

        private final double[] covariance;
        private final long rows;
        private final long free;

        WithinSites(double[] covariance, long rows, long free) {
            this.covariance = covariance;
            this.rows = rows;
            this.free = free;
        }

        /** Returns the array itself, which must not be changed. */
        double[] covariance() {
            return covariance;
        }

        long rows() {
            return rows;
        }

        long free() {
            return free;
        }
    }
}
