// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.design;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import java.util.List;
import java.util.stream.IntStream;

final class TimeColumns {

    private static final int NONE = -1;

    private final int realisation;
    private final int time;
    private final int[] kept;
    private final VariableSchema variables;

    private TimeColumns(VariableSchema schema, int realisation, int time) {
        this.realisation = realisation;
        this.time = time;
        this.kept = IntStream.range(0, schema.size())
                .filter(column -> column != realisation && column != time)
                .toArray();
        List<String> names = IntStream.of(kept).mapToObj(schema.names()::get).toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "there must be variables beside realisation and time, are none in " + schema.names());
        }
        this.variables = schema.choosing(names);
        if (variables.hasCategories()) {
            throw new IllegalArgumentException("variables of time series must be numbers, " + variables.categorical()
                    + " are categories: leave them out, or write numbers for their levels");
        }
    }

    static TimeColumns of(VariableSchema schema, Lagged.Order order) {
        int realisation = order.realisation()
                .map(name -> position(schema, name, "realisation"))
                .orElse(NONE);
        int time = order.time().map(name -> position(schema, name, "time")).orElse(NONE);
        if (realisation >= 0 && realisation == time) {
            throw new IllegalArgumentException("realisation and time must be two columns, were both "
                    + schema.names().get(time));
        }
        return new TimeColumns(schema, realisation, time);
    }

    private static int position(VariableSchema schema, String name, String what) {
        int at = schema.indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException(
                    "the column of the " + what + " must be one of " + schema.names() + ", was " + name);
        }
        return at;
    }

    VariableSchema variables() {
        return variables;
    }

    boolean hasTime() {
        return time != NONE;
    }

    /** The series of a row; one number for all rows without such a column. */
    double realisation(double[] row, String source) {
        return realisation == NONE ? 0 : finite(row[realisation], "realisation", source) + 0.0; // -0 is 0
    }

    double time(double[] row, String source) {
        return finite(row[time], "time", source);
    }

    private static double finite(double value, String what, String source) {
        if (!Double.isFinite(value)) {
            throw new DataException(source + ": every row must have a finite " + what + ", one has " + value);
        }
        return value;
    }

    void copyVariables(double[] row, double[] out) {
        for (int j = 0; j < kept.length; j++) {
            out[j] = row[kept[j]];
        }
    }
}
