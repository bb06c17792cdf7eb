// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.internal.AbsentColumns;
import io.hedgerow.core.federation.OutcomeRecorder;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.internal.search.sums.ColumnRoster;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.OutlyingMoments;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@link MomentsMethod} where sites lack columns, as agreed: one exact sum per group of sites alike, in one vector. */
record LackingMethod(Study study, MomentsMethod whole, ColumnRoster roster) implements Method {

    static LackingMethod of(Agreement agreement, MomentsMethod whole, ColumnRoster roster) {
        Study study = MomentRelease.study(
                agreement.name(),
                agreement.schema(),
                roster.layout(),
                1,
                agreement.sites().size(),
                MomentsMethod.policyOfAll(agreement));
        return new LackingMethod(study, whole, roster);
    }

    @Override
    public RowSource prepared(SiteId site, RowSource rows) {
        return AbsentColumns.of(rows, study.schema(), roster.lacked(site));
    }

    @Override
    public Set<String> absentColumns(SiteId site) {
        return roster.lacked(site);
    }

    @Override
    public String sum(SiteId site) {
        Set<String> lacked = roster.lacked(site);
        return lacked.isEmpty() ? "of sites with all columns" : "of sites without " + String.join(", ", lacked);
    }

    @Override
    public boolean hasSeveralSums() {
        return true;
    }

    @Override
    public Optional<Record> shownSettings() {
        return whole.shownSettings();
    }

    @Override
    public int revision() {
        return whole.revision();
    }

    @Override
    public SumForm sums() {
        return MomentsMethod.statistic(study);
    }

    @Override
    public Optional<String> exactStatistic() {
        return whole.exactStatistic();
    }

    @Override
    public String components() {
        return whole.components() + " + structural EM";
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return whole.publishedBytes(rounds, coefficients);
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return MomentRelease.inGroup(roster, site);
    }

    @Override
    public Optional<NetworkOfRounds> networkAtSites() {
        return whole.networkAtSites();
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        OutcomeRecorder remembered = new OutcomeRecorder(with.journal());
        SumCoordinator coordinator =
                new SumCoordinator(study, with.channel(), with.aggregator(), System::nanoTime, remembered);
        Optional<Ended> ended = whole.tellsSites()
                ? coordinator.converse(study.admm().rounds(), (first, more) -> {
                    Ended found = ended(first);
                    more.last(SearchedNetwork.told(
                            study.layout().size(),
                            found.network().orElseThrow(),
                            found.evidence().orElseThrow().pairs()));
                    return found;
                })
                : coordinator.run(this::ended);
        return ended.orElseGet(() -> Ended.unreleased(remembered));
    }

    private Ended ended(Aggregate first) {
        Participation participation = new Participation();
        participation.add(0, first.included());
        participation.standOut(OutlyingMoments.of(roster, first));
        WithinSites moments = WithinSites.of(roster, first.included().size(), first.sum())
                .requireVarying(study.schema().names());
        SearchSettings.Searched found = whole.settings().search(study.schema(), moments, () -> {
            throw new IllegalStateException("sites must not be asked again where some lack columns");
        });
        return Ended.released(found.network(), Optional.of(found.evidence()), participation, found.notes());
    }
}
