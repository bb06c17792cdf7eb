// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.Study;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The rounds of a release without a method around them.
 *
 * @param study of the release
 * @param design of every site
 * @param units of each site
 */
public record ReleaseRounds<R>(Study study, ReleaseDesign<R> design, long units) {

    public static <R> ReleaseRounds<R> of(
            String name, VariableSchema schema, int sites, ReleaseDesign<R> design, long units) {
        Agreement agreement = Agreement.inProcess(name, schema, sites, UploadProtection.insecurePlain());
        return new ReleaseRounds<>(design.study(agreement, schema), design, units);
    }

    /** What the coordinator makes of the sums; empty when there was none over all sites. */
    public Optional<R> run(CoordinatorChannel channel, Aggregator aggregator) throws InterruptedException {
        return run(channel, aggregator, Journal.none(), design::released);
    }

    public <T> Optional<T> run(
            CoordinatorChannel channel,
            Aggregator aggregator,
            Journal<CoordinatorRecord> journal,
            Function<ReleaseDesign.Summed, T> reading)
            throws InterruptedException {
        Map<SiteId, Long> counts = new TreeMap<>();
        channel.sites().forEach(site -> counts.put(site, units));
        return new SumCoordinator(study, channel, aggregator, System::nanoTime, journal)
                .converse(
                        study.rounds(),
                        (first, more) -> reading.apply(design.summed(new SumDesign.Sums(first, more), counts)));
    }
}
