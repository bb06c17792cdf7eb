// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;

/**
 * Searches for the pair of neighbouring data sets on which the outputs of a mechanism differ most, and audits that pair
 * (as DP-Auditorium does, Kong et al. 2023, with other finders and another test).
 *
 * <p>Half of the pairs are drawn: constant cells, signs, one cell that is not zero, cells one by one, all of them from
 * values that the mechanism names, or numbers of their size. The other half are changes of the six best so far: a cell
 * gets another value, another sign, another size, the neighbour's value or zero, the two units change places, or other
 * rows change. A pair is valued by few runs, Σ_k (difference of the means)² / variance less what chance gives; the best
 * are run again at each step, so that luck does not keep a pair. A number that differs without noise counts most. Where
 * δ is 0 a pair is valued by the odds of its worst output.
 *
 * <p>The audit of the pair that is best in the end draws runs of its own ({@link LearnedStatistic},
 * {@link ClaimAudit}), and there is one audit for each search. So its confidence is that of an audit of a pair that was
 * known beforehand, whatever the search has seen. Not thread-safe.
 */
public final class NeighbourSearch {

    private static final int BATCH = 20;
    private static final int KEPT = 6;
    /** Runs a side of the last comparison of the best. */
    private static final int LAST = 200;

    private static final double WITHOUT_NOISE = 1e9;

    private final ClaimAudit audit;
    private final int pairs;
    private final DoubleSupplier uniform;

    /**
     * A mechanism under audit on data that the search constructs: one unit among others that all have the same cells.
     */
    public interface Target {

        String name();

        MechanismEvent claimed();

        /** δ at which ε is reported. */
        double delta();

        Cells cells();

        /** Whether the neighbour's cells are zeros. */
        boolean zeroOut();

        /** The runs on data with this unit; {@code neighbour} when it is the one in its place. */
        Supplier<double[]> open(double[] unit, double[] others, boolean neighbour);
    }

    /**
     * The cells over which the search runs.
     *
     * @param unit the number of cells of the unit: of a user, of all rows
     * @param neighbour that of the unit in its place, the first ones of as many; at most {@code unit}
     * @param other that of another unit
     * @param values at which the mechanism might behave in another way
     */
    public record Cells(int unit, int neighbour, int other, List<Double> values) {
        public Cells {
            values = List.copyOf(values);
        }

        /** Units of as many cells each. */
        public static Cells of(int each, List<Double> values) {
            return new Cells(each, each, each, values);
        }
    }

    /**
     * The worst pair that was found.
     *
     * @param unit cells
     * @param neighbour cells of the unit in its place
     * @param others cells of every other unit
     * @param finding the audit of the pair
     */
    public record Found(List<Double> unit, List<Double> neighbour, List<Double> others, ClaimAudit.Finding finding) {}

    /** A pair and the runs on it so far. */
    private static final class Candidate {
        private final double[] unit;
        private final double[] neighbour;
        private final double[] others;
        private final Supplier<double[]> left;
        private final Supplier<double[]> right;
        private final List<double[]> ofUnit = new ArrayList<>();
        private final List<double[]> ofNeighbour = new ArrayList<>();
        private final boolean pure;
        private double value;

        Candidate(Target target, double[] unit, double[] neighbour, double[] others) {
            this.unit = unit;
            this.neighbour = target.zeroOut() ? new double[neighbour.length] : neighbour;
            this.others = others;
            this.pure = target.delta() == 0;
            this.left = target.open(this.unit, others, false);
            this.right = target.open(this.neighbour, others, true);
        }

        Candidate run(int times) {
            for (int k = 0; k < times; k++) {
                ofUnit.add(left.get());
                ofNeighbour.add(right.get());
            }
            value = pure ? odds(ofUnit, ofNeighbour) : distance(ofUnit, ofNeighbour);
            return this;
        }

        double value() {
            return value;
        }
    }

    /**
     * Creates a search over so many pairs, at least 10, drawn by uniform numbers in [0, 1), with an audit of the best.
     */
    public NeighbourSearch(ClaimAudit audit, int pairs, DoubleSupplier uniform) {
        if (pairs < 10) {
            throw new IllegalArgumentException("pairs must be at least 10, was " + pairs);
        }
        this.audit = audit;
        this.pairs = pairs;
        this.uniform = uniform;
    }

