// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs the coordinator's part of a study that releases sums once each, privately, and holds its agreement with the
 * sites. It is one study of a few rounds, so that a ledger charges the composition of all its Gaussian calls and not
 * the sum of their ε. Each site joins with a {@link ReleaseSolver} of the same design; in every round at least the
 * quorum must answer. The sites' n and μ may differ, but then the stated σ does not describe the sum. The coordinator's
 * result is post-processing: free, and repeatable. Immutable and thread-safe.
 *
 * @param <R> the result
 */
public final class ReleaseStudy<R> {

    private final ReleaseDesign<R> design;
    private final Study study;
    private final long units;
    /** The units of every site; empty where all sites are in every sum. */
    private final Map<SiteId, Long> counts;

    /**
     * Agrees on a release of rows of the agreement's columns. {@code units} are of all sites, rows or users, public;
     * with zero-out the sum of the public constants.
     */
    public ReleaseStudy(Agreement agreement, ReleaseDesign<R> design, long units) {
        this(agreement, agreement.schema(), design, units);
    }

    /**
     * Agrees on a release that may lack sites, down to the agreement's quorum: each adds all of its own noise, so a sum
     * over some of them is as private, and is the statistic of those. Where masks hide single uploads sites share the
     * noise, and all are needed.
     *
     * @param counts units of every site, public
     */
    public ReleaseStudy(Agreement agreement, VariableSchema schema, ReleaseDesign<R> design, Map<SiteId, Long> counts) {
        this(
                agreement,
                schema,
                design,
                counts.values().stream().reduce(0L, Math::addExact),
                counts,
                agreement.noiseSharedBy().isPresent()
                        ? agreement.sites().size()
                        : agreement.policy().quorum());
    }

    /** Agrees on a release of rows of other columns, which every site makes of its own, by the agreement's deadline. */
    public ReleaseStudy(Agreement agreement, VariableSchema schema, ReleaseDesign<R> design, long units) {
        this(agreement, schema, design, units, Map.of(), agreement.sites().size());
    }

    private ReleaseStudy(
            Agreement agreement,
            VariableSchema schema,
            ReleaseDesign<R> design,
            long units,
            Map<SiteId, Long> counts,
            int quorum) {
        if (schema.size() != design.columns()) {
            throw new IllegalArgumentException(
                    "schema must have " + design.columns() + " variables, has " + schema.size());
        }
        if (units < 1) {
            throw new IllegalArgumentException("totalRows must be at least 1, was " + units);
        }
        this.design = design;
        this.units = units;
        this.counts = Map.copyOf(counts);
        int sites = agreement.sites().size();
        RoundPolicy policy = new RoundPolicy(quorum, agreement.policy().deadline(), RoundPolicy.Convergence.never());
        this.study = MomentRelease.study(agreement.name(), schema, design.layout(), design.rounds(), sites, policy);
    }

    public Study study() {
        return study;
    }

    public ReleaseDesign<R> design() {
        return design;
    }

    /**
     * Runs the rounds, or continues them after a restart. The result has the noise that the sites added, each its own
     * or its share; it is empty when too few sites answered.
     */
    public Optional<R> run(CoordinatorChannel channel, Aggregator aggregator, Journal<CoordinatorRecord> journal)
            throws InterruptedException {
        return run(channel, aggregator, journal, design::released);
    }

    /** Computes a result from the released sums. */
    @FunctionalInterface
    public interface Reading<T> {
        /** Of all rounds, with the last announcement and the sites and units of the last sum; post-processing. */
        T of(List<Parameters> sums, Parameters announced, ReleaseDesign.Total total);
    }

    /** The same with another result. */
    public <T> Optional<T> run(
            CoordinatorChannel channel, Aggregator aggregator, Journal<CoordinatorRecord> journal, Reading<T> reading)
            throws InterruptedException {
        return run(channel, aggregator, journal, reading, sites -> {});
    }

    /** The same; {@code included} is told over which sites the last sum is. */
    public <T> Optional<T> run(
            CoordinatorChannel channel,
            Aggregator aggregator,
            Journal<CoordinatorRecord> journal,
            Reading<T> reading,
            Consumer<Set<SiteId>> included)
            throws InterruptedException {
        return new SumCoordinator(study, channel, aggregator, System::nanoTime, journal)
                .converse(design.rounds(), (first, more) -> {
                    Parameters announced = Parameters.zeros(study.layout().size());
                    List<Parameters> sums = new ArrayList<>(List.of(first.sum()));
                    Aggregate last = first;
                    for (int round = 0; round + 1 < design.rounds(); round++) {
                        announced = design.announced(round, sums.get(round), announced, total(last));
                        last = more.after(announced);
                        sums.add(last.sum());
                    }
                    included.accept(last.included());
                    return reading.of(sums, announced, total(last));
                });
    }

    private ReleaseDesign.Total total(Aggregate sum) {
        return counts.isEmpty()
                ? new ReleaseDesign.Total(study.sites(), units)
                : new ReleaseDesign.Total(
                        sum.included().size(),
                        sum.included().stream()
                                .map(counts::get)
                                .map(Objects::requireNonNull)
                                .reduce(0L, Math::addExact));
    }
}
