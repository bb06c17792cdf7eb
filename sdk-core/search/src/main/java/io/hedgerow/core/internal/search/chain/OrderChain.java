// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.chain;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.ParentSets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A Markov chain over orders of the variables (Friedman and Koller 2003) whose every move takes one variable out and
 * puts it back at a place drawn from its exact conditional distribution, so that no move is refused and nothing is
 * tuned. Orders agree with required parents, and variables that are parents only have no place. A move: O(d) looked-up
 * numbers. Not thread-safe.
 */
public final class OrderChain {

    private static final double MOST_AT_FIRST = 0.1;
    private static final double ROWS_AT_FIRST = 10;
    /** The part of the sweeps before the power is 1. */
    private static final double WARMING = 0.8;

    private final OrderTable[] tables;
    private final int[] order;
    private final int[] variables;
    /** Candidates of each variable that come before it in every order. */
    private final int[] always;
    /** Candidates of each variable that come before it. */
    private final int[] before;
    /** The entry of each variable's table for those. */
    private final double[] sums;
    /** [v, u]: the bit of v in the table of u. */
    private final int[][] bits;

    /** [v, u]: 1 when one is a candidate of the other. */
    private final byte[][] related;
    /** The last place of each run of places of one weight, in a move. */
    private final int[] passed;

    /** The log weights of those runs. */
    private final double[] weights;

    private int drawnRun;
    private final SearchRandom random;
    /** [after · d + before]; empty when no edge is required. */
    private final boolean[] requires;

    OrderChain(OrderTable[] tables, int[] start, SearchRandom random) {
        this.tables = tables;
        this.order = start.clone();
        this.variables = start.clone();
        Arrays.sort(variables);
        this.weights = new double[start.length];
        this.passed = new int[start.length];
        this.random = random;
        this.requires = requires(tables);
        this.always = new int[tables.length];
        for (int i = 0; i < tables.length; i++) {
            if (Arrays.binarySearch(variables, i) < 0) {
                for (int j : variables) {
                    always[j] |= tables[j].bit(i);
                }
            }
        }
        this.bits = new int[tables.length][tables.length];
        for (int v = 0; v < tables.length; v++) {
            for (int u = 0; u < tables.length; u++) {
                bits[v][u] = tables[u].bit(v);
            }
        }
        this.related = new byte[tables.length][tables.length];
        for (int v = 0; v < tables.length; v++) {
            for (int u = 0; u < tables.length; u++) {
                related[v][u] = (byte) ((bits[v][u] | bits[u][v]) == 0 ? 0 : 1);
            }
        }
        this.sums = new double[tables.length];
        this.before = always.clone();
        for (int at = 0; at < order.length; at++) {
            for (int later = at + 1; later < order.length; later++) {
                before[order[later]] |= tables[order[later]].bit(order[at]);
            }
        }
        for (int j : order) {
            sums[j] = tables[j].sum(before[j]);
        }
    }

    /** Starts from an order of a graph, or from a random one. */
    static OrderChain from(OrderTable[] tables, int[] targets, Optional<ParentSets> graph, SearchRandom random) {
        int[] start = graph.map(begun -> Arrays.stream(begun.topologicalOrder())
                        .filter(j -> Arrays.binarySearch(targets, j) >= 0)
                        .toArray())
                .orElseGet(() -> randomOrder(tables, targets, random));
        return new OrderChain(tables, start, random);
    }

    /** The power of a sweep before samples count: it grows to 1 from that of ten rows, however many rows there are. */
    static double power(int sweep, int burnIn, double rows) {
        double first = Math.min(MOST_AT_FIRST, ROWS_AT_FIRST / rows);
        return Math.min(1, Math.pow(first, 1 - sweep / (WARMING * burnIn)));
    }

    public static int[] randomOrder(int variables, SearchRandom random) {
        int[] order = new int[variables];
        for (int at = 0; at < variables; at++) {
            int with = random.nextInt(at + 1);
            order[at] = order[with];
            order[with] = at;
        }
        return order;
    }

    /** An order of some variables in which each comes after its required parents, which form no cycle. */
    static int[] randomOrder(OrderTable[] tables, int[] variables, SearchRandom random) {
        int[] free = randomOrder(variables.length, random);
        for (int at = 0; at < free.length; at++) {
            free[at] = variables[free[at]];
        }
        boolean[] requires = requires(tables);
        return requires.length == 0 ? free : arranged(free, tables.length, requires);
    }

    private static boolean[] requires(OrderTable[] tables) {
        int d = tables.length;
        boolean[] all = new boolean[d * d];
        boolean any = false;
        for (int j = 0; j < d; j++) {
            for (int parent : tables[j].required()) {
                all[j * d + parent] = true;
                any = true;
            }
        }
        return any ? all : new boolean[0];
    }

