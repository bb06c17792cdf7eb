// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Predicts variables of rows with a fitted network, and adds up the errors where rows have the true values. Not
 * private: it reads rows without a permit, and says what follows from them. Not thread-safe.
 */
public abstract sealed class RowPredictor permits LinearPredictor, LevelPredictor, MixedPredictor {

    /** The predictors of a variable. */
    public enum From {
        /** Its parents in the network. */
        PARENTS,
        /** All others, which is the same for all members of a class of networks. */
        OTHERS,
        /** Every variable is predicted from the same given variables. */
        GIVEN;

        /** {@return the name in small letters} */
        public String word() {
            return Words.dashed(this);
        }
    }

    private final VariableSchema schema;
    private final From from;
    private final int[] columns;
    private final int[] sources;
    private final long[] missing;
    private long rows;

    /**
     * Nothing was predicted yet.
     *
     * @param schema of the network
     * @param from what variables are predicted from
     * @param columns the places of the variables that rows have, ascending
     * @param sources the places of those that others are predicted from, where these are the same for all
     */
    RowPredictor(VariableSchema schema, From from, int[] columns, int[] sources) {
        this.schema = schema;
        this.from = from;
        this.columns = columns;
        this.sources = sources;
        this.missing = new long[schema.size()];
    }

    /** {@return the kind of predictors of a variable} */
    public final From from() {
        return from;
    }

    /** {@return the columns to read, in the order of the network: rows may have others} */
    public final List<String> columns() {
        return names(columns);
    }

    /** {@return the variables that others are predicted from, where these are the same for all; empty otherwise} */
    public final List<String> given() {
        return from == From.GIVEN ? names(sources) : List.of();
    }

    /** {@return the variables that are predicted, in the order of the network} */
    public final List<String> variables() {
        return names(targets());
    }

    private List<String> names(int[] places) {
        return IntStream.of(places).mapToObj(schema.names()::get).toList();
    }

    /** {@return the number of predicted rows} */
    public final long rows() {
        return rows;
    }

    /**
     * {@return the number of missing cells by the variables that others are predicted from, in the order of the
     * network; only those with some} What is expected in such a row follows from the cells that it has: the missing
     * ones are marginalised over, exactly for tables and for normal noise.
     */
    public final Map<String, Long> missing() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (int j = 0; j < missing.length; j++) {
            if (missing[j] > 0) {
                counts.put(schema.names().get(j), missing[j]);
            }
        }
        return counts;
    }

    /**
     * Predicts all rows of a source. Levels of categories are matched by their texts.
     *
     * @param source has at least {@link #columns}; NaN is a missing cell
     * @param each receives what is expected of each of {@link #variables}, once for each row, in order
     * @throws io.hedgerow.core.data.DataException when a column is missing, or holds a level that the network does not
     *     know
     */
    public final void predict(RowSource source, Consumer<List<Expected>> each) {
        NetworkRows.of(source, schema, columns).forEach(row -> each.accept(next(row)));
    }

    /** Predicts one row, by the places of the network; NaN where a cell is not known. */
    final List<Expected> next(double[] row) {
        rows++;
        for (int j : from == From.GIVEN ? sources : columns) {
            missing[j] += Double.isNaN(row[j]) ? 1 : 0;
        }
        return accept(row);
    }

    final Expected expected(int variable, double... values) {
        return new Expected(schema.names().get(variable), schema.levels(variable), values);
    }

    final VariableSchema schema() {
        return schema;
    }

    final int[] places() {
        return columns;
    }

    final int[] sources() {
        return sources;
    }

    /** The places of the variables that are predicted, ascending. */
    abstract int[] targets();

    /** Predicts each target in a row. */
    abstract List<Expected> accept(double[] row);

    /** {@return the quality of predictions of each of {@link #variables} so far} */
    public abstract List<PredictionQuality> qualities();

    /**
     * {@return the number of rows whose known cells have probability 0 in the network, so that it predicts nothing for
     * some variable}
     */
    public long impossible() {
        return 0;
    }

    /** {@return notes about predictions that were impossible or partial, in sentences} */
    public List<String> notes() {
        return List.of();
    }

    /**
     * Finds a column whose unit seems to differ from that of the training rows: its mean is 10 standard deviations from
     * what the network says, or its deviation 10 times as large or as small. Of networks of numbers alone; from 10 rows
     * on.
     *
     * @param source as of {@link #predict}; read once where the network has numbers alone
     * @return what is odd of the first such column, in a sentence; empty where there is none
     */
    public Optional<String> otherUnit(RowSource source) {
        return Optional.empty();
    }
}
