package io.hedgerow.samples.operate;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.round.CoordinatorRecord;
import io.hedgerow.core.round.DamagedJournalException;
import io.hedgerow.core.round.InsecurePlainUpload;
import io.hedgerow.core.round.RoundObserver;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.core.spi.Aggregator;
import io.hedgerow.core.spi.CoordinatorChannel;
import io.hedgerow.secureagg.federation.AggregationReport;
import io.hedgerow.secureagg.federation.SecureAggregator;
import io.hedgerow.secureagg.store.FileCoordinatorArchive;
import io.hedgerow.transport.channel.CoordinatorOptions;
import io.hedgerow.transport.channel.GrpcCoordinator;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.WireTls;
import io.hedgerow.transport.egress.PacedSecurityEvents;
import io.hedgerow.transport.egress.SecurityEvent;
import io.hedgerow.transport.egress.SecurityEvents;
import io.hedgerow.transport.egress.SecurityLog;
import io.hedgerow.transport.identity.CertifiedName;
import io.hedgerow.transport.identity.CertifiedName.Role;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.SigningKey;
import io.hedgerow.transport.identity.TlsMaterial;
import io.hedgerow.transport.identity.TrustSettings;
import io.hedgerow.transport.journal.FileJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A coordinator of one study, from its directory: listens for the plan's sites, runs the rounds, and ends in one state with a reason.
 * Started again after a crash it goes on with the round in progress; no site computes or spends anything twice for it.
 */
public final class CoordinatorRun {

    /** Sites that are gone when the study ends learn of it when they come back, for this long. */
    private static final Duration FAREWELL = Duration.ofSeconds(30);

    private static final long SECURITY_BYTES = 10_000_000;

    /** Of each kind: enough to see what happens, too few to keep the disk busy or to fill the log within hours. */
    private static final int EVENTS_A_MINUTE = 20;

    private final SignedPlan signed;
    private final PlannedMethod method;
    private final Optional<PlannedMasks> masks;
    private final IdentityDirectory identity;
    private final Path data;
    private final InstantSource clock;

    /**
     * Reads what the plan means.
     *
     * @param signed the plan with its signatures
     * @param identity the coordinator's keys and certificate
     * @param data where the study's journal is
     * @param clock the time
     */
    public CoordinatorRun(SignedPlan signed, IdentityDirectory identity, Path data, InstantSource clock) {
        this.signed = signed;
        this.identity = identity;
        this.data = data;
        this.clock = clock;
        this.method = signed.method();
        this.masks = signed.masks();
    }

    /**
     * What the plan means.
     *
     * @return the method
     */
    public PlannedMethod method() {
        return method;
    }

    /** Who wants to know what happens. */
    public interface Watch {

        /**
         * The coordinator listens.
         *
         * @param port where
         * @param links the sites' connections, at any time
         */
        void listening(int port, Supplier<List<SiteLink>> links);

        /**
         * A site came or went.
         *
         * @param link its connection
         */
        void changed(SiteLink link);

        /**
         * A round ended; also those before a restart.
         *
         * @return told of every round
         */
        RoundObserver rounds();

        /**
         * Sees what passes.
         *
         * @param channel to the sites
         * @return the same, or one around it
         */
        default CoordinatorChannel around(CoordinatorChannel channel) {
            return channel;
        }

        /**
         * The study has ended; its sites may not have heard of it yet.
         *
         * @param ended how
         */
        default void ended(PlannedMethod.Ended ended) {}
    }

    /**
     * The end of the study and what went over the wire.
     *
     * @param ended how
     * @param links the sites' connections at the end
     * @param masks what secure aggregation did; empty without it
     */
    public record Finished(PlannedMethod.Ended ended, List<SiteLink> links, Optional<AggregationReport> masks) {

        /**
         * The network.
         *
         * @return what was learned, or empty without a result
         */
        public Optional<WeightMatrix> network() {
            return ended.network();
        }
    }

    /**
     * Runs the study to its end.
     *
     * @param address where to listen; port 0 takes a free one
     * @param watch is told what happens
     * @return how it ended
     * @throws InterruptedException when the thread is interrupted
     */
    public Finished run(InetSocketAddress address, Watch watch) throws InterruptedException {
        createDirectories();
        String study = signed.plan().name();
        try (SecurityLog log = SecurityLog.open(data.resolve(study + ".security.log"), SECURITY_BYTES, clock)) {
            SecurityEvents security = new PacedSecurityEvents(log, EVENTS_A_MINUTE, Duration.ofMinutes(1), clock);
            try {
                return run(address, watch, security);
            } catch (DamagedJournalException e) {
                security.happened(new SecurityEvent(
                        SecurityEvent.Kind.TAMPERING, "this coordinator", study, String.valueOf(e.getMessage())));
                throw e;
            }
        }
    }

    private Finished run(InetSocketAddress address, Watch watch, SecurityEvents security) throws InterruptedException {
        Path file = data.resolve(signed.plan().name() + ".journal");
        TrustSettings trust = TrustSettings.forCoordinator(identity, clock);
        TlsMaterial tls = TlsMaterial.load(
                identity, CertifiedName.coordinator(signed.plan().coordinator()), trust);
        CoordinatorOptions options = CoordinatorOptions.of(
                        signed.pin(),
                        Set.copyOf(signed.plan().sites()),
                        new WireTls(tls.keyManager(), trust.trustSites()),
                        chain -> new SiteId(
                                trust.require(List.of(chain), Role.SITE).name()))
                .with(MessageSizes.settings(signed.plan(), method))
                .with(watch::changed)
                .watchedBy(security);
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(file);
                Sums sums = sums();
                GrpcCoordinator channel = new GrpcCoordinator(options, address, List.of())) {
            watch.listening(channel.port(), channel::links);
            PlannedMethod.Ended ended = method.coordinate(
                    watch.around(channel),
                    sums.aggregator(),
                    watch.rounds(),
                    new PlanBoundJournal<>(journal, file, signed.plan()));
            watch.ended(ended);
            sayFarewell(channel);
            return new Finished(
                    ended,
                    channel.links(),
                    sums.aggregator() instanceof SecureAggregator masked
                            ? Optional.of(masked.report())
                            : Optional.empty());
        }
    }

    /** Sites that have heard the end do not come back, so it is noted that all have: starting once more then ends at once. */
    private void sayFarewell(GrpcCoordinator channel) throws InterruptedException {
        Path told = data.resolve(signed.plan().name() + ".told");
        if (Files.exists(told)) {
            return;
        }
        Duration deadline = signed.plan().deadline();
        if (channel.awaitDelivery(deadline.compareTo(FAREWELL) < 0 ? deadline : FAREWELL)) {
            try {
                Files.createFile(told);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void createDirectories() {
        try {
            Files.createDirectories(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Sums(Aggregator aggregator, Runnable erase) implements AutoCloseable {
        @Override
        public void close() {
            erase.run();
        }
    }

    private Sums sums() {
        if (masks.isEmpty()) {
            return new Sums(new InsecurePlainUpload(method.study()), () -> {});
        }
        SigningKey key = SigningKey.load(identity.signingKey());
        FileCoordinatorArchive archive =
                new FileCoordinatorArchive(data.resolve(signed.plan().name() + "-masks"));
        return new Sums(masks.get().aggregator(method.sums(), key, archive), key::close);
    }
}
