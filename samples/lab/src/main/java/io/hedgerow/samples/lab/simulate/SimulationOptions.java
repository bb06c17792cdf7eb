// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.internal.simulation.model.GraphGenerator;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.samples.lab.simulate.MockStudy.MockSite;
import io.hedgerow.samples.output.OutputDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that describe a simulated study. */
public final class SimulationOptions {

    /** The most variables: the known network is a dense matrix in memory and in a file. */
    private static final int MOST_VARIABLES = 5000;

    private static final int MOST_SITES = 999;

    private static final int VARIABLES = 20;
    private static final int SITES = 8;
    private static final long ROWS = 5000;

    @Option(names = "--d", paramLabel = "D", description = "Number of variables; default 20.")
    private @Nullable Integer variables;

    @Option(names = "--edges", paramLabel = "M", description = "Number of edges; default as many as variables.")
    private @Nullable Integer edges;

    @Option(names = "--sites", paramLabel = "P", description = "Number of sites; default 8.")
    private @Nullable Integer sites;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "Rows of every site, unless they are series; default 5000, or as a plan says.")
    private @Nullable Long rows;

    @Option(
            names = "--like",
            paramLabel = "FILE",
            description = "Make up rows of a study whose data you have not seen. FILE is the study's plan (.yaml: also"
                    + " its sites, their numbers of rows and, where it protects users, two rows of each), a CSV file"
                    + " name,lower,upper with unit and kind (real, integer, binary) if wanted, or a CSV file of which"
                    + " only the header is read: then columns are in standard deviations. Values stay within the"
                    + " bounds; the network is drawn by --seed.")
    private @Nullable Path like;

    @Option(names = "--seed", paramLabel = "N", description = "Same seed, same data; default ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Mixin
    private SeriesSimulation series = new SeriesSimulation();

    @Mixin
    private ConditionOptions conditions = new ConditionOptions();

    public boolean ofSeries() {
        return series.isWanted();
    }

    /** Writes time series to a directory, which this method does not commit. */
    public StructuralVar writeSeries(OutputDirectory directory) throws IOException {
        if (isMock()) {
            throw new IllegalArgumentException("--like makes up rows that are no series: leave it out with --lags");
        }
        if (rows != null) {
            throw new IllegalArgumentException(
                    "--rows is for rows that are no series: with --lags say how long a series is"
                            + " with --steps, and how many a site has with --realisations");
        }
        conditions.categories().requireNone();
        requireSizes(variables());
        return series.write(variables(), wanted(), sites(), conditions, seed, directory);
    }

    public boolean ofCategories() {
        return conditions.categories().isWanted();
    }

    /** Writes rows of categories, or of numbers and categories. */
    public CategorySimulation.Drawn writeCategories(OutputDirectory directory) throws IOException {
        CategorySimulation categories = conditions.categories();
        if (isMock() || series.isWanted()) {
            throw new IllegalArgumentException(
                    categories.option() + " does not go with " + (isMock() ? "--like" : "--lags") + ": leave one out");
        }
        series.requireNone();
        if (!categories.isDrawn() && (variables != null || edges != null)) {
            throw new IllegalArgumentException("--network says variables and edges: leave out --d and --edges");
        }
        requireSizes(variables());
        CategorySimulation.Drawn drawn = conditions.ofCategories(() -> graph(variables()), sites(), rows(), seed);
        CategorySimulation.write(drawn, directory);
        return drawn;
    }

    /** Whether rows are made up for a study that is planned. */
    public boolean isMock() {
        return like != null;
    }

    /** Reads the plan of the study, and draws a network for it. */
    public MockStudy mock() {
        if (variables != null) {
            throw new IllegalArgumentException("--like says the variables: leave out --d, was " + variables);
        }
        MockSchema known = MockSchema.read(Objects.requireNonNull(like));
        if (sites != null && !known.sites().isEmpty()) {
            throw new IllegalArgumentException("--like says the sites, which its plan names: leave out --sites");
        }
        int d = known.columns().size();
        series.requireNone();
        conditions.categories().requireNone();
        requireSizes(d);
        List<MockSite> all = known.sites().isEmpty()
                ? IntStream.rangeClosed(1, sites())
                        .mapToObj(p -> new MockSite("site-" + p, rows()))
                        .toList()
                : known.sites().stream()
                        .map(site -> rows != null || site.rows() == 0 ? new MockSite(site.name(), rows()) : site)
                        .toList();
        return new MockStudy(
                known,
                all,
                count -> conditions
                        .studyInDeviations(graph(d))
                        .sites(all.size())
                        .rowsPerSite(count)
                        .seed(seed)
                        .build());
    }

    private GraphGenerator graph(int d) {
        return edges == null ? conditions.graph(d) : conditions.graph(d, edges);
    }

    private int variables() {
        return Objects.requireNonNullElse(variables, VARIABLES);
    }

    private int sites() {
        return Objects.requireNonNullElse(sites, SITES);
    }

    /** Draws the network; rows are drawn when they are read. */
    public SimulatedSites study() {
        if (series.isWanted()) {
            throw new IllegalArgumentException("--lags is for simulate, which writes time series: leave it out");
        }
        series.requireNone();
        conditions.categories().requireNone();
        requireSizes(variables());
        return conditions
                .study(graph(variables()))
                .sites(sites())
                .rowsPerSite(rows())
                .seed(seed)
                .build();
    }

    private void requireSizes(int d) {
        require(isMock() ? "the number of variables of --like" : "--d", d, 2, MOST_VARIABLES);
        require("--sites", sites(), 1, MOST_SITES);
        require("--rows", rows(), 2, Long.MAX_VALUE);
        require("--edges", Objects.requireNonNullElse(edges, 0), 0, (long) d * (d - 1) / 2);
        if (edges != null && conditions.hasDensity()) {
            throw new IllegalArgumentException("--edges and --density both say how many edges: give one of them");
        }
    }

    private int wanted() {
        return Objects.requireNonNullElseGet(edges, () -> conditions.edges(variables()));
    }

    private static void require(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(option + " must be "
                    + (most == Long.MAX_VALUE ? "at least " + least : "from " + least + " to " + most) + ", was "
                    + value);
        }
    }

    public long rows() {
        return Objects.requireNonNullElse(rows, ROWS);
    }
}
