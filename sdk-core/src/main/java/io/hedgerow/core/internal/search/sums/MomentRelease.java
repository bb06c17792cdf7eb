// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.AdmmSettings;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.util.Optional;

/**
 * The sums of {@link SiteSums}, released once (paper 001, §4).
 *
 * <p><b>Not private.</b> The sums of one site ({@link SiteSums#CONTENTS}) are sent as they are; use a protector that
 * reveals only the total.
 */
public final class MomentRelease implements LocalSolver {

    private final Centring centring;
    private final Optional<ColumnRoster> roster;
    private final Optional<SiteId> site;

    public MomentRelease() {
        this(Centring.LOCAL_MEAN);
    }

    public MomentRelease(Centring centring) {
        this.centring = centring;
        this.roster = Optional.empty();
        this.site = Optional.empty();
    }

    /** The release of a site among sites that have different columns, by {@link ColumnRoster#layout}. */
    public MomentRelease(ColumnRoster roster, SiteId site) {
        this.centring = Centring.LOCAL_MEAN;
        this.roster = Optional.of(roster);
        this.site = Optional.of(site);
    }

    /** A study that releases {@link SiteSums#CONTENTS} once. */
    public static Study study(String name, VariableSchema schema, int sites, RoundPolicy policy) {
        return study(name, schema, SiteSums.layout(schema.size()), 1, sites, policy);
    }

    /** A study that releases sums in at most {@code rounds} rounds. */
    public static Study study(
            String name, VariableSchema schema, ParameterLayout layout, int rounds, int sites, RoundPolicy policy) {
        PenaltySchedule unused = PenaltySchedule.constant(1);
        return new Study(
                name,
                schema,
                layout,
                new AdmmSettings(rounds, 0, 0, unused, unused),
                LossScaling.PER_SITE,
                0,
                sites,
                Centring.NONE,
                CommunicationPolicy.exact(),
                policy);
    }

    @Override
    public String id() {
        return "moments";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate("exact " + SiteSums.CONTENTS + ", released once");
    }

    private Parameters sums(DataView view) {
        if (roster.isEmpty()) {
            return SiteSums.of(view, centring);
        }
        SiteId own = site.orElseThrow();
        ColumnRoster columns = roster.get();
        return columns.placed(own, SiteSums.of(view, centring, columns.lacked(own)));
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        Parameters sums = sums(view);
        if (problem.layout().size() != sums.size()) {
            throw new IllegalArgumentException("layout must have " + sums.size() + " parameters for the moments of "
                    + view.schema().size() + " variables, has "
                    + problem.layout().size());
        }
        return new LocalSolution(sums, 1, true);
    }
}
