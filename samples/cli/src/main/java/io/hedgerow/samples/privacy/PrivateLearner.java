// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.site.BudgetRequest;
import io.hedgerow.dp.site.BudgetedSites;
import io.hedgerow.dp.site.LedgerRun;
import io.hedgerow.dp.site.Ledgers;
import io.hedgerow.dp.site.SiteLedgers;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.method.SitePrivacy;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.secure.SecureAggregation;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Runs a private algorithm under the {@link Ledgers} of the SDK, and describes its cost. */
public final class PrivateLearner {

    private final BudgetedSites sites;
    private final List<String> notices = new ArrayList<>();
    private final int parts;
    private final SharedAccounting accounting;
    private final Optional<SecureAggregation> masks;

    /** Prepares a run on simulated rows: its budget is ε with δ = 1/n², and its ledger is forgotten. */
    public static PrivateLearner forgotten(
            Sites sites, double epsilon, SharedAccounting accounting, Optional<SecureAggregation> masks) {
        return new PrivateLearner(
                sites.all().stream()
                        .map(site -> new Ledgers.Source(site.name(), site.rows()))
                        .toList(),
                1,
                Ledgers.insecureInMemory().budget(BudgetRequest.epsilon(epsilon)),
                accounting,
                masks);
    }

    /**
     * Prepares a run: at most units are counted, and not before the budget was found to cover the request.
     *
     * @param parts number of sites that a data set is divided into; 1 unless there is one data set
     * @throws io.hedgerow.core.privacy.PrivacyException when policy or ledgers do not cover the run; no record was read
     */
    public PrivateLearner(
            List<Ledgers.Source> sources,
            int parts,
            Ledgers ledgers,
            SharedAccounting accounting,
            Optional<SecureAggregation> masks) {
        masks.ifPresent(asked -> asked.requireEnough(Math.multiplyExact(sources.size(), parts)));
        this.masks = masks;
        this.accounting = accounting;
        this.parts = parts;
        this.sites = ledgers.divided(parts).sharing(accounting).count(sources);
    }

    public VariableSchema schema() {
        return sites.schema();
    }

    /** The units of every site: rows or users, in the order of the sites; with zero-out adjacency the stated number. */
    public List<Long> units() {
        return sites.units();
    }

    /** The sites, for a report: names and unopened rows, in order. */
    public Sites sites() {
        List<NamedSite> named = new ArrayList<>();
        for (int p = 0; p < sites.names().size(); p++) {
            named.add(NamedSite.of(sites.names().get(p), sites.rows().get(p)));
        }
        return new Sites(schema(), named);
    }

    public PrivacyBudget budget() {
        return sites.budget();
    }

    /** Files that look like changed copies of others with a ledger, for the site's own people and no result. */
    public List<String> nearCopies() {
        return sites.nearCopies();
    }

    /** Whether a ledger will have its first charge and has no anchor. */
    public boolean isFirstWithoutAnchor() {
        return sites.isFirstWithoutAnchor();
    }

    /** Notices about the ledgers of runs; usually none. */
    public List<String> notices() {
        return List.copyOf(notices);
    }

    /**
     * A private method that is ready to run and has not been charged yet.
     *
     * @param uploads how they are protected
     * @param masked the same where masks protect them
     */
    public record Prepared(PrivateMethod method, UploadProtection uploads, Optional<MaskedSites> masked) {}

    /** Makes a method from what a plan would say of it. */
    public Prepared prepared(NamedMethod named, MethodCatalogue methods) {
        masks.ifPresent(asked -> methods.descriptor(named.name()).ifPresent(asked::requireNobodyLost));
        Optional<MaskedSites> masked = masks.map(SecureAggregation::masks);
        UploadProtection uploads =
                masked.<UploadProtection>map(real -> real).orElseGet(UploadProtection::insecurePlain);
        return new Prepared(sites.method(named, methods, uploads), uploads, masked);
    }

    /** Runs a method of the modules on the path that no one watches. */
    public Learned run(NamedMethod named) throws InterruptedException {
        return run(prepared(named, MethodCatalogue.ofModules()), (report, consensus) -> {});
    }

