// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.solver.notears.AugmentedLagrangian;
import io.hedgerow.core.internal.solver.notears.Notears;
import org.junit.jupiter.api.Test;

class NotearsMlpTest {

    private static SimulatedSites study(int variables, int rows) {
        return SimulatedSites.of(new ErdosRenyi(variables, variables))
                .mechanism(Mechanism.MLP)
                .sites(1)
                .rowsPerSite(rows)
                .seed(7)
                .build();
    }

    /** Not every truth is found, and a linear network does not find this one. */
    @Test
    void fit_findsANetworkOfNonlinearEffects() {
        SimulatedSites study = study(5, 400);
        AugmentedLagrangian.Found found = new NotearsMlp(4, 0.01, 0.01, 1).fit(MlpFixtures.blocks(study.rows(0)));
        assertEquals(0, distance(found, study));
        assertTrue(found.acyclicity() <= 1e-8, "h " + found.acyclicity());
        double[] moments = OpenedMoments.ofRows(MlpFixtures.rows(study.rows(0)))
                .statistics()
                .secondMoment(Centring.LOCAL_MEAN);
        assertTrue(distance(new Notears(new TraceExponential()).fit(5, 5, moments, 0.1, 0.1), study) > 1);
    }

    private static int distance(AugmentedLagrangian.Found found, SimulatedSites study) {
        return StructureMetrics.of(Dag.strongest(found.weights(), 0.3).dag().weights(), study.truth())
                .shd();
    }

    @Test
    void fit_isTheSameForASeed_andBeginsElsewhereForAnother() {
        RowBlocks rows = MlpFixtures.blocks(study(3, 60).rows(0));
        AugmentedLagrangian.Found first = new NotearsMlp(2, 0.01, 0.01, 5).fit(rows);
        assertEquals(first.weights(), new NotearsMlp(2, 0.01, 0.01, 5).fit(rows).weights());
        assertNotEquals(
                first.weights(), new NotearsMlp(2, 0.01, 0.01, 6).fit(rows).weights());
    }
}
