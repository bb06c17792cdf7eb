package io.hedgerow.core.simulation;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.federation.SiteSession;
import io.hedgerow.core.federation.StudyResult;
import io.hedgerow.core.graph.MajorityVote;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.method.MethodSettings;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.protocol.PublishedCost;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

/**
 * Runs a federated method on several data sets inside one process, with the real sessions, coordinator and encoded
 * messages. For simulation, experiments and tests: nothing is private, every site is in one memory.
 *
 * <p>The result depends only on the data and the settings, not on threads or timing.
 */
public final class InProcessFederation {

    /** Nothing is slow inside one process but a computation that hangs. */
    private static final Duration DEADLINE = Duration.ofHours(1);

    private static final String NAME = "in-process";

    private final FederatedMethod method;
    private final MethodSettings settings;
    private final Protection.Factory protection;

    /**
     * A federation of one method with plain uploads.
     *
     * @param method the algorithm
     * @param settings its parameters
     */
    public InProcessFederation(FederatedMethod method, MethodSettings settings) {
        this(method, settings, Protection.insecurePlain());
    }

    /**
     * A federation of one method.
     *
     * @param method the algorithm
     * @param settings its parameters
     * @param protection of uploads
     */
    public InProcessFederation(FederatedMethod method, MethodSettings settings, Protection.Factory protection) {
        this.method = Objects.requireNonNull(method, "method");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.protection = Objects.requireNonNull(protection, "protection");
    }

    /**
     * Runs on as many threads as there are processors, at most one per site.
     *
     * @param sites the sites' data, over the same variables; at least one
     * @param observer is told of every round
     * @return the outcome
     * @throws InterruptedException when the calling thread is interrupted
     */
    public FederationOutcome run(List<SiteData> sites, RoundObserver observer) throws InterruptedException {
        return run(sites, observer, InProcessStudy::run);
    }

    /**
     * Runs on the caller's threads.
     *
     * @param sites the sites' data, over the same variables; at least one
     * @param observer is told of every round
     * @param executor runs the sites
     * @return the outcome
     * @throws InterruptedException when the calling thread is interrupted
     */
    public FederationOutcome run(List<SiteData> sites, RoundObserver observer, Executor executor)
            throws InterruptedException {
        return run(sites, observer, (study, watch) -> study.run(watch, executor));
    }

    private interface Running {
        StudyResult run(InProcessStudy study, RoundObserver watch) throws InterruptedException;
    }

    private FederationOutcome run(List<SiteData> sites, RoundObserver observer, Running running)
            throws InterruptedException {
        if (sites.isEmpty()) {
            throw new IllegalArgumentException("a federation must have at least one site, was empty");
        }
        Study study = method.study(
                NAME,
                sites.get(0).schema(),
                settings,
                settings.lossScaling() == LossScaling.PER_RECORD ? totalRows(sites) : 0,
                sites.size(),
                new RoundPolicy(protection.quorum(sites.size()), DEADLINE, RoundPolicy.Convergence.never()));
        MajorityVote vote = new MajorityVote(study.schema().size(), settings.voteRounds(), settings.threshold());
        Protection ends = protection.of(
                study,
                IntStream.range(0, sites.size())
                        .mapToObj(InProcessFederation::siteId)
                        .toList());
        InProcessStudy inProcess = new InProcessStudy(
                        study,
                        sessions(study, sites, ends),
                        ends.aggregator(),
                        method.newGlobalSolver(study.schema().size(), settings))
                .over(ends::line);
        StudyResult result = running.run(inProcess, (report, consensus) -> {
            vote.add(study.layout().edgeWeights(consensus));
            observer.roundEnded(report, consensus);
        });
        WeightMatrix agreed = vote.network().dag().weights();
        return new FederationOutcome(
                result, agreed, vote.frequencies(), formulaBytes(result, inProcess.uploadedCoefficients(), sites));
    }

    /** A simulation may open every site to count its rows; in a real study the total is agreed beforehand. */
    private static long totalRows(List<SiteData> sites) {
        long rows = 0;
        for (SiteData data : sites) {
            PrivacyGate gate = InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity());
            try (DataView view = data.open(gate.reserve(NAME, 0, new MechanismEvent.NonPrivate("row count"))
                    .permit())) {
                rows = Math.addExact(rows, view.statistics().rows());
            }
        }
        return rows;
    }

    private long formulaBytes(StudyResult result, long uploadedCoefficients, List<SiteData> sites) {
        int variables = sites.get(0).schema().size();
        if (method == FederatedMethod.FED_BNSL) {
            return PublishedCost.dense(variables, result.rounds().size(), sites.size());
        }
        long consensus =
                result.rounds().stream().mapToLong(RoundReport::supportSize).sum();
        return PublishedCost.sparse(variables, uploadedCoefficients, consensus, sites.size());
    }

    private List<SiteSession> sessions(Study study, List<SiteData> sites, Protection ends) {
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < sites.size(); p++) {
            SiteData data = sites.get(p);
            sessions.add(new SiteSession(
                    siteId(p),
                    study,
                    data,
                    InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                    method.newLocalSolver(settings),
                    ends.protector(siteId(p))));
        }
        return sessions;
    }

    /**
     * What a site is called. Padded, so that the order of names is the order of sites.
     *
     * @param site its position, from 0
     * @return its name
     */
    public static SiteId siteId(int site) {
        return new SiteId(String.format(Locale.ROOT, "site-%03d", site + 1));
    }
}
