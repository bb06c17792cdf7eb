// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.internal.simulation.model.StructuralVar.Difference;
import io.hedgerow.samples.operate.SiteFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Files of simulated time series with one lag: the rows, and {@code truth.csv}. */
public record SimulatedSeries(StructuralVar model, long seed) {

    /** As many edges from the step before as there are variables. */
    public static SimulatedSeries of(int variables, int edges, WeightRange weights, long seed) {
        double[] ones = new double[variables];
        Arrays.fill(ones, 1);
        return new SimulatedSeries(
                StructuralVar.random(
                        new ErdosRenyi(variables, edges, weights),
                        1,
                        variables,
                        weights,
                        1.1,
                        ones,
                        Noise.GAUSSIAN,
                        seed),
                seed);
    }

    /** {@code site-1.csv}, which one site has. */
    public Path writeOneSite(Path folder, int realisations, int steps) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("truth.csv"), truth(model));
        Path file = folder.resolve("site-1.csv");
        SiteFiles.write(model.series(realisations, steps, seed * 1000 + 1), file);
        return file;
    }

    /** {@code series.csv} with a series of each site, whose models differ, and {@code truth-1.csv}, … */
    void writeClients(Path folder, Difference difference, int sites, int steps) throws IOException {
        Files.createDirectories(folder);
        List<RowSource> rows = new ArrayList<>();
        for (int k = 1; k <= sites; k++) {
            long own = seed * 1000 + k;
            StructuralVar client = model.client(difference, own);
            rows.add(client.series(1, steps, own));
            Files.writeString(folder.resolve("truth-" + k + ".csv"), truth(client));
        }
        SiteFiles.writeTogether("site", rows, folder.resolve("series.csv"));
    }

    private static String truth(StructuralVar model) {
        TimeSlices slices = model.slices();
        StringBuilder text = new StringBuilder("from,to,lag,weight\n");
        for (NetworkEdge edge :
                NamedNetwork.of(slices.stacked(), model.network()).edges()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s,%s,%d,%s\n",
                    slices.variables().names().get(slices.variable(edge.from())),
                    slices.variables().names().get(edge.to()),
                    slices.lag(edge.from()),
                    edge.weight()));
        }
        return text.toString();
    }
}
