package io.hedgerow.samples.plan;

import io.hedgerow.dp.accounting.AnalyticGaussian;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The structural error to expect, interpolated from simulations with {@code hedgerow experiment private} that come with this
 * program: Erdős–Rényi graphs of d edges, weights ±U[0.5, 2], Gaussian noise of variance 1. Real data are harder.
 *
 * <p>Runs are compared by d and by their noise s = 1/(n·μ·√P), μ the Gaussian parameter of the budget: what one unit of
 * sensitivity becomes in the mean of P sites of n units. Between simulated points the share of wrong edges, SHD/d, is linear
 * in log d and log s; outside of them nothing is said. Immutable.
 */
public final class ExpectedError {

    private static final String TABLE = "expected-error.csv";

    /** One simulated point. */
    private record Point(double noise, double share) {}

    /**
     * What to expect.
     *
     * @param shd mean structural Hamming distance
     * @param noise s
     * @param runs simulated runs behind each point
     */
    public record Expectation(double shd, double noise, int runs) {}

    /** d, then points with growing noise. */
    private final NavigableMap<Integer, List<Point>> pointsBySize;

    private final int runs;

    private ExpectedError(NavigableMap<Integer, List<Point>> pointsBySize, int runs) {
        this.pointsBySize = pointsBySize;
        this.runs = runs;
    }

    /**
     * The simulations of one method.
     *
     * @param method its name on the command line
     * @return the table; empty when the method was not simulated
     */
    public static Optional<ExpectedError> of(String method) {
        NavigableMap<Integer, List<Point>> points = new TreeMap<>();
        int fewest = Integer.MAX_VALUE;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(ExpectedError.class.getResourceAsStream(TABLE), TABLE),
                StandardCharsets.UTF_8))) {
            for (String line : lines.lines().skip(1).toList()) {
                String[] cells = line.split(",", -1);
                if (cells[0].equals(method)) {
                    int d = Integer.parseInt(cells[1]);
                    long n = Long.parseLong(cells[2]);
                    PrivacyBudget budget =
                            new PrivacyBudget(Double.parseDouble(cells[4]), 1.0 / ((double) n * (double) n));
                    points.computeIfAbsent(d, unseen -> new ArrayList<>())
                            .add(new Point(
                                    noise((double) n, Integer.parseInt(cells[3]), budget),
                                    Double.parseDouble(cells[6]) / d));
                    fewest = Math.min(fewest, Integer.parseInt(cells[5]));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        points.values().forEach(list -> list.sort((a, b) -> Double.compare(a.noise(), b.noise())));
        return points.isEmpty() ? Optional.empty() : Optional.of(new ExpectedError(points, fewest));
    }

    /**
     * s of a run.
     *
     * @param units of every site
     * @param sites P
     * @param budget of the run
     * @return 1/(n·μ·√P)
     */
    public static double noise(double units, int sites, PrivacyBudget budget) {
        return 1 / (units * AnalyticGaussian.mu(budget) * Math.sqrt(sites));
    }

    /**
     * Interpolates.
     *
     * @param variables d
     * @param units of every site
     * @param sites P
     * @param budget of the run
     * @return the expectation; empty outside of what was simulated
     */
    public Optional<Expectation> at(int variables, double units, int sites, PrivacyBudget budget) {
        Integer low = pointsBySize.floorKey(variables);
        Integer high = pointsBySize.ceilingKey(variables);
        if (low == null || high == null) {
            return Optional.empty();
        }
        double noise = noise(units, sites, budget);
        Optional<Double> below = share(pointsBySize.getOrDefault(low, List.of()), noise);
        Optional<Double> above = share(pointsBySize.getOrDefault(high, List.of()), noise);
        if (below.isEmpty() || above.isEmpty()) {
            return Optional.empty();
        }
        double weight = low.equals(high) ? 0 : Math.log((double) variables / low) / Math.log((double) high / low);
        double share = (1 - weight) * below.get() + weight * above.get();
        return Optional.of(new Expectation(share * variables, noise, runs));
    }

    /** Less noise than simulated does no worse than the least simulated; more is not known. */
    private static Optional<Double> share(List<Point> points, double noise) {
        if (noise <= points.get(0).noise()) {
            return Optional.of(points.get(0).share());
        }
        for (int k = 1; k < points.size(); k++) {
            Point right = points.get(k);
            if (noise <= right.noise()) {
                Point left = points.get(k - 1);
                double weight = Math.log(noise / left.noise()) / Math.log(right.noise() / left.noise());
                return Optional.of((1 - weight) * left.share() + weight * right.share());
            }
        }
        return Optional.empty();
    }
}
