// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import io.hedgerow.dp.internal.accounting.EventTotals;
import io.hedgerow.dp.internal.accounting.RenyiConversion;
import io.hedgerow.dp.internal.accounting.loss.LossComposition;
import io.hedgerow.dp.internal.accounting.loss.LossDistribution;
import io.hedgerow.dp.internal.accounting.loss.LossLattice;
import io.hedgerow.dp.internal.accounting.loss.SelectionRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;

/**
 * An upper bound of the privacy loss distribution of an event without its Gaussian calls: selections by their
 * recursion, Laplace and pure calls by their dominating pairs, composed on one lattice.
 */
final class LossPlan {
    /** How much the variance of the total may grow, relatively, when masses are split onto the lattice. */
    private static final double VARIANCE_TOLERANCE = 7e-6;

    /** The least number of losses assumed to share the tolerance: few of them need a fine lattice for their edges. */
    private static final double FEWEST = 64;

    /** The most standard deviations between the bulk of the tilted law and 0: further out there is no δ to decide. */
    private static final double FURTHEST = 12;

    private static final int MOST_POINTS = 1 << 20;

    /** The most different parameters of one kind; more are merged, each rounded up. */
    private static final int MOST_PARAMETERS = 32;

    /**
     * A group of equal losses: their law on a lattice of a given step, their number, the largest loss and the variance
     * of one.
     */
    private record Part(DoubleFunction<LossDistribution> law, long count, double range, double variance) {}

    private final List<Part> parts = new ArrayList<>();
    private final EventTotals totals;
    private final SelectionRuns.Cache cache;

    private LossPlan(EventTotals totals, SelectionRuns.Cache cache) {
        this.totals = totals;
        this.cache = cache;
    }

    /**
     * The law of all losses but the Gaussian ones.
     *
     * @param totals the calls
     * @param negligible pure parameters up to this one are left out
     * @param delta the law is exact enough near this δ
     */
    static LossDistribution law(EventTotals totals, double negligible, double delta, SelectionRuns.Cache cache) {
        LossPlan plan = new LossPlan(totals, cache);
        NavigableMap<Double, Long> lambdas = new TreeMap<>();
        totals.laplaces().forEach((scale, count) -> lambdas.put(Math.nextUp(1 / scale), count));
        merged(totals.selections()).forEach(plan::addSelections);
        merged(lambdas).forEach(plan::addLaplace);
        merged(totals.pures().tailMap(negligible, false)).forEach(plan::addPure);
        return plan.compose(delta);
    }

    /**
     * The same calls with fewer different parameters: in each of so many equal ratios, all are as large as the largest.
     */
    private static NavigableMap<Double, Long> merged(NavigableMap<Double, Long> calls) {
        if (calls.size() <= MOST_PARAMETERS) {
            return calls;
        }
        double low = StrictMath.log(calls.firstKey());
        double width = (StrictMath.log(calls.lastKey()) - low) / MOST_PARAMETERS;
        NavigableMap<Double, Long> merged = new TreeMap<>();
        int bucket = Integer.MAX_VALUE;
        double largest = calls.lastKey();
        for (Map.Entry<Double, Long> call : calls.descendingMap().entrySet()) {
            int own = (int) ((StrictMath.log(call.getKey()) - low) / width);
            if (own < bucket) {
                bucket = own;
                largest = call.getKey();
            }
            merged.merge(largest, call.getValue(), Long::sum);
        }
        return merged;
    }

    private void addSelections(double boundedRange, long count) {
        SelectionRuns runs = cache.of(boundedRange, count);
        double variance = 0.25 * runs.length() * boundedRange * boundedRange;
        if (runs.shorter() > 0) {
            parts.add(new Part(step -> onLattice(runs.law(), step), runs.shorter(), boundedRange, variance));
        }
        if (runs.longer() > 0) {
            parts.add(new Part(step -> onLattice(runs.next(), step), runs.longer(), boundedRange, variance));
        }
    }

    private static LossDistribution onLattice(LossDistribution law, double step) {
        return law.step() == step ? law : LossLattice.of(law, step);
    }

    private void addLaplace(double lambda, long count) {
        double variance = Math.min(0.5 * lambda * lambda, 4);
        parts.add(new Part(step -> LossLattice.laplace(lambda, step), count, lambda, variance));
    }

    private void addPure(double epsilon, long count) {
        double root = epsilon / StrictMath.cosh(0.5 * Math.min(epsilon, 20));
        parts.add(new Part(step -> LossLattice.pure(epsilon, step), count, epsilon, root * root));
    }

    private LossDistribution compose(double delta) {
        double variance = totals.muSquared();
        for (Part part : parts) {
            variance += part.count() * part.variance();
        }
        double finest = step(variance);
        if (parts.size() == 1 && parts.get(0).count() == 1) {
            return coarsened(parts.get(0).law().apply(finest), variance);
        }
        double order = RenyiConversion.order(RenyiAccountant.curve(totals), delta);
        double tilt = Math.min(order - 1, FURTHEST / Math.sqrt(variance));
        // So many times wider, a lattice is one point: a window that is no number ends here.
        for (double step = finest; step < 0x1p64 * finest; step *= 2) {
            LossComposition composition = new LossComposition(step, tilt);
            for (Part part : parts) {
                composition.add(part.law().apply(step), part.count());
            }
            if (composition.points() <= MOST_POINTS) {
                return coarsened(composition.sum(), variance);
            }
        }
        return new LossDistribution(finest, 0, new double[] {0}, 1); // says nothing
    }

    /**
     * The law on a lattice coarser by one splitting, for many evaluations; its share of the variance is a tenth of the
     * tolerance.
     */
    private LossDistribution coarsened(LossDistribution law, double variance) {
        double step = Math.sqrt(0.6 * VARIANCE_TOLERANCE * variance);
        return totals.gaussians().isEmpty() || step < 2 * law.step() ? law : LossLattice.of(law, step);
    }

    /**
     * The lattice step: that of the recursion when there are only selections, else one that divides the range of the
     * main part.
     */
    private double step(double variance) {
        if (totals.selections().size() == 1
                && parts.stream().allMatch(part -> part.range() == parts.get(0).range())) {
            Map.Entry<Double, Long> only = totals.selections().firstEntry();
            return cache.of(only.getKey(), only.getValue()).law().step();
        }
        double count = 0;
        double widest = 0;
        Part main = parts.get(0);
        for (Part part : parts) {
            count += part.count();
            widest = Math.max(widest, part.range());
            main = part.count() * part.variance() > main.count() * main.variance() ? part : main;
        }
        double wanted = Math.sqrt(6 * VARIANCE_TOLERANCE * variance / Math.max(count, FEWEST));
        double target = Math.max(wanted, 4 * widest / MOST_POINTS);
        // A main part much narrower than the widest is rounded to points further apart than itself.
        return main.range() < 4 * widest / MOST_POINTS
                ? target
                : main.range() / Math.max(1, Math.ceil(main.range() / target));
    }
}
