// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.simulation;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.StudyEndedException;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.federation.coordinator.Coordinator;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * An agreed study whose sites are sessions inside one process: the real loop and encoded messages, without a network.
 * The sessions bring their own gates, solvers and protectors, so this class adds no guarantee and takes none away.
 *
 * <p>The result depends only on what the sessions compute, not on threads or timing. One run or release per instance.
 */
public final class InProcessStudy {

    private static final int LARGE = 500;

    private final Study study;
    private final List<SiteSession> sessions;
    private final Aggregator aggregator;
    private final GlobalSolver solver;
    private UnaryOperator<CoordinatorChannel> line = UnaryOperator.identity();

    /**
     * A study with plain uploads.
     *
     * @param study what was agreed
     * @param sessions one per site, of this study
     */
    public InProcessStudy(Study study, List<SiteSession> sessions) {
        this(study, sessions, new InsecurePlainUpload(study));
    }

    /**
     * A study with any protection.
     *
     * @param study what was agreed
     * @param sessions one per site, of this study
     * @param aggregator sums what the sessions' protectors send
     */
    public InProcessStudy(Study study, List<SiteSession> sessions, Aggregator aggregator) {
        this(study, sessions, aggregator, globalSolver(study));
    }

    /**
     * A study with any protection and any coordinator's step.
     *
     * @param study what was agreed
     * @param sessions one per site, of this study
     * @param aggregator sums what the sessions' protectors send
     * @param solver the coordinator's step
     */
    public InProcessStudy(Study study, List<SiteSession> sessions, Aggregator aggregator, GlobalSolver solver) {
        this.study = Objects.requireNonNull(study, "study");
        this.sessions = List.copyOf(sessions);
        this.aggregator = Objects.requireNonNull(aggregator, "aggregator");
        this.solver = Objects.requireNonNull(solver, "solver");
        if (this.sessions.isEmpty()) {
            throw new IllegalArgumentException("a study must have at least one site, was empty");
        }
    }

    /**
     * Puts something between coordinator and sites, such as losses.
     *
     * @param between wraps the channel of a run
     * @return this study
     */
    public InProcessStudy over(UnaryOperator<CoordinatorChannel> between) {
        line = Objects.requireNonNull(between, "between");
        return this;
    }

    /**
     * Runs all rounds on as many threads as there are processors, at most one per site.
     *
     * @param observer is told of every round
     * @return the coordinator's result
     * @throws RuntimeException the cause, when a site failed and no network was learned
     * @throws InterruptedException when the calling thread is interrupted
     */
    public StudyResult run(RoundObserver observer) throws InterruptedException {
        int threads = Math.min(sessions.size(), Runtime.getRuntime().availableProcessors());
        ExecutorService executor = Executors.newFixedThreadPool(Math.max(1, threads), task -> {
            Thread thread = new Thread(task, "hedgerow-site");
            thread.setDaemon(true);
            return thread;
        });
        try {
            return run(observer, executor);
        } finally {
            executor.shutdownNow();
        }
    }

    /**
     * Runs all rounds on the caller's threads.
     *
     * @param observer is told of every round
     * @param executor runs the sites
     * @return the coordinator's result
     * @throws RuntimeException the cause, when a site failed and no network was learned
     * @throws InterruptedException when the calling thread is interrupted
     */
    public StudyResult run(RoundObserver observer, Executor executor) throws InterruptedException {
        InMemoryNetwork network = new InMemoryNetwork(sessions, executor);
        StudyResult result = new Coordinator(
                        study, line.apply(network), aggregator, solver, observer, System::nanoTime, Journal.none())
                .run();
        boolean broken = result.state() == StudyState.QUORUM_NOT_MET || result.state() == StudyState.AGGREGATION_FAILED;
        if (broken || result.rounds().isEmpty()) {
            // what a site objected to says more than that it did not answer, but not when its message was lost on the
            // way
            throw network.firstFailure()
                    .filter(cause -> !(cause instanceof ProtocolException))
                    .orElseGet(() -> new StudyEndedException(
                            result.state(), result.rounds().size()));
        }
        return result;
    }

    /**
     * Asks all sites once, for a study whose result is a sum.
     *
     * @return the sum over all sites
     * @throws RuntimeException the cause, when a site could not answer: nothing is released without all of them
     * @throws InterruptedException when the calling thread is interrupted
     */
    public Aggregate release() throws InterruptedException {
        InMemoryNetwork network = new InMemoryNetwork(sessions, Runnable::run);
        return new SumCoordinator(study, line.apply(network), aggregator, System::nanoTime, Journal.none())
                .converse(1, (first, more) -> first)
                .orElseThrow(() -> network.firstFailure()
                        .filter(cause -> !(cause instanceof ProtocolException))
                        .orElseGet(() -> new StudyEndedException(StudyState.QUORUM_NOT_MET, 0)));
    }

    /**
     * Non-zero coefficients of all sites' solutions: what the papers' formula for bytes counts.
     *
     * @return Σ over sites and rounds so far
     */
    public long uploadedCoefficients() {
        return sessions.stream().mapToLong(SiteSession::uploadedCoefficients).sum();
    }

    /**
     * Beyond 500 variables an evaluation takes tens of milliseconds: fewer of them keep a run near a minute, less
     * exactly.
     */
    private static GlobalSolver globalSolver(Study study) {
        int evaluations = study.layout().targets() > LARGE ? 20 : 30;
        return new AugmentedLagrangianSolver(new TraceExponential(), evaluations, 1e-6);
    }
}
