// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.truth.TruthReader;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.trial.SimulatedData;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of sites and the true network.
 *
 * @param truth the common network
 * @param sites with all rows in memory
 * @param own weights that are true at each site; empty where they are unknown
 */
record RowsData(WeightMatrix truth, Sites sites, List<WeightMatrix> own) {
    RowsData {
        own = List.copyOf(own);
    }

    /** Draws or reads the data of the settings. */
    static RowsData of(Settings settings, int seed, PaperData files) {
        return settings.has("cells") ? sachs(settings, seed, files) : simulated(settings, seed);
    }

    /**
     * Erdős–Rényi with {@code edges} a variable (1), weights ±[0.5, 2], unit Gaussian noise (001 §6; 002 B.1), or of
     * another {@code mechanism}: {@code variables}, {@code sites}, and {@code rows} of each or {@code total} or
     * {@code totalPerVariable} of all.
     */
    private static RowsData simulated(Settings settings, int seed) {
        int d = settings.whole("variables");
        int sites = settings.whole("sites");
        int total = settings.has("totalPerVariable")
                ? settings.whole("totalPerVariable") * d
                : settings.whole("total", settings.whole("rows", 0) * sites);
        Mechanism mechanism = settings.choice("mechanism", Mechanism.LINEAR);
        SimulatedSites study = SimulatedSites.of(new ErdosRenyi(d, Math.min(d * (d - 1) / 2, (int)
                        Math.round(settings.number("edges", 1) * d))))
                .sites(sites)
                .rowsPerSite(total / sites)
                .heterogeneity(settings.number("heterogeneity", 0))
                .units(settings.choice("units", SimulatedSites.Units.RAW))
                .mechanism(mechanism)
                .seed(seed)
                .build();
        SimulatedData data = SimulatedData.inMemory(study);
        List<WeightMatrix> own = new ArrayList<>();
        for (int p = 0; p < sites && mechanism == Mechanism.LINEAR; p++) {
            own.add(study.model(p).weights());
        }
        return new RowsData(data.truth(), data.sites(), own);
    }

    /**
     * Cells of Sachs et al. (2005): {@code cells} of them, drawn by the seed, or 0 for all; sites have consecutive
     * ones, or with {@code split: shuffle} ones that are drawn by the seed.
     */
    private static RowsData sachs(Settings settings, int seed, PaperData files) {
        RowSource all = Sites.inMemory(CsvRowSource.of(files.file("sachs/sachs.csv")));
        int cells = settings.whole("cells");
        RowSource drawn = cells == 0
                ? all
                : first(RowPartition.shuffled(all, count(all) / cells, seed).get(0), cells);
        int sites = settings.whole("sites");
        List<RowSource> parts = settings.has("split")
                ? RowPartition.shuffled(drawn, sites, seed)
                : RowPartition.contiguous(drawn, sites);
        WeightMatrix truth = TruthReader.read(files.file("sachs/sachs_truth.csv"), all.schema());
        return new RowsData(truth, Sites.numbered("site ", parts).inMemory(), List.of());
    }

    private static int count(RowSource rows) {
        int[] count = {0};
        rows.forEachRow(row -> count[0]++);
        return count[0];
    }

    private static RowSource first(RowSource source, int most) {
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> {
            if (rows.size() < most) {
                rows.add(row.clone());
            }
        });
        return InMemoryRows.of(source.schema(), rows.toArray(new double[0][]));
    }
}
