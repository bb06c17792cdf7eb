// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.util.function.Function;

/**
 * Releases the sums of {@link SiteSums} once (paper 001, §4). <b>Not private.</b> The sums of one site
 * ({@link SiteSums#CONTENTS}) are sent as they are; use a protector that reveals only the total.
 */
public final class MomentRelease implements LocalSolver {

    private final Function<DataView, Parameters> sums;

    public MomentRelease(Centring centring) {
        this(view -> SiteSums.of(view, centring));
    }

    private MomentRelease(Function<DataView, Parameters> sums) {
        this.sums = sums;
    }

    /** The release of a site among sites that have different columns, by {@link ColumnRoster#layout}. */
    public static LocalSolver inGroup(ColumnRoster roster, SiteId site) {
        return new MomentRelease(
                view -> roster.placed(site, SiteSums.of(view, Centring.LOCAL_MEAN, roster.lacked(site))));
    }

    /** The release of a site of a study with interventions, which fills the slot of its regime. */
    public static LocalSolver inSlot(Regimes regimes, SiteId site) {
        return new MomentRelease(view -> regimes.placed(site, SiteSums.of(view, Centring.LOCAL_MEAN)));
    }

    /** A study that releases {@link SiteSums#CONTENTS} once. */
    public static Study study(String name, VariableSchema schema, int sites, RoundPolicy policy) {
        return study(name, schema, SiteSums.layout(schema.size()), 1, sites, policy);
    }

    /** A study that releases sums in at most {@code rounds} rounds. */
    public static Study study(
            String name, VariableSchema schema, ParameterLayout layout, int rounds, int sites, RoundPolicy policy) {
        return new Study(name, schema, layout, sites, policy, new Study.Release(rounds));
    }

    @Override
    public String id() {
        return "moments";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate("exact " + SiteSums.CONTENTS + ", released once");
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        Parameters released = sums.apply(view);
        if (problem.layout().size() != released.size()) {
            throw new IllegalArgumentException("layout must have " + released.size() + " parameters for the moments of "
                    + view.schema().size() + " variables, has "
                    + problem.layout().size());
        }
        return new LocalSolution(released, 1, true);
    }
}
