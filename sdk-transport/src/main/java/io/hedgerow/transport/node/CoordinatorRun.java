// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.federation.coordinator.ForwardingAggregator;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.coordinator.UnusableSumsException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.protocol.DamagedJournalException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.secureagg.internal.federation.SecureAggregator;
import io.hedgerow.secureagg.internal.federation.SummedStudy;
import io.hedgerow.secureagg.internal.store.FileCoordinatorArchive;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.internal.egress.PacedSecurityEvents;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.egress.SecurityLog;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.identity.Expiry.Ending;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.node.CoordinatorNode.Finished;
import io.hedgerow.transport.node.CoordinatorNode.Watch;
import io.hedgerow.transport.node.CoordinatorPort.Entrance;
import io.hedgerow.transport.node.internal.MessageSizes;
import io.hedgerow.transport.node.internal.PlanBoundJournal;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.node.internal.RememberedMasks;
import io.hedgerow.transport.node.internal.Witness;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRequests;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRule;
import io.hedgerow.transport.node.internal.coordinator.Exclusions;
import io.hedgerow.transport.node.internal.coordinator.RoomOnDisk;
import io.hedgerow.transport.node.internal.coordinator.StartWindow;
import io.hedgerow.transport.node.internal.site.Unanswered;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A coordinator of one study, from its directory: listens for the plan's sites, runs the rounds, and ends in one state
 * with a reason. Started again after a crash it goes on with the round in progress; no site computes or spends anything
 * twice for it. When a file cannot be written, as on a full disk, it stops as in a crash, waits for room, and begins
 * anew in the same way: its full disk never ends a study.
 */
final class CoordinatorRun {

    /** Sites that are gone when the study ends learn of it when they come back, for this long. */
    private static final Duration FAREWELL = Duration.ofSeconds(30);

    /**
     * The same for a study that runs again at a shared port because a site has asked for its end: longer than a site's
     * pause between two attempts.
     */
    private static final Duration FAREWELL_AGAIN = Duration.ofMinutes(2);

    private final SignedPlan signed;
    private final Witness witness;
    private final Method method;
    private final Optional<PlannedMasks> masks;
    private final IdentityDirectory identity;
    private final Supplier<MessageSigner> signer;
    private final Path data;
    private final InstantSource clock;
    private final Duration patience;
    private final Expiry expiry;
    private final StartWindow window;
    private final Duration homeWait;

    CoordinatorRun(
            SignedPlan signed,
            Witness witness,
            IdentityDirectory identity,
            Supplier<MessageSigner> signer,
            Path data,
            InstantSource clock,
            Optional<Duration> patience,
            Optional<Duration> startWindow,
            Duration homeWait) {
        this.homeWait = homeWait;
        this.signed = signed;
        this.witness = witness;
        this.identity = identity;
        this.signer = signer;
        this.data = data;
        this.clock = clock;
        this.method = signed.method();
        this.masks = signed.masks();
        this.expiry = Expiry.during(signed.plan(), identity, clock);
        this.patience = patience.orElse(signed.plan().deadline());
        this.window = new StartWindow(
                startWindow.orElse(signed.plan().deadline()), System::nanoTime, TimeUnit.MILLISECONDS::sleep);
    }

    Finished run(InetSocketAddress address, Optional<CoordinatorPort> port, Watch watch) throws InterruptedException {
        return witness.watching(() -> runToItsEnd(address, port, watch));
    }

    private Finished runToItsEnd(InetSocketAddress address, Optional<CoordinatorPort> port, Watch watch)
            throws InterruptedException {
        port.ifPresent(shared -> shared.requireSame(signed));
        if (!Files.exists(journal())) { // one that has begun may have all its sums, and sites that have paid
            PlannedMethod.requireForecast(signed.plan(), method);
            masks.ifPresent(one -> one.requireRoom(Runtime.getRuntime().maxMemory()));
        }
        CoordinatorPort.createDirectories(data, identity);
        requireSumOfAll();
        RoomOnDisk room = new RoomOnDisk(
                data,
                patience,
                () -> journal().toFile().length(),
                time -> TimeUnit.MILLISECONDS.sleep(time.toMillis()));
        Listening listening = new Listening(address, port);
        while (true) {
            try {
                return attempt(listening, watch);
            } catch (UnwritableFileException e) {
                watch.waiting(e);
                room.await(e);
            }
        }
    }

