// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.federation.coordinator.CrashPoints;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.internal.federation.SecureUpdateProtector;
import io.hedgerow.secureagg.internal.federation.SummedStudy;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore;
import io.hedgerow.secureagg.internal.site.SiteConfiguration;
import io.hedgerow.secureagg.internal.store.FileCoordinatorArchive;
import io.hedgerow.secureagg.internal.store.FileReleaseStore;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.node.internal.PlanBoundJournal;
import io.hedgerow.transport.node.internal.PlannedMasks;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Assertions;

/**
 * A masked study from its plan, coordinator and sites in one thread, with the files that their processes have. Whoever
 * is killed where crash points say is made anew from its files. What a channel would do is done here: a message whose
 * handling was interrupted comes again, and what a coordinator that was killed had been sent is lost.
 */
final class CrashingStudy {

    private final LocalStudy study;
    private final SignedPlan signed;
    private final Method method;
    private final Path directory;
    private final BiFunction<SiteId, LocalSolver, LocalSolver> solvers;
    private final CrashPoints coordinatorPoints;
    private final CrashPoints sitePoints;
    private final boolean fullDisk;
    private final Map<SiteId, Site> sites = new TreeMap<>();
    final Map<SiteId, List<ReservationRequest>> ledgers = new TreeMap<>();
    final List<RoundReport> observed = new ArrayList<>();
    /** What sites said was wrong, for the message of a test that fails. */
    final List<String> failures = new ArrayList<>();

    /** The points that were come to, in order. */
    final List<String> coordinatorReached = new ArrayList<>();

    final List<String> siteReached = new ArrayList<>();
    int restarts;

    /**
     * A study in a directory of its own.
     *
     * @param study keys, plan and rows; used by many
     * @param method of its plan
     * @param directory for what must not be forgotten
     * @param solvers are put around the method's own
     * @param coordinatorPoints kill the coordinator
     * @param sitePoints kill the site that comes to one
     * @param fullDisk whether nobody is killed, but a record finds no room
     */
    CrashingStudy(
            LocalStudy study,
            Method method,
            Path directory,
            BiFunction<SiteId, LocalSolver, LocalSolver> solvers,
            CrashPoints coordinatorPoints,
            CrashPoints sitePoints,
            boolean fullDisk) {
        this.study = study;
        this.signed = SignedPlan.read(study.plan(), study.roster());
        this.method = method;
        this.directory = directory;
        this.solvers = solvers;
        this.coordinatorPoints = coordinatorPoints;
        this.sitePoints = sitePoints;
        this.fullDisk = fullDisk;
        signed.plan().sites().forEach(site -> ledgers.put(site, new ArrayList<>()));
    }

    /** A process between its start and its end. One that was killed does nothing any more, not even on its way out. */
    private static final class Life {
        private final CrashPoints points;
        private final List<String> reached;
        private final boolean fullDisk;
        /** Whether its journal has room to spare, in which a record waits that finds no room in the file. */
        private final boolean spares;

        private CrashPoints.Crash end;

        Life(CrashPoints points, List<String> reached, boolean fullDisk, boolean spares) {
            this.points = points;
            this.reached = reached;
            this.fullDisk = fullDisk;
            this.spares = spares;
        }

        void reach(String point) {
            if (end != null) {
                throw end;
            }
            reached.add(point);
            try {
                points.reach(point);
            } catch (CrashPoints.Crash killed) {
                if (fullDisk) {
                    throw new UnwritableFileException("a file cannot be written", new IOException(point));
                }
                end = killed;
                throw killed;
            }
        }

