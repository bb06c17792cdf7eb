// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.forecast;

import io.hedgerow.dp.accounting.AnalyticGaussian;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The structural error to expect, interpolated from {@link SimulatedRuns} of sparse graphs: Erdős–Rényi graphs of d
 * edges, weights ±U[0.5, 2] or curves, Gaussian noise of variance 1. Real data are harder.
 *
 * <p>Runs are compared by d and by their noise s = 1/(n·μ·√P), μ the Gaussian parameter of the budget: the size of one
 * unit of sensitivity in the mean of P sites of n units. Between simulated points the share of wrong edges, SHD/d, is
 * linear in log d and log s, and never falls with s; outside of them there is no estimate, only a statement of what is
 * outside. The simulations had the default settings of each method, replace-one adjacency and one row for each user.
 * Immutable.
 */
public final class ExpectedError {

    /**
     * An estimate of the error.
     *
     * @param shd mean structural Hamming distance
     * @param runs simulated runs behind each point that was used, at least
     * @param between the simulated points on both sides
     * @param bound whether there is less noise than simulated, so that the distance is that of more noise
     */
    public record Expectation(double shd, int runs, String between, boolean bound) {}

    /** The points by d, with growing noise. */
    private final NavigableMap<Integer, List<SimulatedShare>> pointsBySize;

    private final String origin;

    private ExpectedError(NavigableMap<Integer, List<SimulatedShare>> pointsBySize, String origin) {
        this.pointsBySize = pointsBySize;
        this.origin = origin;
    }

    /** The table of a method under a condition; empty where it was not simulated. */
    public static Optional<ExpectedError> of(String method, String condition) {
        NavigableMap<Integer, List<SimulatedShare>> points = new TreeMap<>();
        List<SimulatedRuns> grid = SimulatedRuns.of(method).stream()
                .filter(run -> run.ofTheGrid(condition))
                .toList();
        for (SimulatedRuns run : grid) {
            points.computeIfAbsent(run.variables(), unseen -> new ArrayList<>())
                    .add(new SimulatedShare(run.noise(), run.shd() / run.variables(), run.runs()));
        }
        points.replaceAll((variables, measured) -> SimulatedShare.rising(measured));
        return points.isEmpty()
                ? Optional.empty()
                : Optional.of(new ExpectedError(
                        points,
                        (SimulatedRuns.ofSeries(method)
                                        ? "series of 50 rows with one lag, default settings: d = "
                                        : "hedgerow experiment private, default settings: d = ")
                                + text(grid, SimulatedRuns::variables)
                                + ", epsilon = " + text(grid, SimulatedRuns::epsilon) + ", "
                                + grid.stream()
                                        .map(SimulatedRuns::shape)
                                        .distinct()
                                        .collect(Collectors.joining(", "))));
    }

    /** The different values of a column, in order. */
    static String text(List<SimulatedRuns> runs, ToDoubleFunction<SimulatedRuns> column) {
        return runs.stream()
                .mapToDouble(column)
                .distinct()
                .sorted()
                .mapToObj(number -> String.valueOf(number).replaceAll("\\.0$", ""))
                .collect(Collectors.joining(", "));
    }

    /** The origin of the figures, and the grid that was simulated. */
    public String origin() {
        return origin;
    }

    /** s of so many units a site; sites that share noise count as more. */
    static double noise(double units, double sites, PrivacyBudget budget) {
        return 1 / (units * AnalyticGaussian.mu(budget) * Math.sqrt(sites));
    }

    /** The expectation at the numbers of a plan; empty outside of what was simulated. */
    public Optional<Expectation> at(int variables, double units, double sites, PrivacyBudget budget) {
        return at(variables, noise(units, sites, budget));
    }

    /** The share of wrong edges. */
    record Share(double share, boolean bound) {}

    /**
     * The share at a noise s, or at the same noise for each variable at the nearest simulated d; beyond the largest
     * simulated noise what it had, at least.
     */
    Share near(int variables, double noise) {
        int d = Math.max(pointsBySize.firstKey(), Math.min(pointsBySize.lastKey(), variables));
        return at(d, noise * variables / d)
                .map(found -> new Share(found.shd() / d, false))
                .orElseGet(() -> new Share(
                        pointsBySize.floorEntry(d).getValue().stream()
                                .mapToDouble(SimulatedShare::share)
                                .max()
                                .orElseThrow(),
                        true));
    }

