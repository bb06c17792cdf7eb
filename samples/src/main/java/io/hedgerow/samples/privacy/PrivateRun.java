package io.hedgerow.samples.privacy;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.SiteSession;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.simulation.Protection;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.Charge;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.SiteUnits;
import io.hedgerow.dp.solver.PlannedSolver;
import io.hedgerow.samples.learn.Learned;
import io.hedgerow.samples.learn.SitePrivacy;
import io.hedgerow.samples.secure.MaskedRun;
import io.hedgerow.samples.secure.SecureAggregation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The sites of a private run: opens nothing before the whole study has been charged at every site.
 *
 * @param sites names, rows and units of the sites
 * @param ledgers what may be spent
 * @param budget of the run
 * @param byPerson whether a unit may have several rows
 * @param adjacency the neighbouring relation
 * @param masks how uploads are masked; empty for plain ones
 * @param divided whether the sites are parts of one data set, with everybody in one of them
 * @param accounting certifies
 */
record PrivateRun(
        List<Site> sites,
        SiteLedgers ledgers,
        PrivacyBudget budget,
        boolean byPerson,
        Adjacency adjacency,
        Optional<SecureAggregation> masks,
        boolean divided,
        SharedAccounting accounting) {

    /**
     * One site.
     *
     * @param name for messages
     * @param identity whose budget is charged
     * @param rows closed
     * @param units public number of rows or persons; with zero-out a constant of about that size
     */
    record Site(String name, DatasetIdentity identity, RowSource rows, long units) {}

    /** Makes the solver of one site. */
    interface Solvers {
        PlannedSolver forSite(int site);
    }

    /** Sessions that are paid for, and what they cost whoever has data at several sites. */
    record Admitted(
            List<SiteSession> sessions,
            List<SpendingPlan> plans,
            List<Charge> charges,
            List<SitePrivacy.AtSites> severalSites) {}

    /** Charges every site for its own plan, then makes the sessions. */
    Admitted admit(Study study, Solvers solvers, Function<SiteId, UpdateProtector> protectors) {
        List<PlannedSolver> ready = new ArrayList<>();
        for (int p = 0; p < sites.size(); p++) {
            ready.add(solvers.forSite(p));
        }
        List<SiteLedgers.Asked> asked = new ArrayList<>();
        for (int p = 0; p < sites.size(); p++) {
            PlannedSolver solver = ready.get(p);
            SpendingPlan plan = new SpendingPlan(
                    study.name(),
                    solver.id(),
                    DiscreteNoise.ID,
                    solver.roundPlan(study.admm().rounds()),
                    budget.delta());
            asked.add(new SiteLedgers.Asked(
                    solver,
                    plan,
                    SiteData.of(sites.get(p).identity(), sites.get(p).rows())));
        }
        List<SitePrivacy.AtSites> severalSites =
                severalSites(asked, ready.get(0).sitesInSum() > 1);
        List<SiteLedgers.Admission> admissions = ledgers.admit(study, asked);
        Admitted admitted = new Admitted(
                new ArrayList<>(),
                asked.stream().map(SiteLedgers.Asked::plan).toList(),
                admissions.stream().map(SiteLedgers.Admission::charge).toList(),
                severalSites);
        for (int p = 0; p < sites.size(); p++) {
            admitted.sessions()
                    .add(new SiteSession(
                            siteId(p),
                            study,
                            asked.get(p).data(),
                            admissions.get(p).gate(),
                            ready.get(p),
                            protectors.apply(siteId(p))));
        }
        return admitted;
    }

    /** Nothing where the sites are parts of one data set: there everybody is at one site. */
    private List<SitePrivacy.AtSites> severalSites(List<SiteLedgers.Asked> asked, boolean sharedNoise) {
        return divided
                ? List.of()
                : SeveralSites.of(
                        asked.stream().map(site -> site.plan().rounds()).toList(),
                        sharedNoise,
                        budget.delta(),
                        accounting);
    }

    /** What the study cost every site. */
    List<SitePrivacy> report(Admitted admitted, Map<String, Double> noise) {
        List<SitePrivacy> entries = new ArrayList<>();
        for (int p = 0; p < sites.size(); p++) {
            SpendingPlan plan = admitted.plans().get(p);
            entries.add(ledgers.report(
                    p,
                    sites.get(p).name(),
                    admitted.charges().get(p),
                    MechanismCounts.of(plan.rounds()),
                    noise,
                    plan.noiseSource(),
                    admitted.severalSites()));
        }
        return entries;
    }

    /** Fewest sites of a round in rounds towards a consensus. */
    int quorum() {
        return masks.map(how -> MaskedRun.ofChangesWithOwnNoise(how).quorum(sites.size()))
                .orElse(sites.size());
    }

    List<SiteId> names() {
        return IntStream.range(0, sites.size()).mapToObj(PrivateRun::siteId).toList();
    }

    /** How a study's uploads travel, and what there is to say about it when the run is over. */
    record Uploads(Protection protection, Optional<MaskedRun> masked) {

        String named() {
            return (masked.isPresent() ? "secure-aggregation" : "insecure-plain") + ", noise added at the site";
        }

        Learned reported(Learned learned) {
            return masked.map(run -> learned.masked(run.report())).orElse(learned);
        }
    }

    Uploads uploads(Study study, Function<SecureAggregation, MaskedRun> how) {
        Optional<MaskedRun> masked = masks.map(how);
        Protection.Factory factory = masked.<Protection.Factory>map(run -> run).orElseGet(Protection::insecurePlain);
        return new Uploads(factory.of(study, names()), masked);
    }

    /** Whose contribution a site protects. */
    SiteUnits units(int site) {
        return new SiteUnits(sites.get(site).units(), byPerson, adjacency);
    }

    long totalUnits() {
        return sites.stream().mapToLong(Site::units).sum();
    }

    /** Padded, so that the order of names is the order of sites. */
    static SiteId siteId(int site) {
        return new SiteId(String.format(Locale.ROOT, "site-%03d", site + 1));
    }
}
