// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Coordinator and sites in one thread, each with a journal in memory, each killed where the crash points say and
 * started again from its journal. What a channel would do is done here: a message whose handling was interrupted is
 * delivered again.
 */
final class CrashingFederation {

    private final Study study;
    private final CrashPoints points;
    private final boolean enforcing;
    private final Supplier<LocalSolver> solvers;
    final MemoryJournal<CoordinatorRecord> journal;
    final Map<SiteId, MemoryJournal<SiteRecord>> siteJournals = new TreeMap<>();
    final Map<SiteId, List<ReservationRequest>> ledgers = new TreeMap<>();
    final List<ProtectedUpdate> sent = new ArrayList<>();
    final List<RoundReport> observed = new ArrayList<>();
    private final Map<SiteId, SiteSession> sessions = new TreeMap<>();
    int restarts;

    CrashingFederation(
            Study study, List<String> sites, CrashPoints points, boolean enforcing, Supplier<LocalSolver> solvers) {
        this.study = study;
        this.points = points;
        this.enforcing = enforcing;
        this.solvers = solvers;
        this.journal = new MemoryJournal<>(points);
        for (String name : sites) {
            SiteId site = new SiteId(name);
            siteJournals.put(site, new MemoryJournal<>(points));
            ledgers.put(site, new ArrayList<>());
        }
    }

    /** Starts a site until it is up. */
    private SiteSession session(SiteId site) {
        while (!sessions.containsKey(site)) {
            try {
                SiteData data = Fixtures.data(site.value());
                BudgetLedger ledger = new RecordingLedger(points, ledgers.get(site));
                PrivacyGate gate = enforcing
                        ? PrivacyGate.enforcing(
                                ledger, data.identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE)
                        : InsecureNoPrivacy.gate(ledger, data.identity());
                sessions.put(
                        site,
                        new SiteSession(
                                site,
                                study,
                                data,
                                gate,
                                solvers.get(),
                                new InsecurePlainUpload(study),
                                siteJournals.get(site).open()));
            } catch (CrashPoints.Crash killed) {
                restarts++;
            }
        }
        return Objects.requireNonNull(sessions.get(site));
    }

    /** Knows what it let through. */
    private record RecordingLedger(CrashPoints points, List<ReservationRequest> requests) implements BudgetLedger {
        @Override
        public void reserve(ReservationRequest request) {
            points.reach("before reservation");
            requests.add(request);
            points.reach("after reservation");
        }

        @Override
        public boolean mayHaveLetThrough(String study, int round) {
            return requests.stream().anyMatch(made -> made.round() == round);
        }

        @Override
        public void requireLetThrough(ReservationRequest request) {
            if (!requests.get(requests.size() - 1).equals(request)) {
                throw new LedgerException("was not let through last");
            }
        }
    }

    private Optional<SiteReply> deliver(SiteId site, CoordinatorMessage message) {
        while (true) {
            SiteSession session = session(site);
            try {
                if (message instanceof CoordinatorMessage.Outcome outcome) {
                    if (!session.isFinished()) {
                        session.finish(outcome);
                    }
                    return Optional.empty();
                }
                Task task = (Task) message;
                SiteReply reply;
                try {
                    reply = session.answer(task);
                    sent.add((ProtectedUpdate) reply);
                } catch (RuntimeException e) {
                    reply = session.failure(task.round(), e);
                }
                points.reach("after sending");
                return Optional.of(reply);
            } catch (CrashPoints.Crash killed) {
                restarts++;
                sessions.remove(site);
            }
        }
    }

    private final class Wire implements CoordinatorChannel {
        private final Deque<SiteReply> replies = new ArrayDeque<>();

        @Override
        public Set<SiteId> sites() {
            return siteJournals.keySet();
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            for (SiteId site : sites()) {
                points.reach("coordinator before sending");
                deliver(site, message).ifPresent(replies::add);
            }
            points.reach("coordinator after sending");
        }

        @Override
        public void recall(List<Task> earlier) {
            sites().stream()
                    .map(CrashingFederation.this::session)
                    .forEach(session -> earlier.forEach(session::observe));
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            throw new AssertionError("no dialogue here");
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) {
            return Optional.ofNullable(replies.poll());
        }
    }

    /** Starts the coordinator until it ends. */
    StudyResult run() throws InterruptedException {
        while (true) {
            observed.clear();
            try {
                return new Coordinator(
                                study,
                                new Wire(),
                                new InsecurePlainUpload(study),
                                new AugmentedLagrangianSolver(new TraceExponential(), 100, 1e-8),
                                (report, consensus) -> observed.add(report),
                                System::nanoTime,
                                journal.open())
                        .run();
            } catch (CrashPoints.Crash killed) {
                restarts++;
            }
        }
    }

    Map<SiteId, SiteSession> sessions() {
        return sessions;
    }
}
