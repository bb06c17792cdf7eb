// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.experiment;

import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.samples.learn.NamedSite;
import io.hedgerow.samples.learn.OpenedStatistics;
import io.hedgerow.samples.learn.Sites;
import io.hedgerow.samples.learn.SortingChecks;
import io.hedgerow.samples.learn.Transform;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** One simulated data set, read once and shared by all methods: every site is known by its statistics. */
public final class SimulatedData {

    /** Smallest weight of an edge in the papers' experiments. */
    static final double THRESHOLD = 0.3;

    private final WeightMatrix truth;
    private final Sites sites;
    private final OpenedStatistics statistics;

    private SimulatedData(WeightMatrix truth, Sites sites, OpenedStatistics statistics) {
        this.truth = truth;
        this.sites = sites;
        this.statistics = statistics;
    }

    /** Draws, transforms and reads it. */
    static SimulatedData of(SimulatedStudy study, Transform transform) {
        return of(study, transform, source -> source);
    }

    /**
     * The same with all rows in memory, so that no method waits for them to be drawn.
     *
     * @return the data set
     */
    public static SimulatedData inMemory(SimulatedStudy study) {
        return of(study, Transform.NONE, source -> {
            List<double[]> rows = new ArrayList<>();
            source.forEachRow(row -> rows.add(row.clone()));
            return InMemoryRows.of(source.schema(), rows.toArray(new double[0][]));
        });
    }

    private static SimulatedData of(SimulatedStudy study, Transform transform, UnaryOperator<RowSource> kept) {
        List<NamedSite> all = new ArrayList<>();
        for (int p = 0; p < study.sites(); p++) {
            all.add(NamedSite.of("site " + (p + 1), kept.apply(study.rows(p))));
        }
        Sites sites = transform.of(new Sites(study.rows(0).schema(), all));
        return new SimulatedData(study.truth(), sites, new OpenedStatistics(sites));
    }

    /** The common network. */
    public WeightMatrix truth() {
        return truth;
    }

    /** All of them. */
    public Sites sites() {
        return sites;
    }

    /**
     * What baselines know that sort, whose edges have at least this weight.
     *
     * @throws IllegalArgumentException when there are too few rows to regress on all variables
     */
    SortingChecks sorting(double threshold) {
        long rows = statistics.pooled().rows();
        if (rows <= truth.variables()) {
            throw new IllegalArgumentException("the table compares with baselines that regress on all variables, which"
                    + " needs more rows at all sites together than variables, were " + rows + " rows of d = "
                    + truth.variables() + ": take more --rows or --sites, or a smaller --d");
        }
        return SortingChecks.of(truth, statistics.pooled(), threshold);
    }
}
