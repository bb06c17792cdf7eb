// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.design;

import io.hedgerow.core.data.VariableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The columns of a dynamic linear network x_t = x_t W + Σ_{i = 1..p} x_{t−i} A_i + u_t (papers 000 and 004, eq. 1):
 * [x_t | x_{t−1} | … | x_{t−p}]. Variable {@code a}, i steps back, is the column {@code a[t-i]}; the name is enough, so
 * that a reader of names alone can tell a dynamic network from another. Immutable.
 *
 * @param variables the d variables at one time
 * @param lags p; 0 is a static network
 */
public record TimeSlices(VariableSchema variables, int lags) {

    /** The largest number of lags; a larger one is taken for a mistake. */
    public static final int MOST_LAGS = 50;

    public TimeSlices {
        Objects.requireNonNull(variables, "variables");
        if (lags < 0 || lags > MOST_LAGS) {
            throw new IllegalArgumentException("lags must be from 0 to " + MOST_LAGS + ", was " + lags);
        }
    }

    /**
     * {@return the time slices that columns name; empty unless they are those of {@link #stacked} with at least one
     * lag}
     *
     * @param columns of a design
     */
    public static Optional<TimeSlices> of(VariableSchema columns) {
        List<String> names = columns.names();
        int d = 0;
        while (d < names.size() && !names.get(d).equals(name(names.get(0), 1))) {
            d++;
        }
        if (d == names.size() || names.size() % d != 0 || names.size() / d > MOST_LAGS + 1) {
            return Optional.empty();
        }
        TimeSlices slices = new TimeSlices(new VariableSchema(names.subList(0, d)), names.size() / d - 1);
        return slices.stacked().equals(columns) ? Optional.of(slices) : Optional.empty();
    }

    private static String name(String variable, int lag) {
        return lag == 0 ? variable : variable + "[t-" + lag + "]";
    }

    /** {@return all (p + 1) d columns, those of the present first} */
    public VariableSchema stacked() {
        List<String> names = new ArrayList<>();
        for (int lag = 0; lag <= lags; lag++) {
            for (String variable : variables.names()) {
                names.add(name(variable, lag));
            }
        }
        return new VariableSchema(names);
    }

    /** {@return d, the number of variables at one time} */
    public int size() {
        return variables.size();
    }

    /**
     * {@return the position of the variable that a column of {@link #stacked} holds}
     *
     * @param column of {@link #stacked}
     */
    public int variable(int column) {
        return column % size();
    }

    /**
     * {@return the lag of a column of {@link #stacked}; 0 for the present}
     *
     * @param column of {@link #stacked}
     */
    public int lag(int column) {
        return column / size();
    }
}
