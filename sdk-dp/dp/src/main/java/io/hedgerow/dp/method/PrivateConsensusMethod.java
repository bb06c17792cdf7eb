// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.dp.method.settings.PrivateSettings.Centre;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs DP-Fed-Sparse-BNSL and DP-Fed-BNSL: private rounds towards a consensus, with the settings of {@code learn}
 * unless the plan has others. Every site finds by itself the least noise that keeps the whole study within the plan's
 * budget; with masks, too, each adds all of its noise.
 */
record PrivateConsensusMethod(
        PrivateRounds rounds, Study study, UnitsOfSites units, double unit, SharedAccounting accounting)
        implements PrivateMethod {

    private static final long MOST_ITERATIONS = 100_000;

    private static final String USUAL = "chosen for the numbers of the study";

    private static final List<Parameter> OF_STEPS = List.of(
            UnitsOfSites.PERSONS_OF_SITE,
            Parameter.count("local-iterations", "private steps of a site in a round")
                    .from(1, MOST_ITERATIONS)
                    .usually(USUAL),
            Parameter.positive("gamma", "length of a step").from(1e-50, 1).usually(USUAL),
            Parameter.flag("private-mean", "a private mean is released and subtracted; needs bound, and no centre"),
            Parameter.positive("bound", "public, with private-mean: no cell is expected beyond it"),
            Parameter.flag(
                    "mean-smoothness",
                    "sites send the second moments that they release in round 0, and all take their mean"));

    private static final List<Parameter> DEVIATIONS_OF_STEPS =
            PrivateMomentsMethod.deviations("0.2 times the root of unit", "20 times the root of unit");

    static final MethodDescriptor STEPS = ofRounds(
                    PrivateAlgorithm.DP_FED_SPARSE, "rounds of private greedy steps at the sites")
            .with(OF_STEPS)
            .with(DEVIATIONS_OF_STEPS);

    static final MethodDescriptor CLOSED_FORM =
            ofRounds(PrivateAlgorithm.DP_FED_BNSL, "one noisy matrix per site, and rounds of the closed form on it");

    static final MethodDescriptor LAPLACE_STEPS = ofRounds(
                    PrivateAlgorithm.DP_FED_SPARSE_LAPLACE,
                    "a baseline: rounds of private greedy steps with Laplace noise throughout",
                    MethodTrait.IN_ONE_PROCESS)
            .with(OF_STEPS)
            .with(DEVIATIONS_OF_STEPS);

    private static MethodDescriptor ofRounds(PrivateAlgorithm algorithm, String sentence, MethodTrait... more) {
        Set<MethodTrait> traits = EnumSet.of(MethodTrait.PROMISE, MethodTrait.ROUNDS);
        traits.addAll(List.of(more));
        return new MethodDescriptor(algorithm.id(), sentence, traits, List.of())
                .with(
                        UnitsOfSites.ROWS_OF_SITE,
                        Parameter.positive("lambda", "weight of sparsity").usually(USUAL),
                        Parameter.positive("rho1", "penalty on cycles").usually(USUAL),
                        Parameter.positive("rho2", "penalty on disagreement").usually(USUAL),
                        Parameter.positive("clip", "bound on what a row can contribute to a step, or on its norm")
                                .usually(USUAL),
                        Parameter.positive("threshold", "smallest weight of an edge")
                                .usually(USUAL),
                        Parameter.positive("unit", "public variance that counts as 1: rows are divided by its root")
                                .usually("1"),
                        PrivateMomentsMethod.CENTRE);
    }

    static PrivateConsensusMethod ofSteps(StudyTerms terms, MethodParameters parameters) {
        return of(PrivateAlgorithm.DP_FED_SPARSE, terms, parameters);
    }

    static PrivateConsensusMethod ofClosedForm(StudyTerms terms, MethodParameters parameters) {
        return of(PrivateAlgorithm.DP_FED_BNSL, terms, parameters);
    }

    private static PrivateConsensusMethod of(
            PrivateAlgorithm algorithm, StudyTerms terms, MethodParameters parameters) {
        terms.promise()
                .ifPresent(promised -> PrivateSettings.recommended(
                                algorithm, terms.schema().size(), terms.sites().size(), promised.epsilon())
                        .requireUnit(promised.unit()));
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        double unit = parameters.positive("unit", 1);
        PrivateSettings settings =
                settings(algorithm, terms, parameters, units.budget().epsilon(), Math.sqrt(unit));
        return of(terms.agreement(), settings, units, unit, new SharedAccounting());
    }

    static PrivateConsensusMethod of(
            Agreement agreement,
            PrivateSettings settings,
            UnitsOfSites units,
            double unit,
            SharedAccounting accounting) {
        PrivateRounds rounds = PrivateRounds.of(settings, units.noise());
        Study study = rounds.study(
                agreement.name(),
                agreement.schema(),
                agreement.sites().size(),
                agreement.policy(),
                agreement.isMasked());
        units.distinct().forEach(own -> rounds.requireUsable(study, own, units.budget()));
        return new PrivateConsensusMethod(rounds, study, units, unit, accounting);
    }

    /** The settings, in units of the rescaled rows, in which the least noise variance is about 1. */
    private static PrivateSettings settings(
            PrivateAlgorithm algorithm,
            StudyTerms terms,
            MethodParameters parameters,
            double epsilon,
            double deviation) {
        PrivateSettings start = PrivateSettings.recommended(
                algorithm, terms.schema().size(), terms.sites().size(), epsilon);
        boolean steps = algorithm.isGreedy();
        List<Double> centre = centre(terms.schema(), parameters, deviation);
        boolean mean = steps && parameters.flag("private-mean");
        if (mean && !(parameters.has("bound") && centre.isEmpty())) {
            throw new IllegalArgumentException(
                    "parameter private-mean needs bound, a public number that no cell exceeds"
                            + " in absolute value, and no centre");
        }
        PrivateSettings settings = new PrivateSettings(
                algorithm,
                terms.rounds(),
                steps ? (int) parameters.count("local-iterations", start.localIterations()) : start.localIterations(),
                parameters.positive("lambda", start.lambda()),
                parameters.positive("rho1", start.rho1()),
                parameters.positive("rho2", start.rho2()),
                steps ? parameters.positive("gamma", start.gamma()) : start.gamma(),
                parameters.positive("clip", start.clip()),
                start.selectionShare(),
                start.scaleShare(),
                parameters.positive("threshold", start.threshold()),
                steps
                        ? parameters.positive("smallest-deviation", start.smallestDeviation() * deviation) / deviation
                        : start.smallestDeviation(),
                steps
                        ? parameters.positive("largest-deviation", start.largestDeviation() * deviation) / deviation
                        : start.largestDeviation(),
                mean ? Centre.PRIVATE : centre.isEmpty() ? Centre.NONE : Centre.PUBLIC,
                centre.isEmpty() ? null : centre,
                mean ? parameters.positive("bound", 1) / deviation : null,
                false,
                null,
                start.seed(),
                null);
        return steps && parameters.flag("mean-smoothness") ? settings.withMeanSmoothness() : settings;
    }

    /** The public values to subtract, {@code centre.VARIABLE}; 0 for variables not named. */
    private static List<Double> centre(VariableSchema schema, MethodParameters parameters, double deviation) {
        List<Double> values = new ArrayList<>();
        boolean any = false;
        for (String variable : schema.names()) {
            any |= parameters.has("centre." + variable);
            values.add(parameters.number("centre." + variable, 0) / deviation);
        }
        return any ? values : List.of();
    }

    @Override
    public SumForm sums() {
        return new SumForm.OwnNoise();
    }

    @Override
    public PlannedSolver solver(SiteId site) {
        return rounds.solver(study, units.of(site), units.budget(), accounting);
    }

    @Override
    public PlannedSolver stated(SiteId site) {
        return rounds.stated(study, units.of(site), units.budget(), accounting);
    }

    @Override
    public Map<String, Double> noise(SiteId site) {
        return rounds.noise(study, units.of(site), units.budget(), accounting);
    }

    @Override
    public String components() {
        SiteId any = units.sites().keySet().iterator().next();
        return rounds.solverId(study, units.of(any), units.budget()) + " + "
                + rounds.coordinator(study).id();
    }

    @Override
    public long publishedBytes(List<RoundReport> reports, long coefficients) {
        return rounds.publishedBytes(study, reports, coefficients);
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        return Method.rounds(study, rounds.coordinator(study), rounds.network(study), with);
    }
}
