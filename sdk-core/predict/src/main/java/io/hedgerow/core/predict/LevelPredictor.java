// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.table.DiscreteNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Predicts levels row by row, and counts how often it was right. */
final class LevelPredictor extends RowPredictor {

    /** Rows of categories repeat; so many answers are kept. */
    private static final int KEPT = 10_000;

    private final String source;
    private final DiscreteNetwork network;
    private final int[] targets;
    private final Map<List<Double>, double[]> answers = new HashMap<>();

    private final long[][] seen;
    private final long[] right;
    private final double[] losses;
    private long impossible;

    /**
     * Predicts all that are not set, and neither given where the same are given for all.
     *
     * @param source what messages call the network
     * @param network before variables are set
     */
    LevelPredictor(String source, DiscreteNetwork network, From from, int[] columns, int[] sources, Intervention set) {
        super(network.schema(), from, columns, sources);
        this.source = source;
        this.network = set.in(network);
        this.targets = IntStream.range(0, network.schema().size())
                .filter(j -> !set.sets(j)
                        && (from != From.GIVEN || IntStream.of(sources).noneMatch(i -> i == j)))
                .toArray();
        this.seen = IntStream.of(targets)
                .mapToObj(j -> new long[network.table(j).levels()])
                .toArray(long[][]::new);
        this.right = new long[targets.length];
        this.losses = new double[targets.length];
    }

    @Override
    int[] targets() {
        return targets;
    }

    /** Unknown where the row cannot be. */
    @Override
    List<Expected> accept(double[] row) {
        List<Expected> all = new ArrayList<>();
        boolean possible = true;
        for (int t = 0; t < targets.length; t++) {
            int j = targets[t];
            Expected expected = expected(j, posterior(j, evidence(j, row)));
            all.add(expected);
            possible &= expected.isKnown();
            if (expected.isKnown() && !Double.isNaN(row[j])) {
                int level = (int) row[j];
                seen[t][level]++;
                right[t] += level == expected.place() ? 1 : 0;
                losses[t] -= Math.log(expected.value(level));
            }
        }
        impossible += possible ? 0 : 1;
        return all;
    }

    private double[] evidence(int variable, double[] row) {
        double[] evidence = new double[row.length];
        Arrays.fill(evidence, Double.NaN);
        int[] known = from() == From.PARENTS ? network.table(variable).parents() : sources();
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
        double[] answer;
        try {
            answer = network.logLikelihood(evidence) > Double.NEGATIVE_INFINITY
                    ? network.posterior(new int[] {variable}, evidence)
                    : new double[0];
        } catch (IllegalArgumentException e) {
            throw new DataException(source + ": " + Words.reason(e), e);
        }
        if (answers.size() >= KEPT) {
            answers.clear();
        }
        answers.put(key, answer);
        return answer;
    }

    @Override
    public long impossible() {
        return impossible;
    }

    @Override
    public List<PredictionQuality> qualities() {
        return IntStream.range(0, targets.length)
                .<PredictionQuality>mapToObj(t -> PredictionQuality.OfCategory.of(
                        network.schema().names().get(targets[t]), seen[t], right[t], losses[t]))
                .toList();
    }
}
