// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults;
import io.hedgerow.dp.internal.options.ConsensusView;
import io.hedgerow.dp.internal.options.RowView;
import io.hedgerow.dp.internal.options.StepView;
import io.hedgerow.dp.internal.release.moments.DpClosedFormSolver;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs DP-Fed-Sparse-BNSL and DP-Fed-BNSL: private rounds towards a consensus, with the settings of {@code learn}
 * unless the plan has others. Every site finds by itself the least noise that keeps the whole study within the plan's
 * budget; with masks, too, each adds all of its noise.
 */
record PrivateConsensusMethod(
        String name, PrivateRounds rounds, Study study, UnitsOfSites units, double unit, SharedAccounting accounting)
        implements PrivateMethod {

    private static final String UNIT = "unit";
    private static final long MOST_ITERATIONS = 100_000;
    private static final double PAPER_THRESHOLD = 0.3;
    /** λ of the closed form for every site. */
    private static final double LAMBDA_OF_SITE = 0.07;
    /**
     * The smallest deviation for private steps: they have λ, κ and their threshold in units of a noise deviation, so a
     * narrower range serves them.
     */
    private static final double SMALLEST_STEP_DEVIATION = 0.2;

    private static final double LARGEST_STEP_DEVIATION = 20;

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
                    "sites send the second moments that they release in round 0, and all take their mean"),
            Parameter.positive("scale-share", "share of the budget for the second moments of round 0")
                    .from(1e-6, 0.9)
                    .usually("0.03")
                    .only(Parameter.Where.IN_ONE_PROCESS));

    private static final List<Parameter> DEVIATIONS_OF_STEPS =
            PrivateMomentsDesign.deviations("0.2 times the root of unit", "20 times the root of unit");

    static final MethodDescriptor STEPS = ofRounds("dp-fed-sparse", "rounds of private greedy steps at the sites")
            .with(OF_STEPS)
            .with(DEVIATIONS_OF_STEPS);

    static final MethodDescriptor CLOSED_FORM = ofRounds(
                    "dp-fed-bnsl", "one noisy matrix per site, and rounds of the closed form on it")
            .with(said("smallest-deviation", "0.02"), said("largest-deviation", "3000"));

    /** A limit that the closed form does not need; results of {@code learn} have it. */
    private static Parameter said(String name, String usual) {
        return Parameter.positive(name, "public, and said in results only: the bound on a row is clip")
                .usually(usual)
                .only(Parameter.Where.IN_ONE_PROCESS);
    }

    static final MethodDescriptor LAPLACE_STEPS = ofRounds(
                    "dp-fed-sparse-laplace",
                    "a baseline: rounds of private greedy steps with Laplace noise throughout",
                    MethodTrait.IN_ONE_PROCESS)
            .with(OF_STEPS)
            .with(DEVIATIONS_OF_STEPS);

    private static MethodDescriptor ofRounds(String name, String sentence, MethodTrait... more) {
        Set<MethodTrait> traits = EnumSet.of(MethodTrait.PROMISE, MethodTrait.ROUNDS);
        traits.addAll(List.of(more));
        return new MethodDescriptor(name, sentence, traits, List.of())
                .with(
                        UnitsOfSites.ROWS_OF_SITE,
                        Parameter.nonNegative("lambda", "weight of sparsity").usually(USUAL),
                        Parameter.positive("rho1", "penalty on cycles").usually(USUAL),
                        Parameter.positive("rho2", "penalty on disagreement").usually(USUAL),
                        Parameter.positive("clip", "bound on what a row can contribute to a step, or on its norm")
                                .usually(USUAL),
                        Parameter.nonNegative("threshold", "smallest weight of an edge")
                                .usually(USUAL),
                        Parameter.positive(UNIT, "public variance that counts as 1: rows are divided by its root")
                                .usually("1"),
                        PrivateMomentsDesign.CENTRE);
    }

    static PrivateConsensusMethod ofSteps(StudyTerms terms, MethodParameters parameters) {
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        double unit = parameters.positive(UNIT, 1);
        GreedyDefaults usual = GreedyDefaults.of(terms.schema().size(), units.budget());
        ConsensusView consensus = ConsensusView.read(
                parameters,
                new ConsensusView(terms.rounds(), usual.lambda(), usual.rho1(), usual.rho2(), PAPER_THRESHOLD));
        StepView steps = StepView.read(parameters, StepView.usual(usual));
        RowView range = RowView.within(SMALLEST_STEP_DEVIATION, LARGEST_STEP_DEVIATION);
        RowView rows = RowView.read(parameters, terms.schema(), unit, range, true);
        boolean laplace = terms.method().equals(LAPLACE_STEPS.name());
        return of(terms, new GreedyRounds(consensus, steps, rows, laplace, units.noise()), units, unit);
    }

    /** Whether sites of this method compute private greedy steps. */
    static boolean takesSteps(String method) {
        return method.equals(STEPS.name()) || method.equals(LAPLACE_STEPS.name());
    }

    static PrivateConsensusMethod ofClosedForm(StudyTerms terms, MethodParameters parameters) {
        terms.promise().map(PrivacyPromise::unit).ifPresent(DpClosedFormSolver::requireRecords);
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        double unit = parameters.positive(UNIT, 1);
        int d = terms.schema().size();
        GreedyDefaults usual = GreedyDefaults.of(d, units.budget());
        ConsensusView consensus = ConsensusView.read(
                parameters,
                new ConsensusView(
                        terms.rounds(),
                        LAMBDA_OF_SITE * terms.sites().size(),
                        usual.rho1(),
                        usual.rho2(),
                        PAPER_THRESHOLD));
        RowView rows = RowView.read(parameters, terms.schema(), unit, PrivateMomentsDesign.RANGE, true);
        double clip = parameters.positive("clip", Math.sqrt(5.0 * d));
        return of(terms, new ClosedFormRounds(consensus, clip, rows, units.noise()), units, unit);
    }

    private static PrivateConsensusMethod of(StudyTerms terms, PrivateRounds rounds, UnitsOfSites units, double unit) {
        Study study =
                rounds.study(terms.name(), terms.schema(), terms.sites().size(), terms.policy(), terms.isMasked());
        units.distinct().forEach(own -> rounds.requireUsable(study, own, units.budget()));
        return new PrivateConsensusMethod(terms.method(), rounds, study, units, unit, new SharedAccounting());
    }

    @Override
    public PrivateMethod sharing(SharedAccounting shared) {
        return new PrivateConsensusMethod(name, rounds, study, units, unit, shared);
    }

    @Override
    public Optional<Record> shownSettings() {
        return Optional.of(rounds.shown(name, study.schema().size(), units.budget()));
    }

    @Override
    public Map<String, Double> bounds() {
        return rounds.bounds();
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
