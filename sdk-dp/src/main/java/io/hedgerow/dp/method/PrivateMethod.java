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

/** A method with a privacy guarantee, which states beforehand the spending of each site. */
public interface PrivateMethod extends Method {

    /** The number of units of each site, and the budget of each: public numbers. */
    UnitsOfSites units();

    /** {@return the noise variance that the method calls 1: a public number &gt; 0} */
    double unit();

    @Override
    PlannedSolver solver(SiteId site);

    /**
     * The scales of a site's noise.
     *
     * @param site the site
     * @return by name
     */
    Map<String, Double> noise(SiteId site);

    /**
     * The plan that a site's ledger is charged for.
     *
     * @param site the site
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
