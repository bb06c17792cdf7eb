// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import io.hedgerow.core.Learning.SiteAdmission;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.federation.RunReport;
import io.hedgerow.core.federation.StudyEndedException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.federation.coordinator.UnusableSumsException;
import io.hedgerow.core.internal.federation.site.FixedCohort;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One run of a method in this process: sessions of all sites, the coordinator, and what is told of them. The name is
 * that of the method in plans, empty for one that was agreed on; a null executor means threads of its own;
 * {@code normalScores} says that rows were turned into scores before they came here.
 */
record InProcessRun(
        Method method,
        String name,
        Map<String, String> settings,
        UploadProtection uploads,
        SiteAdmission admission,
        RoundObserver observer,
        @Nullable Executor executor,
        boolean normalScores) {

    LearnedNetwork on(List<SiteData> sites) throws InterruptedException {
        Study study = method.study();
        if (study.sites() != sites.size()) {
            throw new IllegalArgumentException(
                    "the study must have as many sites as learn, has " + study.sites() + ", learn " + sites.size());
        }
        List<SiteId> names = SiteId.numbered(sites.size());
        UploadProtection.Ends ends = uploads.of(method, names);
        // whatever can fail without data fails before the admission, which may charge a ledger
        String components = method.components();
        Map<SiteId, LocalSolver> solvers = new LinkedHashMap<>();
        List<UpdateProtector> protectors = new ArrayList<>();
        for (SiteId site : names) {
            LocalSolver solver = method.solver(site);
            UpdateProtector protector = ends.protector(site);
            FixedCohort.requireForSharedNoise(study, solver, protector);
            solvers.put(site, solver);
            protectors.add(protector);
        }
        List<PrivacyGate> gates = admission.admit(method, sites);
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < sites.size(); p++) {
            SiteId site = names.get(p);
            LocalSolver solver = Objects.requireNonNull(solvers.get(site));
            sessions.add(new SiteSession(site, study, sites.get(p), gates.get(p), solver, protectors.get(p)));
        }
        LearnedNetwork learned = run(components, sessions, ends);
        Map<SiteId, NamedNetwork> own = new LinkedHashMap<>();
        solvers.forEach(
                (site, solver) -> solver.ownNetwork(study.schema()).ifPresent(network -> own.put(site, network)));
        return own.isEmpty() ? learned : learned.with(own);
    }

    private LearnedNetwork run(String components, List<SiteSession> sessions, UploadProtection.Ends ends)
            throws InterruptedException {
        if (executor != null) {
            return run(components, sessions, ends, executor);
        }
        int threads = Math.min(sessions.size(), Runtime.getRuntime().availableProcessors());
        ExecutorService own = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "hedgerow-site");
            thread.setDaemon(true);
            return thread;
        });
        try {
            return run(components, sessions, ends, own);
        } finally {
            own.shutdownNow();
        }
    }

    private LearnedNetwork run(
            String components, List<SiteSession> sessions, UploadProtection.Ends ends, Executor workers)
            throws InterruptedException {
        InMemoryNetwork network = new InMemoryNetwork(sessions, workers, observer::waitsForRows);
        MeteredChannel metered = new MeteredChannel(ends.line(network));
        List<RoundReport> rounds = new ArrayList<>();
        RoundObserver watching = (report, consensus) -> {
            rounds.add(report);
            observer.roundEnded(report, consensus);
        };
        Method.Ended ended;
        try {
            ended = method.coordinate(new Coordination(metered, ends.aggregator(), watching, Journal.none()));
        } catch (UnusableSumsException e) {
            throw e.refusal(); // which says what is wrong with the rows
        }
        if (!ended.columns().isEmpty()) {
            throw new IllegalArgumentException("a method in one process must learn a network, was one that"
                    + " looks at columns of sites which see no rows of each other: name it in a plan, or learn with"
                    + " another method");
        }
        if (ended.network().isEmpty()) {
            boolean charged = sessions.stream().anyMatch(SiteSession::hasBudget);
            // what a site objected to says more than that it did not answer, but not when its message was lost
            throw network.firstFailure()
                    .filter(cause -> !(cause instanceof ProtocolException))
                    .map(cause -> charged ? afterTheCharge(cause, ended) : cause)
                    .orElseGet(() -> new StudyEndedException(ended.state(), ended.rounds()));
        }
        RunReport report = report(components, ends.aggregator().id(), metered, rounds, network, ended);
        LearnedNetwork learned = LearnedNetwork.of(
                method.study().schema(),
                ended.network().get(),
                ended.voteShares(),
                ended.evidence(),
                method.weightsAreNorms(),
                report);
        boolean scored = normalScores || FittedEquations.NORMAL_SCORES.equals(settings.get("transform"));
        return scored ? learned.with(learned.fitted().in(FittedEquations.NORMAL_SCORES)) : learned;
    }

    private RunReport report(
            String components,
            String aggregator,
            MeteredChannel metered,
            List<RoundReport> rounds,
            InMemoryNetwork network,
            Method.Ended ended) {
        return new RunReport(
                name,
                settings,
                rounds,
                rounds.isEmpty()
                        ? metered.bytesUp()
                        : rounds.stream().mapToLong(RoundReport::bytesUp).sum(),
                rounds.isEmpty()
                        ? metered.bytesDown()
                        : rounds.stream().mapToLong(RoundReport::bytesDown).sum(),
                method.publishedBytes(rounds, network.uploadedCoefficients()),
                aggregator,
                components,
                SiteId.numbered(method.study().sites()).stream()
                        .filter(ended.participation()::isOutlying)
                        .filter(site -> rounds.isEmpty())
                        .collect(Collectors.toSet()),
                ended.noise(),
                ended.notes());
    }

    /**
     * A failure that something outside may mend is no reason to begin again by itself after a charge, as a service
     * manager would: the next run is a study of its own and is charged anew.
     */
    private static RuntimeException afterTheCharge(RuntimeException cause, Method.Ended ended) {
        boolean mendable = (cause instanceof DataException data && data.isTemporary())
                || cause instanceof UnwritableFileException
                || (cause instanceof LedgerException ledger && ledger.isMendable());
        if (mendable) {
            return new StudyEndedException(ended.state(), ended.rounds(), cause);
        }
        return cause instanceof DataException
                ? new DataException(Words.reason(cause) + "; what the study was charged stays spent", cause)
                : cause;
    }
}
