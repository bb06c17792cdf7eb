package io.hedgerow.dp.audit;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Centring;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.round.Payload;
import io.hedgerow.core.round.Task;
import io.hedgerow.core.spi.LocalProblem;
import io.hedgerow.core.spi.LocalSolver;
import io.hedgerow.dp.solver.DpProximalGreedySolver;
import io.hedgerow.dp.solver.GramCentre;
import io.hedgerow.dp.solver.GramOptions;
import io.hedgerow.dp.solver.GramReleaseSolver;
import io.hedgerow.dp.solver.GreedyCost;
import io.hedgerow.dp.solver.GreedyOptions;
import io.hedgerow.dp.solver.GreedySteps;
import io.hedgerow.dp.solver.PlannedSolver;
import io.hedgerow.dp.solver.ProtectedUnits;
import io.hedgerow.dp.solver.RowCentre;
import io.hedgerow.dp.solver.Smoothness;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleSupplier;

/**
 * What sites release once: moments of variables and sums of products, each under the record that moves it most. The claim
 * is the solver's own plan. Stateless; each case is for one thread.
 */
public final class ReleaseCases {

    private static final int ROWS = 50;
    private static final double LARGE = 1e6;
    private static final double SMALL = 1e-6;
    private static final double RHO2 = 1e-6;

    private ReleaseCases() {}

    /**
     * Second moments by clipped logarithms, as round 0 of a greedy solver releases them: the canary's cells are all very
     * large or all very small. They are read from the step lengths of two further rounds, which cost next to nothing.
     *
     * @param mu sensitivity over noise
     * @param delta δ of the report
     * @return the case; the statistic is the sum of the logarithms of the moments
     */
    public static AuditCase rowMoments(double mu, double delta) {
        GreedyOptions options = new GreedyOptions(
                ProtectedUnits.records(Adjacency.REPLACE_ONE, ROWS),
                new GreedySteps(1, 1, GreedyRun.CLIP_FACTOR, Diagonal.MASKED),
                new GreedyCost(0x1p-20, 0x1p-16),
                new Smoothness.PrivateMoments(2, Math.exp(-1), Math.exp(1), mu),
                new RowCentre.Origin());
        MechanismEvent plan = new MechanismEvent.Sequence(new DpProximalGreedySolver(options).roundPlan(2));
        return new AuditCase("row-moments", plan, delta, moments(options, plan, LARGE), moments(options, plan, SMALL));
    }

    private static DoubleSupplier moments(GreedyOptions options, MechanismEvent plan, double cell) {
        DataView view = AuditedRows.records(ROWS).open(new double[] {cell, cell}, plan);
        // 2²⁸ sensitivities of an entry: far above its noise, within what scores can hold
        double push = 0x1p28 * 2 * GreedyRun.CLIP_FACTOR / ROWS;
        return () -> {
            DpProximalGreedySolver solver = new DpProximalGreedySolver(options);
            double sum = 0;
            for (int entry = 1; entry <= 2; entry++) {
                double[] dual = new double[4];
                dual[entry] = push;
                solver.plan(task(entry - 1));
                double step = solver.solve(problem(GreedyRun.LAYOUT, dual, new double[4]), view)
                        .parameters()
                        .get(entry);
                sum += Math.log(-push / step - RHO2);
            }
            return sum;
        };
    }

    /**
     * The two rounds of a release of second moments: the canary is all in the first variable or all in the second, which
     * moves scales and products alike by their whole sensitivity.
     *
     * @param mu what both rounds cost together
     * @param delta δ of the report
     * @return the case
     */
    public static AuditCase noisyGram(double mu, double delta) {
        return noisyGram("noisy-gram", AuditedRows.records(ROWS), gramOptions(mu), delta);
    }

    /**
     * The same where persons are protected and the canary has three rows.
     *
     * @param mu what both rounds cost together
     * @param delta δ of the report
     * @return the case
     */
    public static AuditCase noisyGramPersons(double mu, double delta) {
        return noisyGram(
                "noisy-gram-persons", AuditedRows.persons(ROWS), gramOptions(mu).withPersons(ROWS), delta);
    }

    private static GramOptions gramOptions(double mu) {
        return new GramOptions(2, ROWS, Adjacency.REPLACE_ONE, 0.01, 100, false, GramCentre.none(2), mu);
    }

    private static AuditCase noisyGram(String name, AuditedRows rows, GramOptions options, double delta) {
        PlannedSolver solver = new GramReleaseSolver(options);
        List<MechanismEvent> rounds = solver.roundPlan(2);
        MechanismEvent plan = new MechanismEvent.Sequence(rounds);
        double scaleShare = square(mu(rounds.get(0)));
        double productShare = square(mu(rounds.get(1)));
        // projections on what the canary moves: scales by (2, −2), products by (1, −1)
        Weights weights = new Weights(scaleShare / 4, productShare / 2);
        return new AuditCase(
                name,
                plan,
                delta,
                gram(rows, solver, plan, weights, LARGE, SMALL),
                gram(rows.neighbour(), solver, plan, weights, SMALL, LARGE));
    }

    private record Weights(double scale, double product) {}

    private static DoubleSupplier gram(
            AuditedRows rows, LocalSolver solver, MechanismEvent plan, Weights weights, double first, double second) {
        DataView view = rows.open(new double[] {first, second}, plan);
        ParameterLayout layout = GramReleaseSolver.layout(2);
        int q = layout.sliceLength();
        double[] units = new double[layout.size()];
        units[1] = 1;
        units[q + 1] = 1;
        return () -> {
            solver.plan(task(0));
            Parameters scale = solver.solve(problem(layout, new double[2 * q], new double[2 * q]), view)
                    .parameters();
            solver.plan(task(1));
            Parameters products = solver.solve(problem(layout, new double[2 * q], units), view)
                    .parameters();
            return weights.scale() * (scale.get(1) - scale.get(q + 1))
                    + weights.product() * (products.get(2) - products.get(q + 2));
        };
    }

    private static double mu(MechanismEvent event) {
        if (event instanceof MechanismEvent.Gaussian gaussian) {
            return gaussian.mu();
        }
        if (event instanceof MechanismEvent.Sequence sequence) {
            return sequence.steps().stream().mapToDouble(ReleaseCases::mu).max().orElse(0);
        }
        return 0;
    }

    private static double square(double x) {
        return x * x;
    }

    private static Task task(int round) {
        return new Task("audit", round, RHO2, Payload.empty(), Set.of());
    }

    private static LocalProblem problem(ParameterLayout layout, double[] dual, double[] consensus) {
        return new LocalProblem(
                layout,
                Parameters.copyOf(consensus),
                Parameters.takeOver(dual),
                Parameters.zeros(layout.size()),
                RHO2,
                0,
                1,
                Centring.NONE);
    }
}
