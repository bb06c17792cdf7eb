// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.StudyEndedException;
import io.hedgerow.core.internal.diagnostics.SchemaAgreement;
import io.hedgerow.core.internal.release.UnitOfRows;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.InProcessStudy;
import io.hedgerow.core.method.InProcessStudy.SiteAdmission;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.protocol.SiteId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Learns a network in one process with the same method, sessions and coordinator as over a network, so that the same
 * rows, settings and seed give the same result.
 *
 * <p>Methods that promise nothing read through {@link InsecureOpenSites}. A method with a guarantee reads nothing
 * unless {@linkplain #admittedBy an admission} has recorded what it costs. Immutable.
 */
public final class Learning {
    private final Choice choice;
    private static final SiteAdmission OPEN = (method, sites) -> InsecureOpenSites.gates(sites);

    private final UploadProtection uploads;
    private final SiteAdmission admission;
    private final RoundObserver observer;
    private final @Nullable Executor executor;
    private final boolean normalScores;
    private final @Nullable Keeper keeper;

    private record Choice(
            @Nullable NamedMethod named, @Nullable Method agreed) {}

    /** Enforces the privacy budget of rows: consults policies and ledgers before a run may open any data. */
    public interface Keeper {
        /**
         * {@return a run of a method of the catalogue that the budget allows} Charges and opens nothing.
         *
         * @param named the method with its parameters
         * @param uploads the protection of uploads
         * @param rows of every site
         * @throws io.hedgerow.core.privacy.PrivacyException when policy or ledgers refuse
         */
        BudgetedRun run(NamedMethod named, UploadProtection uploads, List<? extends RowSource> rows);

        /**
         * {@return a run of a method whose study was agreed on, which the budget allows} Charges and opens nothing.
         *
         * @param agreed of as many sites as will learn
         * @param rows of every site
         * @throws io.hedgerow.core.privacy.PrivacyException when policy or ledgers refuse
         */
        BudgetedRun run(Method agreed, List<? extends RowSource> rows);
    }

    /** A run that a budget allows; as an admission it charges durably, once, before any data are open. */
    public interface BudgetedRun extends SiteAdmission, AutoCloseable {
        /** {@return the method that will run} */
        Method method();

        /** {@return the data of every site, closed, as the method takes them} */
        List<SiteData> data();

        /** Releases what the admission opened. */
        @Override
        void close();
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
     * {@return learning with a method of the catalogue and plain uploads, without an observer} A unit that is not said
     * follows from the rows.
     *
     * @param method as {@link Method#named} gives it
     */
    public static Learning of(NamedMethod method) {
        return of(method, UploadProtection.insecurePlain());
    }

    /**
     * {@return learning with a method of the catalogue and protected uploads, without an observer}
     *
     * @param method as {@link Method#named} gives it
     * @param uploads how they are protected
     */
    public static Learning of(NamedMethod method, UploadProtection uploads) {
        return unwatched(new Choice(Objects.requireNonNull(method, "method"), null), uploads);
    }

    /**
     * {@return learning with a method whose study was agreed on, with plain uploads and without an observer}
     *
     * @param method of as many sites as will learn, with the names of {@link SiteId#numbered}
     */
    public static Learning of(Method method) {
        return of(method, UploadProtection.insecurePlain());
    }

    /**
     * {@return learning with a method whose study was agreed on, without an observer}
     *
     * @param method of as many sites as will learn, with the names of {@link SiteId#numbered}
     * @param uploads how they are protected
     */
    public static Learning of(Method method, UploadProtection uploads) {
        return unwatched(new Choice(null, Objects.requireNonNull(method, "method")), uploads);
    }

    private static Learning unwatched(Choice choice, UploadProtection uploads) {
        return new Learning(choice, uploads, OPEN, (report, consensus) -> {}, null, false, null);
    }

    /**
     * Returns a copy that learns from {@linkplain RowSource#inNormalScores normal scores} of each site's rows, computed
     * by the site before anything is summed. A method that can do without common units then assumes no equal noise
     * variances; one that cannot takes the scores as they are.
     *
     * @return a run from {@linkplain #learn rows}, without a guarantee: the scores of all rows depend on each
     */
    public Learning inNormalScores() {
        return new Learning(choice, uploads, admission, observer, executor, true, keeper);
    }

    /**
     * {@return a copy that charges {@code ledgers} before it reads data; a method whose unit is not given then takes 1,
     * for no row is read to choose one}
     *
     * @param ledgers asked before anything is read
     */
    public Learning admittedBy(SiteAdmission ledgers) {
        return new Learning(choice, uploads, ledgers, observer, executor, normalScores, keeper);
    }

    /**
     * {@return a copy that runs from {@linkplain #learn rows} under a budget, for methods with a guarantee}
     *
     * @param budget asked before anything is read
     */
    public Learning keeping(Keeper budget) {
        return new Learning(choice, uploads, admission, observer, executor, normalScores, budget);
    }

    /**
     * {@return a copy with an observer of every round towards a consensus}
     *
     * @param watching is told of them
     */
    public Learning observedBy(RoundObserver watching) {
        return new Learning(choice, uploads, admission, watching, executor, normalScores, keeper);
    }

    /**
     * {@return a copy that runs the sites' work on an executor}
     *
     * @param workers run the sites
     */
    public Learning on(Executor workers) {
        return new Learning(choice, uploads, admission, observer, workers, normalScores, keeper);
    }

    private LearnedNetwork learned(
            VariableSchema schema, int sites, boolean ownUnits, Function<Method, List<SiteData>> prepared)
            throws InterruptedException {
        NamedMethod named = choice.named();
        if (named == null) {
            if (ownUnits) {
                throw new IllegalArgumentException("normal scores are for a method that is named: what was"
                        + " agreed on says nothing of them; agree on it and give rows.inNormalScores()");
            }
            Method agreed = Objects.requireNonNull(choice.agreed());
            return run(agreed, admission, "", Map.of()).on(prepared.apply(agreed));
        }
        NamedMethod asked = ownUnits ? inOwnUnits(named) : named;
        Agreement agreement = Agreement.inProcess("in-process", schema, sites, uploads);
        Method method = asked.on(agreement);
        List<SiteData> data = prepared.apply(method);
        // an admission is asked before any row is read, also for a unit
        NamedMethod used = admission.equals(OPEN) ? UnitOfRows.chosen(asked, data, executor) : asked;
        Method made = (used.equals(asked) ? method : used.on(agreement)).inOneProcess();
        return run(made, admission, used.name(), used.parameters()).on(data);
    }

    /** Why ranks and a budget do not go together. */
    private static IllegalArgumentException normalScoresUnderBudget(String method) {
        return new IllegalArgumentException("normal scores of ranks cannot be combined with a privacy budget, was "
                + method + ": one record moves the ranks of all others; give "
                + Words.listed(
                        MethodCatalogue.ofModules()
                                .names(known -> known.parameter("transform").isPresent()),
                        "or")
                + " the parameter transform, normal-scores, whose scores are of histograms that its budget pays for");
    }

    /** The same method for normal scores, where it can do without equal noise variances. */
    private static NamedMethod inOwnUnits(NamedMethod asked) {
        String name = asked.name();
        if (asked.promise().isPresent()) {
            throw normalScoresUnderBudget(name);
        }
        if (asked.parameters().containsKey("interventions")) {
            throw new IllegalArgumentException("normal scores give every site a scale of its own, on which no variable"
                    + " follows from its causes as at other sites, so they cannot be combined with interventions:"
                    + " take logarithms of skewed columns instead");
        }
        MethodDescriptor method = MethodCatalogue.ofModules()
                .descriptor(name)
                .orElseGet(() -> MethodDescriptor.of(name, "is refused when it is made"));
        if (method.has(MethodTrait.NON_GAUSSIAN) || asked.parameters().containsKey("orient")) {
            throw new IllegalArgumentException("normal scores remove the noise that tells directions, so they "
                    + "cannot be combined with it, was " + name + (method.has(MethodTrait.SEARCH) ? " with orient" : "")
                    + ": leave one of them"
                    + " out");
        }
        return method.parameter("own-units").isPresent() && !method.has(MethodTrait.SERIES)
                ? asked.with("own-units", "true")
                : asked;
    }

    private InProcessRun run(Method method, SiteAdmission admits, String name, Map<String, String> settings) {
        InProcessStudy study =
                InProcessStudy.of(method, admits).protectedBy(uploads).observedBy(observer);
        return new InProcessRun(
                method, executor == null ? study : study.workingOn(executor), name, settings, normalScores);
    }

    /**
     * {@return the network of rows}
     *
     * @param rows of every site, over the same columns, but for those that parameters {@code lacks.SITE} name
     * @throws io.hedgerow.core.privacy.PrivacyException when the admission refuses; nothing was read
     * @throws StudyEndedException when the study ended without a network
     * @throws InterruptedException when the calling thread is interrupted
     */
    public LearnedNetwork learn(List<? extends RowSource> rows) throws InterruptedException {
        if (keeper != null) {
            return learnUnder(keeper, rows);
        }
        return learnPrepared(
                normalScores ? rows.stream().map(RowSource::inNormalScores).toList() : rows);
    }

    private LearnedNetwork learnUnder(Keeper budget, List<? extends RowSource> rows) throws InterruptedException {
        NamedMethod named = choice.named();
        if (normalScores) {
            throw normalScoresUnderBudget(named == null ? "own" : named.name());
        }
        try (BudgetedRun allowed = named == null
                ? budget.run(Objects.requireNonNull(choice.agreed()), rows)
                : budget.run(named, uploads, rows)) {
            return named == null
                    ? run(allowed.method(), allowed, "", Map.of()).on(allowed.data())
                    : run(allowed.method(), allowed, named.name(), named.parameters())
                            .on(allowed.data());
        }
    }

    private LearnedNetwork learnPrepared(List<? extends RowSource> rows) throws InterruptedException {
        List<SiteId> names = SiteId.numbered(rows.size());
        Map<String, VariableSchema> schemas = new LinkedHashMap<>();
        List<SiteData> sites = new ArrayList<>();
        for (int p = 0; p < rows.size(); p++) {
            schemas.put(names.get(p).value(), rows.get(p).schema());
            sites.add(SiteData.of(new DatasetIdentity(names.get(p).value()), rows.get(p)));
        }
        requireSome(sites);
        boolean lacking = choice.named() != null
                && choice.named().parameters().keySet().stream().anyMatch(name -> name.startsWith("lacks."));
        VariableSchema schema = lacking ? SchemaAgreement.union(schemas) : SchemaAgreement.require(schemas);
        if (normalScores && sites.get(0).schema().hasCategories()) {
            throw new IllegalArgumentException("normal scores are of numbers, and some variables are categorical:"
                    + " leave normal scores out, or name numbers only");
        }
        Function<Method, List<SiteData>> prepared = method -> IntStream.range(0, sites.size())
                .mapToObj(p -> prepared(method, names.get(p), rows.get(p), sites.get(p)))
                .toList();
        return learned(schema, sites.size(), normalScores, prepared);
    }

    private static SiteData prepared(Method method, SiteId site, RowSource rows, SiteData data) {
        RowSource prepared = method.prepared(site, rows);
        return prepared == rows ? data : SiteData.of(data.identity(), prepared);
    }

    /**
     * {@return the network of data that are known to a ledger, or by their moments}
     *
     * @param sites rows as the method {@linkplain Method#prepared wants them}
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
        return learned(sites.get(0).schema(), sites.size(), false, method -> sites);
    }

    private static void requireSome(List<SiteData> sites) {
        if (sites.isEmpty()) {
            throw new IllegalArgumentException("a study must have at least one site, was empty");
        }
    }
}
