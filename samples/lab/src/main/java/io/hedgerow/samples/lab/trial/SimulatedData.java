// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.trial;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.samples.lab.simulate.CategorySimulation;
import io.hedgerow.samples.learn.SortingChecks;
import io.hedgerow.samples.learn.sites.OpenedStatistics;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.learn.sites.Transform;

/** One simulated data set, read once and shared by all methods: every site is known by its statistics. */
public final class SimulatedData {

    private final WeightMatrix truth;
    private final Sites sites;
    private final OpenedStatistics statistics;

    private SimulatedData(WeightMatrix truth, Sites sites, OpenedStatistics statistics) {
        this.truth = truth;
        this.sites = sites;
        this.statistics = statistics;
    }

    public static SimulatedData of(SimulatedSites study, Transform transform) {
        return of(study, transform.of(Sites.of(study)));
    }

    /** Rows with categories; they have no sorting baselines. */
    public static SimulatedData of(CategorySimulation.Drawn drawn) {
        Sites sites = Sites.numbered("site ", drawn.sites());
        return new SimulatedData(drawn.truth(), sites, new OpenedStatistics(sites));
    }

    /** The same with all rows in memory, so that no method waits for them to be drawn. */
    public static SimulatedData inMemory(SimulatedSites study) {
        return of(study, Sites.of(study).inMemory());
    }

    private static SimulatedData of(SimulatedSites study, Sites sites) {
        return new SimulatedData(study.truth(), sites, new OpenedStatistics(sites));
    }

    public WeightMatrix truth() {
        return truth;
    }

    public Sites sites() {
        return sites;
    }

    public SufficientStatistics pooled() {
        return statistics.pooled();
    }

    /** Runs the sorting baselines, whose edges have at least this weight. */
    public SortingChecks sorting(double threshold) {
        long rows = statistics.pooled().rows();
        if (rows <= truth.variables()) {
            throw new IllegalArgumentException("the table compares with baselines that regress on all variables, which"
                    + " needs more rows at all sites together than variables, were " + rows + " rows of d = "
                    + truth.variables() + ": take more --rows or --sites, or a smaller --d");
        }
        return SortingChecks.of(truth, statistics.pooled(), threshold);
    }
}
