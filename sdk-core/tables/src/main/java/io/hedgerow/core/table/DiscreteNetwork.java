// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.table.Elimination;
import io.hedgerow.core.internal.text.Nearest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A discrete Bayesian network: an acyclic graph with a {@link ProbabilityTable} for each variable, so that P(x) = Π_j
 * P(x_j | parents of j).
 *
 * <p>A row holds the place of a level of each variable, NaN where the cell is not known. Inference is exact, by
 * elimination of variables in a min-fill order, and refuses a question that would need a factor of more than 2²³ cells
 * before it computes: networks of up to 50 variables with few parents need a few thousand. Immutable; thread-safe. As
 * private as its tables.
 */
public final class DiscreteNetwork {

    private static final String IMPOSSIBLE = "evidence must be possible, has probability 0 in this network";

    private final VariableSchema schema;
    private final List<ProbabilityTable> tables;
    private final Dag dag;
    private final Elimination elimination;

    private DiscreteNetwork(VariableSchema schema, List<ProbabilityTable> tables, Dag dag) {
        this.schema = schema;
        this.tables = tables;
        this.dag = dag;
        int[][] families = new int[tables.size()][];
        Arrays.setAll(families, j -> {
            int[] parents = tables.get(j).parents();
            int[] family = Arrays.copyOf(parents, parents.length + 1);
            family[parents.length] = j;
            return family;
        });
        this.elimination = new Elimination(
                tables.stream().mapToInt(ProbabilityTable::levels).toArray(),
                families,
                tables.stream().map(ProbabilityTable::flat).toArray(double[][]::new));
    }

    /**
     * A network of tables.
     *
     * @param schema d categorical variables
     * @param tables of the variables in the schema's order; parents are places in the schema
     * @throws IllegalArgumentException when a variable is numeric, a table does not fit the levels of its variable and
     *     parents, or there is a cycle; the message names the variable
     */
    public static DiscreteNetwork of(VariableSchema schema, List<ProbabilityTable> tables) {
        int d = schema.size();
        if (tables.size() != d) {
            throw new IllegalArgumentException(
                    "a network must have a table for each of its " + d + " variables, had " + tables.size());
        }
        double[] edges = new double[d * d];
        for (int j = 0; j < d; j++) {
            if (!(schema.kind(j) instanceof VariableKind.Categorical)) {
                throw new IllegalArgumentException(
                        "every variable of a discrete network must be categorical, " + name(schema, j) + " is not");
            }
            requireFit(schema, j, tables.get(j));
            for (int i : tables.get(j).parents()) {
                edges[i * d + j] = 1;
            }
        }
        WeightMatrix graph = WeightMatrix.ofRows(d, edges);
        List<Dag.Edge> dropped = Dag.strongest(graph, 0).dropped();
        if (!dropped.isEmpty()) {
            throw new IllegalArgumentException("a network must have no cycle, has one through "
                    + name(schema, dropped.get(0).from()) + " -> "
                    + name(schema, dropped.get(0).to()));
        }
        return new DiscreteNetwork(schema, List.copyOf(tables), Dag.of(graph));
    }

    /**
     * A network whose tables are posterior means after counts, see {@link ProbabilityTable#ofCounts}.
     *
     * @param schema d categorical variables
     * @param dag over them; parents of a table ascend
     * @param counts [j]: N of variable j, [configurations of its parents][levels]
     * @param equivalentSampleSize α; finite and &gt; 0
     * @throws IllegalArgumentException when the counts do not fit
     */
    public static DiscreteNetwork ofCounts(
            VariableSchema schema, Dag dag, List<double[][]> counts, double equivalentSampleSize) {
        if (dag.variables() != schema.size() || counts.size() != schema.size()) {
            throw new IllegalArgumentException("graph and counts must be of the " + schema.size()
                    + " variables of the schema, were of " + dag.variables() + " and " + counts.size());
        }
        return of(
                schema,
                IntStream.range(0, schema.size())
                        .mapToObj(j -> ProbabilityTable.ofCounts(dag.parents(j), counts.get(j), equivalentSampleSize))
                        .toList());
    }

