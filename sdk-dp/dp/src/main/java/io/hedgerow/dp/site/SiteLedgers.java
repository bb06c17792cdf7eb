// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.file.Directories;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.method.InProcessStudy.SiteAdmission;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.ledger.Charge;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.ledger.SpendingRule;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.dp.ledger.StudyLedger;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.SharedAccounting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Keeps one ledger for each data set of a run in one process, under its own policy: a file that was divided into sites
 * has one. In a directory they count the spending of earlier runs; without one they are forgotten, which is only right
 * for simulations.
 *
 * <p>Not thread-safe, except that every site's gate may be used from its own thread.
 */
public final class SiteLedgers implements SiteAdmission, AutoCloseable {

    /**
     * The place where a data set's records are stored, which determines the budget to charge.
     *
     * @param file with the records, or with the description of a query; empty for data in memory
     * @param query the tables that a query reads; empty where there is none
     */
    public record Place(Optional<Path> file, Optional<RowSource.Origin> query) {
        public Place {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(query, "query");
        }

        /**
         * {@return the place of a file}
         *
         * @param file with the records
         */
        public static Place of(Path file) {
            return new Place(Optional.of(file), Optional.empty());
        }

        /** Returns the place of records in memory, whose origin no ledger can know. */
        public static Place inMemory() {
            return new Place(Optional.empty(), Optional.empty());
        }
    }

    /**
     * A data set with its policy and its place.
     *
     * @param policy names the data set
     * @param place its place
     */
    public record Kept(SitePolicy policy, Place place) {
        public Kept {
            Objects.requireNonNull(policy, "policy");
            Objects.requireNonNull(place, "place");
        }
    }

    private final Map<DatasetIdentity, Place> places = new LinkedHashMap<>();

    private final Optional<Path> directory;

    private final List<DataSetLedger> owners = new ArrayList<>();
    private final List<Charge> charges = new ArrayList<>();
    private final int parts;

    /**
     * Opens all ledgers, or none.
     *
     * @param directory holds one directory for each data set
     * @param schema the study's variables
     * @param kept the data sets, in the order of the sites
     * @param parts the number of sites that each of them was divided into; at least 1
     * @param accounting certifies the cost of studies
     */
    public SiteLedgers(Path directory, VariableSchema schema, List<Kept> kept, int parts, SharedAccounting accounting) {
        this(directory, schema, kept, parts, accounting, Optional.empty());
    }

    /**
     * Opens all ledgers, or none, and keeps their last hashes outside of their directory, where an older copy of it is
     * noticed by them.
     *
     * @param directory holds one directory for each data set
     * @param schema the study's variables
     * @param kept the data sets, in the order of the sites
     * @param parts the number of sites that each of them was divided into; at least 1
     * @param accounting certifies the cost of studies
     * @param anchors a directory outside of the ledgers', for one file for each data set; empty to use the one that was
     *     given last
     */
    public SiteLedgers(
            Path directory,
            VariableSchema schema,
            List<Kept> kept,
            int parts,
            SharedAccounting accounting,
            Optional<Path> anchors) {
        this(Optional.of(directory), schema, kept, parts, accounting, anchors);
    }

    /**
     * Ledgers that are forgotten with the process, so that the same budget can be spent again: for simulations.
     *
     * @param schema the study's variables
     * @param kept the data sets, in the order of the sites
     * @param parts the number of sites that each of them was divided into; at least 1
     * @param accounting certifies the cost of studies
     * @return charged like others, and recorded nowhere
     */
    public static SiteLedgers insecureInMemory(
            VariableSchema schema, List<Kept> kept, int parts, SharedAccounting accounting) {
        return new SiteLedgers(Optional.empty(), schema, kept, parts, accounting, Optional.empty());
    }

    private SiteLedgers(
            Optional<Path> directory,
            VariableSchema schema,
            List<Kept> kept,
            int parts,
            SharedAccounting accounting,
            Optional<Path> anchors) {
        if (directory.isPresent() && anchors.isPresent()) {
            Directories.requireOutside(anchors.get(), directory.get(), "anchors");
        }
        this.parts = parts;
        this.directory = directory;
        SpendingRule rule = accounting.rule();
        try {
            for (Kept data : kept) {
                owners.add(DataSetLedger.open(directory, schema, data.policy(), rule, anchors));
                if (!data.place().equals(Place.inMemory())) {
                    places.put(data.policy().dataset(), data.place());
                }
            }
        } catch (RuntimeException e) {
            try {
                close();
            } catch (RuntimeException beside) {
                e.addSuppressed(beside);
            }
            throw e;
        }
    }

