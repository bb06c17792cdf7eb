// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.mlp.MlpShape;
import io.hedgerow.core.internal.mlp.MlpSolver;
import io.hedgerow.core.internal.mlp.NotearsMlp;
import io.hedgerow.core.internal.mlp.RidgeConsensus;
import io.hedgerow.core.internal.mlp.RowBlocks;
import io.hedgerow.core.internal.protocol.PublishedCost;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.internal.vote.VotedNetwork;
import io.hedgerow.core.method.Method.Coordination;
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
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * NOTEARS-MLP-ADMM (paper 001, §5.2 and 6.4): one neural network with a hidden layer for each variable, in rounds
 * towards a consensus on all their parameters. The λ of the settings is the coordinator's λ₁, {@code ridge} λ₂, and the
 * seed that of the common start; rows are divided by {@code deviation}, the root of the variance that counts as 1.
 */
record MlpMethod(MlpShape shape, MethodSettings settings, double ridge, long seed, double deviation, Study study)
        implements ConsensusRounds {

    /** m of the papers. */
    static final int HIDDEN = 10;
    /** λ₂ of the papers. */
    static final double RIDGE = 0.01;

    static final String NORMS =
            "weights are norms of first-layer weights in the inverse unit of the cause: they say that"
                    + " a variable depends on another, not with which sign or by how much";

    private static final double CAP = 1e16;
    /** As many as a plan may have rounds. */
    private static final long MOST = 100_000;

    private static final int GLOBAL_EVALUATIONS = 200;

    static final MethodDescriptor DESCRIPTOR = MethodDescriptor.of(
                    "notears-mlp-admm",
                    "rounds towards a neural network for each variable",
                    MethodTrait.ROUNDS,
                    MethodTrait.NEURAL)
            .with(
                    hidden(),
                    Parameter.positive("lambda", "weight of sparsity of the first layer")
                            .usually("that of the preset"),
                    Parameter.positive("ridge", "weight of the squares of all weights")
                            .usually("0.01"),
                    SeriesModel.Preset.PARAMETER,
                    SeriesModel.UNIT)
            .with(SeriesModel.PENALTIES)
            .with(
                    Parameter.positive("threshold", "smallest weight of an edge")
                            .usually("that of the preset"),
                    Parameter.count("local-iterations", "evaluations of a site in a round, at most")
                            .from(1, MOST)
                            .usually("that of the preset"),
                    Parameter.count("seed", "where all sites begin")
                            .from(0, 1e15)
                            .usually("1"),
                    Parameter.flag("no-centring", "rows are taken as they are, not about the site's own mean"));

    /** m. */
    static Parameter hidden() {
        return Parameter.count("hidden", "hidden units of each variable's network")
                .from(1, MlpShape.MOST_HIDDEN)
                .usually("10");
    }

    static MlpMethod of(StudyTerms terms, MethodParameters parameters) {
        int d = terms.schema().size();
        MlpShape shape = new MlpShape(d, (int) parameters.count("hidden"));
        MethodSettings preset = settings(SeriesModel.Preset.of(parameters), d);
        double threshold = parameters.positive("threshold", preset.networkRule().threshold());
        MethodSettings settings = preset.withLambda(
                        parameters.positive("lambda", preset.penalties().lambda()))
                .withPenalties(
                        SeriesModel.penalty(
                                parameters, "rho1", preset.penalties().rho1()),
                        SeriesModel.penalty(
                                parameters, "rho2", preset.penalties().rho2()))
                .withLocalSteps(
                        (int) parameters.count(
                                "local-iterations", preset.localSteps().iterations()),
                        1)
                .withNetworkRule(threshold, 1)
                .withRounds(terms.rounds())
                .withCentring(
                        parameters.flag("no-centring")
                                ? Centring.NONE
                                : preset.loss().centring());
        if (terms.isMasked()) {
            settings = settings.withCommunication(settings.communication().inSteps());
        }
        Study study = ConsensusRounds.study(FederatedMethod.FED_BNSL, terms, terms.schema(), shape.layout(), settings);
        return new MlpMethod(
                shape,
                settings,
                parameters.positive("ridge"),
                parameters.count("seed"),
                Math.sqrt(parameters.positive(SeriesModel.UNIT.name(), 1)),
                study);
    }

    /**
     * Published (001, §6.4 and its code): λ₁ = 0.001, ρ1 = 0.1·1.75^t, ρ2 = 0.1·1.25^t, rows as they are; then two
     * thirds of the edges from 0.3 on are false. Recommended: λ₁ = 0.02, and penalties that begin and grow more softly,
     * ρ1 = 0.1·1.3^t and ρ2 = 0.02·1.15^t, chosen on networks of ten variables ({@code docs/results.md}); at most 100
     * evaluations of a site in a round, which changes nothing in the end; and rows about the site's mean, as units of a
     * hidden layer that begins near 0 do not tell apart values far from it.
     */
    private static MethodSettings settings(SeriesModel.Preset preset, int variables) {
        MethodSettings published = FederatedMethod.FED_BNSL
                .paperAdmm(variables)
                .withLambda(0.001)
                .withPenalties(new PenaltySchedule(0.1, 1.75, CAP), new PenaltySchedule(0.1, 1.25, CAP))
                .withLocalSteps(15_000, 1)
                .withCentring(Centring.NONE);
        return preset == SeriesModel.Preset.PUBLISHED
                ? published
                : published
                        .withLambda(0.02)
                        .withPenalties(new PenaltySchedule(0.1, 1.3, CAP), new PenaltySchedule(0.02, 1.15, CAP))
                        .withLocalSteps(100, 1)
                        .withCentring(Centring.LOCAL_MEAN);
    }

    /** NOTEARS-MLP on the rows of these sites in one place, about the mean of all of them. */
    static WeightMatrix fit(SufficientStatistics pooled, SearchSettings settings, List<SiteData> sites) {
        double[] centre = new double[pooled.variables()];
        for (int j = 0; settings.centring() == Centring.LOCAL_MEAN && j < centre.length; j++) {
            centre[j] = pooled.mean(j);
        }
        RowBlocks rows = new RowBlocks(centre.length);
        sites.forEach(site -> InsecureOpenSites.read(site, view -> rows.add(view, centre)));
        return new NotearsMlp(settings.hidden(), settings.lambda(), RIDGE, settings.seed())
                .fit(rows.closed())
                .weights();
    }

    @Override
    public boolean weightsAreNorms() {
        return true;
    }

    @Override
    public String components() {
        return mlp().id() + " + " + globalSolver().id();
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return PublishedCost.dense(study.layout().size(), rounds.size(), study.sites());
    }

    @Override
    public NetworkOfRounds network() {
        return new VotedNetwork(
                study,
                settings.networkRule().voteRounds(),
                settings.networkRule().threshold());
    }

    @Override
    public GlobalSolver globalSolver() {
        return new RidgeConsensus(
                shape,
                ridge / settings.penalties().lambda(),
                new AugmentedLagrangianSolver(new TraceExponential(), GLOBAL_EVALUATIONS, 1e-6));
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return mlp();
    }

    private MlpSolver mlp() {
        return new MlpSolver(shape, seed, settings.localSteps().iterations()).inUnitsOf(deviation);
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        return noting(ConsensusRounds.super.coordinate(with));
    }

    private Ended noting(Ended end) {
        String norms = deviation == 1
                ? NORMS
                : String.format(Locale.ROOT, "%s, of columns that were divided by %.3g", NORMS, deviation);
        return end.network().isEmpty()
                ? end
                : end.withNotes(
                        Stream.concat(end.notes().stream(), Stream.of(norms)).toList());
    }
}
