package io.hedgerow.samples.privacy;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.round.Study;
import io.hedgerow.core.spi.LocalSolver;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.Charge;
import io.hedgerow.dp.ledger.InsecureVolatileLedger;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingRule;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.dp.ledger.StudyLedger;
import io.hedgerow.dp.ledger.StudyPlan;
import io.hedgerow.samples.learn.SitePrivacy;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One ledger per site of a run in one process, each under its own policy. In a directory they count what earlier runs
 * spent; without one they are forgotten, which is only right for simulations.
 *
 * <p>Not thread-safe, except that every site's gate may be used from its own thread.
 */
public final class SiteLedgers implements AutoCloseable {

    private record Site(
            SitePolicy policy, StudyLedger ledger, @Nullable Path directory) {}

    private final List<Site> sites = new ArrayList<>();

    /**
     * Opens all ledgers, or none.
     *
     * @param directory holds one directory for each site; empty to forget
     * @param schema the study's variables
     * @param policies one per site
     * @param accounting what studies cost
     */
    public SiteLedgers(
            Optional<Path> directory, VariableSchema schema, List<SitePolicy> policies, SharedAccounting accounting) {
        SpendingRule rule = accounting.rule();
        try {
            for (SitePolicy policy : policies) {
                sites.add(open(directory, schema, policy, rule));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Site open(Optional<Path> directory, VariableSchema schema, SitePolicy policy, SpendingRule rule) {
        if (directory.isEmpty()) {
            return new Site(policy, new InsecureVolatileLedger(policy.terms(schema), policy.cap(), rule), null);
        }
        Path own = directory.get().resolve(folder(policy.dataset().value()));
        LedgerClock clock = new LedgerClock(InstantSource.system(), policy.clockTolerance());
        return new Site(policy, AccountedLedger.open(own, policy.terms(schema), policy.cap(), rule, clock), own);
    }

    /** A name that every file system takes. */
    private static String folder(String dataset) {
        String plain = dataset.replaceAll("[^A-Za-z0-9._-]+", "-");
        return plain.isEmpty() || plain.startsWith(".") ? "site" + plain : plain;
    }

    /**
     * What a site lets through, and what it was charged for it.
     *
     * @param gate lets through the plan and nothing else
     * @param charge of the whole study
     */
    public record Admission(PrivacyGate gate, Charge charge) {}

    /**
     * Charges a study at a site, before anything is opened.
     *
     * @param site its position
     * @param study what was agreed
     * @param solver what will compute
     * @param plan what it will cost
     * @return the gate and the charge
     */
    public Admission admit(int site, Study study, LocalSolver solver, StudyPlan plan) {
        Site at = sites.get(site);
        at.policy().requireAllowed(study, solver);
        Charge charge = at.ledger().declare(plan).charge();
        return new Admission(
                PrivacyGate.enforcing(
                        at.ledger(),
                        at.policy().dataset(),
                        at.policy().unit(),
                        at.policy().adjacency()),
                charge);
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
     * @return the entry of a report
     */
    public SitePrivacy report(
            int site,
            String name,
            Charge charge,
            Map<String, Long> mechanisms,
            Map<String, Double> noise,
            String noiseSource) {
        Site at = sites.get(site);
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
        for (Site site : sites) {
            if (site.ledger() instanceof AccountedLedger file) {
                all.addAll(file.notices());
            }
        }
        return all;
    }

    @Override
    public void close() {
        for (Site site : sites) {
            if (site.ledger() instanceof AccountedLedger file) {
                file.close();
            }
        }
        sites.clear();
    }
}
