// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.protocol.PublishedCost;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.vote.VotedNetwork;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.AcyclicityForm;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.Study;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The methods Fed-Sparse-BNSL, Fed-BNSL, and FDBNL (Fed-BNSL for time series), with recommended settings by default.
 */
record ConsensusMethod(FederatedMethod method, MethodSettings settings, Study study, Optional<SeriesModel> series)
        implements ConsensusRounds {

    /** As many as a plan may have rounds, and as a site may have private steps in one. */
    private static final long MOST = 100_000;

    /** Paper 001, section 5.1. */
    private static final Parameter BIAS_TERMS = Parameter.flag(
            "bias-terms",
            "rows are taken as they are, and sites agree on a bias term of each variable, which tells about means");

    static final MethodDescriptor STEPS = ofRows(
                    FederatedMethod.FED_SPARSE,
                    "rounds towards a consensus: greedy steps at the sites, sparse updates",
                    Parameter.Where.EVERYWHERE,
                    Parameter.Where.EVERYWHERE)
            .with(BIAS_TERMS);

    static final MethodDescriptor CLOSED_FORM = ofRows(
                    FederatedMethod.FED_BNSL,
                    "rounds towards a consensus: the closed form at the sites, dense updates",
                    Parameter.Where.IN_PLANS,
                    Parameter.Where.IN_PLANS)
            .with(BIAS_TERMS);

    static final MethodDescriptor FRANK_WOLFE = ofRows(
            FederatedMethod.FED_BNSL_FW,
            "a baseline: rounds towards a consensus with Frank-Wolfe steps at the sites",
            Parameter.Where.EVERYWHERE,
            Parameter.Where.IN_PLANS,
            MethodTrait.IN_ONE_PROCESS);

    static final MethodDescriptor OF_SERIES = SeriesModel.describe(
            "fdbnl", "rounds towards one dynamic network of all sites", MethodTrait.SERIES, MethodTrait.ROUNDS);

    /** The settings from which a run starts. */
    private enum Start {
        RECOMMENDED,
        GRADUAL,
        /** The simulated experiments of paper 002. */
        PAPER,
        /** The growing schedule of paper 001. */
        PAPER_ADMM,
        /** Paper 002's settings for the Sachs data. */
        PAPER_SACHS;

        static List<String> words() {
            return ConsensusMethod.words(values());
        }

        /** Settings to start from; penalties that grow do so over the rounds of the run, where these are known. */
        MethodSettings settings(FederatedMethod method, int variables, int sites, OptionalInt rounds) {
            MethodSettings recommended = method.recommended(variables, sites);
            return switch (this) {
                case RECOMMENDED -> recommended;
                case GRADUAL -> method.gradual(variables, sites, rounds.orElse(recommended.rounds()));
                case PAPER -> method.paper(variables);
                case PAPER_ADMM -> method.paperAdmm(variables);
                case PAPER_SACHS -> method.paperSachs(variables);
            };
        }
    }

    private static List<String> words(Enum<?>[] values) {
        return Arrays.stream(values).map(Words::dashed).toList();
    }

    /** As many rounds as the settings to start from have. */
    static int usualRounds(FederatedMethod method, StudyTerms terms, int variables) {
        return Words.constant(Start.class, terms.parameters().getOrDefault("preset", ""))
                .orElse(Start.RECOMMENDED)
                .settings(method, variables, terms.sites().size(), OptionalInt.empty())
                .rounds();
    }

    private static MethodDescriptor ofRows(
            FederatedMethod method,
            String sentence,
            Parameter.Where steps,
            Parameter.Where length,
            MethodTrait... traits) {
        MethodTrait[] all = Arrays.copyOf(traits, traits.length + 1);
        all[traits.length] = MethodTrait.ROUNDS;
        Parameter.Where settings = Parameter.Where.IN_ONE_PROCESS;
        return MethodDescriptor.of(method.id(), sentence, all)
                .with(
                        Parameter.nonNegative("lambda", "weight of sparsity").usually("chosen for the number of sites"),
                        Parameter.count("local-iterations", "steps of a site in a round, at most")
                                .from(1, MOST)
                                .usually("10 for each variable")
                                .only(steps),
                        Parameter.positive("gamma", "length of a step")
                                .from(1e-50, 1)
                                .usually("1")
                                .only(length),
                        Parameter.nonNegative("threshold", "smallest weight of an edge")
                                .usually("0.3"),
                        Parameter.count("vote-rounds", "how many of the last rounds vote on edges; at most rounds")
                                .from(1, MOST)
                                .usually("20"),
                        Parameter.flag("gradual", "penalties begin softly, for long chains of weak edges"),
                        SeriesModel.UNIT,
                        Parameter.flag("no-centring", "rows are taken as they are, not about the site's own mean"),
                        Parameter.choice("preset", Start.words(), "the settings to start from")
                                .usually("recommended")
                                .only(settings),
                        Parameter.positive("rho1", "penalty on cycles, the same in every round")
                                .usually("that of the preset")
                                .only(settings),
                        Parameter.positive("rho2", "penalty on disagreement, the same in every round")
                                .usually("that of the preset")
                                .only(settings),
                        Parameter.choice("diagonal", words(Diagonal.values()), "self-edges at the sites")
                                .usually("that of the preset")
                                .only(settings),
                        Parameter.choice("acyclicity", words(AcyclicityForm.values()), "the measure of cycles")
                                .usually("that of the preset")
                                .only(settings));
    }

    static ConsensusMethod ofSteps(StudyTerms terms, MethodParameters parameters) {
        return of(FederatedMethod.FED_SPARSE, terms, parameters);
    }

    static ConsensusMethod ofClosedForm(StudyTerms terms, MethodParameters parameters) {
        return of(FederatedMethod.FED_BNSL, terms, parameters);
    }

    static ConsensusMethod ofFrankWolfe(StudyTerms terms, MethodParameters parameters) {
        return of(FederatedMethod.FED_BNSL_FW, terms, parameters);
    }

    private static ConsensusMethod of(FederatedMethod method, StudyTerms terms, MethodParameters parameters) {
        requireVotes(terms, parameters);
        int d = terms.schema().size();
        int sites = terms.sites().size();
        boolean gradual = parameters.flag("gradual");
        if (gradual && parameters.has("preset")) {
            throw new IllegalArgumentException("parameter gradual of " + terms.method()
                    + " cannot be combined with preset, which says what penalties begin with: leave one of them out");
        }
        MethodSettings start = parameters
                .text("preset")
                .flatMap(word -> Words.constant(Start.class, word))
                .orElse(gradual ? Start.GRADUAL : Start.RECOMMENDED)
                .settings(method, d, sites, OptionalInt.of(terms.rounds()));
        MethodSettings settings = start.withLambda(
                        parameters.number("lambda", start.penalties().lambda()))
                .withPenalties(
                        constant(parameters, "rho1", start.penalties().rho1()),
                        constant(parameters, "rho2", start.penalties().rho2()))
                .withDiagonal(word(parameters, "diagonal", start.loss().diagonal()))
                .withAcyclicity(word(parameters, "acyclicity", start.acyclicity()))
                .withLocalSteps(
                        (int) parameters.count(
                                "local-iterations", start.localSteps().iterations()),
                        parameters.positive("gamma", start.localSteps().gamma()))
                .withNetworkRule(start.networkRule().threshold(), (int)
                        parameters.count("vote-rounds", start.networkRule().voteRounds()))
                .withThreshold(
                        parameters.number("threshold", start.networkRule().threshold()))
                .withUnit(parameters.positive("unit", start.loss().unit()))
                .withRounds(terms.rounds())
                .withCentring(
                        parameters.declares(BIAS_TERMS.name()) && parameters.flag(BIAS_TERMS.name())
                                ? Centring.BIAS_TERMS
                                : parameters.flag("no-centring")
                                        ? Centring.NONE
                                        : start.loss().centring());
        return of(terms.agreement(), method, settings, 0);
    }

    private static PenaltySchedule constant(MethodParameters parameters, String name, PenaltySchedule usual) {
        return parameters.has(name) ? PenaltySchedule.constant(parameters.positive(name, usual.initial())) : usual;
    }

    private static <E extends Enum<E>> E word(MethodParameters parameters, String name, E usual) {
        return parameters
                .text(name)
                .flatMap(word -> Words.constant(usual.getDeclaringClass(), word))
                .orElse(usual);
    }

    /** Behind masks values are sent in whole steps. */
    static ConsensusMethod of(Agreement agreement, FederatedMethod method, MethodSettings settings, long totalRows) {
        Study study = method.study(
                agreement.name(),
                agreement.schema(),
                agreement.isMasked()
                        ? settings.withCommunication(settings.communication().inSteps())
                        : settings,
                totalRows,
                agreement.sites().size(),
                agreement.policy());
        return new ConsensusMethod(method, settings, study, Optional.empty());
    }

    /**
     * FDBNL (papers 000 §3.1, 003, and 004 eq. 2 to 6): the closed form of the stacked design at the sites; at the
     * coordinator h sees W, and A is soft-thresholded.
     */
    static ConsensusMethod ofSeries(StudyTerms terms, MethodParameters parameters) {
        FederatedMethod method = FederatedMethod.FED_BNSL;
        int sites = terms.sites().size();
        SeriesModel.Chosen chosen = SeriesModel.of(
                terms,
                parameters,
                SeriesModel.consensus(
                        SeriesModel.Preset.of(parameters), terms.schema().size(), sites));
        SeriesModel model = chosen.model();
        Study study = ConsensusRounds.study(
                method, terms, model.design().slices().stacked(), model.layout(), chosen.settings());
        return new ConsensusMethod(method, chosen.settings(), study, Optional.of(model));
    }

    /** {@inheritDoc} Of series the parameters are shown. */
    @Override
    public Optional<Record> shownSettings() {
        return series.isPresent() ? Optional.empty() : Optional.of(settings);
    }

    @Override
    public RowSource prepared(RowSource rows) {
        return series.map(model -> model.design().prepared(rows)).orElse(rows);
    }

    private static void requireVotes(StudyTerms terms, MethodParameters parameters) {
        long voting = parameters.count("vote-rounds", 1);
        if (voting > terms.rounds()) {
            throw new IllegalArgumentException("parameter vote-rounds of "
                    + terms.method() + " must be at most rounds " + terms.rounds() + ", was "
                    + voting);
        }
    }

    @Override
    public String components() {
        return method.newLocalSolver(settings).id() + " + " + globalSolver().id();
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        int d = study.schema().size();
        return method == FederatedMethod.FED_BNSL
                ? PublishedCost.dense(study.layout().size(), rounds.size(), study.sites())
                : PublishedCost.sparse(
                        d,
                        coefficients,
                        rounds.stream()
                                .mapToLong(round -> round.consensus().support())
                                .sum(),
                        study.sites());
    }

    @Override
    public NetworkOfRounds network() {
        return series.map(model -> new VotedNetwork(
                        model.edges(study.layout(), settings.networkRule().threshold()),
                        settings.networkRule().voteRounds()))
                .orElseGet(() -> new VotedNetwork(
                        study,
                        settings.networkRule().voteRounds(),
                        settings.networkRule().threshold()));
    }

    @Override
    public GlobalSolver globalSolver() {
        return method.newGlobalSolver(study.layout().targets(), settings);
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return method.newLocalSolver(settings);
    }
}