        /** Kills before and after everything that a store or journal is told to keep. */
        <T> T watched(Class<T> type, T disk) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, call, arguments) -> {
                        boolean writes = call.getReturnType() == void.class;
                        String what = type.getSimpleName() + "." + call.getName()
                                + (type == Journal.class && writes
                                        ? " " + arguments[0].getClass().getSimpleName()
                                        : "");
                        if (writes) {
                            try {
                                reach("before " + what);
                            } catch (UnwritableFileException full) {
                                if (type == Journal.class && spares && !(arguments[0] instanceof SiteRecord.Reading)) {
                                    call.invoke(disk, arguments);
                                }
                                throw full;
                            }
                        }
                        Object result;
                        try {
                            result = call.invoke(disk, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                        if (writes) {
                            reach("after " + what);
                        }
                        return result;
                    }));
        }
    }

    private final class Site {
        private final SiteId name;
        final Life life = new Life(
                sitePoints,
                siteReached,
                fullDisk,
                signed.plan().privacy().budget().isPresent());
        private final FileJournal<SiteRecord> journal;
        private final FileReleaseStore releases;
        final SiteSession session;

        Site(SiteId name) {
            this.name = name;
            SiteHome home = new SiteHome(directory.resolve(name.value()));
            journal = FileJournal.ofSite(home.journal(signed.plan().name()), 0);
            releases = new FileReleaseStore(home.masks(signed.plan().name()).resolve("releases"));
            try {
                session = joined(home);
            } catch (Throwable e) {
                close();
                throw e;
            }
        }

        private SiteSession joined(SiteHome home) {
            PlannedMasks masks = signed.masks().orElseThrow();
            DatasetIdentity dataset = new DatasetIdentity(name.value());
            SecureUpdateProtector protector = new SecureUpdateProtector(
                    new SiteConfiguration(
                            masks.policy(),
                            masks.roster(),
                            PlannedMasks.identity(key(study.site(name.value()).resolve("identity"))),
                            new ReleaseGuard(life.watched(ReleaseStore.class, releases))),
                    SummedStudy.of(method.study(), method.sums()));
            return new SiteSession(
                    name,
                    method.study(),
                    SiteData.of(dataset, method.prepared(rows())),
                    gate(dataset),
                    solvers.apply(name, method.solver(name)),
                    protector,
                    new PlanBoundJournal<>(watched(), home.journal(signed.plan().name()), signed.plan()));
        }

        @SuppressWarnings("unchecked") // a proxy knows no type parameters
        private Journal<SiteRecord> watched() {
            return life.watched(Journal.class, journal);
        }

        private RowSource rows() {
            return signed.rows(study.site(name.value()).resolve("rows.csv"));
        }

        private PrivacyGate gate(DatasetIdentity dataset) {
            BudgetLedger ledger = new BudgetLedger() {
                @Override
                public void reserve(ReservationRequest request) {
                    life.reach("before reservation");
                    ledgers.get(name).add(request);
                    life.reach("after reservation");
                }

                @Override
                public boolean mayHaveLetThrough(String asking, int round) {
                    return ledgers.get(name).stream().anyMatch(before -> before.round() == round);
                }

                @Override
                public void requireLetThrough(ReservationRequest request) {
                    Assertions.assertEquals(
                            request, ledgers.get(name).get(ledgers.get(name).size() - 1));
                }
            };
            return signed.plan().privacy().budget().isPresent()
                    ? PrivacyGate.enforcing(ledger, dataset, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE)
                    : InsecureNoPrivacy.gate(ledger, dataset);
        }

        void close() {
            releases.close();
            journal.close();
        }
    }

    private static SigningKey key(Path identity) {
        return SigningKey.load(new IdentityDirectory(identity).signingKey());
    }

    /** Starts a site until it is up. */
    private Site site(SiteId name) {
        while (!sites.containsKey(name)) {
            try {
                sites.put(name, new Site(name));
            } catch (CrashPoints.Crash | UnwritableFileException stopped) {
                restarts++;
            }
        }
        return sites.get(name);
    }

    private List<SiteReply> deliver(SiteId name, CoordinatorMessage message) throws InterruptedException {
        while (true) {
            Site site = site(name);
            OneMessage channel = new OneMessage(message);
            try {
                site.life.reach("before handling");
                try {
                    site.session.run(channel, failure -> failures.add(name.value() + ": " + failure.getMessage()));
                } catch (OneMessage.Handled all) {
                    // as it should be
                }
                site.life.reach("after handling");
                return channel.replies();
            } catch (CrashPoints.Crash | UnwritableFileException stopped) {
                restarts++;
                site.close();
                sites.remove(name);
            }
        }
    }

    private final class Wire implements CoordinatorChannel {
        private final Life life;
        private final Deque<SiteReply> replies = new ArrayDeque<>();

        Wire(Life life) {
            this.life = life;
        }

        @Override
        public Set<SiteId> sites() {
            return new TreeSet<>(signed.plan().sites());
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            sites().forEach(site -> post(site, message));
        }

        @Override
        public void recall(List<Task> earlier) {
            for (SiteId site : sites()) {
                earlier.forEach(task -> site(site).session.observe(task));
            }
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            post(site, question);
        }

        private void post(SiteId site, CoordinatorMessage message) {
            life.reach("before sending");
            try {
                replies.addAll(deliver(site, message));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            life.reach("after sending");
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) {
            return Optional.ofNullable(replies.poll());
        }
    }

    /** Starts the coordinator until it ends. */
    Method.Ended run() throws InterruptedException {
        while (true) {
            observed.clear();
            Life life = new Life(coordinatorPoints, coordinatorReached, fullDisk, false);
            try {
                return coordinate(life);
            } catch (CrashPoints.Crash | UnwritableFileException stopped) {
                restarts++;
            }
        }
    }

    private Method.Ended coordinate(Life life) throws InterruptedException {
        Path file = directory.resolve(signed.plan().name() + ".journal");
        FileCoordinatorArchive archive =
                new FileCoordinatorArchive(directory.resolve(signed.plan().name() + "-masks"));
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(file);
                SigningKey key = key(study.coordinator())) {
            return method.coordinate(new Coordination(
                    new Wire(life),
                    signed.masks()
                            .orElseThrow()
                            .aggregator(
                                    SummedStudy.of(method.study(), method.sums()),
                                    key,
                                    life.watched(CoordinatorArchive.class, archive)),
                    (report, consensus) -> observed.add(report),
                    new PlanBoundJournal<>(watched(life, journal), file, signed.plan())));
        }
    }

    @SuppressWarnings("unchecked") // a proxy knows no type parameters
    private static Journal<CoordinatorRecord> watched(Life life, Journal<CoordinatorRecord> journal) {
        return life.watched(Journal.class, journal);
    }

    /** No site spent budget twice for a round. */
    void requireReservedOnce() {
        ledgers.forEach((site, ledger) -> {
            List<Integer> rounds =
                    ledger.stream().map(ReservationRequest::round).toList();
            if (signed.plan().privacy().budget().isPresent()
                    && Set.copyOf(rounds).size() != rounds.size()) {
                throw new AssertionError(site.value() + " reserved rounds " + rounds);
            }
        });
    }

    void close() {
        sites.values().forEach(Site::close);
    }
}
