// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A method whose solvers state their cost beforehand, with the budget that pays for it. */
record PlannedRounds(Method method, UnitsOfSites units) implements PrivateMethod {

    static PlannedRounds of(Method method, UnitsOfSites units) {
        return new PlannedRounds(method, units);
    }

    /** Refuses a method that no ledger can charge, before anything is read. */
    static void requirePlanned(Method method, int sites) {
        if (method.study().sites() != sites) {
            throw new IllegalArgumentException("the study must have as many sites as learn, has "
                    + method.study().sites() + ", learn " + sites);
        }
        if (method.study().form() instanceof Study.Rounds rounds && rounds.lossScaling() == LossScaling.PER_RECORD) {
            throw new PolicyRefusedException(
                    "study " + method.study().name() + " weighs sites by their numbers of rows,"
                            + " which a run with a budget keeps secret: agree on losses per site");
        }
        method.components(); // makes the coordinator's solver, which may refuse the study
        for (SiteId site : SiteId.numbered(sites)) {
            LocalSolver solver = method.solver(site);
            if (!(solver instanceof PlannedSolver)) {
                throw new PolicyRefusedException("solver " + solver.id() + " does not say beforehand what a study"
                        + " costs and whom it protects, so no ledger can charge it: it must be a PlannedSolver");
            }
        }
    }

    @Override
    public double unit() {
        return 1;
    }

    @Override
    public PlannedSolver solver(SiteId site) {
        return (PlannedSolver) method.solver(site);
    }

    @Override
    public Map<String, Double> noise(SiteId site) {
        return Map.of();
    }

    @Override
    public SpendingPlan spending(SiteId site) {
        PlannedSolver solver = solver(site);
        return new SpendingPlan(
                study().name(),
                solver.id(),
                solver.noiseSource(),
                solver.roundPlan(study().rounds()),
                units.budget().delta(),
                Optional.of(PlannedSolver.originOf(solver)));
    }

    @Override
    public RowSource prepared(RowSource rows) {
        return method.prepared(rows);
    }

    @Override
    public RowSource prepared(SiteId site, RowSource rows) {
        return method.prepared(site, rows);
    }

    @Override
    public Set<String> absentColumns(SiteId site) {
        return method.absentColumns(site);
    }

    @Override
    public String sum(SiteId site) {
        return method.sum(site);
    }

    @Override
    public boolean hasSeveralSums() {
        return method.hasSeveralSums();
    }

    @Override
    public Study study() {
        return method.study();
    }

    @Override
    public SumForm sums() {
        return method.sums();
    }

    @Override
    public Optional<String> exactStatistic() {
        return method.exactStatistic();
    }

    @Override
    public String releasedUnder() {
        return method.releasedUnder();
    }

    @Override
    public String components() {
        return method.components();
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return method.publishedBytes(rounds, coefficients);
    }

    @Override
    public Optional<NetworkOfRounds> networkAtSites() {
        return method.networkAtSites();
    }

    @Override
    public boolean weightsAreNorms() {
        return method.weightsAreNorms();
    }

    @Override
    public int revision() {
        return method.revision();
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        return method.coordinate(with);
    }
}
