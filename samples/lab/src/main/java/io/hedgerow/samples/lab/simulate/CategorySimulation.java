// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.mixed.MixedNetwork;
import io.hedgerow.core.internal.simulation.model.GraphGenerator;
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
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Simulates rows of categories for several sites, with the options for them. */
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
     * The simulated network and rows.
     *
     * @param truth every edge weighs 1
     * @param sites rows of each, drawn when they are read
     */
    public record Drawn(VariableSchema schema, WeightMatrix truth, List<RowSource> sites) {
        public Drawn {
            sites = List.copyOf(sites);
        }

        public int categories() {
            return (int) schema.kinds().stream()
                    .filter(kind -> kind instanceof VariableKind.Categorical)
                    .count();
        }
    }

    public boolean isWanted() {
        return network != null || share != null;
    }

    boolean isDrawn() {
        return network == null;
    }

    public boolean isFile() {
        return network != null;
    }

    public int variables() {
        return BifReader.read(Objects.requireNonNull(network)).schema().size();
    }

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

    /** Draws a network from a graph, or reads it from a file. */
    Drawn draw(Supplier<GraphGenerator> graph, int sites, long rows, long seed) {
        if (isDrawn()) {
            if (!without.isEmpty()) {
                throw new IllegalArgumentException("--without is of a network in BIF: leave it out with --categories");
            }
            MixedNetwork drawn = MixedNetwork.draw(graph.get(), Objects.requireNonNull(share), interactions, seed);
            return new Drawn(
                    drawn.schema(),
                    drawn.truth(),
                    IntStream.range(0, sites).mapToObj(p -> drawn.rows(p, rows)).toList());
        }
        if (share != null || interactions) {
            throw new IllegalArgumentException("--network brings its categories: leave out "
                    + (share != null ? "--categories" : "--interactions"));
        }
        DiscreteNetwork known = BifReader.read(Objects.requireNonNull(network));
        AbsentLevels absent = AbsentLevels.of(without, known, sites);
        return new Drawn(
                known.schema(),
                known.dag().weights(),
                IntStream.range(0, sites)
                        .mapToObj(p -> absent.rows(p, rows, seed * 1000 + p + 1))
                        .toList());
    }

    /** Describes the networks for the head of a table. */
    String remark(String graph) {
        if (!isDrawn()) {
            return "the network of " + Objects.requireNonNull(network).getFileName()
                    + (without.isEmpty() ? "" : " without " + String.join(", ", without));
        }
        return graph + ", a share of " + share + " of them categories of 2 to 4 levels"
                + (interactions ? ", causes that act together" : "");
    }

    /** Writes rows of all sites, and {@code truth.csv}, a list of edges. */
    static void write(Drawn drawn, OutputDirectory directory) throws IOException {
        for (int p = 0; p < drawn.sites().size(); p++) {
            RowSource one = drawn.sites().get(p);
            directory.write("site-" + (p + 1) + ".csv", file -> SiteFiles.write(one, file));
        }
        directory.write("truth.csv", edges(drawn.schema(), drawn.truth()));
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

    /** Rows of a network at sites without some levels: rows with such a level are drawn again. */
    private record AbsentLevels(DiscreteNetwork network, List<Absent> absent) {

        private static final Pattern FORM = Pattern.compile("(\\d{1,3}):(.+)");

        /** So many rows are drawn at once beside those that a site still needs. */
        private static final long SPARE = 1000;

        /** Rows that are rarer than one in a hundred of so many would take too long. */
        private static final long ENOUGH = 10_000;

        record Absent(int site, int variable, int level) {}

        /** Reads texts such as {@code 2:Age=Senior}. */
        static AbsentLevels of(List<String> texts, DiscreteNetwork network, int sites) {
            List<Absent> all = new ArrayList<>();
            for (String text : texts) {
                Absent absent = absent(text, network);
                if (absent.site < 0 || absent.site >= sites) {
                    throw new IllegalArgumentException(
                            "--without must name a site from 1 to " + sites + ", was " + text);
                }
                all.add(absent);
            }
            return new AbsentLevels(network, List.copyOf(all));
        }

        /** Names and levels may hold signs, so every one of the network is tried. */
        private static Absent absent(String text, DiscreteNetwork network) {
            Matcher form = FORM.matcher(text);
            if (form.matches()) {
                VariableSchema schema = network.schema();
                for (int j = 0; j < schema.size(); j++) {
                    for (int l = 0; l < schema.levels(j).size(); l++) {
                        String known =
                                schema.names().get(j) + "=" + schema.levels(j).get(l);
                        if (known.equals(form.group(2))) {
                            return new Absent(Integer.parseInt(form.group(1)) - 1, j, l);
                        }
                    }
                }
            }
            throw new IllegalArgumentException(
                    "--without must name a site, a column and one of its levels, as 2:COLUMN=LEVEL, was " + text);
        }

        /**
         * The rows of a site. Reading them throws {@link IllegalArgumentException} where nearly no rows are left.
         *
         * @param site from 0
         */
        RowSource rows(int site, long rows, long seed) {
            List<Absent> own = absent.stream().filter(one -> one.site == site).toList();
            return own.isEmpty() ? network.sample(rows, seed) : new Left(own, rows, seed);
        }

        private final class Left implements RowSource {
            private final List<Absent> own;
            private final long rows;
            private final long seed;

            Left(List<Absent> own, long rows, long seed) {
                this.own = own;
                this.rows = rows;
                this.seed = seed;
            }

            @Override
            public VariableSchema schema() {
                return network.schema();
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                long[] left = {rows};
                long drawn = 0;
                for (long part = 0; left[0] > 0; part++) {
                    drawn += left[0] + SPARE;
                    network.sample(left[0] + SPARE, seed + (part << 40)).forEachRow(row -> {
                        boolean lacks = own.stream().noneMatch(one -> row[one.variable] == one.level);
                        if (lacks && left[0] > 0) {
                            left[0]--;
                            consumer.accept(row);
                        }
                    });
                    if (drawn >= ENOUGH && (rows - left[0]) * 100 < drawn) {
                        throw new IllegalArgumentException(
                                "--without must leave at least 1 row in 100, nearly all rows have one of the levels");
                    }
                }
            }
        }
    }
}