    /** Takes again and again the first variable that waits for no other. */
    private static int[] arranged(int[] free, int variables, boolean[] requires) {
        int[] order = new int[free.length];
        boolean[] placed = new boolean[variables];
        Arrays.fill(placed, true);
        for (int variable : free) {
            placed[variable] = false;
        }
        for (int at = 0; at < free.length; at++) {
            int next = 0;
            while (placed[free[next]] || waits(free[next], placed, requires)) {
                next++;
            }
            order[at] = free[next];
            placed[free[next]] = true;
        }
        return order;
    }

    private static boolean waits(int variable, boolean[] placed, boolean[] requires) {
        int d = placed.length;
        for (int parent = 0; parent < d; parent++) {
            if (requires[variable * d + parent] && !placed[parent]) {
                return true;
            }
        }
        return false;
    }

    /** Moves every variable once, by the posterior raised to a power. */
    void sweep(double power) {
        for (int v : variables) {
            move(v, power);
        }
    }

    private void move(int v, double power) {
        int from = takeOut(v);
        int last = order.length - 1;
        int passes = 0;
        byte[] concerns = related[v];
        for (int at = 0; at < last; at++) {
            passed[passes] = at;
            passes += concerns[order[at]];
        }
        passed[passes] = last;
        weigh(v, passes);
        int first = 0;
        for (int at = 0; requires.length > 0 && at < order.length - 1; at++) {
            if (requires[v * tables.length + order[at]]) {
                first = at + 1;
            }
            if (requires[order[at] * tables.length + v]) {
                last = Math.min(last, at);
            }
        }
        put(v, from, draw(power, passes, first, last));
    }

    /** From the place that is given back; those behind it move up. */
    private int takeOut(int v) {
        int from = 0;
        while (order[from] != v) {
            from++;
        }
        System.arraycopy(order, from + 1, order, from, order.length - 1 - from);
        return from;
    }

    /** Places between two related variables have one weight. No branches: none could be foreseen. */
    private void weigh(int v, int passes) {
        OrderTable own = tables[v];
        int[] bitIn = bits[v];
        int mask = always[v];
        double sum = own.sum(mask);
        double weight = 0;
        weights[0] = 0;
        for (int run = 0; run < passes; run++) {
            int u = order[passed[run]];
            // what u gains by v before it; one candidate more never lowers a sum
            double gain = Math.abs(tables[u].sum(before[u] ^ bitIn[u]) - sums[u]);
            mask |= own.bit(u);
            double wider = own.sum(mask);
            weight += wider - sum - gain;
            sum = wider;
            weights[run + 1] = weight;
        }
    }

    /** Sets the run and draws the place. */
    private int draw(double power, int passes, int first, int last) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int run = 0, begin = 0; run <= passes; begin = passed[run++] + 1) {
            if (begin <= last && passed[run] >= first) {
                largest = Math.max(largest, weights[run]);
            }
        }
        double total = 0;
        for (int run = 0, begin = 0; run <= passes; begin = passed[run++] + 1) {
            double below = power * (weights[run] - largest);
            int places = Math.min(last, passed[run]) - Math.max(first, begin) + 1;
            weights[run] = below > OrderTable.NOTHING && places > 0 ? Math.exp(below) : 0;
            total += weights[run] * Math.max(0, places);
        }
        double left = random.nextDouble() * total;
        drawnRun = 0;
        int place = first;
        while (passed[drawnRun] < first) {
            drawnRun++;
        }
        while (true) {
            int end = Math.min(last, passed[drawnRun]);
            double whole = weights[drawnRun] * (end - place + 1);
            if (left < whole || end == last) {
                // round-off may leave something over behind the last place
                return left < whole ? Math.min(end, place + (int) (left / weights[drawnRun])) : end;
            }
            left -= whole;
            place = end + 1;
            drawnRun++;
        }
    }

    /** Changes only what the variable passed. */
    private void put(int v, int from, int place) {
        int[] bitIn = bits[v];
        int mask = before[v];
        for (int run = drawnRun - 1; run >= 0 && passed[run] >= from; run--) {
            int u = order[passed[run]];
            mask |= tables[v].bit(u);
            change(u, before[u] & ~bitIn[u]);
        }
        for (int run = drawnRun; passed[run] < from; run++) {
            int u = order[passed[run]];
            mask &= ~tables[v].bit(u);
            change(u, before[u] | bitIn[u]);
        }
        change(v, mask);
        System.arraycopy(order, place, order, place + 1, order.length - 1 - place);
        order[place] = v;
    }

    private void change(int u, int mask) {
        before[u] = mask;
        sums[u] = tables[u].sum(mask);
    }

    int[] order() {
        return order.clone();
    }

    double logProbability() {
        double sum = 0;
        for (int j : variables) {
            sum += sums[j];
        }
        return sum;
    }

    void addProbabilities(double[] out) {
        for (int j : variables) {
            tables[j].addProbabilities(before[j], out);
        }
    }

    Drawn draw() {
        ParentSets graph = ParentSets.empty(tables.length);
        double score = 0;
        for (int j : variables) {
            score += tables[j].draw(before[j], random, graph);
        }
        return new Drawn(graph, score);
    }

    record Drawn(ParentSets parents, double score) {}
}