    private static void requireFit(VariableSchema schema, int j, ProbabilityTable table) {
        long configurations = 1;
        for (int i : table.parents()) {
            if (i < 0 || i >= schema.size() || i == j) {
                throw new IllegalArgumentException("the parents of " + name(schema, j)
                        + " must be places of other variables, from 0 to " + (schema.size() - 1) + ", was " + i);
            }
            configurations = Math.min(configurations * schema.levels(i).size(), Integer.MAX_VALUE);
        }
        if (table.configurations() != configurations
                || table.levels() != schema.levels(j).size()) {
            throw new IllegalArgumentException("the table of " + name(schema, j) + " must have " + configurations
                    + " configurations of its parents and " + schema.levels(j).size() + " levels, had "
                    + table.configurations() + " and " + table.levels());
        }
    }

    private static String name(VariableSchema schema, int variable) {
        return schema.names().get(variable);
    }

    /** {@return the variables with their levels} */
    public VariableSchema schema() {
        return schema;
    }

    /** {@return the graph; every edge weighs 1} */
    public Dag dag() {
        return dag;
    }

    /**
     * {@return the table of a variable}
     *
     * @param variable its place in the schema
     */
    public ProbabilityTable table(int variable) {
        return tables.get(variable);
    }

    /**
     * {@return a row in which some cells are known, NaN in the others}
     *
     * @param known levels by the names of their variables
     * @throws IllegalArgumentException when there is no such variable or level
     */
    public double[] row(Map<String, String> known) {
        double[] row = new double[schema.size()];
        Arrays.fill(row, Double.NaN);
        known.forEach((variable, level) -> {
            int j = place(variable);
            row[j] = level(j, level);
        });
        return row;
    }

    private int place(String variable) {
        return place(variable, schema.names(), "a variable of the network");
    }

    private int level(int variable, String level) {
        return place(level, schema.levels(variable), "a level of " + name(schema, variable));
    }

    private static int place(String word, List<String> known, String what) {
        int place = known.indexOf(word);
        if (place < 0) {
            throw new IllegalArgumentException(what + " must be one of " + String.join(", ", known) + ", was \"" + word
                    + "\""
                    + Nearest.to(word, known)
                            .map(near -> "; did you mean \"" + near + "\"?")
                            .orElse(""));
        }
        return place;
    }

    /**
     * {@return P(variable | evidence) by names, a probability for each level, in the order of the levels}
     *
     * @param variable without evidence
     * @param evidence levels by the names of their variables; may be empty
     * @throws IllegalArgumentException as {@link #posterior(int[], double[])}, and when there is no such name
     */
    public Map<String, Double> posterior(String variable, Map<String, String> evidence) {
        int j = place(variable);
        double[] probabilities = posterior(new int[] {j}, row(evidence));
        Map<String, Double> named = new LinkedHashMap<>();
        for (int l = 0; l < probabilities.length; l++) {
            named.put(schema.levels(j).get(l), probabilities[l]);
        }
        return named;
    }

    /**
     * P(query | evidence), exactly.
     *
     * @param query places of distinct variables; the joint distribution of more than a few is large
     * @param evidence a row; cells that are not known are NaN, those of the query among them; not changed
     * @return one probability for each configuration of the query, its first variable slowest; they sum to 1
     * @throws IllegalArgumentException when the row is none of this network, the evidence has probability 0, a variable
     *     of the query has evidence, or exact inference would need too large a factor
     */
    public double[] posterior(int[] query, double[] evidence) {
        int[] known = levels(evidence);
        for (int j : query) {
            if (j < 0 || j >= known.length || known[j] >= 0) {
                throw new IllegalArgumentException("a query must be of variables without evidence, was of "
                        + (j < 0 || j >= known.length ? "place " + j : name(schema, j)));
            }
        }
        if (Arrays.stream(query).distinct().count() != query.length) {
            throw new IllegalArgumentException("a query must name distinct variables, was " + Arrays.toString(query));
        }
        double[] posterior = elimination.posterior(query, known);
        if (posterior.length == 0) {
            throw new IllegalArgumentException(IMPOSSIBLE);
        }
        return posterior;
    }

