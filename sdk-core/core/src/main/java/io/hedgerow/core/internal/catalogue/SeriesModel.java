// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.internal.solver.ThresholdedColumns;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import java.util.List;

/**
 * The settings of a dynamic network learned in rounds beyond {@link MethodSettings}, whose λ and threshold are those of
 * W: λ_A / λ_W, and the smallest |A[i, j]| of an edge.
 */
record SeriesModel(SeriesDesign design, double lambdaRatio, double lagThreshold) {

    private static final double CAP = 1e16;
    /** As many as a plan may have rounds. */
    private static final long MOST = 100_000;

    /** Half of the smallest weight that simulations of the papers have. */
    private static final double THRESHOLD = SearchSettings.ofSeries().threshold();

    /** The preset settings from which a plan starts. */
    enum Preset {
        /** The settings that did best in our measurements. */
        RECOMMENDED,
        /** The settings that papers 000 and 004 print. */
        PUBLISHED;

        /** Which of them; other parameters override it. */
        static final Parameter PARAMETER = Parameter.choice(
                        "preset",
                        List.of("recommended", "published"),
                        "what did best in our measurements, or what the papers print; other parameters override it")
                .usually("recommended");

        static Preset of(MethodParameters parameters) {
            return parameters.text("preset").orElse("").equals("published") ? PUBLISHED : RECOMMENDED;
        }
    }

    /** Every method whose penalties are for noise variances near 1 declares it. */
    static final Parameter UNIT =
            Parameter.positive("unit", "variance that counts as 1").usually("1");

    /** Penalties of the first round and how they grow. */
    static final List<Parameter> PENALTIES = List.of(
            Parameter.positive("rho1", "penalty on cycles in the first round").usually("that of the preset"),
            Parameter.number("rho1-growth", "factor of rho1 in every round, at least 1")
                    .usually("that of the preset"),
            Parameter.positive("rho2", "penalty on disagreement in the first round")
                    .usually("that of the preset"),
            Parameter.number("rho2-growth", "factor of rho2 in every round, at least 1")
                    .usually("that of the preset"));

    /** A method in rounds on series with the parameters that all of them have. */
    static MethodDescriptor describe(String name, String sentence, MethodTrait... traits) {
        return MethodDescriptor.of(name, sentence, traits)
                .with(SeriesDesign.LAGS)
                .with(SeriesDesign.ORDER)
                .with(
                        Preset.PARAMETER,
                        Parameter.positive("lambda-w", "weight of sparsity of edges within a step")
                                .usually("that of the preset"),
                        Parameter.positive("lambda-a", "weight of sparsity of edges of lags")
                                .usually("lambda-w"))
                .with(PENALTIES)
                .with(
                        Parameter.positive("threshold", "smallest weight of an edge")
                                .usually("that of the preset"),
                        Parameter.positive("threshold-a", "smallest weight of an edge of a lag")
                                .usually("threshold"),
                        Parameter.count("vote-rounds", "how many of the last rounds vote on edges; at most rounds")
                                .from(1, MOST)
                                .usually("1"),
                        UNIT,
                        Parameter.flag("no-centring", "rows are taken as they are, not about the site's own mean"));
    }

    record Chosen(SeriesModel model, MethodSettings settings) {}

    /**
     * FDBNL as published (000 §4.1): λ_W = λ_A = 0.5, ρ1 = 1.6^t, ρ2 = 1.1^t, threshold 0.3 and the last round's
     * network. Recommended: λ of the sites' sum of losses, which is P times that of pooled rows, ρ2 constant, and half
     * the smallest weight as threshold ({@code docs/results.md}, ADR 32).
     */
    static MethodSettings consensus(Preset preset, int variables, int sites) {
        MethodSettings start = FederatedMethod.FED_BNSL.paper(variables);
        return preset == Preset.PUBLISHED
                ? start.withLambda(0.5)
                        .withPenalties(new PenaltySchedule(1, 1.6, CAP), new PenaltySchedule(1, 1.1, CAP))
                : FederatedMethod.FED_BNSL
                        .recommended(variables, sites)
                        .withLambda(0.05 * sites)
                        .withPenalties(new PenaltySchedule(1, 1.3, CAP), PenaltySchedule.constant(1))
                        .withNetworkRule(THRESHOLD, 1)
                        .withCommunication(CommunicationPolicy.economical(THRESHOLD));
    }

