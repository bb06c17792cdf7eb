// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.synthetic;

import io.hedgerow.core.internal.predict.simulation.SeededDraws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The distribution over a tree of categories that is nearest to noisy counts of its variables and edges: it minimises
 *
 * <pre>½ Σ_v Σ_a (n p_v(a) − y_v(a))² / s_v(a) + ½ Σ_e Σ_ab (n p_e(a, b) − y_e(a, b))² / s_e(a, b)</pre>
 *
 * <p>over distributions that are Markov to the tree, by mirror descent on their log potentials (McKenna, Sheldon and
 * Miklau 2019), whose marginals are exact by messages along the edges.
 */
final class TreeMarginals {

    private static final int STEPS = 5000;
    private static final double ENOUGH = 1e-9;
    /** The least count from which is begun. */
    private static final double LEAST = 0.5;

    /**
     * Noisy counts of one variable, or of two with the level of the second changing fastest.
     *
     * @param variance of each
     */
    @SuppressWarnings("ArrayRecordComponent") // of one fit
    record Counts(double[] counts, double[] variance) {}

    /** An edge of the tree, with its counts. */
    record Edge(int one, int other, Counts counts) {}

    private final double rows;
    private final List<Counts> ofVariables;
    /** Variables, each after the one before it on the way from the first. */
    private final int[] order;

    private final int[] before;
    /** Counts of the variable before and this one; empty of the first. */
    private final List<Counts> ofEdges;

    private final double[][] potentials;
    private final double[][] edgePotentials;
    /** P(level) of each variable, and P(level of the one before, own level). */
    private double[][] own;

    private double[][] pairs;

    /**
     * Fits.
     *
     * @param rows n
     * @param edges of a spanning tree
     */
    TreeMarginals(double rows, List<Counts> ofVariables, List<Edge> edges) {
        int d = ofVariables.size();
        this.rows = rows;
        this.ofVariables = ofVariables;
        this.before = new int[d];
        this.ofEdges = new ArrayList<>();
        for (int v = 0; v < d; v++) {
            ofEdges.add(new Counts(new double[0], new double[0]));
        }
        this.order = rooted(edges);
        this.potentials = new double[d][];
        this.edgePotentials = new double[d][];
        int[] edgesAt = new int[d];
        edges.forEach(edge -> {
            edgesAt[edge.one()]++;
            edgesAt[edge.other()]++;
        });
        for (int v = 0; v < d; v++) {
            // those of the counts themselves: the shares of edges over those of variables that several have
            int shared = 1 - edgesAt[v];
            potentials[v] = logs(ofVariables.get(v)).map(log -> shared * log).toArray();
            edgePotentials[v] = logs(ofEdges.get(v)).toArray();
        }
        this.own = new double[d][];
        this.pairs = new double[d][];
        infer();
        descend();
    }

    private DoubleStream logs(Counts counts) {
        return Arrays.stream(counts.counts()).map(n -> Math.log(Math.max(LEAST, n) / rows));
    }

    private int levels(int variable) {
        return ofVariables.get(variable).counts().length;
    }

    private int[] rooted(List<Edge> edges) {
        int d = before.length;
        int[] reached = new int[d];
        boolean[] seen = new boolean[d];
        seen[0] = true;
        before[0] = -1;
        int count = 1;
        for (int at = 0; at < count; at++) {
            int v = reached[at];
            for (Edge edge : edges) {
                int next = edge.one() == v ? edge.other() : edge.other() == v ? edge.one() : v;
                if (!seen[next]) {
                    seen[next] = true;
                    before[next] = v;
                    ofEdges.set(next, edge.one() == v ? edge.counts() : turned(edge.counts(), levels(next)));
                    reached[count++] = next;
                }
            }
        }
        if (count < d) {
            throw new IllegalArgumentException("edges must join all " + d + " variables, join " + count);
        }
        return reached;
    }

    /** The level of the other variable changes fastest, of which there were so many before. */
    private static Counts turned(Counts counts, int rowsOf) {
        int columns = counts.counts().length / rowsOf;
        double[] values = new double[counts.counts().length];
        double[] variance = new double[values.length];
        for (int a = 0; a < rowsOf; a++) {
            for (int b = 0; b < columns; b++) {
                values[b * rowsOf + a] = counts.counts()[a * columns + b];
                variance[b * rowsOf + a] = counts.variance()[a * columns + b];
            }
        }
        return new Counts(values, variance);
    }

