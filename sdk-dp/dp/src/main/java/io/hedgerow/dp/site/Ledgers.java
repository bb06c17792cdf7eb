// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.SharedAccounting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Enforces the budget of private learning in one process: every data set has a ledger that outlives the process, and
 * nothing is read that was not charged there first.
 *
 * <p>The order is the same for every run. The request is checked as far as public numbers allow; policy and ledgers are
 * checked for room, and no record is read until they have it; units are counted where their number is public and no
 * policy or request states it; the whole run is charged durably at all data sets; and only then are they opened. δ is
 * 1/n² of the smallest site unless it is requested, and no more than a policy allows one study.
 *
 * <p>A data set is charged under the name in its policy, else under that of {@link #datasets}, else under the name of
 * its file. A link, a copy or another name of a file that was charged is refused. Immutable.
 */
public final class Ledgers implements Learning.Keeper {

    /**
     * The rows of a data set, with its name.
     *
     * @param name for messages, and for ledgers where nothing else names the data set
     * @param rows not yet opened
     * @param place the place of the records
     * @param stated the data set that is charged; empty for one with the name of the file
     */
    public record Source(String name, RowSource rows, SiteLedgers.Place place, Optional<DatasetIdentity> stated) {
        public Source {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(rows, "rows");
            Objects.requireNonNull(place, "place");
            Objects.requireNonNull(stated, "stated");
        }

        /**
         * Rows in memory.
         *
         * @param name of the data set
         * @param rows not yet opened
         */
        public Source(String name, RowSource rows) {
            this(name, rows, SiteLedgers.Place.inMemory(), Optional.empty());
        }
    }

    private record Settings(
            @Nullable Path directory,
            @Nullable Path anchors,
            @Nullable BudgetRequest request,
            @Nullable SitePolicy policy,
            boolean named,
            int parts,
            List<String> datasets,
            SharedAccounting accounting) {}

    private final Settings settings;

    private Ledgers(Settings settings) {
        this.settings = settings;
    }

    private static Ledgers of(@Nullable Path directory) {
        return new Ledgers(new Settings(directory, null, null, null, false, 1, List.of(), new SharedAccounting()));
    }

    /**
     * Ledgers that are kept in a directory.
     *
     * @param directory holds one directory for each data set; made when it is first needed
     * @return without a budget yet
     */
    public static Ledgers in(Path directory) {
        return of(Objects.requireNonNull(directory, "directory"));
    }

    /**
     * Ledgers that are forgotten with the process, so that the same budget can be spent again: for simulations.
     *
     * @return charged like others, and recorded nowhere
     */
    public static Ledgers insecureInMemory() {
        return of(null);
    }

    /**
     * {@return a copy with a budget for every site}
     *
     * @param request the spending of the run; with a policy not more than it allows
     */
    public Ledgers budget(BudgetRequest request) {
        return changed(settings.anchors, request, settings.policy, settings.named, settings.parts, settings.datasets);
    }

    /**
     * Returns a copy with a site's policy, which may name its data set.
     *
     * @param file YAML
     * @return a copy; without a request a run requests all that the policy allows one study
     * @throws io.hedgerow.core.data.DataException when the policy cannot be read
     */
    public Ledgers policy(Path file) {
        DatasetIdentity unnamed = new DatasetIdentity("unnamed " + UUID.randomUUID());
        SitePolicy read = SitePolicy.read(file, unnamed, 1);
        boolean names = !read.dataset().equals(unnamed);
        return changed(settings.anchors, settings.request, read, names, settings.parts, settings.datasets);
    }

    /**
     * {@return a copy with the last hashes of ledgers kept outside of their directory too, where an older copy of it is
     * noticed}
     *
     * @param outside a directory
     */
    public Ledgers anchoredIn(Path outside) {
        return changed(outside, settings.request, settings.policy, settings.named, settings.parts, settings.datasets);
    }

    /**
     * {@return a copy with one data set that is divided into several sites: at random, by user where users are
     * protected, so that each is at one site and the data set is charged once}
     *
     * @param sites at least 1
     */
    public Ledgers divided(int sites) {
        if (sites < 1) {
            throw new IllegalArgumentException("a data set must be divided into at least 1 site, was " + sites);
        }
        return changed(settings.anchors, settings.request, settings.policy, settings.named, sites, settings.datasets);
    }

    /**
     * {@return a copy with names for data sets whose rows are in no file: in memory, or a query's} The same records
     * must have the same name at every run.
     *
     * @param names in the order of the rows
     */
    public Ledgers datasets(String... names) {
        return changed(
                settings.anchors, settings.request, settings.policy, settings.named, settings.parts, List.of(names));
    }

    private Ledgers changed(
            @Nullable Path anchors,
            @Nullable BudgetRequest request,
            @Nullable SitePolicy policy,
            boolean named,
            int parts,
            List<String> datasets) {
        return new Ledgers(new Settings(
                settings.directory, anchors, request, policy, named, parts, datasets, settings.accounting));
    }

    /**
     * {@return a copy with certificates that other runs may also use}
     *
     * @param accounting shared by runs
     */
    public Ledgers sharing(SharedAccounting accounting) {
        return new Ledgers(new Settings(
                settings.directory,
                settings.anchors,
                settings.request,
                settings.policy,
                settings.named,
                settings.parts,
                settings.datasets,
                accounting));
    }

    /**
     * The budget that a run requests.
     *
     * @return the request, else all that the policy allows one study
     * @throws IllegalArgumentException when there is neither
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when the policy has another unit or adjacency
     */
    public BudgetRequest request() {
        return asked().request();
    }

    /** {@return the data set that the policy names; empty where it names none} */
    public Optional<DatasetIdentity> dataset() {
        return settings.named && settings.policy != null ? Optional.of(settings.policy.dataset()) : Optional.empty();
    }

    private RunBudget asked() {
        Optional<SitePolicy> policy = Optional.ofNullable(settings.policy);
        BudgetRequest request = Optional.ofNullable(settings.request)
                .or(() -> policy.map(given -> RunBudget.wholeCap(given, settings.named)))
                .orElseThrow(() -> new IllegalArgumentException(
                        "a private run needs a budget: give the ledgers budget(epsilon(E)) or policy(FILE)"));
        return new RunBudget(
                request,
                policy,
                dataset(),
                Optional.ofNullable(settings.directory),
                Optional.ofNullable(settings.anchors));
    }

    /**
     * Checks that policy and ledgers have room, and then counts the units whose number is public. Charges nothing.
     *
     * @param sources the data sets, over the same columns
     * @return the sites, not yet opened
     * @throws IllegalArgumentException when the request contradicts itself; no record was read
     * @throws io.hedgerow.core.privacy.PrivacyException when policy or ledgers do not cover it; no record was read
     * @throws io.hedgerow.core.data.DataException when rows cannot be counted
     */
    public BudgetedSites count(List<Source> sources) {
        return BudgetedSites.of(sources, settings.parts, asked(), settings.accounting);
    }

    @Override
    public LedgerRun run(NamedMethod named, UploadProtection uploads, List<? extends RowSource> rows) {
        RunBudget budget = asked();
        List<Source> sources = sources(rows);
        List<DatasetIdentity> datasets = DataSets.of(sources, budget);
        if (!rows.isEmpty()) {
            new MethodCheck(budget, uploads, rows.get(0).schema(), sites(rows), datasets).require(named);
        }
        BudgetedSites counted = count(sources);
        return counted.run(counted.method(named, MethodCatalogue.ofModules(), uploads));
    }

    @Override
    public LedgerRun run(Method agreed, List<? extends RowSource> rows) {
        RunBudget budget = asked();
        List<Source> sources = sources(rows);
        List<DatasetIdentity> datasets = DataSets.of(sources, budget);
        PlannedRounds.requirePlanned(agreed, sites(rows));
        LocalSolver solver = agreed.solver(SiteId.numbered(1).get(0));
        datasets.forEach(data -> budget.requireAllowed(data, agreed.study(), solver));
        BudgetedSites counted = count(sources);
        return counted.run(guarded(agreed, counted));
    }

    private int sites(List<? extends RowSource> rows) {
        return Math.multiplyExact(rows.size(), settings.parts);
    }

    private static PrivateMethod guarded(Method agreed, BudgetedSites counted) {
        if (!(agreed instanceof PrivateMethod guarded)) {
            return PlannedRounds.of(agreed, counted.counts());
        }
        if (!guarded.units().sites().equals(counted.counts().sites())) {
            throw new PolicyRefusedException("the study counts on "
                    + guarded.units().sites() + ", its sites have "
                    + counted.counts().sites()
                    + ": noise that fits other numbers does not protect these; agree on the true numbers");
        }
        return guarded;
    }

    private List<Source> sources(List<? extends RowSource> rows) {
        List<String> names = settings.datasets;
        if (!names.isEmpty() && names.size() != rows.size()) {
            throw new IllegalArgumentException(
                    "there must be one name for each data set, are " + names.size() + " for " + rows.size());
        }
        List<Source> sources = new ArrayList<>();
        for (int s = 0; s < rows.size(); s++) {
            Optional<DatasetIdentity> stated =
                    names.isEmpty() ? Optional.empty() : Optional.of(new DatasetIdentity(names.get(s)));
            sources.add(source(rows.get(s), stated, s));
        }
        return sources;
    }

    private Source source(RowSource rows, Optional<DatasetIdentity> stated, int site) {
        if (rows.file().isPresent()) {
            Path file = rows.file().get();
            return new Source(file.toString(), rows, SiteLedgers.Place.of(file), stated);
        }
        Optional<RowSource.Origin> origin = rows.origin();
        SiteLedgers.Place place = new SiteLedgers.Place(Optional.empty(), origin);
        boolean nameless = stated.isEmpty()
                && dataset().isEmpty()
                && (settings.directory == null
                        || origin.isEmpty()
                        || SiteLedgers.knownName(settings.directory, place).isEmpty());
        if (nameless && settings.directory != null) {
            throw new IllegalArgumentException("rows " + (site + 1) + " (" + rows.description() + ") are in no file, so"
                    + " ledgers cannot tell whose budget they spend: name every data set with datasets(...), the same"
                    + " records always by the same name");
        }
        return new Source(nameless ? "rows " + (site + 1) : rows.description(), rows, place, stated);
    }
}
