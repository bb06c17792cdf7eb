// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.descriptor.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Builds lagged rows for a dynamic method from a site's rows, by the parameters {@code lags} (a number or
 * {@code auto}), {@code realisation}, {@code time} and {@code step}; columns that already contain the lags need none of
 * these. The slices have as many lags as are looked at; {@code choosing} lets the moments decide how many are used.
 */
record SeriesDesign(Lagged.Order order, TimeSlices slices, boolean choosing) {

    /** The most lags from which the moments choose. */
    static final int MOST_CHOSEN = 3;

    /** How many steps back a cause may be; none is a static network. */
    static final Parameter LAGS = Parameter.count("lags", "how many steps back a cause may be; 0 is a static network")
            .from(0, TimeSlices.MOST_LAGS)
            .usually("1");

    /** The same where moments can choose. */
    static final Parameter LAGS_OR_AUTO = Parameter.count(
                    "lags", "how many steps back a cause may be; auto looks at 3 and uses as many as the moments show")
            .from(1, TimeSlices.MOST_LAGS)
            .or("auto")
            .usually("1");

    /** Which rows follow each other; read together with lags. */
    static final List<Parameter> ORDER = List.of(
            Parameter.text("realisation", "the column that names a row's series; not in the network")
                    .usually("all rows are one series"),
            Parameter.text("time", "the column of times; not in the network").usually("rows follow as they stand"),
            Parameter.positive("step", "the step between times").usually("the smallest difference"));

    static SeriesDesign of(VariableSchema columns, MethodParameters parameters) {
        boolean choosing = parameters.text("lags").filter("auto"::equals).isPresent();
        int lags = choosing ? MOST_CHOSEN : (int) parameters.count("lags", 1);
        return of(columns, parameters, lags, choosing);
    }

    static boolean isAsked(VariableSchema columns, MethodParameters parameters) {
        return parameters.has("lags")
                || parameters.has("realisation")
                || parameters.has("time")
                || TimeSlices.of(columns).isPresent();
    }

    /** For methods in rounds: no lags is a static network, and nothing can choose them. */
    static SeriesDesign ofRounds(VariableSchema columns, MethodParameters parameters) {
        return of(columns, parameters, (int) parameters.count("lags", 1), false);
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
