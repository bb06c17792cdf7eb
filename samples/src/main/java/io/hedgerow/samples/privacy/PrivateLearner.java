// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.PersonRows;
import io.hedgerow.core.data.rows.RowPartition;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.LearnedNetwork;
import io.hedgerow.core.method.Learning;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.PrivateMethods;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.site.SiteLedgers;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.method.SitePrivacy;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.secure.SecureAggregation;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Runs a private algorithm on sites in one process. Asks policy and ledgers first, then counts the units where nobody
 * has said how many there are, which is public with replace-one adjacency; charges every data set's ledger for the
 * whole run; and only then opens data. With zero-out adjacency nothing is counted: the number is stated.
 *
 * <p>One data set can be divided into several sites: at random, by person where persons are protected, so that
 * everybody is at one site and the data set is charged once.
 */
public final class PrivateLearner {

    /**
     * A data set's rows under their name.
     *
     * @param name for messages and ledgers
     * @param rows closed
     * @param place where they are
     * @param stated as which data set they are to be charged; empty for one with the name of the file
     */
    public record Source(String name, RowSource rows, SiteLedgers.Place place, Optional<DatasetIdentity> stated) {

        /** Rows in memory. */
        public Source(String name, RowSource rows) {
            this(name, rows, SiteLedgers.Place.inMemory(), Optional.empty());
        }
    }

    private record Charged(DatasetIdentity identity, SiteLedgers.Place place, long units) {}

    private record Site(String name, DatasetIdentity identity, RowSource rows, long units) {}

    private final List<Charged> charged = new ArrayList<>();
    private final List<Site> sites = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private final int parts;
    private final double unit;
    private final VariableSchema schema;
    private final RunBudget budget;
    private final SharedAccounting accounting;
    private final Optional<SecureAggregation> masks;

    /**
     * Prepares a run on rows that are nobody's: its budget is ε with δ = 1/n², and its ledger is forgotten.
     *
     * @param unit a public number that counts as a noise variance of 1
     */
    public static PrivateLearner forgotten(
            Sites sites, double epsilon, SharedAccounting accounting, double unit, Optional<SecureAggregation> masks) {
        PrivacyRequest request = new PrivacyRequest(epsilon, OptionalDouble.empty(), Optional.empty());
        return new PrivateLearner(
                sites.all().stream()
                        .map(site -> new Source(site.name(), site.rows()))
                        .toList(),
                1,
                RunBudget.forgotten(request),
                accounting,
                unit,
                masks);
    }

    /**
     * Prepares a run: at most units are counted, and not before the budget was found to cover what is asked for.
     *
     * @param sources the data sets, over the same columns
     * @param parts how many sites a data set is divided into; 1 unless there is one data set
     * @param unit a public number that counts as a noise variance of 1
     * @throws io.hedgerow.core.privacy.PrivacyException when policy or ledgers do not cover the run; no record was read
     */
    public PrivateLearner(
            List<Source> sources,
            int parts,
            RunBudget budget,
            SharedAccounting accounting,
            double unit,
            Optional<SecureAggregation> masks) {
        int count = Math.multiplyExact(sources.size(), parts);
        if (parts > 1 && sources.size() > 1) {
            throw new IllegalArgumentException(
                    "only one data set can be divided into sites, there are " + sources.size());
        }
        if (budget.dataset().isPresent() && sources.size() > 1) {
            throw new IllegalArgumentException("the policy is of dataset "
                    + budget.dataset().get().value() + ", and there are " + sources.size()
                    + " files, each a data set of its own: give the one file that holds this data set");
        }
        if (parts > 1 && budget.statesWholeFile()) {
            throw new IllegalArgumentException("the policy says how many rows the file has, and with zero-out adjacency"
                    + " --sites needs the number of each site: give --privacy epsilon=E,adjacency=zero-out,n0=N");
        }
        masks.ifPresent(asked -> asked.requireEnough(count));
        this.masks = masks;
        this.accounting = accounting;
        this.budget = budget;
        this.parts = parts;
        this.unit = unit;
        OptionalLong stated = budget.statedUnits();
        List<DatasetIdentity> identities = DataSets.of(sources, budget);
        budget.requireRoom(count, identities);
        for (int s = 0; s < sources.size(); s++) {
            divide(sources.get(s), identities.get(s), stated);
        }
        this.schema = sites.get(0).rows().schema();
    }

    /** Where the number of persons is public, a row that names nobody is found when persons are counted. */
    private static long persons(RowSource rows, String column, boolean counted) {
        PersonRows persons = PersonRows.of(rows, column);
        return InsecureCount.persons(counted ? persons : persons.leavingOutRowsOfNobody());
    }

