// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.samples.operate.SiteFiles;
import io.hedgerow.samples.output.OutputDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of simulated time series, and their files. */
public final class SeriesSimulation {

    private static final String SMALL = "0.3,0.5";
    private static final int MOST_LAGS = 10;

    @Option(
            names = "--lags",
            paramLabel = "P",
            description = "Simulate time series whose causes are up to P steps back.")
    private @Nullable Integer lags;

    @Option(names = "--steps", paramLabel = "T", description = "Steps of each series; default 100.")
    private @Nullable Integer steps;

    @Option(names = "--realisations", paramLabel = "M", description = "Series of each site; default 1.")
    private @Nullable Integer realisations;

    @Option(
            names = "--lagged-edges",
            paramLabel = "M",
            description = "Expected edges from each earlier step; default as many as variables.")
    private @Nullable Double laggedEdges;

    @Option(
            names = "--series-weights",
            split = ",",
            paramLabel = "LEAST,MOST",
            description = "Sizes of weights, of either sign; default " + SMALL + ". Code of the papers also has 0.5,2.")
    private double @Nullable [] weights;

    @Option(
            names = "--decay",
            paramLabel = "X",
            description = "Weights from i steps back are divided by X^(i-1); default 1.1.")
    private @Nullable Double decay;

    @Option(
            names = "--clients",
            paramLabel = "HOW",
            description = "How sites differ: ${COMPLETION-CANDIDATES}; default none. Each gets its truth-K.csv.")
    private StructuralVar.@Nullable Difference clients;

    @Option(names = "--one-file", description = "All sites in series.csv, with a column site.")
    private boolean oneFile;

    public boolean isWanted() {
        return lags != null;
    }

    public void requireNone() {
        boolean any = steps != null
                || realisations != null
                || laggedEdges != null
                || weights != null
                || decay != null
                || clients != null
                || oneFile;
        if (any) {
            throw new IllegalArgumentException("--steps, --realisations, --lagged-edges, --series-weights, --decay,"
                    + " --clients and --one-file are for time series: say --lags P");
        }
    }

    /** Draws models and writes their series to a directory, which this method does not commit. */
    public StructuralVar write(
            int variables, int edges, int sites, ConditionOptions conditions, long seed, OutputDirectory directory)
            throws IOException {
        StructuralVar lines = conditions.varied(common(variables, edges, conditions.ofSeries(), seed), seed);
        StructuralVar common = conditions
                .bent()
                .map(mechanism -> lines.bending(mechanism, seed))
                .orElse(lines);
        if (clients != null && conditions.bent().isPresent()) {
            throw new IllegalArgumentException(
                    "--clients is of weights, which only linear mechanisms have: leave it" + " out, or --mechanism");
        }
        List<RowSource> rows = new ArrayList<>();
        directory.write("truth.csv", edges(common));
        for (int k = 0; k < sites; k++) {
            long own = seed * 1000 + k + 1;
            StructuralVar model = clients == null ? common : common.client(clients, own);
            rows.add(model.series(number("--realisations", realisations, 1), number("--steps", steps, 100), own));
            if (clients != null) {
                directory.write("truth-" + (k + 1) + ".csv", edges(model));
            }
        }
        if (oneFile) {
            directory.write("series.csv", file -> SiteFiles.writeTogether("site", rows, file));
        } else {
            for (int k = 0; k < sites; k++) {
                RowSource one = rows.get(k);
                directory.write("site-" + (k + 1) + ".csv", file -> SiteFiles.write(one, file));
            }
        }
        return common;
    }

    private StructuralVar common(int variables, int edges, Noise noise, long seed) {
        int p = number("--lags", lags, 1);
        if (p > MOST_LAGS) {
            throw new IllegalArgumentException("--lags must be at most " + MOST_LAGS + ", was " + p);
        }
        double[] sizes = Objects.requireNonNullElse(weights, new double[] {0.3, 0.5});
        if (sizes.length != 2) {
            throw new IllegalArgumentException(
                    "--series-weights must be two numbers such as " + SMALL + ", was " + Arrays.toString(sizes));
        }
        WeightRange range = new WeightRange(sizes[0], sizes[1]);
        double[] ones = new double[variables];
        Arrays.fill(ones, 1);
        return StructuralVar.random(
                new ErdosRenyi(variables, edges, range),
                p,
                laggedEdges == null ? variables : laggedEdges,
                range,
                decay == null ? 1.1 : decay,
                ones,
                noise,
                seed);
    }

    private static int number(String option, @Nullable Integer given, int otherwise) {
        int value = given == null ? otherwise : given;
        if (value < 1) {
            throw new IllegalArgumentException(option + " must be at least 1, was " + value);
        }
        return value;
    }

    /** The edges in the form of {@code learn --truth}. */
    private static String edges(StructuralVar model) {
        TimeSlices slices = model.slices();
        WeightMatrix network = model.network();
        StringBuilder text = new StringBuilder("from,to,lag,weight\n");
        for (NetworkEdge edge : NamedNetwork.of(slices.stacked(), network).edges()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s,%s,%d,%s%n",
                    slices.variables().names().get(slices.variable(edge.from())),
                    slices.variables().names().get(edge.to()),
                    slices.lag(edge.from()),
                    edge.weight()));
        }
        return text.toString().replace("\r", "");
    }
}
