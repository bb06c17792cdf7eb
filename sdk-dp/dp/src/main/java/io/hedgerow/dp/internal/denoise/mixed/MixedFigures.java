// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.search.ReleasedFigures.Margin;
import io.hedgerow.core.search.ReleasedFigures.Pair;
import io.hedgerow.core.search.ReleasedFigures.Range;
import io.hedgerow.core.search.ReleasedFigures.Statistic;
import io.hedgerow.dp.internal.denoise.figures.PairFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What noisy products of numbers and levels tell of margins and pairs. An entry has the error of its noise, and that of
 * the n rows that have both variables: of a covariance of a number and a level √(v p / n), of two levels √(p / n). A
 * deviation may also be as much larger as clipping makes that of normal rows smaller, and a correlation be as far off.
 * Post-processing: costs no budget.
 */
final class MixedFigures {

    /** Of a variance, which noise may take below 0. */
    private static final double LEAST = 1e-4;

    private final NoisyColumns released;
    private final PairMoments moments;
    private final MixedColumns shape;
    private final int d;
    /** Of the variance of each number, in their order. */
    private final double[] left;

    MixedFigures(NoisyColumns released, PairMoments moments) {
        this.released = released;
        this.moments = moments;
        this.shape = released.shape();
        this.d = shape.variables();
        int[] numbers = shape.numbers();
        double[] covariance = new double[numbers.length * numbers.length];
        Arrays.setAll(covariance, k -> {
            int a = numbers[k / numbers.length];
            int b = numbers[k % numbers.length];
            return a == b ? variance(a) : moments.covariance(shape.first(a), shape.first(b));
        });
        this.left = ClippedNumbers.shares(covariance, shape.radiusOfNumbers());
    }

    ReleasedFigures find() {
        List<Margin> margins = new ArrayList<>();
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            if (shape.isCategory(i)) {
                for (int l = 0; l < shape.levels(i); l++) {
                    Range range = PairFigures.share(
                            moments.mean(i, l), moments.deviation(2 * share(i, i)) / share(i, i), rows(i, i));
                    margins.add(new Margin(i, Statistic.SHARE, l, range));
                }
            } else {
                ofNumber(i, margins);
            }
            for (int j = i + 1; j < d; j++) {
                pairs.add(new Pair(i, j, dependence(i, j)));
            }
        }
        return new ReleasedFigures(margins, pairs);
    }

    private double share(int i, int j) {
        return moments.seen()[i * d + j];
    }

    private double rows(int i, int j) {
        return Math.max(2, released.rows() * share(i, j));
    }

    /** Of a number, in its unit. */
    private double variance(int number) {
        int column = shape.first(number);
        return Math.max(LEAST, moments.covariance(column, column));
    }

    /** The deviation of the noise of a variance. */
    private double noiseOfVariance(int number) {
        return released.sigma() / share(number, number);
    }

    private void ofNumber(int j, List<Margin> margins) {
        double unit = released.unit(j);
        double variance = variance(j);
        double mean = released.mean(j, released.blocks()[j][0]);
        double error = Math.sqrt(square(moments.meanNoise(j)) + variance / rows(j, j));
        margins.add(new Margin(j, Statistic.MEAN, -1, PairFigures.about(mean, unit * error)));
        double ofVariance = Math.sqrt(square(noiseOfVariance(j)) + 4 * square(variance) / rows(j, j));
        Range range = PairFigures.about(variance, ofVariance);
        margins.add(new Margin(
                j,
                Statistic.DEVIATION,
                -1,
                new Range(unit * Math.sqrt(Math.max(0, range.lower())), unit * Math.sqrt(range.upper() / left(j)))));
    }

    private Range dependence(int i, int j) {
        Range range = shape.isCategory(i) || shape.isCategory(j) ? ofLevels(i, j) : ofNumbers(i, j);
        double clipped = Math.sqrt(left(i) * left(j));
        double lower = range.lower() * (range.lower() > 0 ? clipped : 1 / clipped);
        double upper = range.upper() * (range.upper() > 0 ? 1 / clipped : clipped);
        return new Range(Math.max(-1, Math.min(1, lower)), Math.max(-1, Math.min(1, upper)));
    }

    /** The share of a variance that clipping leaves of normal rows. */
    private double left(int variable) {
        return shape.isCategory(variable) ? 1 : left[Arrays.binarySearch(shape.numbers(), variable)];
    }

    private Range ofNumbers(int i, int j) {
        double first = variance(i);
        double second = variance(j);
        double r = moments.covariance(shape.first(i), shape.first(j)) / Math.sqrt(first * second);
        double known = Math.max(-1, Math.min(1, r));
        double between = share(i, i) * share(j, j) / square(share(i, j));
        double chance = PairFigures.errorOfCorrelation(
                known, noiseOfVariance(i) / first, noiseOfVariance(j) / second, rows(i, j));
        return PairFigures.correlation(known, chance * Math.max(1, Math.sqrt(between)));
    }

    private Range ofLevels(int i, int j) {
        int rowsOf = shape.width(i);
        int columnsOf = shape.width(j);
        double unit = shape.weight(i) * shape.weight(j);
        double noise = released.sigma() / Math.sqrt(2) / unit / share(i, j);
        double[] covariance = new double[rowsOf * columnsOf];
        double[] deviations = new double[covariance.length];
        for (int a = 0; a < rowsOf; a++) {
            for (int b = 0; b < columnsOf; b++) {
                double own = moments.covariance(shape.first(i) + a, shape.first(j) + b) / unit;
                covariance[a * columnsOf + b] = own;
                double chance = (shape.isCategory(i) ? moments.mean(i, a) : variance(i))
                        * (shape.isCategory(j) ? moments.mean(j, b) : variance(j));
                if (shape.isCategory(i) && shape.isCategory(j)) {
                    chance = Math.max(chance, chance + own);
                }
                deviations[a * columnsOf + b] =
                        Math.sqrt(square(noise) + Math.max(chance, 1 / rows(i, j)) / rows(i, j));
            }
        }
        Range range = PairFigures.dependence(
                covariance,
                rowsOf,
                shape.isCategory(i),
                shape.isCategory(j),
                deviations,
                Math.max(LEAST, Math.sqrt(size(i) * size(j))));
        double ofSize = 2 * (errorOfSize(i) + errorOfSize(j));
        return new Range(range.lower() * Math.max(0, 1 - ofSize), Math.min(1, range.upper() * (1 + ofSize)));
    }

    /** ‖S_ii‖. */
    private double size(int variable) {
        if (!shape.isCategory(variable)) {
            return variance(variable);
        }
        double[] shares = new double[shape.levels(variable)];
        for (int l = 0; l < shares.length; l++) {
            shares[l] = moments.mean(variable, l);
        }
        return PairFigures.sizeOfLevels(shares);
    }

    /** The error of the root of a variance by noise, as a share of it. */
    private double errorOfSize(int variable) {
        return shape.isCategory(variable) ? 0 : noiseOfVariance(variable) / 2 / variance(variable);
    }

    private static double square(double x) {
        return x * x;
    }
}