    @Override
    public List<PrivacyGate> admit(Method method, List<SiteData> sites) {
        if (!(method instanceof PrivateMethod guarded)) {
            throw new PolicyRefusedException("a method without a guarantee charges no ledger");
        }
        List<SiteId> names = SiteId.numbered(sites.size());
        List<AdmissionRequest> requests = new ArrayList<>();
        for (int p = 0; p < sites.size(); p++) {
            requests.add(
                    new AdmissionRequest(guarded.solver(names.get(p)), guarded.spending(names.get(p)), sites.get(p)));
        }
        return admit(method.study(), requests).stream().map(Admission::gate).toList();
    }

    /**
     * Refuses data whose budget is kept under another name: the same file by its path or its number, a copy of it as it
     * was when it was last charged, or the same table. Records nothing.
     *
     * @param directory of the ledgers; may not exist yet
     * @param dataset under which the data would be charged
     * @param place its place
     * @throws PolicyRefusedException when these ledgers know it as another data set
     */
    public static void requireOwnName(Path directory, DatasetIdentity dataset, Place place) {
        DataRegistry.require(directory, dataset, place);
    }

    /**
     * Refuses data that a list knows under another name, a second ledger of a data set while the first is there, and a
     * new one where that is gone.
     *
     * @param directory of the list that {@link #remember} writes, such as a site's identity; may have none yet
     * @param dataset under which the data would be charged
     * @param place its place
     * @param ledger that would be charged
     */
    public static void requireOwnLedger(Path directory, DatasetIdentity dataset, Place place, Path ledger) {
        DataRegistry.requireOneLedger(directory, dataset, ledger);
        DataRegistry.require(directory, dataset, place);
    }

    /**
     * Notes durably, before the charge, that data is charged under a name in a ledger.
     *
     * @param directory of the list; made when it is missing
     * @param dataset the name
     * @param place the place of the data
     * @param ledger that is charged
     * @throws LedgerException when it cannot be written
     */
    public static void remember(Path directory, DatasetIdentity dataset, Place place, Path ledger) {
        remember(directory, dataset, place, Optional.of(ledger));
    }

    /**
     * Notes durably that data has a name, where nothing is charged for it: before an exact sum of it leaves.
     *
     * @param directory of the list; made when it is missing
     * @param dataset the name
     * @param place the place of the data
     * @throws PolicyRefusedException when it is known under another name; nothing was noted
     * @throws LedgerException when it cannot be written
     */
    public static void remember(Path directory, DatasetIdentity dataset, Place place) {
        remember(directory, dataset, place, Optional.empty());
    }

    private static void remember(Path directory, DatasetIdentity dataset, Place place, Optional<Path> ledger) {
        try {
            Directories.makePrivate(directory);
        } catch (IOException e) {
            throw LedgerException.unwritable(
                    directory + ": cannot be made, so nothing was charged: " + FileReason.of(e)
                            + "; free the disk or give the process the right to write there, and start again",
                    e);
        }
        DataRegistry.remember(directory, Map.of(dataset, place), ledger);
    }

    /**
     * Names the data sets of other names that share most of their rows with a file, which then may be an extract or a
     * corrected copy of the same users. For the people of the site only, because it follows from records. Records
     * nothing.
     *
     * @param directory of a list that {@link #remember} writes; may have none yet
     * @param dataset under which the data would be charged
     * @param place its place
     * @return a sentence for each
     */
    public static List<String> near(Path directory, DatasetIdentity dataset, Place place) {
        return DataRegistry.near(directory, dataset, place);
    }

    /**
     * The name under which these ledgers keep the budget of data. Records nothing.
     *
     * @param directory of the ledgers; may not exist yet
     * @param place the place of the data
     * @return the data set; empty for data that is new here
     */
    public static Optional<DatasetIdentity> knownName(Path directory, Place place) {
        return DataRegistry.name(directory, place);
    }

    /**
     * The directory of a data set's ledger.
     *
     * @param directory of the ledgers
     * @param dataset its name
     * @return a name that every file system takes
     */
    public static Path folder(Path directory, DatasetIdentity dataset) {
        String plain = dataset.value().replaceAll("[^A-Za-z0-9._-]+", "-");
        return directory.resolve(plain.isEmpty() || plain.startsWith(".") ? "site" + plain : plain);
    }

