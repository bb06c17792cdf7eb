// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.forecast;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.forecast.ExpectedError.SimulatedShare;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Estimates from simulations the wrong pairs under one condition of the columns: pairs that the equivalence classes of
 * the network and of the truth join differently. An empty network has as many as there are edges, so a share of 1 is
 * worth nothing.
 *
 * <p>Simulated mostly at d = 20, and carried over to others by the relative noise d/(n·μ·√P) alone: at the same
 * relative noise the share at d = 20, 50 and 100 is about the same. Linear in the density and in the logarithm of the
 * noise between simulated points; beyond them it is that of the nearest noise, as a bound, and with more noise only
 * where that is bad enough to say.
 *
 * @param condition {@code equal} noise variances, {@code unequal} ones, or equal ones in {@code standardised} columns
 * @param density edges per variable
 * @param pairs wrong ones
 * @param edges of the true network
 * @param runs simulated runs behind each point that was used, at least
 * @param bound {@code at least} with more noise than was simulated, {@code at most} with less; absent in between
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WrongPairs(
        String condition,
        double density,
        double pairs,
        long edges,
        int runs,
        @Nullable String bound) {

    /** The fewest variables for which shares were compared between sizes. */
    private static final int FEWEST_VARIABLES = 5;

    private static final int MOST_VARIABLES = 100;

    /** The share of wrong pairs from which a plan warns. */
    public static final double POOR = 0.2;

    /** The share of wrong pairs from which a plan is useless: the empty network has little more. */
    public static final double USELESS = 0.7;

    /** The bound where there is more noise than was simulated. */
    static final String MORE = "at least";

    /** The share of wrong pairs at one noise level. */
    record Point(double share, int runs, @Nullable String bound) {}

    /**
     * The share of wrong pairs at one edge for each variable and a relative noise, under the best condition that was
     * simulated, whatever the number of variables; with means away from 0 where that was simulated, as of methods that
     * find means. Empty of a method that was not simulated so.
     */
    static Optional<Point> share(String method, double noise) {
        Map<String, NavigableMap<Double, NavigableMap<Double, Point>>> measured = measured(method);
        Optional<Point> best = measured.values().stream().findFirst().map(byDensity -> atOneEdge(byDensity, noise));
        return Optional.ofNullable(measured.get(SimulatedRuns.OFFSETS))
                .map(byDensity -> atOneEdge(byDensity, noise))
                .filter(offset -> offset.share() > best.orElseThrow().share())
                .or(() -> best);
    }

    private static Point atOneEdge(NavigableMap<Double, NavigableMap<Double, Point>> byDensity, double noise) {
        return at(byDensity.getOrDefault(1.0, new TreeMap<>()), noise);
    }

    /** The estimates for a plan, one for each simulated condition; empty outside of what was simulated. */
    public static List<WrongPairs> expected(
            String method, double density, int variables, double units, double sites, PrivacyBudget budget) {
        if (variables < FEWEST_VARIABLES || variables > MOST_VARIABLES) {
            return List.of();
        }
        double noise = variables * ExpectedError.noise(units, sites, budget);
        long edges = Math.round(density * variables);
        return measured(method).entrySet().stream()
                .flatMap(condition -> between(condition.getValue(), density, noise).stream()
                        .map(point -> new WrongPairs(
                                condition.getKey(),
                                density,
                                point.share() * edges,
                                edges,
                                point.runs(),
                                point.bound())))
                .toList();
    }

    /**
     * The condition to warn of: equal variances when already they are poor, otherwise the worst of the others that are.
     */
    public static Optional<WrongPairs> tooMany(List<WrongPairs> conditions) {
        List<WrongPairs> poor =
                conditions.stream().filter(own -> own.share() >= POOR).toList();
        return poor.stream()
                .filter(own -> own.condition().equals(SimulatedRuns.EQUAL))
                .findFirst()
                .or(() -> poor.stream().max(Comparator.comparingDouble(WrongPairs::share)));
    }

    /** The share of wrong pairs; 1 is that of an empty network. */
    public double share() {
        return pairs / edges;
    }

    /** The measured shares by condition, density and relative noise. */
    private static Map<String, NavigableMap<Double, NavigableMap<Double, Point>>> measured(String method) {
        Map<String, NavigableMap<Double, List<SimulatedShare>>> shares = new LinkedHashMap<>();
        for (SimulatedRuns run : SimulatedRuns.of(method)) {
            run.classDistance()
                    .ifPresent(distance -> shares.computeIfAbsent(run.condition(), unseen -> new TreeMap<>())
                            .computeIfAbsent(run.density(), unseen -> new ArrayList<>())
                            .add(new SimulatedShare(
                                    run.variables() * run.noise(),
                                    distance / (run.density() * run.variables()),
                                    run.runs())));
        }
        Map<String, NavigableMap<Double, NavigableMap<Double, Point>>> points = new LinkedHashMap<>();
        shares.forEach((condition, byDensity) -> byDensity.forEach((density, measured) -> {
            NavigableMap<Double, Point> byNoise = points.computeIfAbsent(condition, unseen -> new TreeMap<>())
                    .computeIfAbsent(density, unseen -> new TreeMap<>());
            SimulatedShare.rising(measured)
                    .forEach(one -> byNoise.put(one.noise(), new Point(one.share(), one.runs(), null)));
        }));
        return points;
    }

    private static Optional<Point> between(
            NavigableMap<Double, NavigableMap<Double, Point>> points, double density, double noise) {
        double inside = Math.max(density, points.firstKey());
        Double low = points.floorKey(inside);
        Double high = points.ceilingKey(inside);
        if (low == null || high == null) {
            return Optional.empty();
        }
        double weight = low.equals(high) ? 0 : (inside - low) / (high - low);
        Point found = mixed(
                at(points.getOrDefault(low, new TreeMap<>()), noise),
                at(points.getOrDefault(high, new TreeMap<>()), noise),
                weight);
        return MORE.equals(found.bound()) && found.share() < POOR ? Optional.empty() : Optional.of(found);
    }

    private static Point at(NavigableMap<Double, Point> points, double noise) {
        if (noise < points.firstKey() || noise > points.lastKey()) {
            boolean less = noise < points.firstKey();
            Point nearest = (less ? points.firstEntry() : points.lastEntry()).getValue();
            return new Point(nearest.share(), nearest.runs(), less ? "at most" : MORE);
        }
        Map.Entry<Double, Point> below = points.floorEntry(noise);
        Map.Entry<Double, Point> above = points.ceilingEntry(noise);
        double range = Math.log(above.getKey() / below.getKey());
        return mixed(below.getValue(), above.getValue(), range > 0 ? Math.log(noise / below.getKey()) / range : 0);
    }

    private static Point mixed(Point below, Point above, double weight) {
        return new Point(
                (1 - weight) * below.share() + weight * above.share(),
                Math.min(below.runs(), above.runs()),
                below.bound());
    }

    /** The grid that was simulated. */
    public static String origin(String method) {
        List<SimulatedRuns> runs = SimulatedRuns.of(method).stream()
                .filter(run -> run.classDistance().isPresent())
                .toList();
        return "d = " + ExpectedError.text(runs, SimulatedRuns::variables) + ", density "
                + ExpectedError.text(runs, SimulatedRuns::density) + ", epsilon = "
                + ExpectedError.text(runs, SimulatedRuns::epsilon) + ", "
                + runs.stream().map(SimulatedRuns::shape).distinct().collect(Collectors.joining(", "));
    }
}
