// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.Arrays;
import java.util.Map;

/** A method that keeps a promise about people, and says beforehand what each site will spend. */
public interface PrivateMethod extends Method {

    /**
     * How much data each site has, and the budget of each.
     *
     * @return public numbers
     */
    UnitsOfSites units();

    /**
     * Returns what counts as a noise variance of 1.
     *
     * @return a public number &gt; 0
     */
    double unit();

    @Override
    PlannedSolver solver(SiteId site);

    /**
     * The scales of a site's noise.
     *
     * @param site whose
     * @return by name
     */
    Map<String, Double> noise(SiteId site);

    /**
     * The plan that a site's ledger is asked for.
     *
     * @param site whose
     * @return everything that the study will compute on its data
     */
    default SpendingPlan spending(SiteId site) {
        PlannedSolver solver = solver(site);
        return new SpendingPlan(
                study().name(),
                solver.id(),
                DiscreteNoise.ID,
                solver.roundPlan(study().admm().rounds()),
                units().budget().delta());
    }

    @Override
    default RowSource prepared(RowSource rows) {
        if (unit() == 1) {
            return rows;
        }
        double[] deviations = new double[rows.schema().size()];
        Arrays.fill(deviations, Math.sqrt(unit()));
        return rows.inUnits(new double[deviations.length], deviations);
    }
}
