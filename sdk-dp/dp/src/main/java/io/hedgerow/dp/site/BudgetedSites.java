// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.diagnostics.SchemaAgreement;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.solver.PlannedSolver;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * The sites of one process that passed the checks of their policies and ledgers, with public numbers of units. Nothing
 * was charged and nothing except units was read; a {@link #run} charges every data set for the whole run, and only then
 * opens any.
 *
 * <p>Units are counted where their number is public, with replace-one adjacency, and no policy states it. With zero-out
 * adjacency nothing is counted: the number is stated.
 */
public final class BudgetedSites {

    private record Charged(DatasetIdentity identity, SiteLedgers.Place place, long units) {}

    private record Site(String name, DatasetIdentity identity, RowSource rows, long units) {}

    private final List<Charged> charged = new ArrayList<>();
    private final List<Site> sites = new ArrayList<>();
    private final List<String> nearCopies = new ArrayList<>();
    private boolean firstWithoutAnchor;
    private final int parts;
    private final RunBudget budget;
    private final SharedAccounting accounting;

    private BudgetedSites(int parts, RunBudget budget, SharedAccounting accounting) {
        this.parts = parts;
        this.budget = budget;
        this.accounting = accounting;
    }

    /**
     * {@return for each file that has most of its rows in common with a charged one of another name, a sentence that
     * names both} It is for the site's own people, depends on records that no budget has paid for, and must not be
     * released.
     */
    public List<String> nearCopies() {
        return List.copyOf(nearCopies);
    }

    /**
     * {@return whether a ledger will have its first charge and its last hash is kept nowhere else, so that no one would
     * notice when an older copy of it is put back}
     */
    public boolean isFirstWithoutAnchor() {
        return firstWithoutAnchor;
    }

    /**
     * Counts the units of the sites; at most units are read, and not before the budget was found to cover the request.
     */
    static BudgetedSites of(List<Ledgers.Source> sources, int parts, RunBudget budget, SharedAccounting accounting) {
        requireDivisible(sources, parts, budget);
        Map<String, VariableSchema> schemas = new LinkedHashMap<>();
        sources.forEach(source -> schemas.put(source.name(), source.rows().schema()));
        SchemaAgreement.require(schemas);
        OptionalLong stated = budget.statedUnits();
        List<DatasetIdentity> identities = DataSets.of(sources, budget);
        budget.requireRoom(Math.multiplyExact(sources.size(), parts), identities);
        BudgetedSites counted = new BudgetedSites(parts, budget, accounting);
        for (int s = 0; s < sources.size(); s++) {
            DatasetIdentity identity = identities.get(s);
            SiteLedgers.Place place = sources.get(s).place();
            budget.ledgers().ifPresent(directory -> {
                counted.nearCopies.addAll(DataRegistry.near(directory, identity, place));
                counted.firstWithoutAnchor |=
                        budget.anchors().isEmpty() && !LedgerHistory.isIn(SiteLedgers.folder(directory, identity));
            });
            counted.add(
                    sources.get(s),
                    identity,
                    DividedData.of(sources.get(s), identity, parts, budget.request(), stated));
        }
        return counted;
    }

    private static void requireVariables(VariableSchema study, VariableSchema rows, String name) {
        if (!rows.equals(study)) {
            throw new IllegalArgumentException("the rows of " + name + " must have the variables of the study, "
                    + study.names() + " in this order, have " + rows.names());
        }
    }

    private static void requireDivisible(List<Ledgers.Source> sources, int parts, RunBudget budget) {
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("a study must have at least one site, was empty");
        }
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
                    + " a file that is divided into sites needs the number of each site: ask for"
                    + " epsilon=E,adjacency=zero-out,n0=N");
        }
    }

    /** Makes the sites of one data set. */
    private void add(Ledgers.Source source, DatasetIdentity identity, DividedData data) {
        for (int part = 0; part < parts; part++) {
            String name = parts == 1 ? source.name() : source.name() + " part " + (part + 1) + " of " + parts;
            sites.add(
                    new Site(name, identity, data.rows().get(part), data.units().get(part)));
        }
        charged.add(new Charged(identity, source.place(), data.allUnits()));
    }

    /** The variables that are learned: all columns but a key. */
    public VariableSchema schema() {
        return sites.get(0).rows().schema();
    }

    /** Units of every site, in their order: rows or users; with zero-out adjacency the stated number. */
    public List<Long> units() {
        return sites.stream().map(Site::units).toList();
    }

    /** The names of the sites as messages have them, in order. */
    public List<String> names() {
        return sites.stream().map(Site::name).toList();
    }

    /** The rows of the sites: closed, in order. */
    public List<RowSource> rows() {
        return sites.stream().map(Site::rows).toList();
    }

    /** {@return the budget of the run: ε and δ, for every site} */
    public PrivacyBudget budget() {
        return budget.budget(units().stream().mapToLong(Long::longValue).min().orElseThrow());
    }

    /** The budget and the units of the sites, under the names of one process. */
    UnitsOfSites counts() {
        boolean users = budget.request().keyColumn().isPresent();
        List<SiteUnits> units = sites.stream()
                .map(site -> new SiteUnits(site.units(), users, budget.request().adjacency()))
                .toList();
        return UnitsOfSites.of(budget(), SiteId.numbered(sites.size()), units, budget.noise());
    }

    /**
     * Makes a method of the catalogue for these sites, in one process. Charges nothing.
     *
     * @param named the method to run, without units and budget
     * @param methods the methods that can be named
     * @param uploads the protection of uploads
     * @return the method of a study of its own
     * @throws IllegalArgumentException when a parameter is wrong, or the method does not state its spending beforehand
     */
    public PrivateMethod method(NamedMethod named, MethodCatalogue methods, UploadProtection uploads) {
        PrivacyUnit unit = budget.request().unit();
        methods.descriptor(named.name()).ifPresent(known -> UnitsOfSites.requireProtected(known, unit));
        Method made = UnitsOfSites.tell(named, budget(), unit, budget.request().adjacency(), units(), budget.noise())
                .inOneProcess(agreement(named.name(), uploads), methods);
        return guarded(made, named.name()).sharing(accounting);
    }

    /** Makes a method that states its spending beforehand. */
    static PrivateMethod guarded(Method made, String name) {
        if (made instanceof PrivateMethod guarded) {
            return guarded;
        }
        throw new IllegalArgumentException("a method with a budget must be a " + PrivateMethod.class.getName()
                + ", which says beforehand what it spends, " + name + " is a "
                + made.getClass().getName() + ": take one that has a guarantee");
    }

    /** Agrees on a study of its own for every run: its release is new, so it is charged anew. */
    private Agreement agreement(String method, UploadProtection uploads) {
        String time = DateTimeFormatter.ISO_INSTANT.format(Instant.now()).replaceAll("[^0-9TZ]", "");
        String study = method + "-" + time + "-" + UUID.randomUUID().toString().substring(0, 8);
        return Agreement.inProcess(study, schema(), sites.size(), uploads);
    }

    /**
     * Prepares a run: checks all that needs no ledger. Charges and opens nothing.
     *
     * @param method of as many sites, with the names of {@link SiteId#numbered}
     * @return the run, which charges every data set when its sites are admitted
     * @throws io.hedgerow.core.privacy.PrivacyException when a policy refuses, or the plan costs more than the budget
     */
    public LedgerRun run(PrivateMethod method) {
        // all that can be wrong with what is asked for came first: a ledger that was begun keeps its promise
        List<SiteData> data = sites.stream()
                .map(site -> SiteData.of(site.identity(), method.prepared(site.rows())))
                .toList();
        for (int p = 0; p < data.size(); p++) {
            requireVariables(
                    method.study().schema(), data.get(p).schema(), sites.get(p).name());
        }
        List<SiteId> names = SiteId.numbered(sites.size());
        List<SpendingPlan> plans = names.stream().map(method::spending).toList();
        plans.forEach(plan -> RunBudget.requireAskedFor(budget(), plan, accounting.rule()));
        Set<String> solvers = new LinkedHashSet<>();
        for (int p = 0; p < names.size(); p++) {
            PlannedSolver solver = method.solver(names.get(p));
            solver.requireFits(method.study(), sites.get(p).units());
            solvers.add(solver.id());
        }
        List<SiteLedgers.Kept> kept = charged.stream()
                .map(charge -> new SiteLedgers.Kept(
                        budget.policyOf(charge.identity(), charge.units(), budget(), solvers), charge.place()))
                .toList();
        // opened when all that needs no ledger was checked: one that was begun keeps its budget for later runs
        return new LedgerRun(
                method,
                data,
                plans,
                () -> budget.ledgers()
                        .map(directory ->
                                new SiteLedgers(directory, schema(), kept, parts, accounting, budget.anchors()))
                        .orElseGet(() -> SiteLedgers.insecureInMemory(schema(), kept, parts, accounting)));
    }
}
