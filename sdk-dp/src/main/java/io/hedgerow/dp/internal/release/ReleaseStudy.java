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
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.util.Optional;

/**
 * A study that releases sums once each, privately: what sites and coordinator agree on, and the coordinator's part. It
 * is one study of a few rounds, so that a ledger charges the composition of all its Gaussian calls and not the sum of
 * their ε. Each site joins with a {@link PlannedRelease} of the same options; all must answer all rounds. What the
 * coordinator computes is post-processing: free, and repeatable. Immutable and thread-safe.
 *
 * @param <R> what is released
 */
public abstract class ReleaseStudy<R> {

    private final Study study;
    private final long units;

    /**
     * Agrees on a release of so many columns, with the deadline of the agreement. {@code units} are of all sites, rows
     * or persons, public; with zero-out the sum of the public constants.
     */
    public ReleaseStudy(
            Agreement agreement, VariableSchema schema, int columns, ParameterLayout layout, int rounds, long units) {
        if (schema.size() != columns) {
            throw new IllegalArgumentException("schema must have " + columns + " variables, has " + schema.size());
        }
        if (units < 1) {
            throw new IllegalArgumentException("totalRows must be at least 1, was " + units);
        }
        this.units = units;
        int sites = agreement.sites().size();
        RoundPolicy all = new RoundPolicy(sites, agreement.policy().deadline(), RoundPolicy.Convergence.never());
        this.study = MomentRelease.study(agreement.name(), schema, layout, rounds, sites, all);
    }

    /** What was agreed: the study, for the sites' sessions. */
    public final Study study() {
        return study;
    }

    /** Number of units of all sites. */
    public final long units() {
        return units;
    }

    /**
     * Runs the rounds, or goes on with them after a restart. What was released has the noise that the sites added, each
     * its own or its share; it is empty when a site did not answer.
     */
    public final Optional<R> run(CoordinatorChannel channel, Aggregator aggregator, Journal<CoordinatorRecord> journal)
            throws InterruptedException {
        return converse(new SumCoordinator(study, channel, aggregator, System::nanoTime, journal));
    }

    /** Asks round by round; empty when a site did not answer. */
    public abstract Optional<R> converse(SumCoordinator coordinator) throws InterruptedException;
}
