// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentLimit;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.score.GraphScore;
import io.hedgerow.core.internal.search.sites.RegimeSearch;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.OutlyingMoments;
import io.hedgerow.core.internal.search.sums.RegimeMoments;
import io.hedgerow.core.internal.search.sums.Regimes;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Interventions;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Learns a network from sites at some of which variables were set or changed: one exact sum of
 * {@link SiteSums#CONTENTS} for each distinct set of targets, in one vector, then a search that scores each variable on
 * the rows in which it is no target.
 */
record InterventionsDesign(Regimes regimes, EdgeKnowledge knowledge, SearchSettings settings) implements SumDesign {

    private static final int REVISION = 1;

    /** Refuses interventions that do not fit, and behind masks a set of targets with fewer than three sites. */
    static SumRelease of(
            Agreement agreement, Interventions interventions, SearchSettings settings, boolean tellsSites) {
        Regimes regimes = Regimes.of(interventions, agreement.schema(), agreement.sites());
        int sites = agreement.sites().size();
        agreement
                .noiseSharedBy()
                .ifPresent(honest -> interventions.requireHidden(
                        agreement.sites().stream().map(SiteId::value).toList(), sites - honest));
        RoundPolicy policy = new RoundPolicy(
                sites, agreement.policy().deadline(), agreement.policy().convergence());
        return new SumRelease(
                MomentRelease.study(agreement.name(), agreement.schema(), regimes.layout(), 1, sites, policy),
                new InterventionsDesign(regimes, EdgeKnowledge.of(settings.known(), agreement.schema()), settings),
                tellsSites);
    }

    /** Refuses what compares one matrix of covariances with a network, or asks sites again. */
    static void refuse(String method, boolean noiseDirections, boolean hiddenCauses, VariableSchema schema) {
        refuse(method, noiseDirections, "orient: non-gaussian", "directs edges by one set of rows");
        refuse(method, hiddenCauses, "hidden-causes", "looks at correlations of rows that came about in one way");
        if (schema.hasCategories()) {
            throw new IllegalArgumentException(
                    "parameter interventions of " + method + " is for variables that are numbers, "
                            + String.join(", ", schema.categorical())
                            + (schema.categorical().size() == 1 ? " is categorical" : " are categorical")
                            + ": leave them out, or give their levels numbers");
        }
    }

    private static void refuse(String method, boolean set, String parameter, String reason) {
        if (set) {
            throw new IllegalArgumentException("parameter " + parameter + " of " + method + " cannot be combined with"
                    + " interventions, for it " + reason + ": leave one of them out");
        }
    }

    @Override
    public String sum(SiteId site) {
        Regimes.Regime own = regimes.of(site);
        // names may read alike, places do not
        return "of set of targets " + (regimes.all().indexOf(own) + 1) + ", " + regimes.where(own);
    }

    @Override
    public boolean keepsSitesWaiting(int rounds) {
        return true; // journals of earlier releases end so
    }

    @Override
    public boolean hasSeveralSums() {
        return true;
    }

    @Override
    public Optional<Record> shownSettings() {
        return Optional.of(settings);
    }

    @Override
    public int revision() {
        return REVISION;
    }

    @Override
    public String components() {
        return "moments by regime + order-mcmc";
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return MomentRelease.inSlot(regimes, site);
    }

    @Override
    public Found found(Sums sums) {
        standOut(sums);
        GraphScore score = GraphScore.of(settings.score());
        RegimeSearch.Found found = new RegimeSearch(StructureSearch.of(knowledge.variables(), settings.seed())
                        .by(score)
                        .knowing(knowledge))
                .search(RegimeMoments.of(regimes, sums.first().sum()));
        List<String> notes = new ArrayList<>(found.notes());
        notes.addAll(ParentLimit.OF_SCORES.notes(regimes.schema(), found.network()));
        if (score != GraphScore.BGE) {
            notes.add(score.note());
        }
        WeightMatrix network = knowledge.strong(found.network(), settings.threshold());
        return Found.of(network, found.evidence(), notes);
    }

    /** Sites are compared with those of the same targets. */
    private void standOut(Sums all) {
        Aggregate sums = all.first();
        for (int r = 0; r < regimes.all().size(); r++) {
            Map<SiteId, SufficientStatistics> alike = new TreeMap<>();
            for (SiteId site : regimes.all().get(r).sites()) {
                if (sums.seen().containsKey(site)) {
                    double[] sent = new double[sums.sum().size()];
                    sums.seen().get(site).addTo(sent);
                    alike.put(
                            site,
                            SiteSums.statistics(knowledge.variables(), regimes.slot(r, Parameters.takeOver(sent))));
                }
            }
            all.standOut(OutlyingMoments.of(alike));
        }
    }
}
