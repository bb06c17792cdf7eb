// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.mixed;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.model.GraphGenerator;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A simulated network of numbers and categories with a known graph. One seed fixes the graph, the kinds, the effects
 * and all rows; the streams of different sites are independent.
 *
 * <p>Categories have two to four levels, {@code a} to {@code d}. A number is a sum of the effects of its causes and a
 * normal noise of variance 1, brought to mean 0 and variance 1. A category has the level l with probability exp(u_l) /
 * Σ exp(u), where u_l is a sum of the effects of its causes on that level. The effect of a number is linear; that of a
 * category is a number for each of its levels, drawn at random. With interactions the first two causes of a variable
 * also act by their product: a slope for each level, or a number for each pair of levels. The root mean square of an
 * effect, over rows and levels, is the weight of its edge in the graph that was drawn; that of an interaction is the
 * mean of both. Means, variances and root mean squares are those of 10,000 rows. Immutable; thread-safe. Not private:
 * no record is real.
 */
public final class MixedNetwork {

    private static final int PILOT = 10_000;
    private static final int FEWEST_LEVELS = 2;
    private static final int MOST_LEVELS = 4;
    private static final List<String> LEVELS = List.of("a", "b", "c", "d");

    private static final int GRAPH = 1;
    private static final int KINDS = 2;
    private static final int EFFECTS = 3;
    private static final int PILOT_ROWS = 4;
    private static final int ROWS = 5;

    private final VariableSchema schema;
    private final WeightMatrix truth;
    private final int[] order;
    private final MixedMechanism[] mechanisms;
    private final long seed;

    private MixedNetwork(
            VariableSchema schema, WeightMatrix truth, int[] order, MixedMechanism[] mechanisms, long seed) {
        this.schema = schema;
        this.truth = truth;
        this.order = order;
        this.mechanisms = mechanisms;
        this.seed = seed;
    }

    /**
     * Draws a network.
     *
     * @param graph where the graph and the sizes of effects are drawn from
     * @param share how many of the variables are categories, from 0 to 1; rounded to whole variables
     * @param interactions whether the first two causes of a variable also act by their product
     * @param seed any number
     * @throws IllegalArgumentException when the share is none
     */
    public static MixedNetwork draw(GraphGenerator graph, double share, boolean interactions, long seed) {
        Objects.requireNonNull(graph, "graph");
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("the share of categories must be from 0 to 1, was " + share);
        }
        WeightMatrix weights = graph.generate(RandomStream.derive(seed, GRAPH, 0));
        int d = weights.variables();
        int[] levels = levels(d, share, new RandomStream(RandomStream.derive(seed, KINDS, 0)));
        Dag dag = Dag.of(weights);
        MixedMechanism[] mechanisms = new MixedMechanism[d];
        double[][] pilot = new double[d][];
        for (int j : dag.topologicalOrder()) {
            mechanisms[j] = MixedMechanism.draw(
                    levels,
                    dag.parents(j),
                    j,
                    weights,
                    interactions,
                    pilot,
                    new RandomStream(RandomStream.derive(seed, EFFECTS, j)));
            RandomStream noise = new RandomStream(RandomStream.derive(seed, PILOT_ROWS, j));
            double[] column = new double[PILOT];
            double[] row = new double[d];
            for (int r = 0; r < PILOT; r++) {
                for (int i : dag.parents(j)) {
                    row[i] = pilot[i][r];
                }
                column[r] = mechanisms[j].value(row, noise);
            }
            if (levels[j] == 0) {
                mechanisms[j] = mechanisms[j].standardised(column);
            }
            pilot[j] = column;
        }
        return new MixedNetwork(schema(levels), edges(weights), dag.topologicalOrder(), mechanisms, seed);
    }

    /** Draws how many levels every variable has, 0 of numbers. */
    private static int[] levels(int d, double share, RandomStream random) {
        int[] levels = new int[d];
        int[] drawn = random.nextPermutation(d);
        for (int k = 0; k < Math.round(share * d); k++) {
            levels[drawn[k]] = FEWEST_LEVELS + random.nextInt(MOST_LEVELS - FEWEST_LEVELS + 1);
        }
        return levels;
    }

    private static VariableSchema schema(int[] levels) {
        return new VariableSchema(
                VariableSchema.numbered(levels.length).names(),
                Arrays.stream(levels)
                        .mapToObj(
                                k -> k == 0 ? VariableKind.NUMERIC : new VariableKind.Categorical(LEVELS.subList(0, k)))
                        .toList());
    }

    private static WeightMatrix edges(WeightMatrix weights) {
        int d = weights.variables();
        return WeightMatrix.ofRows(
                d,
                IntStream.range(0, d * d)
                        .mapToDouble(at -> weights.hasEdge(at / d, at % d) ? 1 : 0)
                        .toArray());
    }

    /** {@return the variables, x1, x2, …, with their kinds} */
    public VariableSchema schema() {
        return schema;
    }

    /** {@return the graph; every edge weighs 1} */
    public WeightMatrix truth() {
        return truth;
    }

    /**
     * The rows of a site, drawn anew at every reading.
     *
     * @param site from 0
     * @param rows how many; at least 0
     */
    public RowSource rows(int site, long rows) {
        if (rows < 0) {
            throw new IllegalArgumentException("rows must be >= 0, was " + rows);
        }
        return new Rows(rows, RandomStream.derive(seed, ROWS, site));
    }

    private final class Rows implements RowSource {
        private final long rows;
        private final long own;

        Rows(long rows, long own) {
            this.rows = rows;
            this.own = own;
        }

        @Override
        public VariableSchema schema() {
            return schema;
        }

        @Override
        public boolean keepsOrder() {
            return true;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            RandomStream random = new RandomStream(own);
            double[] row = new double[order.length];
            for (long r = 0; r < rows; r++) {
                for (int j : order) {
                    row[j] = mechanisms[j].value(row, random);
                }
                consumer.accept(row);
            }
        }
    }
}
