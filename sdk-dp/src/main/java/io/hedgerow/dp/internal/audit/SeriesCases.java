// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Payload;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.solver.DynamicReleaseSolver;
import io.hedgerow.dp.internal.solver.LaggedOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The release of series' moments on pairs that move it by nearly all of its sensitivity, in directions at random; all
 * numbers that it publishes are looked at together ({@link LearnedStatistic}). Stateless; each case is for one thread.
 */
final class SeriesCases {

    private static final int STEPS = 40;

    private SeriesCases() {}

    /**
     * A series along one direction against one across, and a constant series against one of alternating sign, which
     * differ in lags only.
     *
     * @param options of a site; at most a thousand persons or so, who are all read in each run
     * @param seed of the canaries' directions; noise has none
     * @param delta δ of the report
     * @return a case for each pair
     */
    static List<AuditCase> of(LaggedOptions options, long seed, double delta) {
        Canary canary = new Canary(options.options().variables(), seed);
        double[] along = canary.direction();
        double[] across = canary.besides(along);
        return List.of(
                aCase("directions", options, delta, series(options, along, 1), series(options, across, 1)),
                aCase("lags", options, delta, series(options, along, 1), series(options, along, -1)));
    }

    /** Columns of lags are not read. */
    private static List<double[]> series(LaggedOptions options, double[] direction, int sign) {
        List<double[]> rows = new ArrayList<>();
        double size = Canary.LARGE;
        for (int t = 0; t < STEPS; t++, size *= sign) {
            double[] row = new double[(options.lags() + 1) * direction.length];
            for (int j = 0; j < direction.length; j++) {
                row[j] = size * direction[j];
            }
            rows.add(row);
        }
        return rows;
    }

    private static AuditCase aCase(
            String name, LaggedOptions options, double delta, List<double[]> one, List<double[]> other) {
        AuditedRows rows = AuditedRows.persons(Math.toIntExact(options.options().rows()));
        MechanismEvent claimed = new DynamicReleaseSolver(options).roundPlan(1).get(0);
        double[][] zeros = new double[1][one.get(0).length];
        DataView left = rows.open(one, zeros, claimed);
        DataView right = rows.open(other, zeros, claimed);
        return LearnedStatistic.aCase(
                name, claimed, delta, () -> released(options, left), () -> released(options, right));
    }

    private static double[] released(LaggedOptions options, DataView view) {
        DynamicReleaseSolver solver = new DynamicReleaseSolver(options);
        solver.plan(new Task("audit", 0, 1, Payload.empty(), Set.of()));
        Parameters zero = Parameters.zeros(DynamicReleaseSolver.layout(options).size());
        LocalProblem problem =
                new LocalProblem(DynamicReleaseSolver.layout(options), zero, zero, zero, 1, 0, 1, Centring.NONE);
        return solver.solve(problem, view).parameters().toArray();
    }
}
