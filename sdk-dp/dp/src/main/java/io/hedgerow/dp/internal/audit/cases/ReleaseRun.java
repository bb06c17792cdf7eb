// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import java.util.List;
import java.util.Set;

/**
 * Runs the rounds of a release for audits: every run is a study of its own with a new solver, as every site has one.
 *
 * @param design the noisy sums of the release
 * @param from the first round
 * @param to the round after the last
 * @param announced the announcement of the coordinator, the same in all rounds
 * @param before the site's earlier releases
 */
record ReleaseRun(ReleaseDesign<?> design, int from, int to, Parameters announced, Parameters before) {

    /** μ of a round that is audited by itself: small changes of it are seen best near 2. */
    static final double ROUND_MU = 2;

    static List<MechanismEvent> plan(ReleaseDesign<?> design) {
        return new ReleaseSolver(design).roundPlan(design.rounds());
    }

    /** The factor on μ of a whole release that gives a round μ = 2. */
    static double scale(MechanismEvent round) {
        return round instanceof MechanismEvent.Sequence sequence
                        && sequence.steps().get(0) instanceof MechanismEvent.Gaussian gaussian
                ? ROUND_MU / gaussian.mu()
                : 1;
    }

    /** The cost of the rounds together. */
    MechanismEvent claimed() {
        List<MechanismEvent> rounds = plan(design).subList(from, to);
        return rounds.size() == 1 ? rounds.get(0) : new MechanismEvent.Sequence(rounds);
    }

    /** The values of all messages, one after the other. */
    double[] published(DataView view) {
        ParameterLayout layout = design.layout();
        ReleaseSolver solver = new ReleaseSolver(design);
        LocalProblem problem =
                new LocalProblem(layout, announced, Parameters.zeros(layout.size()), before, 1, 0, 1, Centring.NONE);
        double[] all = new double[(to - from) * layout.size()];
        for (int round = from; round < to; round++) {
            solver.plan(new Task("audit", round, 1, Payload.empty(), Set.of()));
            solver.solve(problem, view).parameters().copyTo(0, all, (round - from) * layout.size(), layout.size());
        }
        return all;
    }
}