    /** Searches, and audits what was found. */
    public Found run(Target target) {
        List<Candidate> best = new ArrayList<>();
        for (int k = 0; k < pairs; k++) {
            boolean drawn = k < pairs / 2 || best.isEmpty();
            best.add((drawn ? drawn(target) : changed(target, best.get(below(best.size())))).run(BATCH));
            best.sort(Comparator.comparingDouble(Candidate::value).reversed());
            if (best.size() > KEPT) {
                best.subList(KEPT, best.size()).clear();
            }
            Candidate again = best.get(below(best.size()));
            if (again.ofUnit.size() < LAST) {
                again.run(BATCH);
            }
        }
        best.forEach(candidate -> candidate.run(Math.max(0, LAST - candidate.ofUnit.size())));
        Candidate worst = Collections.max(best, Comparator.comparingDouble(Candidate::value));
        ClaimAudit.Finding finding = audit.run(
                LearnedStatistic.aCase(target.name(), target.claimed(), target.delta(), worst.left, worst.right));
        return new Found(
                listed(worst.unit),
                listed(Arrays.copyOf(worst.neighbour, target.cells().neighbour())),
                listed(worst.others),
                finding);
    }

    private Candidate drawn(Target target) {
        double[] others = below(2) == 0
                ? new double[target.cells().other()]
                : cells(target, target.cells().other());
        return new Candidate(
                target,
                cells(target, target.cells().unit()),
                cells(target, target.cells().unit()),
                others);
    }

    private double[] cells(Target target, int count) {
        double[] cells = new double[count];
        double first = value(target);
        switch (below(5)) {
            case 0 -> Arrays.fill(cells, first);
            case 1 -> Arrays.setAll(cells, j -> below(2) == 0 ? first : -first);
            case 2 -> cells[below(count)] = first;
            case 3 -> Arrays.setAll(cells, j -> value(target));
            default -> Arrays.setAll(cells, j -> first * (2 * uniform.getAsDouble() - 1));
        }
        return cells;
    }

    private Candidate changed(Target target, Candidate from) {
        double[] unit = from.unit.clone();
        double[] neighbour = from.neighbour.clone();
        double[] others = from.others.clone();
        switch (below(target.zeroOut() ? 4 : 6)) {
            case 0 -> change(target, others, unit);
            case 1, 2, 3 -> change(target, unit, neighbour);
            case 4 -> change(target, neighbour, unit);
            default -> {
                unit = from.neighbour.clone();
                neighbour = from.unit.clone();
            }
        }
        return new Candidate(target, unit, neighbour, others);
    }

    private void change(Target target, double[] cells, double[] beside) {
        int j = below(cells.length);
        cells[j] = switch (below(5)) {
            case 0 -> value(target);
            case 1 -> -cells[j];
            case 2 -> cells[j] * 4 * uniform.getAsDouble();
            case 3 -> beside[j % beside.length];
            default -> 0;
        };
    }

    private double value(Target target) {
        return target.cells().values().get(below(target.cells().values().size()));
    }

    private int below(int bound) {
        return (int) (uniform.getAsDouble() * bound);
    }

    /** Σ_k (m_k − m′_k)² / s_k² less 2 for each number and run, which is what equal distributions give. */
    static double distance(List<double[]> one, List<double[]> other) {
        int n = one.size();
        double sum = 0;
        for (int k = 0; k < one.get(0).length; k++) {
            int at = k;
            double[] a = one.stream().mapToDouble(run -> run[at]).toArray();
            double[] b = other.stream().mapToDouble(run -> run[at]).toArray();
            double mean = DoubleStream.of(a).sum() / n;
            double otherMean = DoubleStream.of(b).sum() / n;
            double squares = 0;
            for (int r = 0; r < n; r++) {
                squares += (a[r] - mean) * (a[r] - mean) + (b[r] - otherMean) * (b[r] - otherMean);
            }
            double moved = (mean - otherMean) * (mean - otherMean);
            double variance = squares / (2 * (n - 1));
            if (moved > WITHOUT_NOISE * variance) {
                sum += WITHOUT_NOISE;
            } else if (variance > 0) {
                sum += moved / variance - 2.0 / n;
            }
        }
        return sum;
    }

    /**
     * Where δ is 0, the worst single output counts and not how much all of them move: of numbers that are 1 for an
     * output and 0 otherwise, the largest ln of its two probabilities, each a deviation away from what was seen.
     */
    static double odds(List<double[]> one, List<double[]> other) {
        int n = one.size();
        double worst = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < one.get(0).length; k++) {
            int at = k;
            double p = one.stream().mapToDouble(run -> run[at]).sum() / n;
            double q = other.stream().mapToDouble(run -> run[at]).sum() / n;
            worst = Math.max(
                    worst,
                    Math.max(
                            Math.log(SplitSample.wilson(p, n, -1) / SplitSample.wilson(q, n, 1)),
                            Math.log(SplitSample.wilson(q, n, -1) / SplitSample.wilson(p, n, 1))));
        }
        return worst;
    }

    private static List<Double> listed(double[] cells) {
        return DoubleStream.of(cells).boxed().toList();
    }
}
