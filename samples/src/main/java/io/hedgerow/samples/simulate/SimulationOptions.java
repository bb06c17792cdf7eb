package io.hedgerow.samples.simulate;

import io.hedgerow.core.simulation.SimulatedStudy;
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

    @Option(names = "--rows", paramLabel = "N", description = "Rows of every site; default ${DEFAULT-VALUE}.")
    private long rows = 5000;

    @Option(names = "--seed", paramLabel = "N", description = "Same seed, same data; default ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Mixin
    private ConditionOptions conditions = new ConditionOptions();

    /** Nothing chosen. */
    public SimulationOptions() {}

    /** Draws the network; rows are drawn when they are read: the study. */
    public SimulatedStudy study() {
        require("--d", variables, 2, MOST_VARIABLES);
        require("--sites", sites, 1, MOST_SITES);
        require("--rows", rows, 2, Long.MAX_VALUE);
        require("--edges", Objects.requireNonNullElse(edges, 0), 0, pairs());
        if (edges != null && conditions.hasDensity()) {
            throw new IllegalArgumentException("--edges and --density both say how many edges: give one of them");
        }
        return conditions
                .study(edges == null ? conditions.graph(variables) : conditions.graph(variables, edges))
                .sites(sites)
                .rowsPerSite(rows)
                .seed(seed)
                .build();
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
