// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.solver.LocalProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Sites in one process that release their sums when they are asked, round by round, and the sum of all. */
final class SummedSites {

    private final CategoryLayout layout;
    private final List<SiteData> sites = new ArrayList<>();
    private final List<CategoryRelease> solvers = new ArrayList<>();
    private final Parameters[] released;

    SummedSites(CategoryColumns columns, List<double[][]> rows) {
        this.layout = new CategoryLayout(columns);
        for (double[][] own : rows) {
            sites.add(SiteData.of(new DatasetIdentity("rows"), InMemoryRows.of(columns.schema(), own)));
            solvers.add(new CategoryRelease(columns));
        }
        this.released = new Parameters[rows.size()];
        Arrays.fill(released, Parameters.zeros(layout.layout().size()));
    }

    CategoryLayout layout() {
        return layout;
    }

    Parameters first() {
        return ask(layout.tell(0, List.of()));
    }

    /** Sums what all sites have released, with what an announcement asks for. */
    Parameters ask(Parameters told) {
        double[] total = new double[layout.layout().size()];
        for (int p = 0; p < released.length; p++) {
            released[p] = answer(p, told);
            for (int k = 0; k < total.length; k++) {
                total[k] += released[p].get(k);
            }
        }
        return Parameters.takeOver(total);
    }

    private Parameters answer(int site, Parameters told) {
        Parameters zero = Parameters.zeros(layout.layout().size());
        LocalProblem problem = new LocalProblem(layout.layout(), told, zero, released[site], 1, 0, 1, Centring.NONE);
        return read(
                sites.get(site), view -> solvers.get(site).solve(problem, view).parameters());
    }

    static <T> T read(SiteData data, Function<DataView, T> computation) {
        try (DataView view = data.open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity())
                .reserve("test", 0, new MechanismEvent.NonPrivate("test"))
                .permit())) {
            return computation.apply(view);
        }
    }
}
