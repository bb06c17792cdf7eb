// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.simulation;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.secureagg.federation.AggregationReport;
import io.hedgerow.secureagg.internal.federation.LossyNetwork;
import io.hedgerow.secureagg.internal.federation.SecureAggregator;
import io.hedgerow.secureagg.internal.federation.SimulatedConsortium;
import io.hedgerow.secureagg.internal.federation.SummedStudy;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs secure aggregation for sites in one process: the real protocol, with all keys in one place. Keeps the last run's
 * report. Not thread-safe.
 */
public final class MaskedSites implements UploadProtection {

    private final AggregationPolicy policy;
    private final double dropouts;
    private final DoubleSupplier random;
    private @Nullable SecureAggregator aggregator;
    private @Nullable LossyNetwork line;

    /**
     * Masks of all sites in every sum.
     *
     * @param policy the rules of all sites
     */
    public MaskedSites(AggregationPolicy policy) {
        this(policy, 0, () -> 1);
    }

    /**
     * Masks in a simulation that loses sites.
     *
     * @param policy the rules of all sites
     * @param dropouts probability that a site is lost in a slot; 0 to lose none
     * @param random uniform in [0, 1)
     */
    public MaskedSites(AggregationPolicy policy, double dropouts, DoubleSupplier random) {
        this.policy = Objects.requireNonNull(policy, "policy");
        this.dropouts = dropouts;
        this.random = Objects.requireNonNull(random, "random");
    }

    /**
     * Masks in a simulation that loses the same sites whenever it is run.
     *
     * @param policy the rules of all sites
     * @param dropouts probability that a site is lost in a slot; 0 to lose none
     * @param seed decides who is lost and nothing else: keys and masks are never from it
     */
    public static MaskedSites losing(AggregationPolicy policy, double dropouts, long seed) {
        return new MaskedSites(policy, dropouts, new Random(seed)::nextDouble);
    }

    @Override
    public int quorum(int sites) {
        return dropouts > 0 ? policy.threshold(sites) : sites;
    }

    @Override
    public OptionalInt noiseSharedBy(int sites) {
        return OptionalInt.of(policy.unknownInSum(sites, sites));
    }

    @Override
    public UploadProtection.Ends of(Method method, List<SiteId> sites) {
        SimulatedConsortium consortium = new SimulatedConsortium(sites, policy);
        SummedStudy sums = SummedStudy.of(method.study(), method.sums());
        SecureAggregator coordinator = consortium.aggregator(sums);
        aggregator = coordinator;
        line = null;
        return new UploadProtection.Ends() {
            @Override
            public UpdateProtector protector(SiteId site) {
                return consortium.protector(site, sums);
            }

            @Override
            public Aggregator aggregator() {
                return coordinator;
            }

            @Override
            public CoordinatorChannel line(CoordinatorChannel channel) {
                if (dropouts == 0) {
                    return channel;
                }
                LossyNetwork lossy = new LossyNetwork(channel, sums, dropouts, random);
                line = lossy;
                return lossy;
            }
        };
    }

    /**
     * Makes a coordinator that tries to read a single upload: it takes the masked lanes for the numbers themselves,
     * which is all that it has of one site. For audits.
     *
     * @param method whose uploads they are
     * @param protocol that opens sums
     * @return an aggregator that does both
     */
    public static Aggregator readingUploads(Method method, Aggregator protocol) {
        return new MaskedUploads(SummedStudy.of(method.study(), method.sums()), protocol);
    }

    /**
     * {@return the coordinator's counts of the last run}
     *
     * @throws IllegalStateException when there was no run
     */
    public AggregationReport report() {
        return used().report();
    }

    /**
     * {@return the number of sites of the last run}
     *
     * @throws IllegalStateException when there was no run
     */
    public int sites() {
        return used().sites();
    }

    private SecureAggregator used() {
        if (aggregator == null) {
            throw new IllegalStateException("a run must have been made first");
        }
        return aggregator;
    }

    /** {@return how often the last run lost a site, over all slots} */
    public int losses() {
        return line == null ? 0 : line.losses();
    }

    /**
     * Simulates an attacking coordinator that reads a single masked upload as if it were not masked. Sums of several
     * are those of the protocol. Not thread-safe.
     */
    private static final class MaskedUploads implements Aggregator {

        private final SummedStudy sums;
        private final Aggregator protocol;

        MaskedUploads(SummedStudy sums, Aggregator protocol) {
            this.sums = sums;
            this.protocol = protocol;
        }

        @Override
        public String id() {
            return protocol.id();
        }

        @Override
        public Update.Form form() {
            return protocol.form();
        }

        @Override
        public void begun(Task task) {
            protocol.begun(task);
        }

        @Override
        public void prepare(Task task, Dialogue dialogue) throws InterruptedException {
            protocol.prepare(task, dialogue);
        }

        @Override
        public void check(int round, ProtectedUpdate update) {
            protocol.check(round, update);
        }

        @Override
        public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue)
                throws InterruptedException {
            if (updates.size() > 1) {
                return protocol.aggregate(round, updates, dialogue);
            }
            ProtectedUpdate only = updates.get(0);
            return new Aggregate(round, Set.of(only.site()), sums.decode(round, lanesOf(only)));
        }

        /** A payload is one message behind its length; its lanes are little-endian. */
        private static long[] lanesOf(ProtectedUpdate update) {
            byte[] bytes = update.payload().toBytes();
            Octets message = Octets.copyOf(bytes, Integer.BYTES, bytes.length - Integer.BYTES);
            if (!(Message.decodeFromSite(message, 0) instanceof MaskedInput input)) {
                throw new IllegalArgumentException("an upload behind masks must be a masked input, was not");
            }
            byte[] lanes = input.lanes().toBytes();
            long[] values = new long[lanes.length / Long.BYTES];
            ByteBuffer.wrap(lanes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(values);
            return values;
        }
    }
}
