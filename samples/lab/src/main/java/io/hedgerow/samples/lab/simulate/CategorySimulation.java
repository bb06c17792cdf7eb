// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.simulation.GraphGenerator;
import io.hedgerow.core.simulation.mixed.MixedNetwork;
import io.hedgerow.core.table.BifReader;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.samples.operate.SiteFiles;
import io.hedgerow.samples.output.CsvText;
import io.hedgerow.samples.output.OutputDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of simulated categories, and the files of their sites. */
public final class CategorySimulation {

    @Option(
            names = "--network",
            paramLabel = "FILE",
            description = "Draw rows of categories from a network in BIF, as the bnlearn repository has them.")
    private @Nullable Path network;

    @Option(
            names = "--without",
            split = ",",
            paramLabel = "SITE:COLUMN=LEVEL",
            description = "With --network: draw rows of a site again while they have this level, so that the site never"
                    + " saw it.")
    private List<String> without = new ArrayList<>();

    @Option(
            names = "--categories",
            paramLabel = "SHARE",
            description = "Share of the columns that are categories of 2 to 4 levels; the others are numbers.")
    private @Nullable Double share;

    @Option(
            names = "--interactions",
            description = "With --categories: the first two causes of a variable also act by their product.")
    private boolean interactions;

    /**
     * What was drawn.
     *
     * @param variables how many
     * @param categories how many of them are categories
     * @param edges how many
     * @param sites how many
     */
    public record Drawn(int variables, int categories, int edges, int sites) {}

    boolean isWanted() {
        return network != null || share != null;
    }

    /** Whether the graph is drawn too. */
    boolean isDrawn() {
        return network == null;
    }

    /** The option that was given. */
    String option() {
        return isDrawn() ? "--categories" : "--network";
    }

    /** Refuses options of categories without any. */
    void requireNone() {
        if (interactions || !without.isEmpty()) {
            throw new IllegalArgumentException(
                    interactions
                            ? "--interactions is of categories: say --categories SHARE"
                            : "--without is of a network in BIF: say --network FILE");
        }
    }

    /**
     * Writes rows of all sites, and {@code truth.csv}, a list of edges.
     *
     * @param graph where a network is drawn from; empty with a file
     * @param directory not committed by this method
     */
    Drawn write(Optional<GraphGenerator> graph, int sites, long rows, long seed, OutputDirectory directory)
            throws IOException {
        VariableSchema schema;
        WeightMatrix truth;
        List<RowSource> all = new ArrayList<>();
        if (graph.isPresent()) {
            if (!without.isEmpty()) {
                throw new IllegalArgumentException("--without is of a network in BIF: leave it out with --categories");
            }
            MixedNetwork drawn = MixedNetwork.draw(graph.get(), Objects.requireNonNull(share), interactions, seed);
            schema = drawn.schema();
            truth = drawn.truth();
            for (int p = 0; p < sites; p++) {
                all.add(drawn.rows(p, rows));
            }
        } else {
            if (share != null || interactions) {
                throw new IllegalArgumentException("--network brings its categories: leave out "
                        + (share != null ? "--categories" : "--interactions"));
            }
            DiscreteNetwork known = BifReader.read(Objects.requireNonNull(network));
            schema = known.schema();
            truth = known.dag().weights();
            AbsentLevels absent = AbsentLevels.of(without, known, sites);
            for (int p = 0; p < sites; p++) {
                all.add(absent.rows(p, rows, seed * 1000 + p + 1));
            }
        }
        for (int p = 0; p < sites; p++) {
            RowSource one = all.get(p);
            directory.write("site-" + (p + 1) + ".csv", file -> SiteFiles.write(one, file));
        }
        directory.write("truth.csv", edges(schema, truth));
        int categories = (int) schema.kinds().stream()
                .filter(kind -> kind instanceof VariableKind.Categorical)
                .count();
        return new Drawn(schema.size(), categories, truth.edgeCount(), sites);
    }

    private static String edges(VariableSchema schema, WeightMatrix truth) {
        StringBuilder text = new StringBuilder("from,to\n");
        for (int i = 0; i < schema.size(); i++) {
            for (int j = 0; j < schema.size(); j++) {
                if (truth.hasEdge(i, j)) {
                    text.append(CsvText.line(
                            List.of(schema.names().get(i), schema.names().get(j))));
                }
            }
        }
        return text.toString();
    }
}
