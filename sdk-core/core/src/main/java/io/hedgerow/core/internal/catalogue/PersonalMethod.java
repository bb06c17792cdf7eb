// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.protocol.PublishedCost;
import io.hedgerow.core.internal.solver.pfdbnl.MeanConsensus;
import io.hedgerow.core.internal.solver.pfdbnl.PersonalSolver;
import io.hedgerow.core.internal.solver.pfdbnl.PersonalSolver.Participants;
import io.hedgerow.core.internal.vote.VotedNetwork;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;

/**
 * PFDBNL (papers 000 and 004): every site learns its own network, and the coordinator learns their mean, towards which
 * these are pulled with weight μ. Some of the sites compute in a round; the others are asked too and send that nothing
 * changed, so that behind masks the same sites are in every sum. The λ of the settings is that of the sites.
 */
record PersonalMethod(SeriesModel model, MethodSettings settings, double pull, Participants participants, Study study)
        implements ConsensusRounds {

    static final MethodDescriptor DESCRIPTOR = SeriesModel.describe(
                    "pfdbnl",
                    "rounds in which every site learns a dynamic network of its own, pulled towards their mean",
                    MethodTrait.SERIES,
                    MethodTrait.ROUNDS,
                    MethodTrait.PERSONAL)
            .with(
                    Parameter.positive("mu", "how strongly a site's own network is pulled towards the common one")
                            .usually("that of the preset"),
                    Parameter.count("participants", "how many sites compute in a round, drawn anew in each")
                            .usually("all sites"));

    static PersonalMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        SeriesModel.Preset preset = SeriesModel.Preset.of(parameters);
        SeriesModel.Chosen chosen = SeriesModel.of(
                terms, parameters, SeriesModel.personal(preset, terms.schema().size()));
        MethodSettings settings = chosen.settings();
        int sites = terms.sites().size();
        Study study = ConsensusRounds.study(
                FederatedMethod.FED_SPARSE,
                terms,
                chosen.model().design().slices().stacked(),
                PersonalSolver.layout(chosen.model().layout()),
                settings);
        return new PersonalMethod(
                chosen.model(),
                settings,
                parameters.positive("mu", SeriesModel.pull(preset)),
                new Participants(terms.name(), terms.sites(), (int) parameters.count("participants", sites, sites)),
                study);
    }

    @Override
    public RowSource prepared(RowSource rows) {
        return model.design().prepared(rows);
    }

    @Override
    public String components() {
        return solver(participants.sites().get(0)).id() + " + " + globalSolver().id();
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return PublishedCost.dense(model.layout().size(), rounds.size(), participants.drawn());
    }

    @Override
    public GlobalSolver globalSolver() {
        return new MeanConsensus();
    }

    @Override
    public NetworkOfRounds network() {
        return new VotedNetwork(
                model.edges(study.layout(), settings.networkRule().threshold()),
                settings.networkRule().voteRounds());
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return new PersonalSolver(new PersonalSolver.Options(
                site,
                participants,
                pull,
                settings.penalties().rho1(),
                AcyclicityConstraint.of(settings.acyclicity()),
                model.edges(model.layout(), settings.networkRule().threshold())));
    }
}