    /** Makes the sites of one data set. */
    private void divide(Source source, DatasetIdentity identity, OptionalLong stated) {
        Optional<String> key = budget.request().keyColumn();
        boolean counted = budget.request().adjacency() == Adjacency.REPLACE_ONE;
        RowSource rows = key.<RowSource>map(
                        column -> PersonRows.of(source.rows(), column).leavingOutRowsOfNobody())
                .orElse(source.rows());
        // before anything is counted: it refuses rows that cannot be found again, and reads none
        List<RowSource> divided = parts == 1 ? List.of(rows) : RowPartition.atRandom(rows, parts, counted);
        long units = stated.orElseGet(() ->
                key.map(column -> persons(source.rows(), column, counted)).orElseGet(() -> InsecureCount.rows(rows)));
        if (counted && units < 2L * parts) {
            throw new DataException(source.name() + ": --sites must leave each site at least 2 "
                    + (key.isPresent() ? "persons" : "rows") + ", is " + parts + " for " + units);
        }
        long all = 0;
        for (int part = 0; part < parts; part++) {
            // as RowPartition divides: the first parts have one more
            long own = counted ? units / parts + (part < units % parts ? 1 : 0) : units;
            all += own;
            String name = parts == 1 ? source.name() : source.name() + " part " + (part + 1) + " of " + parts;
            sites.add(new Site(name, identity, divided.get(part), own));
        }
        charged.add(new Charged(identity, source.place(), all));
    }

    /** The variables that are learned: all columns but a key. */
    public VariableSchema schema() {
        return schema;
    }

    /** Units of every site: rows or persons, in the order of the sites; with zero-out adjacency the stated number. */
    public List<Long> units() {
        return sites.stream().map(Site::units).toList();
    }

    /** The sites, for a report: names and closed rows, in order. */
    public Sites sites() {
        return new Sites(
                schema,
                sites.stream()
                        .map(site -> NamedSite.of(site.name(), site.rows()))
                        .toList());
    }

    /** The budget of the run: ε and δ, for every site. */
    public PrivacyBudget budget() {
        return budget.budget(units().stream().mapToLong(Long::longValue).min().orElseThrow());
    }

    /** What was noticed about the ledgers of runs; usually nothing. */
    public List<String> notices() {
        return List.copyOf(notices);
    }

    /**
     * Runs.
     *
     * @throws io.hedgerow.core.privacy.PrivacyException when a ledger or a policy refuses; nothing was charged or
     *     opened
     */
    public Learned run(PrivateSettings settings, RoundObserver observer) throws InterruptedException {
        settings.requireUnit(budget.request().unit());
        Map<String, Double> beside = settings.algorithm() == PrivateAlgorithm.DP_FED_BNSL
                ? Map.of("rowNormBound", settings.clip())
                : Map.of();
        return run(
                settings.algorithm().id(),
                (agreement, units) -> PrivateMethods.of(agreement, settings, units, unit, accounting),
                beside,
                observer);
    }

    /**
     * Runs a method of the catalogue.
     *
     * @param named what to run, without what it needs to know of units and budget
     * @throws io.hedgerow.core.privacy.PrivacyException when a ledger or a policy refuses; nothing was charged or
     *     opened
     */
    public Learned run(NamedMethod named) throws InterruptedException {
        return run(named, MethodCatalogue.ofModules());
    }

    /**
     * Runs a method of a catalogue.
     *
     * @param named what to run, without what it needs to know of units and budget
     * @param methods that can be named
     * @throws IllegalArgumentException when the method does not say beforehand what it will spend
     * @throws io.hedgerow.core.privacy.PrivacyException when a ledger or a policy refuses; nothing was charged or
     *     opened
     */
    public Learned run(NamedMethod named, MethodCatalogue methods) throws InterruptedException {
        NamedMethod whole = CountedMethod.of(
                named, budget(), budget.request().unit(), budget.request().adjacency(), units());
        return run(
                named.name(),
                (agreement, counts) -> promising(whole.on(agreement, methods)),
                Map.of(),
                (report, consensus) -> {});
    }

    private static PrivateMethod promising(Method method) {
        if (method instanceof PrivateMethod promising) {
            return promising;
        }
        throw new IllegalArgumentException("a method that keeps a promise must be a " + PrivateMethod.class.getName()
                + ", which says beforehand what it spends, was "
                + method.getClass().getName());
    }

