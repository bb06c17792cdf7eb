// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.nonprivate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.Lagged;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.method.MethodParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How the rows of a dynamic method are made of the rows of a site, as its parameters say it: {@code lags} (a number or
 * {@code auto}), {@code realisation}, {@code time} and {@code step}. Columns that are those of a series with its lags
 * already say it themselves.
 *
 * @param order which columns tell the order of rows
 * @param slices variables and as many lags as are looked at
 * @param choosing whether the moments decide how many of these lags are used
 */
record SeriesDesign(Lagged.Order order, TimeSlices slices, boolean choosing) {

    /** Of lags that the moments decide on. */
    static final int MOST_CHOSEN = 3;

    static SeriesDesign of(VariableSchema columns, MethodParameters parameters) {
        boolean choosing = parameters.text("lags").filter("auto"::equals).isPresent();
        int lags = choosing ? MOST_CHOSEN : (int) parameters.count("lags", 1, TimeSlices.MOST_LAGS);
        return of(columns, parameters, lags, choosing);
    }

    /** Whether parameters or columns are of series. */
    static boolean isAsked(VariableSchema columns, MethodParameters parameters) {
        return parameters.has("lags")
                || parameters.has("realisation")
                || parameters.has("time")
                || TimeSlices.of(columns).isPresent();
    }

    /** For methods in rounds: no lags is a static network, and nothing can choose them. */
    static SeriesDesign ofRounds(VariableSchema columns, MethodParameters parameters) {
        String said = parameters.text("lags").orElse("1");
        if (said.equals("auto")) {
            throw new IllegalArgumentException("parameter lags must be a number from 0 to " + TimeSlices.MOST_LAGS
                    + ", was auto: only the sums of dynamic-gram can choose lags");
        }
        int lags = said.equals("0") ? 0 : (int) parameters.count("lags", 1, TimeSlices.MOST_LAGS);
        return of(columns, parameters, lags, false);
    }

    private static SeriesDesign of(VariableSchema columns, MethodParameters parameters, int lags, boolean choosing) {
        Optional<TimeSlices> made = TimeSlices.of(columns);
        if (made.isPresent()) {
            return new SeriesDesign(Lagged.Order.oneSeries(), made.get(), choosing);
        }
        Optional<String> realisation = parameters.text("realisation");
        Optional<String> time = parameters.text("time");
        OptionalDouble step =
                parameters.has("step") ? OptionalDouble.of(parameters.positive("step", 1)) : OptionalDouble.empty();
        List<String> names = new ArrayList<>(columns.names());
        for (Optional<String> column : List.of(realisation, time)) {
            if (column.isPresent() && !names.remove(column.get())) {
                throw new IllegalArgumentException("realisation and time must be columns of the data, which has "
                        + columns.names() + ", was " + column.get());
            }
        }
        return new SeriesDesign(
                new Lagged.Order(realisation, time, step), new TimeSlices(new VariableSchema(names), lags), choosing);
    }

    /** Rows that have their lags already stay as they are. */
    RowSource prepared(RowSource rows) {
        return slices.lags() > 0 && rows.schema().equals(slices.stacked())
                ? rows
                : Lagged.of(rows, order, slices.lags());
    }
}
