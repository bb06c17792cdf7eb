// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.internal.egress.PacedSecurityEvents;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.egress.SecurityLog;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.node.CoordinatorNode.Finished;
import io.hedgerow.transport.node.CoordinatorNode.Watch;
import io.hedgerow.transport.node.CoordinatorPort.Entrance;
import io.hedgerow.transport.node.internal.PlanBoundJournal;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.node.internal.Witness;
import io.hedgerow.transport.node.internal.coordinator.CoordinatorFiles;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRequests;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRule;
import io.hedgerow.transport.node.internal.coordinator.Exclusions;
import io.hedgerow.transport.node.internal.coordinator.Farewell;
import io.hedgerow.transport.node.internal.coordinator.RecordedSums;
import io.hedgerow.transport.node.internal.coordinator.RoomOnDisk;
import io.hedgerow.transport.node.internal.coordinator.StartWindow;
import io.hedgerow.transport.node.internal.coordinator.StudySums;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs the coordinator of one study: listens for the plan's sites, runs the rounds, and ends in one state with a
 * reason. Started again after a crash it goes on with the round in progress; no site computes or spends anything twice
 * for it. When a file cannot be written, as on a full disk, it stops as in a crash, waits for room, and begins anew in
 * the same way: its full disk never ends a study.
 */
final class CoordinatorRun {

    private final SignedPlan signed;
    private final Witness witness;
    private final Method method;
    private final Optional<PlannedMasks> masks;
    private final IdentityDirectory identity;
    private final Supplier<MessageSigner> signer;
    private final Path data;
    private final CoordinatorFiles files;
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
        this.files = new CoordinatorFiles(data, signed.plan().name());
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
        if (!files.hasJournal()) { // one that has begun may have all its sums, and sites that have paid
            PlannedMethod.requireForecast(signed.plan(), method);
            masks.ifPresent(one -> one.requireRoom(Runtime.getRuntime().maxMemory()));
        }
        CoordinatorPort.createDirectories(data, identity);
        requireSumOfAll();
        RoomOnDisk room = new RoomOnDisk(
                data,
                patience,
                () -> files.journal().toFile().length(),
                time -> TimeUnit.MILLISECONDS.sleep(time.toMillis()));
        Listening listening = new Listening(
                signed, address, () -> Entrance.of(identity, signed.plan().coordinator(), data, clock), port, link -> {
                    witness.changed(link);
                    watch.changed(link);
                });
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
        String name = method.releasedUnder();
        CoordinatorFiles look = new CoordinatorFiles(data, name);
        if (masks.isPresent() && !name.equals(signed.plan().name()) && look.hasJournal()) {
            RecordedSums.requireOfAll(look, signed.plan().sites().size());
        }
    }

    private Finished attempt(Listening listening, Watch watch) throws InterruptedException {
        try (SecurityLog log = files.security(clock)) {
            SecurityEvents security = new PacedSecurityEvents(witness.beside(log), clock);
            return witness.noting(security, () -> attempt(listening, watch, security));
        }
    }

    private Finished attempt(Listening listening, Watch watch, SecurityEvents security) throws InterruptedException {
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(files.journal());
                StudySums sums = StudySums.of(method, masks, signer, files);
                GrpcCoordinator channel = listening.open(security)) {
            boolean again = listening.isShared() && !journal.isNew();
            Farewell farewell = new Farewell(files, signed.plan().deadline(), again);
            watch.listening(channel.port(), channel::links);
            Exclusions exclusions = new Exclusions(new PlanBoundJournal<>(journal, files.journal(), signed.plan()));
            Attendance attendance = attendance(channel, exclusions, sums, watch);
            if (journal.isNew() && !window.isOver()) {
                watch.awaitingSites(clock.instant().plus(window.left()));
                window.await(attendance::links, attendance::awaited);
            }
            Method.Ended ended = StudySums.coordinate(
                    method,
                    new Coordination(
                            attendance,
                            sums.watchedBy(security, files.study()),
                            listening.once(watch.rounds()),
                            exclusions));
            watch.ended(ended);
            farewell.say(channel, ended.state());
            return new Finished(ended, attendance.linksAtEnd(), sums.report());
        }
    }

    private Attendance attendance(GrpcCoordinator channel, Exclusions exclusions, StudySums sums, Watch watch) {
        return new Attendance(
                new Attendance.Wire(
                        () -> looking(channel, watch),
                        channel::expect,
                        channel::exclude,
                        channel::notice,
                        witness::awaited),
                watch.around(channel),
                exclusions,
                new Attendance.Operator(new ExclusionRequests(data, files.study()), rule(sums), homeWait),
                watch,
                signed.plan().deadline(),
                System::nanoTime);
    }

    /** The sites' connections; once a minute people learn which certificates end soon. */
    private List<SiteLink> looking(GrpcCoordinator channel, Watch watch) {
        if (witness.look(expiry, watch::expires)) {
            watch.credentials(expiry.named(), expiry.near());
        }
        return channel.links();
    }

    private Attendance.Rule rule(StudySums sums) {
        ExclusionRule rule = ExclusionRule.of(
                signed.plan(), method, masks, sums::isOpening, files::hasCharged, PlannedMethod.trial());
        return new Attendance.Rule() {
            @Override
            public Optional<String> refusal(SiteId site, Set<SiteId> excluded) {
                return rule.refusal(site, excluded);
            }

            @Override
            public void taskSent() {
                files.noteCharged();
            }
        };
    }
}