    /** PFDBNL as published (004 §5.2): λ = 0.1, or 0.01 from 15 variables on, ρ1 = 1.6^t, ρ2 = 1.1^t, threshold 0.3. */
    static MethodSettings personal(Preset preset, int variables) {
        MethodSettings published = consensus(Preset.PUBLISHED, variables, 1).withLambda(variables < 15 ? 0.1 : 0.01);
        return preset == Preset.PUBLISHED
                ? published
                : published.withLambda(0.1).withNetworkRule(THRESHOLD, 1);
    }

    /** μ of {@link #personal}. */
    static double pull(Preset preset) {
        return preset == Preset.PUBLISHED ? 0.1 : 0.3;
    }

    static Chosen of(StudyTerms terms, MethodParameters parameters, MethodSettings preset) {
        SeriesDesign design = SeriesDesign.ofRounds(terms.schema(), parameters);
        double lambda = parameters.positive("lambda-w", preset.penalties().lambda());
        double lambdaA = parameters.positive(
                "lambda-a",
                parameters.has("lambda-w") ? lambda : preset.penalties().lambda());
        double threshold = parameters.positive("threshold", preset.networkRule().threshold());
        MethodSettings settings = preset.withLambda(lambda)
                .withPenalties(
                        penalty(parameters, "rho1", preset.penalties().rho1()),
                        penalty(parameters, "rho2", preset.penalties().rho2()))
                .withThreshold(threshold)
                .withNetworkRule(threshold, (int)
                        parameters.count("vote-rounds", preset.networkRule().voteRounds()))
                .withUnit(parameters.positive("unit", preset.loss().unit()))
                .withRounds(terms.rounds())
                .withCentring(
                        parameters.flag("no-centring")
                                ? Centring.NONE
                                : preset.loss().centring());
        if (settings.networkRule().voteRounds() > terms.rounds()) {
            throw new IllegalArgumentException("parameter vote-rounds of " + terms.method() + " must be at most rounds "
                    + terms.rounds() + ", was " + settings.networkRule().voteRounds());
        }
        if (terms.isMasked()) {
            settings = settings.withCommunication(settings.communication().inSteps());
        }
        double lagThreshold = parameters.positive("threshold-a", threshold);
        return new Chosen(new SeriesModel(design, lambdaA / lambda, lagThreshold), settings);
    }

    /** Where a penalty begins, and by how much it grows in a round. */
    static PenaltySchedule penalty(MethodParameters parameters, String name, PenaltySchedule preset) {
        double initial = parameters.positive(name, preset.initial());
        double growth = parameters.number(name + "-growth", preset.growth());
        if (!(growth >= 1)) {
            throw new IllegalArgumentException(
                    "parameter " + name + "-growth must be at least 1, the factor per round, was " + growth);
        }
        return growth == 1 ? PenaltySchedule.constant(initial) : new PenaltySchedule(initial, growth, CAP);
    }

    /** W and A; W alone without lags. */
    ParameterLayout layout() {
        int d = design.slices().size();
        int lags = design.slices().lags();
        return lags == 0 ? ParameterLayout.linear(d) : ParameterLayout.dynamicLinear(d, lags, lambdaRatio);
    }

    ThresholdedColumns edges(ParameterLayout layout, double threshold) {
        return new ThresholdedColumns(
                layout, design.slices().size() * (design.slices().lags() + 1), threshold, lagThreshold);
    }
}