    /**
     * The most probable row that agrees with the known cells: all missing cells together, which need not be the most
     * probable level of each.
     *
     * @param row cells that are not known are NaN; not changed
     * @return a row without NaN
     * @throws IllegalArgumentException as {@link #posterior(int[], double[])}
     */
    public double[] completed(double[] row) {
        int[] levels = elimination.mostProbable(levels(row));
        if (levels.length == 0) {
            throw new IllegalArgumentException(IMPOSSIBLE);
        }
        return Arrays.stream(levels).asDoubleStream().toArray();
    }

    /**
     * {@return the natural logarithm of a row's probability, −∞ of a row that cannot be; missing cells are summed over}
     *
     * @param row cells that are not known are NaN; not changed
     * @throws IllegalArgumentException when the row is none of this network, or its missing cells need too large a
     *     factor
     */
    public double logLikelihood(double[] row) {
        int[] levels = levels(row);
        if (Arrays.stream(levels).anyMatch(level -> level < 0)) {
            return elimination.logProbability(levels);
        }
        double sum = 0;
        for (int j = 0; j < levels.length; j++) {
            sum += Math.log(tables.get(j).probability(configuration(j, levels), levels[j]));
        }
        return sum;
    }

    /**
     * The network after do(variable = level) (Pearl 2009, section 3.2): the variable no longer depends on its parents,
     * and all other tables stay. Evidence on the variable says what was seen; this says what was done.
     *
     * @param variable its name
     * @param level to which it is set
     * @return the mutilated network
     * @throws IllegalArgumentException when there is no such variable or level
     */
    public DiscreteNetwork intervene(String variable, String level) {
        int j = place(variable);
        double[] certain = new double[schema.levels(j).size()];
        certain[level(j, level)] = 1;
        List<ProbabilityTable> others = new ArrayList<>(tables);
        others.set(j, ProbabilityTable.of(new int[0], new double[][] {certain}));
        return of(schema, others);
    }

    /**
     * Rows drawn from this network, the same for a seed on every Java release. For simulation only: anyone who knows
     * the seed knows every row.
     *
     * @param rows how many
     * @param seed any number
     * @return rows that are drawn anew, and are the same, at every reading
     * @throws IllegalArgumentException when {@code rows} is negative
     */
    public RowSource sample(long rows, long seed) {
        return new SampledRows(this, rows, seed);
    }

    int configuration(int variable, int[] levels) {
        int configuration = 0;
        for (int i : tables.get(variable).parents()) {
            configuration = configuration * tables.get(i).levels() + levels[i];
        }
        return configuration;
    }

    /** A row as levels, -1 where a cell is not known. */
    private int[] levels(double[] row) {
        if (row.length != schema.size()) {
            throw new IllegalArgumentException("a row must have " + schema.size() + " cells, had " + row.length);
        }
        int[] levels = new int[row.length];
        for (int j = 0; j < levels.length; j++) {
            int size = tables.get(j).levels();
            boolean known = !Double.isNaN(row[j]);
            if (known && !(row[j] >= 0 && row[j] < size && row[j] == Math.rint(row[j]))) {
                throw new IllegalArgumentException(
                        "a cell of " + name(schema, j) + " must be NaN or a whole number from" + " 0 to " + (size - 1)
                                + ", the place of a level, was another");
            }
            levels[j] = known ? (int) row[j] : -1;
        }
        return levels;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DiscreteNetwork that && schema.equals(that.schema) && tables.equals(that.tables);
    }

    @Override
    public int hashCode() {
        return 31 * schema.hashCode() + tables.hashCode();
    }

    @Override
    public String toString() {
        return "DiscreteNetwork[variables=" + schema.size() + ", edges="
                + dag.weights().edgeCount() + "]";
    }
}
