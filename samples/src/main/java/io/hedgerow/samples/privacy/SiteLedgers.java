package io.hedgerow.samples.privacy;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.Charge;
import io.hedgerow.dp.ledger.InsecureVolatileLedger;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.ledger.SpendingRule;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.dp.ledger.StudyLedger;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.learn.SitePrivacy;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One ledger for each data set of a run in one process, under its own policy: a file that was divided into sites has
 * one. In a directory they count what earlier runs spent; without one they are forgotten, which is only right for
 * simulations.
 *
 * <p>Not thread-safe, except that every site's gate may be used from its own thread.
 */
public final class SiteLedgers implements AutoCloseable {

    /**
     * A data set.
     *
     * @param policy names it
     * @param file where it is; empty for data in memory
     */
    public record Kept(SitePolicy policy, Optional<Path> file) {}

    private record Owner(
            SitePolicy policy, StudyLedger ledger, @Nullable Path directory) {}

    /** The files of the data sets, where ledgers are kept. */
    private final Map<DatasetIdentity, Path> files = new LinkedHashMap<>();

    private final Optional<Path> directory;

    private final List<Owner> owners = new ArrayList<>();
    private final int parts;

    /**
     * Opens all ledgers, or none.
     *
     * @param directory holds one directory for each data set; empty to forget
     * @param schema the study's variables
     * @param kept the data sets, in the order of the sites
     * @param parts how many sites each of them was divided into; at least 1
     * @param accounting what studies cost
     */
    public SiteLedgers(
            Optional<Path> directory, VariableSchema schema, List<Kept> kept, int parts, SharedAccounting accounting) {
        this.parts = parts;
        this.directory = directory;
        SpendingRule rule = accounting.rule();
        try {
            for (Kept data : kept) {
                owners.add(open(directory, schema, data.policy(), rule));
                if (directory.isPresent()) {
                    data.file().ifPresent(file -> files.put(data.policy().dataset(), file));
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Owner open(Optional<Path> directory, VariableSchema schema, SitePolicy policy, SpendingRule rule) {
        if (directory.isEmpty()) {
            return new Owner(policy, new InsecureVolatileLedger(policy.terms(schema), policy.cap(), rule), null);
        }
        Path own = folder(directory.get(), policy.dataset());
        LedgerClock clock = new LedgerClock(InstantSource.system(), policy.clockTolerance());
        return new Owner(policy, AccountedLedger.open(own, policy.terms(schema), policy.cap(), rule, clock), own);
    }

    /** Where a data set's ledger is: a name that every file system takes. */
    static Path folder(Path directory, DatasetIdentity dataset) {
        String plain = dataset.value().replaceAll("[^A-Za-z0-9._-]+", "-");
        return directory.resolve(plain.isEmpty() || plain.startsWith(".") ? "site" + plain : plain);
    }

    private Owner owner(int site) {
        return owners.get(site / parts);
    }

    /**
     * What a site lets through, and what its data set was charged for it.
     *
     * @param gate lets through the plan and nothing else
     * @param charge of the whole study
     */
    public record Admission(PrivacyGate gate, Charge charge) {}

    /**
     * What a site would do.
     *
     * @param solver what will compute
     * @param plan what it will cost
     * @param data what will be opened
     */
    public record Asked(LocalSolver solver, SpendingPlan plan, SiteData data) {}

    /**
     * Charges a study at all sites, before anything is opened. Every site is asked before any is charged. A data set of
     * several sites is charged once, for the dearest of their plans.
     *
     * @param study what was agreed
     * @param asked by each site, in the order of the sites
     * @return for each site the gate and the charge
     * @throws io.hedgerow.core.privacy.PrivacyException when a policy or a ledger refuses, or a file is known under
     *     another name; nothing was charged
     */
    public List<Admission> admit(Study study, List<Asked> asked) {
        for (int p = 0; p < asked.size(); p++) {
            owner(p).policy().requireAllowed(study, asked.get(p).solver());
            asked.get(p).data().requireProtects(owner(p).policy().unit());
        }
        List<SpendingPlan> dearest = new ArrayList<>();
        for (int o = 0; o < owners.size(); o++) {
            StudyLedger ledger = owners.get(o).ledger();
            dearest.add(plans(asked, o).stream()
                    .map(plan -> Map.entry(ledger.quote(plan).amount(), plan))
                    .reduce((left, right) -> left.getKey() >= right.getKey() ? left : right)
                    .orElseThrow()
                    .getValue());
        }
        // before the first charge: a file that has been charged must never be without its name
        if (!files.isEmpty()) {
            KnownFiles.remember(directory.orElseThrow(), files);
        }
        List<Admission> admissions = new ArrayList<>();
        for (int o = 0; o < owners.size(); o++) {
            Owner owner = owners.get(o);
            Charge charge = owner.ledger().declare(dearest.get(o)).charge();
            LedgerOfParts shared = new LedgerOfParts(owner.ledger(), dearest.get(o), plans(asked, o));
            for (int part = 0; part < parts; part++) {
                admissions.add(new Admission(
                        PrivacyGate.enforcing(
                                shared.of(part),
                                owner.policy().dataset(),
                                owner.policy().unit(),
                                owner.policy().adjacency()),
                        charge));
            }
        }
        return admissions;
    }

    private List<SpendingPlan> plans(List<Asked> asked, int owner) {
        return asked.subList(owner * parts, (owner + 1) * parts).stream()
                .map(Asked::plan)
                .toList();
    }

    /**
     * What a study cost a site.
     *
     * @param site its position
     * @param name of the site
     * @param charge of the study
     * @param mechanisms calls by kind
     * @param noise scales by name
     * @param noiseSource what drew the noise
     * @param severalSites ε for whoever has data at several sites
     * @return the entry of a report
     */
    public SitePrivacy report(
            int site,
            String name,
            Charge charge,
            Map<String, Long> mechanisms,
            Map<String, Double> noise,
            String noiseSource,
            List<SitePrivacy.AtSites> severalSites) {
        Owner at = owner(site);
        SpentReport spent = at.ledger().spent();
        Path directory = at.directory();
        return new SitePrivacy(
                name,
                charge.amount(),
                charge.delta(),
                charge.certificates(),
                unit(at.policy().unit()),
                at.policy().adjacency().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                mechanisms,
                noise,
                noiseSource,
                parts == 1
                        ? null
                        : (at.policy().unit() instanceof PrivacyUnit.PersonUnit ? "by person" : "by row")
                                + ", at random",
                severalSites,
                new SitePrivacy.Ledger(
                        directory == null ? "insecure-in-memory" : "file",
                        directory == null ? null : directory.toString(),
                        spent.head(),
                        spent.spentEpsilon(),
                        spent.spentDelta()));
    }

    private static String unit(PrivacyUnit unit) {
        return unit instanceof PrivacyUnit.PersonUnit person ? "person:" + person.keyColumn() : "record";
    }

    /** What happened when incomplete records were cut and the like. */
    List<String> notices() {
        List<String> all = new ArrayList<>();
        for (Owner site : owners) {
            if (site.ledger() instanceof AccountedLedger file) {
                all.addAll(file.notices());
            }
        }
        return all;
    }

    @Override
    public void close() {
        for (Owner site : owners) {
            if (site.ledger() instanceof AccountedLedger file) {
                file.close();
            }
        }
        owners.clear();
    }
}
