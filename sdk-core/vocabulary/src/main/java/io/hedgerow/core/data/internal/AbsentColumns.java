// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.internal;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The rows of a site that does not have every column of its study: a column that was declared absent is 0 in every row,
 * as a placeholder, and the others are found by their names. Only a method that was told which columns are absent may
 * read such rows; any other would take the zeros for measurements.
 */
public final class AbsentColumns extends WrappedRows {

    private final VariableSchema schema;
    /** The place of each column in the source; −1 where it is absent. */
    private final int[] from;

    private final double placeholder;

    private AbsentColumns(RowSource source, VariableSchema schema, int[] from, double placeholder) {
        super(source);
        this.placeholder = placeholder;
        this.schema = schema;
        this.from = from;
    }

    /**
     * {@return rows of all variables of a study in their order} Reads no row.
     *
     * @param rows of a site; columns beside those of the study, and declared ones, are not used
     * @param study all variables of the study
     * @param absent names of those that the site was declared not to have
     * @throws DataException when a column is missing that was not declared absent
     */
    public static RowSource of(RowSource rows, VariableSchema study, Collection<String> absent) {
        return of(rows, study, absent, 0);
    }

    /**
     * {@return the same with NaN, a missing cell, in every row of a column that was declared absent}
     *
     * @param rows of a site
     * @param study all variables of the study
     * @param absent names of those that the site was declared not to have
     * @throws DataException when a column is missing that was not declared absent
     */
    public static RowSource asMissing(RowSource rows, VariableSchema study, Collection<String> absent) {
        return of(rows, study, absent, Double.NaN);
    }

    private static RowSource of(RowSource rows, VariableSchema study, Collection<String> absent, double placeholder) {
        List<String> missing = study.names().stream()
                .filter(name -> !absent.contains(name) && rows.schema().indexOf(name) < 0)
                .map(name -> "\"" + name + "\"")
                .toList();
        if (!missing.isEmpty()) {
            throw new DataException(rows.description() + ": must have every column that it was not declared to lack,"
                    + " lacks " + String.join(", ", missing) + ": declare what the site lacks beforehand");
        }
        int[] from = study.names().stream()
                .mapToInt(name -> absent.contains(name) ? -1 : rows.schema().indexOf(name))
                .toArray();
        return new AbsentColumns(rows, study, from, placeholder);
    }

    @Override
    public VariableSchema schema() {
        return schema;
    }

    @Override
    public boolean knowsUsers() {
        return false;
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        double[] all = new double[from.length];
        source.forEachRow(row -> {
            Arrays.setAll(all, j -> from[j] < 0 ? placeholder : row[from[j]]);
            consumer.accept(all);
        });
    }
}
