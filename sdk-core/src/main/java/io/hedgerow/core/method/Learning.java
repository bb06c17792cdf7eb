// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.diagnostics.SchemaAgreement;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.federation.RunReport;
import io.hedgerow.core.federation.StudyEndedException;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.simulation.Protection;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The door to learning in one process: the same method, sessions and coordinator as over a wire, so that the same rows,
 * settings and seed give the same network.
 *
 * <p>Methods that promise nothing read through {@link InsecureOpenSites}. A method with a guarantee reads nothing
 * unless {@linkplain #admittedBy an admission} has recorded what it costs. Immutable.
 */
public final class Learning {
    static final Duration DEADLINE = Duration.ofHours(1);

    /** A method, with what a plan would say of it; without a name where it has none. */
    private record Chosen(Method method, String name, Map<String, String> settings) {}

    private final Choice choice;
    private final UploadProtection uploads;
    private final SiteAdmission admission;
    private final RoundObserver observer;
    private final @Nullable Executor executor;
    private final boolean normalScores;
    private final @Nullable Keeper keeper;

    private record Choice(
            @Nullable NamedMethod named, @Nullable Method agreed) {}

    /** Keeps the budget of rows: asks policies and ledgers, charges durably, and only then lets a run open anything. */
    @FunctionalInterface
    public interface Keeper {
        /**
         * Learns from rows under a budget.
         *
         * @param learning what was asked for; {@link Learning#with} runs it once it was paid for
         * @param rows of every site
         * @return the network
         * @throws io.hedgerow.core.privacy.PrivacyException when policy or ledgers refuse; nothing was opened
         * @throws InterruptedException when the calling thread is interrupted
         */
        LearnedNetwork learn(Learning learning, List<? extends RowSource> rows) throws InterruptedException;
    }

    private Learning(
            Choice choice,
            UploadProtection uploads,
            SiteAdmission admission,
            RoundObserver observer,
            @Nullable Executor executor,
            boolean normalScores,
            @Nullable Keeper keeper) {
        this.choice = choice;
        this.uploads = Objects.requireNonNull(uploads, "uploads");
        this.admission = Objects.requireNonNull(admission, "admission");
        this.observer = Objects.requireNonNull(observer, "observer");
        this.executor = executor;
        this.normalScores = normalScores;
        this.keeper = keeper;
    }

    /**
     * Learning with a method of the catalogue and plain uploads. A unit that is not said follows from the rows.
     *
     * @param method as {@link Method#named} gives it
     * @return a run without an observer
     */
    public static Learning of(NamedMethod method) {
        return of(method, UploadProtection.insecurePlain());
    }

    /**
     * The same with protected uploads.
     *
     * @param method as {@link Method#named} gives it
     * @param uploads how they are protected
     * @return a run without an observer
     */
    public static Learning of(NamedMethod method, UploadProtection uploads) {
        return unwatched(new Choice(Objects.requireNonNull(method, "method"), null), uploads);
    }

    /**
     * Learning with a method whose study was agreed on, with plain uploads.
     *
     * @param method of as many sites as will learn, with the names of {@link #siteIds}
     * @return a run without an observer
     */
    public static Learning of(Method method) {
        return of(method, UploadProtection.insecurePlain());
    }

    /**
     * Learning with a method whose study was agreed on.
     *
     * @param method of as many sites as will learn, with the names of {@link #siteIds}
     * @param uploads how they are protected
     * @return a run without an observer
     */
    public static Learning of(Method method, UploadProtection uploads) {
        return unwatched(new Choice(null, Objects.requireNonNull(method, "method")), uploads);
    }

    private static Learning unwatched(Choice choice, UploadProtection uploads) {
        return new Learning(choice, uploads, InsecureOpenSites::admit, (report, consensus) -> {}, null, false, null);
    }

    /**
     * The same on {@linkplain RowSource#inNormalScores normal scores} of each site's rows, taken by the site before
     * anything is summed. A method that can do without common units then assumes no equal noise variances; one that
     * cannot takes the scores as they are.
     *
     * @return a run from {@linkplain #learn rows}, without a guarantee: the scores of all rows depend on each
     */
    public Learning inNormalScores() {
        return new Learning(choice, uploads, admission, observer, executor, true, keeper);
    }

    /**
     * The same, with somebody who records what it costs.
     *
     * @param ledgers asked before anything is read
     * @return a run
     */
    public Learning admittedBy(SiteAdmission ledgers) {
        return new Learning(choice, uploads, ledgers, observer, executor, normalScores, keeper);
    }

    /**
     * The same under a budget, for methods with a guarantee.
     *
     * @param budget asked before anything is read
     * @return a run from {@linkplain #learn rows}
     */
    public Learning keeping(Keeper budget) {
        return new Learning(choice, uploads, admission, observer, executor, normalScores, budget);
    }

    /**
     * The same with an observer of every round towards a consensus.
     *
     * @param watching is told of them
     * @return a run
     */
    public Learning observedBy(RoundObserver watching) {
        return new Learning(choice, uploads, admission, watching, executor, normalScores, keeper);
    }

    /**
     * The same with the sites' work done elsewhere.
     *
     * @param workers run the sites
     * @return a run
     */
    public Learning on(Executor workers) {
        return new Learning(choice, uploads, admission, observer, workers, normalScores, keeper);
    }

    /**
     * The same of a method that a keeper made.
     *
     * @param method of a study that was agreed on, of the sites that will learn
     * @return a run with the same uploads, observer and workers, and without a keeper
     */
    public Learning with(Method method) {
        return new Learning(new Choice(null, method), uploads, admission, observer, executor, normalScores, null);
    }

    /** {@return the method of the catalogue that was asked for; empty when a study was agreed on} */
    public Optional<NamedMethod> named() {
        return Optional.ofNullable(choice.named());
    }

    /** {@return the method whose study was agreed on; empty when one of the catalogue was asked for} */
    public Optional<Method> agreed() {
        return Optional.ofNullable(choice.agreed());
    }

    /** {@return the protection of uploads that was asked for} */
    public UploadProtection uploads() {
        return uploads;
    }

    private Chosen chosen(List<SiteData> sites, boolean ownUnits) {
        NamedMethod named = choice.named();
        if (named == null) {
            if (ownUnits) {
                throw new IllegalArgumentException("normal scores are for a method that is named: what was"
                        + " agreed on says nothing of them; agree on it and give rows.inNormalScores()");
            }
            return new Chosen(agreed().orElseThrow(), "", Map.of());
        }
        NamedMethod used = (ownUnits ? named.inOwnUnits() : named).inUnitOf(sites);
        Agreement agreement = Agreement.inProcess("in-process", sites.get(0).schema(), sites.size(), uploads);
        return new Chosen(used.on(agreement).inOneProcess(), used.name(), used.parameters());
    }

    /**
     * The names of sites in one process.
     *
     * @param sites P
     * @return padded, so that the order of names is the order of sites
     */
    public static List<SiteId> siteIds(int sites) {
        return IntStream.range(0, sites)
                .mapToObj(p -> new SiteId(String.format(Locale.ROOT, "site-%03d", p + 1)))
                .toList();
    }

    /**
     * Learns from rows.
     *
     * @param rows of every site, over the same columns
     * @return the network
     * @throws io.hedgerow.core.privacy.PrivacyException when the admission refuses; nothing was read
     * @throws StudyEndedException when the study ended without a network
     * @throws InterruptedException when the calling thread is interrupted
     */
    public LearnedNetwork learn(List<? extends RowSource> rows) throws InterruptedException {
        if (keeper != null) {
            if (normalScores) {
                throw NamedMethod.normalScoresUnderBudget(
                        named().map(NamedMethod::name).orElse("own"));
            }
            return keeper.learn(this, rows);
        }
        return learnPrepared(
                normalScores ? rows.stream().map(RowSource::inNormalScores).toList() : rows);
    }

    private LearnedNetwork learnPrepared(List<? extends RowSource> rows) throws InterruptedException {
        List<SiteId> names = siteIds(rows.size());
        Map<String, VariableSchema> schemas = new LinkedHashMap<>();
        List<SiteData> sites = new ArrayList<>();
        for (int p = 0; p < rows.size(); p++) {
            schemas.put(names.get(p).value(), rows.get(p).schema());
            sites.add(SiteData.of(new DatasetIdentity(names.get(p).value()), rows.get(p)));
        }
        requireSome(sites);
        SchemaAgreement.require(schemas);
        Chosen chosen = chosen(sites, normalScores);
        Method method = chosen.method();
        for (int p = 0; p < rows.size(); p++) {
            RowSource prepared = method.prepared(rows.get(p));
            if (prepared != rows.get(p)) {
                sites.set(p, SiteData.of(sites.get(p).identity(), prepared));
            }
        }
        return run(chosen, sites);
    }

    /**
     * Learns from data that are known to a ledger, or by their moments.
     *
     * @param sites rows as the method {@linkplain Method#prepared wants them}
     * @return the network
     * @throws io.hedgerow.core.privacy.PrivacyException when the admission refuses; nothing was read
     * @throws StudyEndedException when the study ended without a network
     * @throws InterruptedException when the calling thread is interrupted
     */
    public LearnedNetwork learnFrom(List<SiteData> sites) throws InterruptedException {
        requireSome(sites);
        if (keeper != null) {
            throw new IllegalArgumentException("a budget is kept of rows, not of closed data: call learn(rows)");
        }
        if (normalScores) {
            throw new IllegalArgumentException("normal scores must be taken of rows, were asked for of data that are"
                    + " already closed: call learn(rows)");
        }
        return run(chosen(sites, false), sites);
    }

    private static void requireSome(List<SiteData> sites) {
        if (sites.isEmpty()) {
            throw new IllegalArgumentException("a study must have at least one site, was empty");
        }
    }

    private LearnedNetwork run(Chosen chosen, List<SiteData> sites) throws InterruptedException {
        Method method = chosen.method();
        Study study = method.study();
        if (study.sites() != sites.size()) {
            throw new IllegalArgumentException(
                    "the study must have as many sites as learn, has " + study.sites() + ", learn " + sites.size());
        }
        List<SiteId> names = siteIds(sites.size());
        Protection ends = uploads.of(method, names);
        List<PrivacyGate> gates = admission.admit(method, sites);
        List<SiteSession> sessions = new ArrayList<>();
        Map<SiteId, LocalSolver> solvers = new LinkedHashMap<>();
        for (int p = 0; p < sites.size(); p++) {
            SiteId name = names.get(p);
            LocalSolver solver = method.solver(name);
            solvers.put(name, solver);
            sessions.add(new SiteSession(name, study, sites.get(p), gates.get(p), solver, ends.protector(name)));
        }
        LearnedNetwork learned = run(chosen, sessions, ends);
        Map<SiteId, NamedNetwork> own = new LinkedHashMap<>();
        solvers.forEach(
                (name, solver) -> solver.ownNetwork(study.schema()).ifPresent(network -> own.put(name, network)));
        return own.isEmpty() ? learned : learned.with(own);
    }

    private LearnedNetwork run(Chosen chosen, List<SiteSession> sessions, Protection ends) throws InterruptedException {
        if (executor != null) {
            return run(chosen, sessions, ends, executor);
        }
        int threads = Math.min(sessions.size(), Runtime.getRuntime().availableProcessors());
        ExecutorService own = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "hedgerow-site");
            thread.setDaemon(true);
            return thread;
        });
        try {
            return run(chosen, sessions, ends, own);
        } finally {
            own.shutdownNow();
        }
    }

    private LearnedNetwork run(Chosen chosen, List<SiteSession> sessions, Protection ends, Executor workers)
            throws InterruptedException {
        Method method = chosen.method();
        InMemoryNetwork network = new InMemoryNetwork(sessions, workers);
        MeteredChannel metered = new MeteredChannel(ends.line(network));
        List<RoundReport> rounds = new ArrayList<>();
        RoundObserver watching = (report, consensus) -> {
            rounds.add(report);
            observer.roundEnded(report, consensus);
        };
        Method.Ended ended = method.coordinate(new Coordination(metered, ends.aggregator(), watching, Journal.none()));
        if (ended.network().isEmpty()) {
            // what a site objected to says more than that it did not answer, but not when its message was lost
            throw network.firstFailure()
                    .filter(cause -> !(cause instanceof ProtocolException))
                    .orElseGet(() -> new StudyEndedException(ended.state(), ended.rounds()));
        }
        RunReport report = new RunReport(
                chosen.name(),
                chosen.settings(),
                rounds,
                rounds.isEmpty()
                        ? metered.bytesUp()
                        : rounds.stream().mapToLong(RoundReport::bytesUp).sum(),
                rounds.isEmpty()
                        ? metered.bytesDown()
                        : rounds.stream().mapToLong(RoundReport::bytesDown).sum(),
                method.publishedBytes(rounds, network.uploadedCoefficients()),
                ends.aggregator().id(),
                method.components(),
                siteIds(sessions.size()).stream()
                        .filter(ended.participation()::isOutlying)
                        .filter(site -> rounds.isEmpty())
                        .collect(Collectors.toSet()),
                ended.noise(),
                ended.notes());
        LearnedNetwork learned = LearnedNetwork.of(
                method.study().schema(),
                ended.network().get(),
                ended.voteShares(),
                ended.evidence(),
                method.weightsAreNorms(),
                report);
        boolean scores = normalScores
                || FittedEquations.NORMAL_SCORES.equals(chosen.settings().get("transform"));
        return scores ? learned.with(learned.fitted().in(FittedEquations.NORMAL_SCORES)) : learned;
    }
}
