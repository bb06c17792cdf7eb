// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;

/** A method whose solvers say that a budget pays for what they find. */
record PromisingMethod(Method method) implements Method {

    @Override
    public Study study() {
        return method.study();
    }

    @Override
    public SumForm sums() {
        return method.sums();
    }

    @Override
    public String components() {
        return method.components();
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return method.publishedBytes(rounds, coefficients);
    }

    @Override
    public LocalSolver solver(SiteId site) {
        LocalSolver exact = method.solver(site);
        return new LocalSolver() {
            @Override
            public String id() {
                return "promising";
            }

            @Override
            public MechanismEvent plan(Task task) {
                return new MechanismEvent.PureDp(1, 1);
            }

            @Override
            public LocalSolution solve(LocalProblem problem, DataView view) {
                return exact.solve(problem, view);
            }
        };
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        return method.coordinate(with);
    }
}