    /** Refuses to wait for a sum that sites will not open: a look over fewer sites, where this coordinator ran it. */
    private void requireSumOfAll() {
        String look = method.releasedUnder();
        Path file = data.resolve(look + ".journal");
        if (masks.isEmpty() || look.equals(signed.plan().name()) || !Files.exists(file)) {
            return;
        }
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(file)) {
            for (Optional<CoordinatorRecord> next = journal.next(); next.isPresent(); next = journal.next()) {
                int roster = signed.plan().sites().size();
                if (next.get() instanceof CoordinatorRecord.Summed summed
                        && summed.aggregate().included().size() < roster) {
                    throw new PolicyRefusedException(RememberedMasks.ofFewer(
                            look, summed.aggregate().included().size(), roster));
                }
            }
        }
    }

    /**
     * The parts of an attempt that stay for the next: sites dial the same port, and no observer is told of a round
     * twice.
     */
    private static final class Listening {
        private final Optional<CoordinatorPort> shared;
        private InetSocketAddress address;
        private int rounds;

        Listening(InetSocketAddress address, Optional<CoordinatorPort> shared) {
            this.address = address;
            this.shared = shared;
        }

        GrpcCoordinator open(CoordinatorOptions options) {
            return shared.map(port -> new GrpcCoordinator(options, port.wire(), List.of()))
                    .orElseGet(() -> new GrpcCoordinator(options, address, List.of()));
        }

        void at(int port) {
            address = new InetSocketAddress(address.getAddress(), port);
        }

        RoundObserver once(RoundObserver observer) {
            return (report, consensus) -> {
                if (report.round() >= rounds) {
                    rounds = report.round() + 1;
                    observer.roundEnded(report, consensus);
                }
            };
        }
    }

    static Path journal(Path data, SignedPlan signed) {
        return data.resolve(signed.plan().name() + ".journal");
    }

    static Path told(Path data, SignedPlan signed) {
        return data.resolve(signed.plan().name() + ".told");
    }

    /** The file that is there from before the first task is sent, with which sites are charged. */
    static Path begun(Path data, SignedPlan signed) {
        return data.resolve(signed.plan().name() + ".begun");
    }

    private Path journal() {
        return journal(data, signed);
    }

    private Finished attempt(Listening listening, Watch watch) throws InterruptedException {
        String study = signed.plan().name();
        try (SecurityLog log =
                SecurityLog.open(data.resolve(study + ".security.log"), SecurityLog.USUAL_BYTES, clock)) {
            SecurityEvents security = new PacedSecurityEvents(witness.beside(log), clock);
            try {
                return attempt(listening, watch, security);
            } catch (DamagedJournalException e) {
                security.happened(
                        new SecurityEvent(SecurityEvent.Kind.TAMPERING, "this coordinator", study, Words.reason(e)));
                throw e;
            }
        }
    }

    private Finished attempt(Listening listening, Watch watch, SecurityEvents security) throws InterruptedException {
        Path file = journal();
        String study = signed.plan().name();
        Entrance entrance = listening
                .shared
                .map(CoordinatorPort::entrance)
                .orElseGet(() -> Entrance.of(identity, signed.plan().coordinator(), data, clock));
        CoordinatorOptions options = CoordinatorOptions.of(
                        StudyPin.of(signed.plan(), method.revision()),
                        Set.copyOf(signed.plan().sites()),
                        entrance.tls(),
                        entrance.naming())
                .with(MessageSizes.settings(signed.plan(), method))
                .with((SiteLink link) -> {
                    witness.changed(link);
                    watch.changed(link);
                })
                .watchedBy(security);
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(file);
                Sums sums = sums();
                GrpcCoordinator channel = listening.open(options)) {
            long began = System.nanoTime();
            boolean again = listening.shared.isPresent() && !journal.isNew();
            listening.at(channel.port());
            watch.listening(channel.port(), channel::links);
            Exclusions exclusions = new Exclusions(new PlanBoundJournal<>(journal, file, signed.plan()));
            Attendance.Operator operator = new Attendance.Operator(
                    new ExclusionRequests(data, signed.plan().name()), rule(sums), homeWait);
            Attendance attendance = new Attendance(
                    new Attendance.Wire(
                            () -> looking(channel, watch),
                            channel::expect,
                            channel::exclude,
                            channel::notice,
                            witness::awaited),
                    watch.around(channel),
                    exclusions,
                    operator,
                    watch,
                    signed.plan().deadline(),
                    System::nanoTime);
            if (journal.isNew() && !window.isOver()) {
                watch.awaitingSites(clock.instant().plus(window.left()));
                window.await(attendance::links, attendance::awaited);
            }
            Method.Ended ended = coordinate(new Coordination(
                    attendance,
                    new WatchedAggregator(sums.aggregator(), security, study),
                    listening.once(watch.rounds()),
                    exclusions));
            watch.ended(ended);
            sayFarewell(channel, ended, again, Duration.ofNanos(System.nanoTime() - began));
            return new Finished(
                    ended,
                    attendance.linksAtEnd(),
                    sums.aggregator() instanceof SecureAggregator masked
                            ? Optional.of(masked.report())
                            : Optional.empty());
        }
    }

    /** Ends the study where no result follows from its sums: an exception would come again at each restart. */
    private Method.Ended coordinate(Coordination with) throws InterruptedException {
        try {
            return method.coordinate(with);
        } catch (UnusableSumsException e) {
            return new Method.Ended(
                    StudyState.DIVERGED,
                    Words.reason(e),
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    new Participation(),
                    Map.of(),
                    List.of());
        }
    }

    /** The sites' connections; once a minute people learn which certificates end soon. */
    private List<SiteLink> looking(GrpcCoordinator channel, Watch watch) {
        boolean has = expiry.look(ending -> {
            witness.expires(ending);
            watch.expires(ending.text());
        });
        if (has) {
            Map<String, Instant> ends = new TreeMap<>();
            expiry.ends().forEach((what, until) -> ends.put(Words.dashed(what), until));
            watch.credentials(ends, expiry.endings().stream().map(Ending::text).toList());
        }
        return channel.links();
    }

    private Attendance.Rule rule(Sums sums) {
        Path begun = begun(data, signed);
        ExclusionRule rule = ExclusionRule.of(
                signed.plan(), method, masks, sums.isOpening(), () -> Files.exists(begun), PlannedMethod.trial());
        return new Attendance.Rule() {
            @Override
            public Optional<String> refusal(SiteId site, Set<SiteId> excluded) {
                return rule.refusal(site, excluded);
            }

            @Override
            public void taskSent() {
                note(begun);
            }
        };
    }

    /** Durable, because a site that gets the first task is charged whatever becomes of this process. */
    private static void note(Path begun) {
        if (Files.exists(begun)) {
            return;
        }
        try {
            PrivateFiles.create(begun, new byte[0], true);
        } catch (IOException e) {
            throw new UnwritableFileException("file " + begun + " cannot be written: " + FileReason.of(e), e);
        }
    }

    /**
     * Sites that have heard the end do not come back, so it is noted that all have: another start then ends at once. A
     * study that too few sites answered can continue, so absent sites need not hear of it; but a coordinator that has
     * just started waits for those that are dialling it.
     */
    private void sayFarewell(GrpcCoordinator channel, Method.Ended ended, boolean again, Duration listened)
            throws InterruptedException {
        Path told = told(data, signed);
        if (Files.exists(told)) {
            return;
        }
        Duration deadline = signed.plan().deadline();
        Duration usual = deadline.compareTo(FAREWELL) < 0 ? deadline : FAREWELL;
        Duration longest = again ? FAREWELL_AGAIN : usual;
        if (ended.state() == StudyState.QUORUM_NOT_MET) {
            Duration left = longest.minus(listened);
            if (left.isNegative() || !channel.awaitDelivery(left)) {
                channel.awaitDeliveryToConnected(longest);
            }
        } else if (channel.awaitDelivery(longest)) {
            try {
                Files.createFile(told);
            } catch (IOException e) {
                // another start waits for sites that do not come; the result is the same
            }
        }
    }

    /** {@code isOpening}: whether sites were asked to open a sum of a study that has one. */
    private record Sums(Aggregator aggregator, BooleanSupplier isOpening, Runnable erase) implements AutoCloseable {
        @Override
        public void close() {
            erase.run();
        }
    }

    private Sums sums() {
        if (masks.isEmpty()) {
            return new Sums(
                    new InsecurePlainUpload(
                            method.study(),
                            method.sums().largestSeen(method.exactStatistic().isPresent())),
                    () -> false,
                    () -> {});
        }
        MessageSigner key = signer.get();
        FileCoordinatorArchive archive =
                new FileCoordinatorArchive(data.resolve(signed.plan().name() + "-masks"));
        return new Sums(
                masks.get().aggregator(SummedStudy.of(method), key, archive),
                () -> archive.last().isPresent(),
                () -> PlannedMasks.close(key));
    }

    /**
     * Sums as another aggregator does, and notes whose updates it refuses, such as for a signature that does not
     * verify.
     */
    private static final class WatchedAggregator extends ForwardingAggregator {

        private final SecurityEvents security;
        private final String study;

        /** {@code security} is told of them. */
        WatchedAggregator(Aggregator aggregator, SecurityEvents security, String study) {
            super(aggregator);
            this.security = security;
            this.study = study;
        }

        @Override
        public void check(int round, ProtectedUpdate update) {
            try {
                super.check(round, update);
            } catch (ProtocolException e) {
                String text = Words.reason(e);
                security.happened(new SecurityEvent(
                        SecurityEvent.Kind.PROTOCOL_VIOLATION,
                        "site " + update.site().value(),
                        study,
                        "an update of round " + round + " was refused: " + text,
                        Unanswered.reason(e, text)));
                throw e;
            }
        }
    }
}
