// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.grid;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.internal.truth.TruthReader;
import io.hedgerow.samples.lab.simulate.ConditionOptions;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.source.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The rows of a grid, and the true network where that is known.
 *
 * @param rows of all sites
 * @param truth over their columns; empty where it is unknown
 */
record GridData(FoldedRows rows, Optional<WeightMatrix> truth) {

    /** The weights of `simulate --lags`: 000, §7.2. */
    private static final WeightRange WEIGHTS = new WeightRange(0.3, 0.5);

    private static final double DECAY = 1.5;

    record Size(int variables, int sites, int rows, int steps, int realisations) {}

    static GridData simulated(Size size, ConditionOptions conditions, int seed) {
        SimulatedSites study = conditions
                .study(conditions.graph(size.variables()))
                .sites(size.sites())
                .rowsPerSite(size.rows())
                .seed(seed)
                .build();
        return new GridData(FoldedRows.ofRows(Sites.of(study).all()), Optional.of(study.truth()));
    }

    /** Series of one model at all sites: as many edges within a step as conditions say, and d of each lag. */
    static GridData simulatedSeries(Size size, ConditionOptions conditions, int lags, int seed) {
        int d = size.variables();
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        ErdosRenyi graph = new ErdosRenyi(d, conditions.edges(d), WEIGHTS);
        StructuralVar model = conditions.varied(
                StructuralVar.random(graph, lags, d, WEIGHTS, DECAY, ones, conditions.ofSeries(), seed), seed);
        List<RowSource> sources = new ArrayList<>();
        for (int p = 0; p < size.sites(); p++) {
            sources.add(model.series(size.realisations(), size.steps(), seed * 1000L + p + 1));
        }
        Lagged.Order order = new Lagged.Order(Optional.of("realisation"), Optional.of("time"), OptionalDouble.empty());
        return new GridData(
                FoldedRows.ofSeries(Sites.numbered("site ", sources).all(), order, lags), Optional.of(model.network()));
    }

    /** Rows of files, each a site; with lags they are series. */
    static GridData ofFiles(List<Path> files, Lagged.Order order, int lags, Optional<Path> truth) {
        List<NamedSite> sites = files.stream()
                .map(file -> NamedSite.of(file.toString(), SourceFile.open(file, CsvOptions.defaults())))
                .toList();
        VariableSchema columns = sites.get(0).rows().schema();
        for (NamedSite site : sites) {
            if (!site.rows().schema().equals(columns)) {
                throw new IllegalArgumentException("--data must have the same columns in every file, "
                        + site.rows().description() + " has others");
            }
        }
        FoldedRows rows = lags == 0 ? FoldedRows.ofRows(sites) : FoldedRows.ofSeries(sites, order, lags);
        return new GridData(rows, truth.map(file -> TruthReader.read(file, rows.schema())));
    }

    /** The square of edges within a step, or of those from earlier steps; all of them where rows have no lags. */
    WeightMatrix part(WeightMatrix network, boolean lagged) {
        int d = rows.targets();
        int q = rows.schema().size();
        double[] entries = new double[q * q];
        for (int i = 0; i < q; i++) {
            for (int j = 0; j < d; j++) {
                boolean before = i >= d;
                entries[i * q + j] = before == lagged ? network.get(i, j) : 0;
            }
        }
        return WeightMatrix.ofRows(q, entries);
    }
}
