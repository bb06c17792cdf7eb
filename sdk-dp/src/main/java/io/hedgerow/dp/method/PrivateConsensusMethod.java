package io.hedgerow.dp.method;

import io.hedgerow.core.data.RescaledRows;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.dp.method.PrivateSettings.Centre;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * DP-Fed-Sparse-BNSL and DP-Fed-BNSL: private rounds towards a consensus, with the settings that {@code learn} starts
 * from unless the plan says otherwise. Every site finds by itself the least noise that keeps the whole study within the
 * plan's budget; behind masks, too, each adds all of its noise.
 */
record PrivateConsensusMethod(
        PrivateRounds rounds, Study study, UnitsOfSites units, double unit, SharedAccounting accounting)
        implements Method {

    private static final long MOST_ITERATIONS = 100_000;

    static PrivateConsensusMethod of(StudyTerms terms, MethodParameters parameters) {
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        double unit = parameters.positive("unit", 1);
        PrivateAlgorithm algorithm =
                terms.method().equals("dp-fed-sparse") ? PrivateAlgorithm.DP_FED_SPARSE : PrivateAlgorithm.DP_FED_BNSL;
        PrivateRounds rounds = PrivateRounds.of(
                settings(algorithm, terms, parameters, units.budget().epsilon(), Math.sqrt(unit)));
        Study study =
                rounds.study(terms.name(), terms.schema(), terms.sites().size(), terms.policy(), terms.isMasked());
        units.sites().values().forEach(own -> rounds.requireUsable(study, own, units.budget()));
        return new PrivateConsensusMethod(rounds, study, units, unit, new SharedAccounting());
    }

    /** In units of the rescaled rows, in which the least noise variance is about 1. */
    private static PrivateSettings settings(
            PrivateAlgorithm algorithm,
            StudyTerms terms,
            MethodParameters parameters,
            double epsilon,
            double deviation) {
        PrivateSettings start = PrivateDefaults.of(
                algorithm, terms.schema().size(), terms.sites().size(), epsilon);
        boolean steps = algorithm == PrivateAlgorithm.DP_FED_SPARSE;
        List<Double> centre = centre(terms.schema(), parameters, deviation);
        boolean mean = steps && parameters.flag("private-mean");
        if (mean && !(parameters.has("bound") && centre.isEmpty())) {
            throw new IllegalArgumentException(
                    "parameter private-mean needs bound, a public number that no cell exceeds"
                            + " in absolute value, and no centre");
        }
        return new PrivateSettings(
                algorithm,
                terms.rounds(),
                steps
                        ? (int) parameters.count("local-iterations", start.localIterations(), MOST_ITERATIONS)
                        : start.localIterations(),
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
                start.seed());
    }

    /** Public values to subtract, {@code centre.VARIABLE}; 0 for variables not named. */
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
    public RowSource prepared(RowSource rows) {
        if (unit == 1) {
            return rows;
        }
        double[] deviations = new double[rows.schema().size()];
        Arrays.fill(deviations, Math.sqrt(unit));
        return RescaledRows.of(rows, new double[deviations.length], deviations);
    }

    @Override
    public Ended coordinate(
            CoordinatorChannel channel,
            Aggregator aggregator,
            RoundObserver observer,
            Journal<CoordinatorRecord> journal)
            throws InterruptedException {
        return Method.rounds(
                study, rounds.coordinator(study), rounds.network(study), channel, aggregator, observer, journal);
    }
}
