// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Predicts numbers by conditional means, and adds up the squared errors. */
final class LinearPredictor extends RowPredictor {

    /** Farther apart than so many deviations, or by this factor in deviation, is another unit and no other people. */
    private static final double FAR = 10;

    /** Fewer rows have no deviation to compare. */
    private static final int FEW = 10;

    private final LinearNetwork fitted;
    private final Intervention set;
    private final int[] targets;
    /** From sources: as {@link LinearNetwork#conditional}. */
    private final double[][] conditional;

    private final double[] means;
    private final double[] squares;
    private final StatisticsAccumulator sums;

    /**
     * Predicts all that are neither sources nor set.
     *
     * @param network before variables are set
     * @throws DataException when one of the sources follows from the others without noise
     */
    LinearPredictor(LinearNetwork network, From from, int[] columns, int[] sources, Intervention set) {
        super(network.schema(), from, columns, sources);
        this.fitted = network.setting(set.values());
        this.set = set;
        this.targets = IntStream.range(0, fitted.schema().size())
                .filter(j -> !set.sets(j)
                        && (from == From.PARENTS || IntStream.of(sources).noneMatch(i -> i == j)))
                .toArray();
        this.conditional = from == From.PARENTS ? new double[0][] : fitted.conditional(sources);
        this.means = fitted.means();
        this.squares = new double[targets.length];
        this.sums = new StatisticsAccumulator(Math.max(1, columns.length));
    }

    @Override
    int[] targets() {
        return targets;
    }

    @Override
    List<Expected> accept(double[] row) {
        sums.add(present(row, rows()));
        List<Expected> all = new ArrayList<>();
        for (int t = 0; t < targets.length; t++) {
            int j = targets[t];
            double predicted = from() == From.PARENTS ? fitted.fromParents(j, row) : conditionalMean(j, row);
            squares[t] += (row[j] - predicted) * (row[j] - predicted);
            all.add(expected(j, predicted, Math.sqrt(variance(j))));
        }
        return all;
    }

    private double[] present(double[] row, long number) {
        double[] cells = IntStream.of(places()).mapToDouble(j -> row[j]).toArray();
        if (!Arrays.stream(cells).allMatch(Double::isFinite)) {
            throw new DataException("row " + number + " must have a finite number in each of the columns "
                    + String.join(", ", columns()) + ", has a missing one: leave such rows out");
        }
        return cells.length == 0 ? new double[1] : cells;
    }

    /** Round-off may leave less than nothing. */
    private double variance(int j) {
        return from() == From.PARENTS ? fitted.noiseVariance(j) : Math.max(0, conditional[j][j]);
    }

    private double conditionalMean(int j, double[] row) {
        double value = means[j];
        for (int k = 0; k < sources().length; k++) {
            value += conditional[j][sources()[k]] * (row[sources()[k]] - means[sources()[k]]);
        }
        return value;
    }

    @Override
    public List<PredictionQuality> qualities() {
        SufficientStatistics moments = sums.finish();
        List<PredictionQuality> qualities = new ArrayList<>();
        for (int t = 0; t < targets.length; t++) {
            int j = targets[t];
            int column = Arrays.binarySearch(places(), j);
            double mean = squares[t] / moments.rows();
            double variance = column < 0 ? 0 : moments.covariance(column, column);
            qualities.add(new PredictionQuality.OfNumber(
                    schema().names().get(j),
                    column < 0 ? 0 : moments.rows(),
                    column < 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(mean)),
                    variance > 0 ? OptionalDouble.of(1 - mean / variance) : OptionalDouble.empty(),
                    from() == From.PARENTS
                            ? OptionalDouble.of(Math.sqrt(fitted.noiseVariance(j)))
                            : OptionalDouble.empty()));
        }
        return qualities;
    }

    /** After what was set; those columns themselves are not looked at. */
    @Override
    public Optional<String> otherUnit(RowSource source) {
        StatisticsAccumulator all = new StatisticsAccumulator(places().length);
        long[] number = {0};
        NetworkRows.of(source, schema(), places()).forEach(row -> all.add(present(row, ++number[0])));
        SufficientStatistics moments = all.finish();
        if (moments.rows() < FEW) {
            return Optional.empty();
        }
        double[][] covariance = fitted.covariance();
        for (int c = 0; c < places().length; c++) {
            int j = places()[c];
            if (set.sets(j)) {
                continue;
            }
            double expected = Math.sqrt(covariance[j][j]);
            double found = Math.sqrt(moments.covariance(c, c));
            boolean moved = Math.abs(moments.mean(c) - means[j]) > FAR * Math.max(expected, found);
            boolean stretched = expected > 0 && found > 0 && (found > FAR * expected || expected > FAR * found);
            if (moved || stretched) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "column %s has mean %.4g and standard deviation %.4g, and the network was learned from"
                                + " about %.4g and %.4g: its unit seems to be another one; bring it to the unit of"
                                + " the data that was learned from",
                        schema().names().get(j),
                        moments.mean(c),
                        found,
                        means[j],
                        expected));
            }
        }
        return Optional.empty();
    }
}
