// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Predicts variables of rows with a fitted network, and measures the errors where the true values are known. Not
 * private: it reads rows without a permit, and says what follows from them. Not thread-safe.
 */
public abstract sealed class RowPredictor permits LinearPredictor, LevelPredictor, MixedPredictor {

    /** The kind of variables that predict another one. */
    public enum From {
        /** Its parents in the network. */
        PARENTS,
        /** All others, which is the same for all members of a class of networks. */
        OTHERS,
        /** The same variables for all. */
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
    private long rows;

    /**
     * Creates a predictor that has predicted nothing yet.
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
    }

    /** {@return what a variable is predicted from} */
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

    /** {@return how many rows were predicted} */
    public final long rows() {
        return rows;
    }

    /**
     * Predicts all rows of a source. Levels of categories are matched by their texts.
     *
     * @param source has at least {@link #columns}; of a number every cell must be finite if the network has no
     *     categories, cells of others may be NaN, which is a missing one
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

    /** {@return how well each of {@link #variables} was predicted so far} */
    public abstract List<PredictionQuality> qualities();

    /** {@return rows whose known cells cannot be together in the network, so that it says nothing of some variable} */
    public long impossible() {
        return 0;
    }

    /** {@return what could not be predicted, or only in part, in sentences} */
    public List<String> notes() {
        return List.of();
    }

    /**
     * Looks for a column whose unit seems to be another one than that of the rows that were learned from: its mean is
     * 10 standard deviations from what the network says, or its deviation 10 times as large or as small. Of networks of
     * numbers alone; from 10 rows on.
     *
     * @param source as of {@link #predict}; read once where the network has numbers alone
     * @return what is odd of the first such column, in a sentence; empty where there is none
     */
    public Optional<String> otherUnit(RowSource source) {
        return Optional.empty();
    }
}
