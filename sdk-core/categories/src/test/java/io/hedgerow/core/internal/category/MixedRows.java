// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Rows of a random network of numbers and categories. A number is a sum of effects of its parents and normal noise; a
 * category is drawn by a multinomial logit of such sums. With interactions a category among a number's parents also
 * decides the slopes of the other parents, and a category has an effect for each combination of its categorical
 * parents.
 */
final class MixedRows {

    private final int d;
    private final boolean interacting;
    private final int[] levels;
    private final boolean[][] edge;
    private final long seed;

    /**
     * Draws a network.
     *
     * @param d variables, in the order of causes
     * @param edges of it
     * @param share of the variables that are categories of 2 to 4 levels
     */
    MixedRows(int d, int edges, double share, boolean interacting, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        this.d = d;
        this.interacting = interacting;
        this.seed = seed;
        this.levels = new int[d];
        List<Integer> places = new ArrayList<>(IntStream.range(0, d).boxed().toList());
        for (int k = 0; k < Math.round(share * d); k++) {
            levels[places.remove(random.nextInt(places.size()))] = 2 + random.nextInt(3);
        }
        this.edge = new boolean[d][d];
        int left = edges;
        while (left > 0) {
            int i = random.nextInt(d);
            int j = random.nextInt(d);
            if (i < j && !edge[i][j] && parents(j).length < 4) {
                edge[i][j] = true;
                left--;
            }
        }
    }

    private int[] parents(int j) {
        return IntStream.range(0, d).filter(i -> edge[i][j]).toArray();
    }

    VariableSchema schema() {
        Map<String, VariableKind> kinds = new HashMap<>();
        for (int j = 0; j < d; j++) {
            if (levels[j] > 0) {
                kinds.put(
                        "x" + (j + 1),
                        new VariableKind.Categorical(IntStream.range(0, levels[j])
                                .mapToObj(l -> "l" + l)
                                .toList()));
            }
        }
        return VariableSchema.numbered(d).with(kinds);
    }

    WeightMatrix truth() {
        double[] marks = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            marks[k] = edge[k / d][k % d] ? 1 : 0;
        }
        return WeightMatrix.ofRows(d, marks);
    }

    double[][] rows(int count, SplittableRandom random) {
        double[][] rows = new double[count][d];
        double[] scale = new double[d];
        for (int j = 0; j < d; j++) {
            double sum = 0;
            double squares = 0;
            for (double[] row : rows) {
                row[j] = levels[j] > 0 ? category(j, row, scale, random) : number(j, row, scale) + normal(random);
                sum += row[j];
                squares += row[j] * row[j];
            }
            scale[j] = 1 / Math.sqrt(squares / count - sum / count * (sum / count));
        }
        return rows;
    }

    private double number(int j, double[] row, double[] scale) {
        double sum = 0;
        double turn = 1;
        for (int i : parents(j)) {
            if (levels[i] > 0) {
                sum += effect(j, 0, i, (int) row[i]);
                turn *= interacting && row[i] == 0 ? 0.3 : 1;
            }
        }
        for (int i : parents(j)) {
            sum += levels[i] > 0 ? 0 : turn * slope(j, 0, i) * row[i] * scale[i];
        }
        return sum;
    }

    private int category(int j, double[] row, double[] scale, SplittableRandom random) {
        double[] odds = new double[levels[j]];
        double total = 0;
        for (int l = 0; l < odds.length; l++) {
            double sum = 0;
            int combination = 0;
            for (int i : parents(j)) {
                sum += levels[i] > 0 ? effect(j, l, i, (int) row[i]) : 1.3 * slope(j, l, i) * row[i] * scale[i];
                combination = combination * 5 + (int) (levels[i] > 0 ? row[i] + 1 : 0);
            }
            sum += interacting ? effect(j, l, d, combination) : 0;
            odds[l] = Math.exp(sum);
            total += odds[l];
        }
        double left = random.nextDouble() * total;
        int level = 0;
        while (level < odds.length - 1 && left >= odds[level]) {
            left -= odds[level++];
        }
        return level;
    }

    /** Of 0.5 to 1 in deviations, with either sign. */
    private double slope(int j, int level, int i) {
        SplittableRandom own = new SplittableRandom(seed * 7919 + (j * 31L + level) * 101 + i);
        double size = 0.5 + 0.5 * own.nextDouble();
        return own.nextBoolean() ? size : -size;
    }

    private double effect(int j, int level, int i, int of) {
        SplittableRandom own = new SplittableRandom(seed * 104729 + ((j * 31L + level) * 101 + i) * 1009 + of);
        double size = 0.5 + 0.7 * own.nextDouble();
        boolean positive = i == d ? own.nextBoolean() : (of + level) % 2 == 0;
        return positive ? size : -size;
    }

    private static double normal(SplittableRandom random) {
        return random.nextGaussian();
    }
}
