// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.simulate;

import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.core.simulation.StructuralVar;
import io.hedgerow.samples.output.OutputDirectory;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that describe a simulated study. */
public final class SimulationOptions {

    /** The known network is a dense matrix in memory and in a file. */
    private static final int MOST_VARIABLES = 5000;

    private static final int MOST_SITES = 999;

    @Option(names = "--d", paramLabel = "D", description = "Number of variables; default ${DEFAULT-VALUE}.")
    private int variables = 20;

    @Option(names = "--edges", paramLabel = "M", description = "Number of edges; default as many as variables.")
    private @Nullable Integer edges;

    @Option(names = "--sites", paramLabel = "P", description = "Number of sites; default ${DEFAULT-VALUE}.")
    private int sites = 8;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "Rows of every site, unless they are series; default ${DEFAULT-VALUE}.")
    private long rows = 5000;

    @Option(names = "--seed", paramLabel = "N", description = "Same seed, same data; default ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Mixin
    private SeriesSimulation series = new SeriesSimulation();

    @Mixin
    private ConditionOptions conditions = new ConditionOptions();

    /** Nothing chosen. */
    public SimulationOptions() {}

    /** Whether time series are wanted. */
    public boolean ofSeries() {
        return series.isWanted();
    }

    /**
     * Writes time series.
     *
     * @param directory not committed by this method
     * @return their common model
     * @throws IOException when a file cannot be written
     */
    public StructuralVar writeSeries(OutputDirectory directory) throws IOException {
        requireSizes();
        return series.write(variables, wanted(), sites, conditions, seed, directory);
    }

    /** Draws the network; rows are drawn when they are read: the study. */
    public SimulatedStudy study() {
        if (series.isWanted()) {
            throw new IllegalArgumentException("--lags is for simulate, which writes time series: leave it out");
        }
        series.requireNone();
        requireSizes();
        return conditions
                .study(edges == null ? conditions.graph(variables) : conditions.graph(variables, edges))
                .sites(sites)
                .rowsPerSite(rows)
                .seed(seed)
                .build();
    }

    private void requireSizes() {
        require("--d", variables, 2, MOST_VARIABLES);
        require("--sites", sites, 1, MOST_SITES);
        require("--rows", rows, 2, Long.MAX_VALUE);
        require("--edges", Objects.requireNonNullElse(edges, 0), 0, pairs());
        if (edges != null && conditions.hasDensity()) {
            throw new IllegalArgumentException("--edges and --density both say how many edges: give one of them");
        }
    }

    private int wanted() {
        return Objects.requireNonNullElseGet(edges, () -> conditions.edges(variables));
    }

    private int pairs() {
        return variables * (variables - 1) / 2;
    }

    private static void require(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(option + " must be "
                    + (most == Long.MAX_VALUE ? "at least " + least : "from " + least + " to " + most) + ", was "
                    + value);
        }
    }

    /** Rows of every site: the option's value. */
    public long rows() {
        return rows;
    }
}