    private Optional<Expectation> at(int variables, double noise) {
        Integer low = pointsBySize.floorKey(variables);
        Integer high = pointsBySize.ceilingKey(variables);
        if (low == null || high == null) {
            return Optional.empty();
        }
        Optional<SimulatedShare> below = interpolated(pointsBySize.getOrDefault(low, List.of()), noise);
        Optional<SimulatedShare> above = interpolated(pointsBySize.getOrDefault(high, List.of()), noise);
        if (below.isEmpty() || above.isEmpty()) {
            return Optional.empty();
        }
        double weight = low.equals(high) ? 0 : Math.log((double) variables / low) / Math.log((double) high / low);
        double share = (1 - weight) * below.get().share() + weight * above.get().share();
        return Optional.of(new Expectation(
                share * variables,
                Math.min(below.get().runs(), above.get().runs()),
                low.equals(high) ? "d = " + low : "d = " + low + " and " + high,
                noise < below.get().noise() || noise < above.get().noise()));
    }

    /** Interpolates. Less noise than simulated does no worse than the least simulated; more is not known. */
    private static Optional<SimulatedShare> interpolated(List<SimulatedShare> points, double noise) {
        if (noise <= points.get(0).noise()) {
            return Optional.of(points.get(0));
        }
        for (int k = 1; k < points.size(); k++) {
            SimulatedShare right = points.get(k);
            if (noise <= right.noise()) {
                SimulatedShare left = points.get(k - 1);
                double weight = Math.log(noise / left.noise()) / Math.log(right.noise() / left.noise());
                double share = (1 - weight) * left.share() + weight * right.share();
                return Optional.of(new SimulatedShare(noise, share, Math.min(left.runs(), right.runs())));
            }
        }
        return Optional.empty();
    }

    /** The reason why there is no estimate, or why it is less than an interpolation. */
    public Optional<String> outside(int variables, double units, double sites, PrivacyBudget budget) {
        if (variables < pointsBySize.firstKey() || variables > pointsBySize.lastKey()) {
            return Optional.of("d = " + variables + " is outside of " + pointsBySize.firstKey() + " to "
                    + pointsBySize.lastKey() + ", which was simulated: there is no estimate of the error");
        }
        Optional<Expectation> expected = at(variables, units, sites, budget);
        if (expected.isEmpty()) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "there is more noise (%.2g) than was simulated at such d: there is no estimate of the error, which"
                            + " is larger than any in the simulations",
                    noise(units, sites, budget)));
        }
        return expected.get().bound()
                ? Optional.of(
                        "there is less noise than was simulated at such d: the expected error is that of the least"
                                + " simulated noise")
                : Optional.empty();
    }

    /**
     * The share of wrong edges or pairs at a noise, as simulated.
     *
     * @param noise s, or relative to the number of variables
     * @param share of wrong ones
     */
    record SimulatedShare(double noise, double share, int runs) {

        /**
         * Makes shares rise with the noise: more noise can do no better, so a fall in a few runs is chance, and
         * neighbours that fall are averaged, each run alike (pool adjacent violators, Ayer et al. 1955).
         *
         * @param measured in any order
         * @return by noise, each noise once; shares never fall
         */
        static List<SimulatedShare> rising(List<SimulatedShare> measured) {
            List<List<SimulatedShare>> pools = new ArrayList<>();
            for (SimulatedShare one : measured.stream()
                    .sorted(Comparator.comparingDouble(SimulatedShare::noise))
                    .toList()) {
                List<SimulatedShare> pool = new ArrayList<>(List.of(one));
                while (!pools.isEmpty() && follows(pools.get(pools.size() - 1), pool)) {
                    pool.addAll(0, pools.remove(pools.size() - 1));
                }
                pools.add(pool);
            }
            List<SimulatedShare> rising = new ArrayList<>();
            for (List<SimulatedShare> pool : pools) {
                double share = share(pool);
                for (SimulatedShare one : pool) {
                    int last = rising.size() - 1;
                    if (last >= 0 && rising.get(last).noise() == one.noise()) {
                        int runs = rising.remove(last).runs();
                        rising.add(new SimulatedShare(one.noise(), share, runs + one.runs()));
                    } else {
                        rising.add(new SimulatedShare(one.noise(), share, one.runs()));
                    }
                }
            }
            return rising;
        }

        /** Whether a pool belongs to the one before: its share is smaller, or it has no more noise. */
        private static boolean follows(List<SimulatedShare> before, List<SimulatedShare> pool) {
            return share(before) > share(pool)
                    || before.get(before.size() - 1).noise() == pool.get(0).noise();
        }

        private static double share(List<SimulatedShare> pool) {
            double sum =
                    pool.stream().mapToDouble(one -> one.share() * one.runs()).sum();
            return sum / pool.stream().mapToInt(SimulatedShare::runs).sum();
        }
    }
}
