// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.table.DiscreteNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Predicts levels row by row, and counts how often it was right. Not thread-safe. */
final class LevelPredictor {

    /** Rows of categories repeat; so many answers are kept. */
    private static final int KEPT = 10_000;

    /** What a variable is predicted from. */
    enum From {
        PARENTS,
        OTHERS,
        /** The same for all. */
        SOURCES;

        String word() {
            return Words.dashed(this);
        }
    }

    private final DiscreteNetwork network;
    private final From from;
    private final int[] sources;
    private final int[] targets;
    private final Map<List<Double>, double[]> answers = new HashMap<>();

    private final long[][] seen;
    private final long[] right;
    private final double[] losses;
    private long rows;
    private long impossible;

    /**
     * @param from what a variable is predicted from
     * @param sources where it is the same for all: the places that others are predicted from
     * @param set variables that are set
     */
    LevelPredictor(DiscreteNetwork network, From from, int[] sources, Intervention set) {
        this.network = set.in(network);
        this.from = from;
        this.sources = sources;
        this.targets = IntStream.range(0, network.schema().size())
                .filter(j -> !set.sets(j)
                        && (from != From.SOURCES || IntStream.of(sources).noneMatch(source -> source == j)))
                .toArray();
        this.seen = IntStream.of(targets)
                .mapToObj(j -> new long[network.table(j).levels()])
                .toArray(long[][]::new);
        this.right = new long[targets.length];
        this.losses = new double[targets.length];
    }

    /** Names of the cells that {@link #accept} gives: of each variable, then of each of its levels. */
    List<String> columns() {
        List<String> columns = new ArrayList<>();
        for (int j : targets) {
            String name = network.schema().names().get(j);
            columns.add(name);
            network.schema().levels(j).forEach(level -> columns.add(name + "=" + level));
        }
        return columns;
    }

    /** The most probable level and the probabilities of each variable; empty cells where the row cannot be. */
    List<String> accept(double[] row) {
        rows++;
        List<String> cells = new ArrayList<>();
        boolean possible = true;
        for (int t = 0; t < targets.length; t++) {
            int j = targets[t];
            double[] probabilities = posterior(j, evidence(j, row));
            if (probabilities.length == 0) {
                possible = false;
                cells.addAll(Collections.nCopies(network.table(j).levels() + 1, ""));
                continue;
            }
            int best = best(probabilities);
            cells.add(network.schema().levels(j).get(best));
            Arrays.stream(probabilities).mapToObj(Double::toString).forEach(cells::add);
            if (!Double.isNaN(row[j])) {
                int level = (int) row[j];
                seen[t][level]++;
                right[t] += level == best ? 1 : 0;
                losses[t] -= Math.log(probabilities[level]);
            }
        }
        impossible += possible ? 0 : 1;
        return cells;
    }

    private static int best(double[] probabilities) {
        int best = 0;
        for (int l = 1; l < probabilities.length; l++) {
            if (probabilities[l] > probabilities[best]) {
                best = l;
            }
        }
        return best;
    }

    private double[] evidence(int variable, double[] row) {
        double[] evidence = new double[row.length];
        Arrays.fill(evidence, Double.NaN);
        int[] known = from == From.PARENTS ? network.table(variable).parents() : sources;
        for (int i : known) {
            evidence[i] = i == variable ? Double.NaN : row[i];
        }
        return evidence;
    }

    /** Empty where the evidence has probability 0. */
    private double[] posterior(int variable, double[] evidence) {
        List<Double> key = DoubleStream.concat(DoubleStream.of(variable), Arrays.stream(evidence))
                .boxed()
                .toList();
        double[] known = answers.get(key);
        if (known != null) {
            return known;
        }
        double[] answer = network.logLikelihood(evidence) > Double.NEGATIVE_INFINITY
                ? network.posterior(new int[] {variable}, evidence)
                : new double[0];
        if (answers.size() >= KEPT) {
            answers.clear();
        }
        answers.put(key, answer);
        return answer;
    }

    long rows() {
        return rows;
    }

    /** Rows that got no prediction of some variable. */
    long impossible() {
        return impossible;
    }

    List<TablePrediction.Quality> qualities() {
        List<TablePrediction.Quality> qualities = new ArrayList<>();
        for (int t = 0; t < targets.length; t++) {
            long compared = Arrays.stream(seen[t]).sum();
            long common = Arrays.stream(seen[t]).max().orElse(0);
            qualities.add(new TablePrediction.Quality(
                    network.schema().names().get(targets[t]),
                    compared,
                    compared == 0 ? null : (Double) (right[t] / (double) compared),
                    compared == 0 ? null : (Double) (common / (double) compared),
                    compared == 0 || Double.isInfinite(losses[t]) ? null : (Double) (losses[t] / compared)));
        }
        return qualities;
    }
}
