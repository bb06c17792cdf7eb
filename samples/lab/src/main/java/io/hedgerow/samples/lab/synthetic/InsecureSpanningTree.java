// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.synthetic;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.predict.simulation.SeededDraws;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import io.hedgerow.samples.lab.synthetic.TreeMarginals.Counts;
import io.hedgerow.samples.lab.synthetic.TreeMarginals.Edge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows of categories by MST (McKenna, Miklau and Sheldon 2021), with which rows drawn from a released network are
 * compared: counts of single variables, a spanning tree of pairs that these explain least, chosen by the exponential
 * mechanism, counts of its pairs, and rows of the distribution over the tree that is nearest to all of them. All rows
 * are in one place. Each of the three parts has a third of ρ of zero-concentrated privacy.
 *
 * <p>With d variables, neighbours of which one row is replaced, and a count of a row:
 *
 * <pre>
 * counts of variables   σ² = 2d / (2ρ/3)          a row is in d tables, a replaced one moves each by √2
 * each of d − 1 edges   P(ij) ∝ exp(ε w_ij / 4),  ρ/3 / (d − 1) = ε² / 8,  w_ij = Σ |n_ij − n p_i p_j| moves by 2
 * counts of edges       σ² = 2(d − 1) / (2ρ/3)
 * </pre>
 *
 * <p>Levels below 3σ are one level in the tree, and each of them is as likely afterwards.
 *
 * <p><b>Protects no one</b>: its noise follows from a seed. For experiments on simulated rows.
 */
final class InsecureSpanningTree {

    /** Deviations of the noise of a count from which on a level is one of its own. */
    private static final double SEEN = 3;

    private final VariableSchema schema;
    private final int d;
    private final double rows;
    private final double rho;
    private final SeededDraws draws;
    /** The level in the tree of every level of a variable. */
    private final int[][] merged;

    private final List<Counts> ofVariables = new ArrayList<>();
    private final double[][] shares;
    private final double[][][] exact;
    private final List<Edge> edges = new ArrayList<>();
    private final TreeMarginals fitted;