    private DataSetLedger owner(int site) {
        return owners.get(site / parts);
    }

    /**
     * The admission of a site: its gate to the data, and the charge for the whole study.
     *
     * @param gate lets through the plan and nothing else
     * @param charge of the whole study
     */
    public record Admission(PrivacyGate gate, Charge charge) {}

    /**
     * The computation that a site intends.
     *
     * @param solver the solver that will compute
     * @param plan the plan with its cost
     * @param data the data that will be opened
     */
    public record AdmissionRequest(LocalSolver solver, SpendingPlan plan, SiteData data) {}

    /**
     * Charges a study at all sites, before anything is opened. Every site is checked before any is charged. A data set
     * of several sites is charged once, for the dearest of their plans.
     *
     * @param study the agreed study
     * @param requests the request of each site, in the order of the sites
     * @return for each site the gate and the charge
     * @throws io.hedgerow.core.privacy.PrivacyException when a policy or a ledger refuses, data is known under another
     *     name, or parts of one data set have plans of several δ; nothing was charged
     * @throws LedgerException when a ledger cannot be written; the message names those that were charged
     */
    public List<Admission> admit(Study study, List<AdmissionRequest> requests) {
        for (int p = 0; p < requests.size(); p++) {
            owner(p).policy().requireAllowed(study, requests.get(p).solver());
            requests.get(p).data().requireProtects(owner(p).policy().unit());
        }
        List<SpendingPlan> dearest = new ArrayList<>();
        for (int o = 0; o < owners.size(); o++) {
            StudyLedger ledger = owners.get(o).ledger();
            requireOneDelta(plans(requests, o));
            dearest.add(plans(requests, o).stream()
                    .map(plan -> Map.entry(ledger.quote(plan).amount(), plan))
                    .reduce((left, right) -> left.getKey() >= right.getKey() ? left : right)
                    .orElseThrow()
                    .getValue());
        }
        // before the first charge: data that has been charged must never be without its name
        if (directory.isPresent() && !places.isEmpty()) {
            DataRegistry.remember(directory.get(), places);
        }
        List<Admission> admissions = new ArrayList<>();
        for (int o = 0; o < owners.size(); o++) {
            DataSetLedger owner = owners.get(o);
            Charge charge = DataSetLedger.charge(owner, dearest.get(o), owners);
            PartitionedLedger shared = new PartitionedLedger(owner.ledger(), dearest.get(o), plans(requests, o));
            for (int part = 0; part < parts; part++) {
                admissions.add(new Admission(
                        PrivacyGate.enforcing(
                                shared.of(part),
                                owner.policy().dataset(),
                                owner.policy().unit(),
                                owner.policy().adjacency()),
                        charge));
                charges.add(charge);
            }
        }
        return admissions;
    }

    /** The dearest plan pays for all parts of a data set only if they are certified at one δ. */
    private static void requireOneDelta(List<SpendingPlan> parts) {
        List<Double> deltas = parts.stream().map(SpendingPlan::delta).distinct().toList();
        if (deltas.size() > 1) {
            throw new PolicyRefusedException("the parts of one data set must have plans of one delta, were "
                    + deltas.get(0) + " and " + deltas.get(1));
        }
    }

    private List<SpendingPlan> plans(List<AdmissionRequest> requests, int owner) {
        return requests.subList(owner * parts, (owner + 1) * parts).stream()
                .map(AdmissionRequest::plan)
                .toList();
    }

    /**
     * The account of a site: its charge for the study, and the spending in its ledger.
     *
     * @param policy the policy under which it was charged
     * @param charge of the study
     * @param spent the spending of everything that was recorded
     * @param directory of the ledger; empty for one that is forgotten
     */
    public record Account(SitePolicy policy, Charge charge, SpentReport spent, Optional<Path> directory) {}

    /**
     * Returns the cost of the study for a site.
     *
     * @param site its position
     * @return after {@link #admit}
     */
    public Account account(int site) {
        DataSetLedger at = owner(site);
        return new Account(at.policy(), charges.get(site), at.ledger().spent(), Optional.ofNullable(at.directory()));
    }

    /** Notices about the ledgers, such as that an anchor is not where it was; usually none. */
    public List<String> notices() {
        return owners.stream().flatMap(one -> one.notices().stream()).toList();
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (DataSetLedger site : owners) {
            try {
                site.close();
            } catch (LedgerException e) {
                failure = failure == null ? e : failure;
            }
        }
        owners.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