    /** Runs. Where a ledger or a policy refuses, nothing was charged or opened. */
    public Learned run(Prepared prepared, RoundObserver observer) throws InterruptedException {
        PrivateMethod method = prepared.method();
        masks.ifPresent(asked -> asked.requireNobodyLost(method.sums(), false));
        List<SitePrivacy.AtSites> several = severalSites(method);
        try (LedgerRun run = sites.run(method)) {
            LearnedNetwork found = Learning.of(run.method(), prepared.uploads())
                    .observedBy(observer)
                    .admittedBy(run)
                    .learnFrom(run.data());
            notices.addAll(run.notices());
            Map<String, Double> noise = noise(method, found);
            List<SiteLedgers.Account> accounts = run.accounts();
            List<SitePrivacy> costs = new ArrayList<>();
            for (int p = 0; p < accounts.size(); p++) {
                costs.add(
                        cost(sites.names().get(p), accounts.get(p), run.plans().get(p), noise, several));
            }
            return new Learned(
                    found,
                    costs,
                    prepared.masked().map(real -> masks.orElseThrow().report(real)));
        }
    }

    /** The cost for a user at several sites; none where the sites are parts of one data set. */
    private List<SitePrivacy.AtSites> severalSites(PrivateMethod method) {
        return parts > 1
                ? List.of()
                : MultiSiteCost.of(
                        SiteId.numbered(units().size()).stream()
                                .map(site -> method.spending(site).rounds())
                                .toList(),
                        method.solver(SiteId.numbered(1).get(0)).sitesInSum() > 1,
                        budget().delta(),
                        accounting);
    }

    private static Map<String, Double> noise(PrivateMethod method, LearnedNetwork found) {
        Map<String, Double> noise =
                new TreeMap<>(method.noise(SiteId.numbered(1).get(0)));
        noise.putAll(found.run().noise());
        noise.putAll(method.bounds());
        return noise;
    }

    private SitePrivacy cost(
            String site,
            SiteLedgers.Account account,
            SpendingPlan plan,
            Map<String, Double> noise,
            List<SitePrivacy.AtSites> severalSites) {
        PrivacyUnit protects = account.policy().unit();
        boolean user = protects instanceof PrivacyUnit.UserUnit;
        String directory = account.directory().map(Path::toString).orElse(null);
        return new SitePrivacy(
                site,
                account.charge().amount(),
                account.charge().delta(),
                account.charge().certificates(),
                protects instanceof PrivacyUnit.UserUnit named ? "person:" + named.keyColumn() : "record",
                Words.dashed(account.policy().adjacency()),
                mechanisms(plan.rounds()),
                noise,
                plan.noiseSource(),
                parts == 1 ? null : (user ? "by person" : "by row") + ", at random",
                severalSites,
                new SitePrivacy.Ledger(
                        directory == null ? "insecure-in-memory" : "file",
                        directory,
                        account.spent().head(),
                        account.spent().spentEpsilon(),
                        account.spent().spentDelta()));
    }

    public static Map<String, Long> mechanisms(List<MechanismEvent> events) {
        Map<String, Long> counts = new TreeMap<>();
        events.forEach(event -> addTo(counts, event));
        return counts;
    }

    private static void addTo(Map<String, Long> counts, MechanismEvent event) {
        if (event instanceof MechanismEvent.Sequence sequence) {
            sequence.steps().forEach(step -> addTo(counts, step));
        } else if (event instanceof MechanismEvent.Gaussian gaussian) {
            counts.merge("gaussian", gaussian.count(), Long::sum);
        } else if (event instanceof MechanismEvent.Selection selection) {
            counts.merge("selection", selection.count(), Long::sum);
        } else if (event instanceof MechanismEvent.Laplace laplace) {
            counts.merge("laplace", laplace.count(), Long::sum);
        } else if (event instanceof MechanismEvent.PureDp pure) {
            // the charge for drawing Gaussian noise on a lattice is no mechanism of its own
            if (pure.epsilon() > 1e-9) {
                counts.merge("pure", pure.count(), Long::sum);
            }
        }
    }
}
