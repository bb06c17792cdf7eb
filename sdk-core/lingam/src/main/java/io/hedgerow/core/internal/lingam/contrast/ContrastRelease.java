// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam.contrast;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;

/**
 * Releases a site's moments first, and then, in every round, the contrasts that the coordinator requests: sums over its
 * rows about its own means. It keeps nothing between rounds: the announcement has the whole question, so a restarted
 * site answers as before. <b>Not private.</b> Sums are exact, and the coordinator chooses the combinations of columns;
 * use a protector that reveals only totals.
 */
public final class ContrastRelease implements LocalSolver {

    public ContrastRelease() {}

    /** A study in which sites are asked at most {@code rounds} times, the first included. */
    public static Study study(String name, VariableSchema schema, int sites, int rounds, RoundPolicy policy) {
        return MomentRelease.study(name, schema, new ContrastLayout(schema.size()).layout(), rounds, sites, policy);
    }

    /** The sums of moments, by {@link SiteSums#layout}, in the first release of one site or of several in sum. */
    public static Parameters moments(int variables, Parameters sent) {
        return new ContrastLayout(variables).moments(sent);
    }

    @Override
    public String id() {
        return "contrasts";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate(
                task.round() == 0 ? "exact second moments" : "exact sums of contrasts of combinations of columns");
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        ContrastLayout layout = new ContrastLayout(view.schema().size());
        if (!view.hasRows()) {
            throw new DataException("a site that is asked for contrasts must have rows, has moments only");
        }
        if (layout.isFirst(problem.consensus())) {
            return new LocalSolution(layout.embed(SiteSums.of(view)), 1, true);
        }
        Contrasts rows = Contrasts.ofSite(view.statistics(), view::forEachRow);
        return new LocalSolution(
                layout.answer(layout.question(problem.consensus()).to(rows)), 1, true);
    }
}
