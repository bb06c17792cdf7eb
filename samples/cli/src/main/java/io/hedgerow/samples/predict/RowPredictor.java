// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.samples.exchange.LinearNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Predicts row by row and adds up the squared errors. Not thread-safe. */
final class RowPredictor {

    private final LinearNetwork fitted;
    /** Places that are predicted. */
    private final int[] targets;
    /** Places that are predicted from; empty for the parents of each. */
    private final int[] given;

    private final double[][] regressions;
    private final double[] means;
    private final double[] squares;

    private RowPredictor(LinearNetwork fitted, int[] targets, int[] given, double[][] regressions) {
        this.fitted = fitted;
        this.targets = targets;
        this.given = given;
        this.regressions = regressions;
        this.means = fitted.means();
        this.squares = new double[targets.length];
    }

    /** From the given columns, or from parents when there are none. */
    static RowPredictor of(LinearNetwork fitted, List<String> given, Intervention set) {
        int[] places =
                given.stream().distinct().mapToInt(fitted.schema()::indexOf).toArray();
        int[] targets = IntStream.range(0, fitted.schema().size())
                .filter(j -> !set.sets(j) && IntStream.of(places).noneMatch(place -> place == j))
                .toArray();
        return new RowPredictor(
                fitted, targets, places, places.length == 0 ? new double[0][] : fitted.regressions(places));
    }

    /** Names of what is predicted. */
    List<String> names() {
        return IntStream.of(targets).mapToObj(fitted.schema().names()::get).toList();
    }

    /** The predicted values of a row, whose errors are added where the row has the value. */
    double[] accept(double[] row) {
        double[] predicted = new double[targets.length];
        for (int t = 0; t < targets.length; t++) {
            int j = targets[t];
            predicted[t] = given.length == 0 ? fitted.fromParents(j, row) : conditionalMean(j, row);
            squares[t] += (row[j] - predicted[t]) * (row[j] - predicted[t]);
        }
        return predicted;
    }

    private double conditionalMean(int j, double[] row) {
        double value = means[j];
        for (int k = 0; k < given.length; k++) {
            value += regressions[j][k] * (row[given[k]] - means[given[k]]);
        }
        return value;
    }

    /** How well all rows were predicted. */
    List<Prediction.Quality> qualities(SufficientStatistics moments, int[] columns, boolean parents) {
        List<Prediction.Quality> qualities = new ArrayList<>();
        for (int t = 0; t < targets.length; t++) {
            int j = targets[t];
            double mean = squares[t] / moments.rows();
            int column = IntStream.range(0, columns.length)
                    .filter(c -> columns[c] == j)
                    .findFirst()
                    .orElse(-1);
            double variance = column < 0 ? 0 : moments.covariance(column, column);
            qualities.add(new Prediction.Quality(
                    fitted.schema().names().get(j),
                    parents ? (Integer) fitted.parents(j).length : null,
                    column < 0 ? null : (Double) Math.sqrt(mean),
                    variance > 0 ? (Double) (1 - mean / variance) : null,
                    parents ? (Double) Math.sqrt(fitted.noiseVariance(j)) : null));
        }
        return qualities;
    }
}
