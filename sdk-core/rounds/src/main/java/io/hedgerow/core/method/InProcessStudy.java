// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.PayloadBytes;
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
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.Collections;
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
 * A study whose sites and coordinator are in this process: the same sessions, messages and sums as over a wire. It
 * needs solvers, a gate for each site and nothing of the rest of the SDK; {@code io.hedgerow.core.Learning} is the door
 * with names, units and results. Immutable.
 *
 * <p>No row is read before the {@linkplain SiteAdmission admission} has let all sites in.
 */
public final class InProcessStudy {

    private final Method method;
    private final SiteAdmission admission;
    private final UploadProtection uploads;
    private final RoundObserver observer;
    private final @Nullable Executor workers;

    /**
     * Admits the sites of a study in one process, each with a gate through which it reads its data. An implementation
     * records what the study costs before it hands out a gate.
     */
    @FunctionalInterface
    public interface SiteAdmission {

        /**
         * {@return a gate for each of the sites; lets all in, or none}
         *
         * @param method that will run
         * @param sites their data, in order, closed
         * @throws io.hedgerow.core.privacy.PrivacyException when a site must not take part; nothing was opened
         */
        List<PrivacyGate> admit(Method method, List<SiteData> sites);
    }

    /**
     * The result of a study that ended with a sum.
     *
     * @param ended with the network, or with figures of columns
     * @param report of rounds and bytes; its method and settings are empty, for a study does not know their names
     * @param own networks that stay at single sites, by site
     */
    public record Result(Method.Ended ended, RunReport report, Map<SiteId, NamedNetwork> own) {
        public Result {
            Objects.requireNonNull(ended, "ended");
            Objects.requireNonNull(report, "report");
            own = Collections.unmodifiableMap(new LinkedHashMap<>(own));
        }
    }

    private InProcessStudy(
            Method method,
            SiteAdmission admission,
            UploadProtection uploads,
            RoundObserver observer,
            @Nullable Executor workers) {
        this.method = Objects.requireNonNull(method, "method");
        this.admission = Objects.requireNonNull(admission, "admission");
        this.uploads = Objects.requireNonNull(uploads, "uploads");
        this.observer = Objects.requireNonNull(observer, "observer");
        this.workers = workers;
    }

    /**
     * {@return a study with plain uploads, without an observer, whose sites have threads of their own}
     *
     * @param method of a study that was agreed on
     * @param admission opens the sites
     */
    public static InProcessStudy of(Method method, SiteAdmission admission) {
        return new InProcessStudy(method, admission, UploadProtection.insecurePlain(), (report, consensus) -> {}, null);
    }

    /**
     * {@return a copy with protected uploads}
     *
     * @param protection of what sites send
     */
    public InProcessStudy protectedBy(UploadProtection protection) {
        return new InProcessStudy(method, admission, protection, observer, workers);
    }

    /**
     * {@return a copy with an observer}
     *
     * @param watching hears of every round towards a consensus
     */
    public InProcessStudy observedBy(RoundObserver watching) {
        return new InProcessStudy(method, admission, uploads, watching, workers);
    }

    /**
     * {@return a copy that runs the sites' work on an executor}
     *
     * @param executor runs the sites
     */
    public InProcessStudy workingOn(Executor executor) {
        return new InProcessStudy(method, admission, uploads, observer, executor);
    }

    /**
     * Runs the study.
     *
     * @param sites as many as the study has, closed; they get the names of {@link SiteId#numbered}
     * @return its result
     * @throws IllegalArgumentException when there are too many sites or too few, or the sums cannot be sums of rows
     * @throws io.hedgerow.core.privacy.PrivacyException when the admission refuses; nothing was read
     * @throws StudyEndedException when there was no sum over a quorum of the sites, or a site that was charged failed
     *     for a reason that may pass
     * @throws RuntimeException of the first site that failed, or of the sums of which no result follows, such as
     *     {@link DataException}
     * @throws InterruptedException when the calling thread is interrupted
     */
    public Result on(List<SiteData> sites) throws InterruptedException {
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
        Map<SiteId, NamedNetwork> own = new LinkedHashMap<>();
        Run run = run(components, sessions, ends);
        solvers.forEach(
                (site, solver) -> solver.ownNetwork(study.schema()).ifPresent(network -> own.put(site, network)));
        return new Result(run.ended(), run.report(), own);
    }

    private record Run(Method.Ended ended, RunReport report) {}

    private Run run(String components, List<SiteSession> sessions, UploadProtection.Ends ends)
            throws InterruptedException {
        if (workers != null) {
            return run(components, sessions, ends, workers);
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

    private Run run(String components, List<SiteSession> sessions, UploadProtection.Ends ends, Executor executor)
            throws InterruptedException {
        InMemoryNetwork network = new InMemoryNetwork(sessions, executor, observer::waitsForRows);
        MeteredChannel metered = new MeteredChannel(ends.line(network));
        List<RoundReport> rounds = new ArrayList<>();
        RoundObserver watching = (report, consensus) -> {
            rounds.add(report);
            observer.roundEnded(report, consensus);
        };
        Method.Ended ended;
        try {
            ended = method.coordinate(new Method.Coordination(metered, ends.aggregator(), watching, Journal.none()));
        } catch (UnusableSumsException e) {
            throw e.refusal(); // which says what is wrong with the rows
        }
        if (ended.network().isEmpty() && ended.columns().isEmpty()) {
            boolean charged = sessions.stream().anyMatch(SiteSession::hasBudget);
            // what a site objected to says more than that it did not answer, but not when its message was lost
            throw network.firstFailure()
                    .filter(cause -> !(cause instanceof ProtocolException))
                    .map(cause -> charged ? afterTheCharge(cause, ended) : cause)
                    .orElseGet(() -> new StudyEndedException(ended.state(), ended.rounds()));
        }
        RunReport report = new RunReport(
                new RunReport.Provenance(components, ends.aggregator().id()),
                rounds,
                rounds.isEmpty()
                        ? new PayloadBytes(metered.bytesUp(), metered.bytesDown())
                        : rounds.stream().map(RoundReport::bytes).reduce(PayloadBytes.NONE, PayloadBytes::plus),
                method.publishedBytes(rounds, network.uploadedCoefficients()),
                SiteId.numbered(sessions.size()).stream()
                        .filter(ended.participation()::isOutlying)
                        .filter(site -> rounds.isEmpty())
                        .collect(Collectors.toSet()),
                ended.noise(),
                ended.notes());
        return new Run(ended, report);
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