    private Learned run(
            String name,
            BiFunction<Agreement, UnitsOfSites, PrivateMethod> choice,
            Map<String, Double> beside,
            RoundObserver observer)
            throws InterruptedException {
        // all that can be wrong with what is asked for comes first: a ledger that was begun keeps its promise for ever
        Optional<MaskedSites> masked = masks.map(SecureAggregation::masks);
        UploadProtection uploads =
                masked.<UploadProtection>map(real -> real).orElseGet(UploadProtection::insecurePlain);
        PrivateMethod method = method(name, choice, uploads);
        masks.ifPresent(asked -> asked.requireNobodyLost(method.sums(), false));
        List<SiteData> data = sites.stream()
                .map(site -> SiteData.of(site.identity(), method.prepared(site.rows())))
                .toList();
        List<SpendingPlan> plans =
                Learning.siteIds(sites.size()).stream().map(method::spending).toList();
        List<SitePrivacy.AtSites> several = severalSites(method, plans);
        List<SiteLedgers.Kept> kept = charged.stream()
                .map(charge -> new SiteLedgers.Kept(
                        budget.policyOf(
                                charge.identity(), charge.units(), budget(), masks.isPresent(), ofPlugin(name, plans)),
                        charge.place()))
                .toList();
        try (SiteLedgers open = budget.ledgers()
                .map(directory -> new SiteLedgers(directory, schema, kept, parts, accounting, budget.anchors()))
                .orElseGet(() -> SiteLedgers.insecureForgotten(schema, kept, parts, accounting))) {
            notices.addAll(open.notices());
            LearnedNetwork found = Learning.of(method, uploads)
                    .admittedBy(open)
                    .observedBy(observer)
                    .learnFrom(data);
            List<SitePrivacy> costs = new ArrayList<>();
            for (int p = 0; p < sites.size(); p++) {
                costs.add(cost(p, open, plans.get(p), noise(beside, method, found), several));
            }
            return new Learned(
                    found, costs, masked.map(real -> masks.orElseThrow().report(real)));
        }
    }

    /** Solvers that no policy knows, because the method is in no module of the program. */
    private static List<String> ofPlugin(String method, List<SpendingPlan> plans) {
        return MethodCatalogue.ofModules().descriptor(method).isPresent()
                ? List.of()
                : plans.stream().map(SpendingPlan::solver).distinct().toList();
    }

    private PrivateMethod method(
            String name, BiFunction<Agreement, UnitsOfSites, PrivateMethod> choice, UploadProtection uploads) {
        boolean persons = budget.request().keyColumn().isPresent();
        Agreement agreement = Agreement.inProcess(studyName(name), schema, sites.size(), uploads);
        List<SiteUnits> units = sites.stream()
                .map(site ->
                        new SiteUnits(site.units(), persons, budget.request().adjacency()))
                .toList();
        return choice.apply(agreement, UnitsOfSites.of(budget(), agreement.sites(), units));
    }

    /** Nothing where the sites are parts of one data set: there everybody is at one site. */
    private List<SitePrivacy.AtSites> severalSites(PrivateMethod method, List<SpendingPlan> plans) {
        return parts > 1
                ? List.of()
                : SeveralSites.of(
                        plans.stream().map(SpendingPlan::rounds).toList(),
                        method.solver(Learning.siteIds(1).get(0)).sitesInSum() > 1,
                        budget().delta(),
                        accounting);
    }

    private static Map<String, Double> noise(Map<String, Double> beside, PrivateMethod method, LearnedNetwork found) {
        Map<String, Double> noise =
                new TreeMap<>(method.noise(Learning.siteIds(1).get(0)));
        noise.putAll(found.noise());
        noise.putAll(beside);
        return noise;
    }

    private SitePrivacy cost(
            int site,
            SiteLedgers ledgers,
            SpendingPlan plan,
            Map<String, Double> noise,
            List<SitePrivacy.AtSites> severalSites) {
        SiteLedgers.Account account = ledgers.account(site);
        PrivacyUnit unit = account.policy().unit();
        boolean person = unit instanceof PrivacyUnit.PersonUnit;
        String directory = account.directory().map(Path::toString).orElse(null);
        return new SitePrivacy(
                sites.get(site).name(),
                account.charge().amount(),
                account.charge().delta(),
                account.charge().certificates(),
                unit instanceof PrivacyUnit.PersonUnit named ? "person:" + named.keyColumn() : "record",
                Words.dashed(account.policy().adjacency()),
                MechanismCounts.of(plan.rounds()),
                noise,
                plan.noiseSource(),
                parts == 1 ? null : (person ? "by person" : "by row") + ", at random",
                severalSites,
                new SitePrivacy.Ledger(
                        directory == null ? "insecure-in-memory" : "file",
                        directory,
                        account.spent().head(),
                        account.spent().spentEpsilon(),
                        account.spent().spentDelta()));
    }

    /** Every run is a study of its own: what it releases is new, so it is charged anew. */
    private static String studyName(String method) {
        String time = DateTimeFormatter.ISO_INSTANT.format(Instant.now()).replaceAll("[^0-9TZ]", "");
        return method + "-" + time + "-" + UUID.randomUUID().toString().substring(0, 8);
    }
}
