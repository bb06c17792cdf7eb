package io.hedgerow.core.method;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.Lagged;
import io.hedgerow.core.design.TimeSlices;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How the rows of a dynamic method are made of the rows of a site, as its parameters say it: {@code lags} (a number or
 * {@code auto}), {@code realisation}, {@code time} and {@code step}.
 *
 * @param order which columns tell the order of rows
 * @param slices variables and as many lags as are looked at
 * @param choosing whether the moments decide how many of these lags are used
 */
record SeriesDesign(Lagged.Order order, TimeSlices slices, boolean choosing) {

    /** Of lags that the moments decide on. */
    static final int MOST_CHOSEN = 3;

    static SeriesDesign of(VariableSchema columns, MethodParameters parameters) {
        Optional<String> realisation = parameters.text("realisation");
        Optional<String> time = parameters.text("time");
        OptionalDouble step =
                parameters.has("step") ? OptionalDouble.of(parameters.positive("step", 1)) : OptionalDouble.empty();
        boolean choosing = parameters.text("lags").filter("auto"::equals).isPresent();
        int lags = choosing ? MOST_CHOSEN : (int) parameters.count("lags", 1, TimeSlices.MOST_LAGS);
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

    RowSource prepared(RowSource rows) {
        return Lagged.of(rows, order, slices.lags());
    }
}
