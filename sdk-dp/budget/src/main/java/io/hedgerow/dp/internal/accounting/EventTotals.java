// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Counts the calls of each kind and parameter in an event. Sums are exact and rounded up once. */
public final class EventTotals {
    private static final MathContext NEAR = new MathContext(40, RoundingMode.HALF_EVEN);
    private static final MathContext UP = new MathContext(40, RoundingMode.CEILING);

    private final NavigableMap<Double, Long> gaussians = new TreeMap<>();
    private final NavigableMap<Double, Long> selections = new TreeMap<>();
    private final NavigableMap<Double, Long> laplaces = new TreeMap<>();
    private final NavigableMap<Double, Long> pures = new TreeMap<>();
    private final NavigableMap<Double, Long> distances = new TreeMap<>();

    private EventTotals() {}

    /**
     * Counts the calls of an event.
     *
     * @throws IllegalArgumentException when a part has no guarantee or a count overflows
     */
    public static EventTotals of(MechanismEvent event) {
        EventTotals totals = new EventTotals();
        totals.add(event);
        return totals;
    }

    private void add(MechanismEvent event) {
        if (event instanceof MechanismEvent.Gaussian gaussian) {
            count(gaussians, gaussian.mu(), gaussian.count());
        } else if (event instanceof MechanismEvent.Selection selection) {
            count(selections, selection.boundedRange(), selection.count());
        } else if (event instanceof MechanismEvent.Laplace laplace) {
            count(laplaces, laplace.scale(), laplace.count());
        } else if (event instanceof MechanismEvent.PureDp pure) {
            count(pures, pure.epsilon(), pure.count());
        } else if (event instanceof MechanismEvent.Distance distance) {
            count(distances, distance.totalVariation(), distance.count());
        } else if (event instanceof MechanismEvent.Sequence sequence) {
            sequence.steps().forEach(this::add);
        } else if (event instanceof MechanismEvent.NonPrivate nonPrivate) {
            throw new IllegalArgumentException(
                    "event must have a privacy guarantee in every part, was not private: " + nonPrivate.reason());
        } else {
            throw new IllegalArgumentException("event must be of a known kind, was " + event);
        }
    }

    private static void count(Map<Double, Long> map, double parameter, long count) {
        map.merge(parameter, count, EventTotals::addCounts);
    }

    private static long addCounts(long a, long b) {
        long sum = a + b;
        if (sum < 0) {
            throw new IllegalArgumentException(
                    "the counts of an event must add up to less than 2^63, were " + a + " + " + b);
        }
        return sum;
    }

    /** Gaussian calls: μ to count. */
    public NavigableMap<Double, Long> gaussians() {
        return gaussians;
    }

    /** Selections: ε₀ to count. */
    public NavigableMap<Double, Long> selections() {
        return selections;
    }

    /** Laplace calls: scale to count. */
    public NavigableMap<Double, Long> laplaces() {
        return laplaces;
    }

    /** Pure calls: ε to count. */
    public NavigableMap<Double, Long> pures() {
        return pures;
    }

    /** Draws whose law is only near the stated one: distance to count. */
    public NavigableMap<Double, Long> distances() {
        return distances;
    }

    /** Σ μ² over the Gaussian calls, rounded up. */
    public double muSquared() {
        return roundUp(exact(gaussians, 2));
    }

    /** The μ of one Gaussian call that costs as much as all of them, rounded up; 0 if there are none. */
    public double mu() {
        BigDecimal square = exact(gaussians, 2);
        // The square of a double may be no double; its root to 40 digits is within one step of the result.
        double root = square.sqrt(NEAR).doubleValue();
        while (root < Double.POSITIVE_INFINITY && new BigDecimal(root).pow(2).compareTo(square) < 0) {
            root = Math.nextUp(root);
        }
        return root;
    }

    public double otherCalls() {
        double sum = 0;
        for (Map<Double, Long> calls : List.of(selections, laplaces, pures)) {
            for (long count : calls.values()) {
                sum += count;
            }
        }
        return sum;
    }

    /** The largest parameter ε₀, ε or 1/scale of a single call that is not Gaussian; 0 if there are none. */
    public double largestLoss() {
        double selection = selections.isEmpty() ? 0 : selections.lastKey();
        double pure = pures.isEmpty() ? 0 : pures.lastKey();
        double laplace = laplaces.isEmpty() ? 0 : 1 / laplaces.firstKey();
        return Math.max(selection, Math.max(pure, laplace));
    }

    /** The least parameter of a call that is not Gaussian: ε₀, ε above a bound, or 1/scale; infinite without any. */
    public double leastLoss(double negligible) {
        Map.Entry<Double, Long> pure = pures.higherEntry(negligible);
        double selection = selections.isEmpty() ? Double.POSITIVE_INFINITY : selections.firstKey();
        double laplace = laplaces.isEmpty() ? Double.POSITIVE_INFINITY : 1 / laplaces.lastKey();
        return Math.min(Math.min(selection, laplace), pure == null ? Double.POSITIVE_INFINITY : pure.getKey());
    }

    /** Σ of the pure parameters of all calls except the Gaussian ones, rounded up. */
    public double pureSumOfAll() {
        BigDecimal total = exact(selections, 1).add(exact(pures, 1));
        for (Map.Entry<Double, Long> call : laplaces.entrySet()) {
            BigDecimal lambda = BigDecimal.ONE.divide(new BigDecimal(call.getKey()), UP);
            total = total.add(lambda.multiply(BigDecimal.valueOf(call.getValue())));
        }
        return roundUp(total);
    }

    public static BigDecimal exact(Map<Double, Long> calls, int power) {
        BigDecimal total = BigDecimal.ZERO;
        for (Map.Entry<Double, Long> call : calls.entrySet()) {
            BigDecimal cost = new BigDecimal(call.getKey()).pow(power);
            total = total.add(cost.multiply(new BigDecimal(BigInteger.valueOf(call.getValue()))));
        }
        return total;
    }

    public static double roundUp(BigDecimal exact) {
        double value = exact.doubleValue();
        if (value == Double.POSITIVE_INFINITY || new BigDecimal(value).compareTo(exact) >= 0) {
            return value;
        }
        return Math.nextUp(value);
    }
}