    /** P(level) of a variable. */
    double[] of(int variable) {
        return own[variable].clone();
    }

    /** Draws a row. */
    void draw(int[] row, SeededDraws draws) {
        for (int v : order) {
            if (before[v] < 0) {
                row[v] = draws.level(own[v]);
            } else {
                int k = levels(v);
                double[] given = Arrays.copyOfRange(pairs[v], row[before[v]] * k, (row[before[v]] + 1) * k);
                double sum = Arrays.stream(given).sum();
                row[v] = draws.level(Arrays.stream(given)
                        .map(p -> sum > 0 ? p / sum : 1.0 / k)
                        .toArray());
            }
        }
    }

    private void descend() {
        double step = 1 / rows;
        double loss = loss();
        for (int round = 0; round < STEPS && step > ENOUGH * ENOUGH; round++) {
            double[][] keptOwn = copy(potentials);
            double[][] keptPairs = copy(edgePotentials);
            double[][] wereOwn = own;
            double[][] werePairs = pairs;
            for (int v = 0; v < before.length; v++) {
                move(potentials[v], own[v], ofVariables.get(v), step);
                move(edgePotentials[v], pairs[v], ofEdges.get(v), step);
            }
            infer();
            double next = loss();
            if (next <= loss) {
                loss = next;
                step *= 1.2;
            } else {
                for (int v = 0; v < before.length; v++) {
                    potentials[v] = keptOwn[v];
                    edgePotentials[v] = keptPairs[v];
                }
                own = wereOwn;
                pairs = werePairs;
                step /= 2;
            }
        }
    }

    private static double[][] copy(double[][] all) {
        return Arrays.stream(all).map(double[]::clone).toArray(double[][]::new);
    }

    private void move(double[] potential, double[] shares, Counts counts, double step) {
        for (int a = 0; a < potential.length; a++) {
            potential[a] -= step * (rows * shares[a] - counts.counts()[a]) / counts.variance()[a];
        }
    }

    private double loss() {
        double sum = 0;
        for (int v = 0; v < before.length; v++) {
            sum += loss(own[v], ofVariables.get(v)) + loss(pairs[v], ofEdges.get(v));
        }
        return sum;
    }

    private double loss(double[] shares, Counts counts) {
        double sum = 0;
        for (int a = 0; a < shares.length; a++) {
            double off = rows * shares[a] - counts.counts()[a];
            sum += off * off / 2 / counts.variance()[a];
        }
        return sum;
    }

    /** The marginals of the potentials: messages to the first variable, then shares away from it. */
    private void infer() {
        int d = before.length;
        double[][] up = copy(potentials);
        double[][] messages = new double[d][];
        for (int at = d - 1; at > 0; at--) {
            int v = order[at];
            int k = levels(v);
            messages[v] = new double[levels(before[v])];
            for (int a = 0; a < messages[v].length; a++) {
                double[] terms = new double[k];
                for (int b = 0; b < k; b++) {
                    terms[b] = edgePotentials[v][a * k + b] + up[v][b];
                }
                messages[v][a] = logSum(terms);
                up[before[v]][a] += messages[v][a];
            }
        }
        double[][] single = new double[d][];
        double[][] joint = new double[d][];
        double all = logSum(up[0]);
        single[0] = Arrays.stream(up[0]).map(value -> Math.exp(value - all)).toArray();
        joint[0] = new double[0];
        for (int at = 1; at < d; at++) {
            int v = order[at];
            int k = levels(v);
            single[v] = new double[k];
            joint[v] = new double[edgePotentials[v].length];
            for (int cell = 0; cell < joint[v].length; cell++) {
                int a = cell / k;
                joint[v][cell] =
                        single[before[v]][a] * Math.exp(edgePotentials[v][cell] + up[v][cell % k] - messages[v][a]);
                single[v][cell % k] += joint[v][cell];
            }
        }
        own = single;
        pairs = joint;
    }

    private static double logSum(double[] terms) {
        double most = Arrays.stream(terms).max().orElseThrow();
        return most
                + Math.log(
                        Arrays.stream(terms).map(term -> Math.exp(term - most)).sum());
    }
}