    InsecureSpanningTree(RowSource data, double epsilon, double delta, long seed) {
        this.schema = data.schema();
        this.d = schema.size();
        this.rho = rho(epsilon, delta);
        this.draws = new SeededDraws(seed);
        List<int[]> all = new ArrayList<>();
        data.forEachRow(
                row -> all.add(Arrays.stream(row).mapToInt(cell -> (int) cell).toArray()));
        this.rows = all.size();
        this.merged = new int[d][];
        this.shares = new double[d][];
        double variance = 3 * d / rho;
        for (int v = 0; v < d; v++) {
            measure(v, all, variance);
        }
        this.exact = new double[d][d][];
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                exact[i][j] = counts(all, i, j);
            }
        }
        select();
        this.fitted = new TreeMarginals(rows, ofVariables, edges);
    }

    /** The largest ρ whose ε at δ is at most the one asked for. */
    static double rho(double epsilon, double delta) {
        double low = 0;
        double high = epsilon;
        for (int step = 0; step < 60; step++) {
            double middle = (low + high) / 2;
            if (ZcdpAccountant.epsilonOf(middle, delta) <= epsilon) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void measure(int v, List<int[]> all, double variance) {
        int k = schema.levels(v).size();
        double[] noisy = new double[k];
        all.forEach(row -> noisy[row[v]]++);
        for (int l = 0; l < k; l++) {
            noisy[l] += Math.sqrt(variance) * draws.normal();
        }
        merged[v] = new int[k];
        List<Double> counts = new ArrayList<>();
        List<Double> variances = new ArrayList<>();
        for (int l = 0; l < k; l++) {
            if (noisy[l] >= SEEN * Math.sqrt(variance)) {
                merged[v][l] = counts.size();
                counts.add(noisy[l]);
                variances.add(variance);
            } else {
                merged[v][l] = -1;
            }
        }
        int[] rare = IntStream.range(0, k).filter(l -> merged[v][l] < 0).toArray();
        if (rare.length > 0) {
            double sum = 0;
            for (int l : rare) {
                merged[v][l] = counts.size();
                sum += noisy[l];
            }
            counts.add(sum);
            variances.add(variance * rare.length);
        }
        double[] kept = array(counts);
        ofVariables.add(new Counts(kept, array(variances)));
        shares[v] = nearest(kept);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The nearest probabilities to counts over n. */
    private double[] nearest(double[] counts) {
        double[] sorted = Arrays.stream(counts).map(n -> n / rows).sorted().toArray();
        double sum = 0;
        double less = 0;
        for (int k = 1; k <= sorted.length; k++) {
            double one = sorted[sorted.length - k];
            sum += one;
            double next = (sum - 1) / k;
            less = one > next ? next : less;
        }
        double taken = less;
        return Arrays.stream(counts).map(n -> Math.max(0, n / rows - taken)).toArray();
    }

    private double[] counts(List<int[]> all, int i, int j) {
        int k = shares[j].length;
        double[] counts = new double[shares[i].length * k];
        all.forEach(row -> counts[merged[i][row[i]] * k + merged[j][row[j]]]++);
        return counts;
    }

    /** w_ij. */
    private double unexplained(int i, int j) {
        int k = shares[j].length;
        double sum = 0;
        for (int cell = 0; cell < exact[i][j].length; cell++) {
            sum += Math.abs(exact[i][j][cell] - rows * shares[i][cell / k] * shares[j][cell % k]);
        }
        return sum;
    }

    private void select() {
        int[] part = IntStream.range(0, d).toArray();
        double epsilon = Math.sqrt(8 * rho / 3 / (d - 1));
        for (int chosen = 1; chosen < d; chosen++) {
            List<int[]> candidates = new ArrayList<>();
            for (int i = 0; i < d; i++) {
                for (int j = i + 1; j < d; j++) {
                    if (part[i] != part[j]) {
                        candidates.add(new int[] {i, j});
                    }
                }
            }
            double[] scores = candidates.stream()
                    .mapToDouble(pair -> epsilon / 4 * unexplained(pair[0], pair[1]))
                    .toArray();
            double most = Arrays.stream(scores).max().orElseThrow();
            double total = Arrays.stream(scores).map(s -> Math.exp(s - most)).sum();
            int[] pair = candidates.get(draws.level(
                    Arrays.stream(scores).map(s -> Math.exp(s - most) / total).toArray()));
            int joined = part[pair[1]];
            int into = part[pair[0]];
            Arrays.setAll(part, v -> part[v] == joined ? into : part[v]);
            edges.add(new Edge(pair[0], pair[1], noisy(exact[pair[0]][pair[1]])));
        }
    }

    private Counts noisy(double[] counts) {
        double variance = 3 * (d - 1) / rho;
        double[] noisy = counts.clone();
        double[] variances = new double[noisy.length];
        for (int cell = 0; cell < noisy.length; cell++) {
            noisy[cell] += Math.sqrt(variance) * draws.normal();
            variances[cell] = variance;
        }
        return new Counts(noisy, variances);
    }

    /** The edges of the tree, as pairs of positions. */
    List<int[]> tree() {
        return edges.stream().map(edge -> new int[] {edge.one(), edge.other()}).toList();
    }

    /** Rows of the distribution, the same at every reading. */
    RowSource rows(long count, long seed) {
        return new Drawn(count, seed);
    }

    private final class Drawn implements RowSource {
        private final long count;
        private final long seed;

        Drawn(long count, long seed) {
            this.count = count;
            this.seed = seed;
        }

        @Override
        public VariableSchema schema() {
            return schema;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            SeededDraws own = new SeededDraws(seed);
            int[] levels = new int[d];
            double[] row = new double[d];
            for (long r = 0; r < count; r++) {
                fitted.draw(levels, own);
                for (int v = 0; v < d; v++) {
                    int level = levels[v];
                    int variable = v;
                    int[] among = IntStream.range(0, merged[v].length)
                            .filter(l -> merged[variable][l] == level)
                            .toArray();
                    row[v] = among[(int) (own.uniform() * among.length)];
                }
                consumer.accept(row);
            }
        }
    }
}
