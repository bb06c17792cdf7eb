// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.internal.forecast.Forecast;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.plan.PlannedSpending;
import io.hedgerow.dp.plan.PublicTerms;
import io.hedgerow.dp.plan.StudyForecast;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A method with a privacy guarantee, which states the spending of each site beforehand. */
public interface PrivateMethod extends Method, PlannedSpending {

    /** The number of units of each site, and the budget of each: public numbers. */
    UnitsOfSites units();

    /** {@return the noise variance that the method calls 1: a public number &gt; 0} */
    double unit();

    @Override
    PlannedSolver solver(SiteId site);

    @Override
    default PlannedSolver stated(SiteId site) {
        return solver(site);
    }

    /**
     * The scales of a site's noise.
     *
     * @param site the site
     * @return by name
     */
    Map<String, Double> noise(SiteId site);

    @Override
    default OptionalLong rows(SiteId site) {
        SiteUnits own = units().of(site);
        return own.byUser() ? OptionalLong.empty() : OptionalLong.of(own.count());
    }

    @Override
    default StudyForecast forecast(PublicTerms terms) {
        return Forecast.of(
                terms,
                units().budget(),
                units().sites().values(),
                stated(terms.sites().get(0)).sitesInSum());
    }

    /**
     * {@return the public bounds that contributions keep, by name, where noise follows from them; none unless
     * overridden}
     */
    default Map<String, Double> bounds() {
        return Map.of();
    }

    /**
     * {@return a copy whose noise is certified by an accounting that other runs share; this one, as unless overridden,
     * where nothing has to be certified to find the noise}
     *
     * @param accounting of several runs
     */
    default PrivateMethod sharing(SharedAccounting accounting) {
        return this;
    }

    @Override
    default SpendingPlan spending(SiteId site) {
        PlannedSolver solver = stated(site);
        return new SpendingPlan(
                study().name(),
                solver.id(),
                solver.noiseSource(),
                solver.roundPlan(study().rounds()),
                units().budget().delta(),
                Optional.of(PlannedSolver.originOf(solver)));
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
