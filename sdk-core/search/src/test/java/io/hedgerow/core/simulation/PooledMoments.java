// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.simulation;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.OutlyingMoments;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Releases second moments once and pools them, inside one process, through the real sessions and encoded messages
 * (paper 001, §4). Not private: what is pooled is exact, and uploads are plain unless protected.
 */
public final class PooledMoments {

    private PooledMoments() {}

    /**
     * What the coordinator has after the release.
     *
     * @param statistics of all rows of all sites, each about its own site's means
     * @param outlying sites whose moments stand out from the others; empty where single uploads are not seen
     */
    public record Release(SufficientStatistics statistics, Set<SiteId> outlying) {}

    /**
     * Asks all sites once.
     *
     * @param sites over the same variables; at least one
     * @return the pooled statistics
     * @throws RuntimeException the cause, when a site could not answer: nothing is released without all of them
     * @throws InterruptedException when the calling thread is interrupted
     */
    public static Release release(List<SiteData> sites) throws InterruptedException {
        return release(sites, PooledMoments::insecurePlain);
    }

    /**
     * Asks all sites once.
     *
     * @param sites over the same variables; at least one
     * @param protection of what they send
     * @return the pooled statistics
     * @throws RuntimeException the cause, when a site could not answer: nothing is released without all of them
     * @throws InterruptedException when the calling thread is interrupted
     */
    public static Release release(
            List<SiteData> sites, BiFunction<Study, List<SiteId>, UploadProtection.Ends> protection)
            throws InterruptedException {
        if (sites.isEmpty()) {
            throw new IllegalArgumentException("a release must have at least one site, was empty");
        }
        VariableSchema schema = sites.get(0).schema();
        Study study = study(schema, sites.size());
        List<SiteId> names = SiteId.numbered(sites.size());
        UploadProtection.Ends ends = protection.apply(study, names);
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < sites.size(); p++) {
            SiteData data = sites.get(p);
            sessions.add(new SiteSession(
                    names.get(p),
                    study,
                    data,
                    InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                    new MomentRelease(Centring.LOCAL_MEAN),
                    ends.protector(names.get(p))));
        }
        Aggregate released = new InProcessStudy(study, sessions, ends.aggregator())
                .over(ends::line)
                .release();
        return new Release(
                SiteSums.statistics(schema.size(), released.sum()),
                OutlyingMoments.of(schema.size(), released, UnaryOperator.identity()));
    }

    private static UploadProtection.Ends insecurePlain(Study study, List<SiteId> names) {
        InsecurePlainUpload plain = new InsecurePlainUpload(study);
        return new UploadProtection.Ends() {
            @Override
            public UpdateProtector protector(SiteId site) {
                return plain;
            }

            @Override
            public Aggregator aggregator() {
                return plain;
            }
        };
    }

    private static Study study(VariableSchema schema, int sites) {
        return MomentRelease.study(
                "moments", schema, sites, new RoundPolicy(sites, Duration.ofHours(1), RoundPolicy.Convergence.never()));
    }
}
