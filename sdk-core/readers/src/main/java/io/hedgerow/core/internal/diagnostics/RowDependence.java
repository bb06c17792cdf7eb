// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.diagnostics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tests with ranks whether consecutive rows are serially dependent, as in a time series, unaffected by sorting by site.
 *
 * <p>Of a column of n rows, a_t are the ranks (mean ranks of ties) less their mean. First steps are taken off: at most
 * {@value #MOST_STEPS} times a stretch is cut where the gain is largest, if it is above {@value #TAKEN}. The gain is
 * the squared difference of the means left and right over its variance, from Σ (a_t − a_{t+1})² / (2(n − 1)), which few
 * steps do not change. Each stretch then loses its mean; a step with a gain g that stays adds about g / √n to z. Of
 * what is left
 *
 * <pre>
 * z = (Σ a_t a_{t+1} + p₂ / n) / √max(V, Σ a_t² a_{t+1}²),  p₂ = Σ a_t²
 * </pre>
 *
 * <p>is compared with the normal tail, whose bound is exp(−z² / 2) / 2. V is the variance under all n! orders (Wald and
 * Wolfowitz 1943, without the last product), and the other one holds where stretches vary unequally:
 *
 * <pre>
 * V = (p₂² − p₄) / n + 2 (2p₄ − p₂²) / (n(n−1)) + (3p₂² − 6p₄) / (n(n−1)) − (p₂ / n)²
 * </pre>
 *
 * <p>A column is a series where that bound is below {@value #ALARM} / d, d being the number of columns: of files whose
 * rows are in an order by chance at most about one in a thousand has such a column. It has steps where that is not so
 * and gains are above 2 ln(n d / {@value #ALARM}), by a sum of normal tails over all n places, with the same meaning; a
 * column with {@value #MOST_STEPS} steps above {@value #DRIFTS} drifts, and is a series as well. Means of groups that
 * stand together in some column, such as wards or individuals, are taken off before. Columns with few rows beside their
 * commonest value are left out. Not private.
 */
public final class RowDependence {

    static final int MOST_STEPS = 9;
    static final double ALARM = 1e-3;
    static final double TAKEN = 8;
    static final double DRIFTS = 15;

    /** Fewer rows say nothing. */
    private static final int FEWEST = 200;
    /** A shorter stretch is no site. */
    private static final int SHORTEST = 20;
    /** So many expected neighbours beside the commonest value make a sum of products normal. */
    private static final double NEIGHBOURS = 10;

    private RowDependence() {}

    public enum Order {
        /** Rows that follow each other are alike. */
        SERIES,
        /** Values change along the file in steps alone. */
        STEPS,
        /** Rows are in the order of this column. */
        SORTED
    }

    /**
     * A column whose rows are in some order.
     *
     * @param correlation of ranks of a row and the next one, over the whole file
     * @param steps after how many rows of the column values change
     */
    public record Found(String column, Order order, double correlation, List<Integer> steps) {
        public Found {
            steps = List.copyOf(steps);
        }
    }

    /**
     * Looks at numbers in the order of the rows, or any number for each text; NaN where a cell is missing. None are
     * found in files of fewer than 200 rows.
     */
    public static List<Found> of(List<String> names, List<double[]> columns) {
        List<Found> found = new ArrayList<>();
        double[] groups = groups(columns);
        for (int c = 0; c < columns.size(); c++) {
            double[] given = columns.get(c);
            double[] values = present(given, given);
            if (values.length < FEWEST || given == groups) {
                continue;
            }
            double[] grouped = groups.length == 0 ? groups : present(groups, given);
            of(names.get(c), values, grouped, columns.size()).ifPresent(found::add);
        }
        return found;
    }

    private static Optional<Found> of(String name, double[] values, double[] groups, int columns) {
        if (isSorted(values)) {
            return Optional.of(new Found(name, Order.SORTED, 1, List.of()));
        }
        double[] ranks = ranks(values);
        if (isRare(ranks)) {
            return Optional.empty();
        }
        double correlation = products(ranks) / squares(ranks);
        double[] left = groups.length == 0 ? ranks.clone() : withoutMeans(ranks, groups);
        List<Step> taken = takeSteps(left);
        double limit = 2 * Math.log(left.length * (double) columns / ALARM);
        List<Integer> steps = taken.stream()
                .filter(step -> step.gain() > limit)
                .map(Step::row)
                .sorted()
                .toList();
        boolean drifts = taken.stream().filter(step -> step.gain() > DRIFTS).count() == MOST_STEPS;
        if (drifts || statistic(left) > Math.sqrt(-2 * Math.log(2 * ALARM / columns))) {
            return Optional.of(new Found(name, Order.SERIES, correlation, steps));
        }
        return steps.isEmpty() ? Optional.empty() : Optional.of(new Found(name, Order.STEPS, correlation, steps));
    }

    /** The first row of a stretch, and how much clearer it is than chance. */
    private record Step(int row, double gain) {}

    /** Takes off the means of stretches. */
    private static List<Step> takeSteps(double[] left) {
        List<Integer> ends = new ArrayList<>(List.of(0, left.length));
        List<Step> taken = new ArrayList<>();
        double changes = 0;
        for (int t = 1; t < left.length; t++) {
            changes += (left[t] - left[t - 1]) * (left[t] - left[t - 1]);
        }
        double variance = changes / (2 * (left.length - 1));
        boolean more = variance > 0;
        while (more && ends.size() < MOST_STEPS + 2) {
            int best = 0;
            double most = TAKEN * variance;
            for (int k = 0; k + 1 < ends.size(); k++) {
                int first = ends.get(k);
                int last = ends.get(k + 1);
                double all = sum(left, first, last);
                double before = sum(left, first, Math.min(last, first + SHORTEST));
                for (int t = first + SHORTEST; t <= last - SHORTEST; t++) {
                    double share = (t - first) / (double) (last - first);
                    double apart = before - share * all;
                    double gain = apart * apart / ((last - first) * share * (1 - share));
                    if (gain > most) {
                        most = gain;
                        best = t;
                    }
                    before += left[t];
                }
            }
            more = best > 0;
            if (more) {
                ends.add(best);
                ends.sort(null);
                taken.add(new Step(best, most / variance));
            }
        }
        for (int k = 0; k + 1 < ends.size(); k++) {
            double mean = sum(left, ends.get(k), ends.get(k + 1)) / (ends.get(k + 1) - ends.get(k));
            for (int t = ends.get(k); t < ends.get(k + 1); t++) {
                left[t] -= mean;
            }
        }
        return taken;
    }

    private static double sum(double[] values, int first, int last) {
        double sum = 0;
        for (int t = first; t < last; t++) {
            sum += values[t];
        }
        return sum;
    }

    private static double squares(double[] values) {
        return Arrays.stream(values).map(a -> a * a).sum();
    }

    private static double products(double[] ranks) {
        double sum = 0;
        for (int t = 1; t < ranks.length; t++) {
            sum += ranks[t - 1] * ranks[t];
        }
        return sum;
    }

    /** z; 0 where nothing varies. */
    static double statistic(double[] left) {
        double n = left.length;
        double second = squares(left);
        double fourth = 0;
        double neighbours = 0;
        for (int t = 0; t < left.length; t++) {
            double square = left[t] * left[t];
            fourth += square * square;
            neighbours += t == 0 ? 0 : square * left[t - 1] * left[t - 1];
        }
        double mean = -second / n;
        double variance = (second * second - fourth) / n
                + 2 * (2 * fourth - second * second) / (n * (n - 1))
                + (3 * second * second - 6 * fourth) / (n * (n - 1))
                - mean * mean;
        double larger = Math.max(variance, neighbours);
        return larger > 0 ? (products(left) - mean) / Math.sqrt(larger) : 0;
    }

    /** Ranks less their mean, ties at their mean rank. */
    public static double[] ranks(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double[] byPlace = new double[sorted.length];
        int from = 0;
        while (from < sorted.length) {
            int to = from;
            while (to + 1 < sorted.length && sorted[to + 1] == sorted[from]) {
                to++;
            }
            Arrays.fill(byPlace, from, to + 1, (from + to) / 2.0 - (sorted.length - 1) / 2.0);
            from = to + 1;
        }
        return Arrays.stream(values)
                .map(value -> byPlace[Arrays.binarySearch(sorted, value)])
                .toArray();
    }

    private static boolean isRare(double[] ranks) {
        double[] sorted = ranks.clone();
        Arrays.sort(sorted);
        int most = 0;
        int run = 0;
        for (int t = 0; t < sorted.length; t++) {
            run = t > 0 && sorted[t] == sorted[t - 1] ? run + 1 : 1;
            most = Math.max(most, run);
        }
        double beside = sorted.length - most;
        return beside * beside < NEIGHBOURS * sorted.length;
    }

    private static boolean isSorted(double[] values) {
        long up = 0;
        long down = 0;
        for (int t = 1; t < values.length; t++) {
            up += values[t] > values[t - 1] ? 1 : 0;
            down += values[t] < values[t - 1] ? 1 : 0;
        }
        return Math.min(up, down) == 0 && up + down > 2 * MOST_STEPS;
    }

    /** The column whose values stand together in the most groups; none where there is no such column. */
    private static double[] groups(List<double[]> columns) {
        double[] best = {};
        long most = 1;
        for (double[] values : columns) {
            long runs = values.length == 0 ? 0 : 1;
            for (int t = 1; t < values.length; t++) {
                runs += values[t] == values[t - 1] ? 0 : 1;
            }
            if (runs > most && runs <= values.length / 3) {
                long different = Arrays.stream(values).distinct().count();
                if (runs <= 1.1 * different) {
                    best = values;
                    most = runs;
                }
            }
        }
        return best;
    }

    /** The values of rows in which another column has one. */
    private static double[] present(double[] values, double[] other) {
        double[] present = new double[values.length];
        int rows = 0;
        for (int t = 0; t < values.length; t++) {
            if (!Double.isNaN(other[t])) {
                present[rows++] = values[t];
            }
        }
        return Arrays.copyOf(present, rows);
    }

    private static double[] withoutMeans(double[] values, double[] groups) {
        Map<Double, double[]> sums = new HashMap<>();
        for (int t = 0; t < values.length; t++) {
            double[] sum = sums.computeIfAbsent(groups[t], unseen -> new double[2]);
            sum[0] += values[t];
            sum[1]++;
        }
        double[] left = new double[values.length];
        for (int t = 0; t < values.length; t++) {
            double[] sum = sums.getOrDefault(groups[t], new double[] {0, 1});
            left[t] = values[t] - sum[0] / sum[1];
        }
        return left;
    }
}
