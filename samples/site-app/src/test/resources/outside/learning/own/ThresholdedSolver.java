// SPDX-License-Identifier: Apache-2.0
package own;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.method.own.RoundsMethod;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;

// region:solver
/** The exact solution, then each entry nearer to 0 by λ/ρ2. Not private. */
record ThresholdedSolver(LocalSolver exact) implements LocalSolver {
    @Override
    public String id() {
        return "thresholded";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate("thresholded exact solution");
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        double[] b = exact.solve(problem, view).parameters().toArray();
        double step = problem.lambda() / problem.rho2();
        for (int k = 0; k < b.length; k++) {
            b[k] = Math.signum(b[k]) * Math.max(0, Math.abs(b[k]) - step);
        }
        return new LocalSolution(Parameters.takeOver(b), 1, true);
    }
    // endregion

    static LearnedNetwork learn(List<RowSource> rows) throws InterruptedException {
        int d = rows.get(0).schema().size();
        // region:run
        UploadProtection plain = UploadProtection.insecurePlain();
        Agreement agreement = Agreement.inProcess("mine", rows.get(0).schema(), rows.size(), plain);
        MethodSettings settings = FederatedMethod.FED_SPARSE.recommended(d, rows.size()).withLambda(0.02);
        Study study = RoundsMethod.study(agreement, settings);
        RoundsMethod mine = RoundsMethod.of(
                study,
                site -> new ThresholdedSolver(LocalSolvers.closedForm(Diagonal.MASKED)),
                LocalSolvers::consensus);
        LearnedNetwork network = Learning.of(mine).learn(rows);
        // endregion
        return network;
    }
}
