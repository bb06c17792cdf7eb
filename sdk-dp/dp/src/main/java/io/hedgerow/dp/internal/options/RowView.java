// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.options;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.MethodParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The parameters of a private method that concern the rows of sites, in units of the rows that are computed on. All of
 * it is public.
 *
 * @param smallest no variable's standard deviation is expected below it
 * @param largest none is expected above it
 * @param centre the kind of centre that is subtracted
 * @param values with {@link Centre#PUBLIC}, one for each variable; otherwise empty
 * @param bound cells are clipped to it for a private mean in rounds; otherwise empty
 * @param ownUnits whether columns are in unrelated units
 */
public record RowView(
        double smallest, double largest, Centre centre, List<Double> values, OptionalDouble bound, boolean ownUnits) {

    private static final String SMALLEST = "smallest-deviation";
    private static final String LARGEST = "largest-deviation";
    private static final String PRIVATE_MEAN = "private-mean";
    private static final String OWN_UNITS = "own-units";
    private static final String BOUND = "bound";

    public RowView {
        values = List.copyOf(values);
    }

    /** Rows from which nothing is subtracted, with deviations within a range. */
    public static RowView within(double smallest, double largest) {
        return new RowView(smallest, largest, Centre.NONE, List.of(), OptionalDouble.empty(), false);
    }

    /** The same rows with a mean of each site that is released and subtracted. */
    public RowView withPrivateMean() {
        return new RowView(smallest, largest, Centre.PRIVATE, List.of(), bound, ownUnits);
    }

    /** The same rows, whose columns are in unrelated units or not. */
    public RowView withOwnUnits(boolean own) {
        return new RowView(smallest, largest, centre, values, bound, own);
    }

    /**
     * Reads the parameters about rows that a method declares.
     *
     * @param parameters in the units of the sites' rows
     * @param schema the variables
     * @param unit a public variance that counts as 1: rows are divided by its root, and so are these numbers
     * @param usual the range where none is given, in units of the divided rows
     * @param centred whether {@code centre.NAME} has a meaning for the method
     * @throws IllegalArgumentException when two parameters contradict each other
     */
    public static RowView read(
            MethodParameters parameters, VariableSchema schema, double unit, RowView usual, boolean centred) {
        double deviation = Math.sqrt(unit);
        double from = deviation(parameters, SMALLEST, usual.smallest(), deviation);
        double to = deviation(parameters, LARGEST, usual.largest(), deviation);
        if (!(from < to)) {
            throw new IllegalArgumentException(
                    "parameter " + SMALLEST + " must be below " + LARGEST + ", were " + from + " and " + to);
        }
        List<Double> values = centred ? centre(parameters, schema, deviation) : List.of();
        boolean mean = parameters.declares(PRIVATE_MEAN) && parameters.flag(PRIVATE_MEAN);
        boolean bounded = parameters.declares(BOUND);
        if (mean && bounded && !(parameters.has(BOUND) && values.isEmpty())) {
            throw new IllegalArgumentException("parameter " + PRIVATE_MEAN + " needs " + BOUND
                    + ", a public number that no cell exceeds in absolute value, and no centre");
        }
        if (mean && !values.isEmpty()) {
            throw new IllegalArgumentException("parameter " + PRIVATE_MEAN
                    + " releases a mean to subtract, and centre.NAME is another: leave one of them out");
        }
        return new RowView(
                from,
                to,
                mean ? Centre.PRIVATE : values.isEmpty() ? Centre.NONE : Centre.PUBLIC,
                values,
                mean && bounded ? OptionalDouble.of(parameters.positive(BOUND, 1) / deviation) : OptionalDouble.empty(),
                parameters.declares(OWN_UNITS) && parameters.flag(OWN_UNITS));
    }

    private static double deviation(MethodParameters parameters, String name, double usual, double deviation) {
        return parameters.declares(name) ? parameters.positive(name, usual * deviation) / deviation : usual;
    }

    /** The public values to subtract, {@code centre.VARIABLE}; 0 for variables not named. Empty where none is named. */
    private static List<Double> centre(MethodParameters parameters, VariableSchema schema, double deviation) {
        List<Double> values = new ArrayList<>();
        boolean any = false;
        for (String variable : schema.names()) {
            any |= parameters.has("centre." + variable);
            values.add(parameters.number("centre." + variable, 0) / deviation);
        }
        return any ? values : List.of();
    }
}
