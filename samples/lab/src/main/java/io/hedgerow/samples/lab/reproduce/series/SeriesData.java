// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.series;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.simulation.PublishedCodeSeries;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Simulated time series at sites, as rows with lags, with the true network of each site. As the text of the papers has
 * it: W an Erdős–Rényi graph of a mean {@code degree} (both directions counted), d edges of each A_i expected, weights
 * ±[0.3, 0.5] / η^(i − 1) with η = 1.5, unit Gaussian noise (000, §4.1 and 7.2; 004, A.2). With the setting
 * {@code source} = {@value PublishedCodeSeries#NAME}, as the code of the papers has it: {@link PublishedCodeSeries}.
 */
record SeriesData(Sites sites, List<WeightMatrix> truths) {

    private static final WeightRange WEIGHTS = new WeightRange(0.3, 0.5);
    /** η. */
    private static final double DECAY = 1.5;

    SeriesData {
        truths = List.copyOf(truths);
    }

    /** One series is divided into rows of all sites; with {@code clients} every site has a model and a series. */
    static SeriesData of(Settings settings, int seed) {
        int d = settings.whole("variables");
        int lags = settings.whole("lags", 1);
        int sites = settings.whole("sites");
        int total = settings.has("rowsPerVariable")
                ? settings.whole("rowsPerVariable") * d * (settings.has("clients") ? sites : 1)
                : settings.whole("total", settings.whole("rows", 0) * sites);
        return isOfPublishedCode(settings)
                ? asPublishedCode(settings, d, lags, sites, total, seed)
                : asText(settings, d, lags, sites, total, seed);
    }

    private static boolean isOfPublishedCode(Settings settings) {
        String source = settings.find("source").orElse("");
        if (!source.isEmpty() && !source.equals(PublishedCodeSeries.NAME)) {
            throw new IllegalArgumentException("source must be " + PublishedCodeSeries.NAME
                    + ", or left out for the model of the text, was " + source);
        }
        return !source.isEmpty();
    }

    private static SeriesData asPublishedCode(Settings settings, int d, int lags, int sites, int total, int seed) {
        double degree = settings.number("degree");
        List<RowSource> parts = new ArrayList<>();
        List<WeightMatrix> truths = new ArrayList<>();
        if (settings.has("clients")) {
            if (!settings.text("clients").equals("unrelated")) {
                throw new IllegalArgumentException("clients must be unrelated where source is "
                        + PublishedCodeSeries.NAME + ", was " + settings.text("clients"));
            }
            for (int k = 0; k < sites; k++) {
                long own = seed * 1000L + k + 1;
                PublishedCodeSeries client = PublishedCodeSeries.random(d, lags, degree, own);
                parts.add(client.rows(total / sites, own));
                truths.add(client.network());
            }
        } else {
            PublishedCodeSeries common = PublishedCodeSeries.random(d, lags, degree, seed);
            parts.addAll(RowPartition.contiguous(common.rows(total, seed), sites));
            parts.forEach(part -> truths.add(common.network()));
        }
        return new SeriesData(Sites.numbered("site ", parts).inMemory(), truths);
    }

    private static SeriesData asText(Settings settings, int d, int lags, int sites, int total, int seed) {
        int edges = (int) Math.round(settings.number("degree") * (d - 1) / 2);
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        StructuralVar common = StructuralVar.random(
                new ErdosRenyi(d, Math.min(edges, d * (d - 1) / 2), WEIGHTS),
                lags,
                d,
                WEIGHTS,
                DECAY,
                ones,
                Noise.GAUSSIAN,
                seed);
        List<RowSource> parts = new ArrayList<>();
        List<WeightMatrix> truths = new ArrayList<>();
        if (settings.has("clients")) {
            StructuralVar.Difference difference = settings.choice("clients", StructuralVar.Difference.class);
            for (int k = 0; k < sites; k++) {
                long own = seed * 1000L + k + 1;
                StructuralVar client = common.client(difference, own);
                parts.add(series(client, rows(settings, k, sites, total / sites), own));
                truths.add(client.network());
            }
        } else {
            parts.addAll(RowPartition.contiguous(series(common, total, seed), sites));
            parts.forEach(part -> truths.add(common.network()));
        }
        return new SeriesData(Sites.numbered("site ", parts).inMemory(), truths);
    }

    /** Of client k: from {@code leastRows} to {@code mostRows} by equal ratios where these are given. */
    private static int rows(Settings settings, int k, int sites, int equal) {
        if (!settings.has("mostRows")) {
            return equal;
        }
        double least = settings.number("leastRows");
        return (int) Math.round(least * Math.pow(settings.number("mostRows") / least, k / Math.max(1.0, sites - 1.0)));
    }

    /** So many rows that have their lags. */
    private static RowSource series(StructuralVar model, int rows, long seed) {
        int lags = model.slices().lags();
        return Sites.inMemory(Lagged.of(model.series(1, (long) rows + lags, seed), RankingRun.ORDER, lags));
    }
}
