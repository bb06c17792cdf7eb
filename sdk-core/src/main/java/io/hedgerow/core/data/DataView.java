// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Records opened with a permit. Reads until it is closed. A solver may keep what it computed, such as second moments,
 * and must ask the next view before it uses that again.
 *
 * <p>Whatever is computed from a view is as sensitive as the records. Not thread-safe except for {@link #close}.
 */
public final class DataView implements AutoCloseable {

    private final SiteData data;
    private final AtomicBoolean closed = new AtomicBoolean();

    DataView(SiteData data) {
        this.data = data;
    }

    /** {@return the variables} */
    public VariableSchema schema() {
        return data.schema();
    }

    /**
     * {@return row count, means and second moments, the same object at every opening of the same data}
     *
     * @throws DataException when the records cannot be read
     */
    public SufficientStatistics statistics() {
        requireOpen();
        return data.statistics();
    }

    /**
     * Correlations of normal variables of which the ranks of columns are all that is seen. Ties weaken the correlations
     * of normal scores; how much, their shares tell.
     *
     * @return [d, d] row by row, positive definite; empty of rows that are no normal scores, and without ties
     * @throws DataException when the records cannot be read
     */
    public Optional<double[]> correlationsBehindTies() {
        requireOpen();
        return data.behindTies();
    }

    /**
     * How much more {@link #correlationsBehindTies} vary by chance than correlations of columns without ties.
     *
     * @param behind those correlations
     * @return [d], of each column the mean over its pairs of n Var ρ − (1 − ρ²)², at least 0; zeros of rows that are no
     *     normal scores
     * @throws DataException when the records cannot be read
     */
    public double[] spreadOfTies(double[] behind) {
        requireOpen();
        return data.spreadOfTies(behind);
    }

    /** {@return whether there are rows to read; false for data that are known by their moments only} */
    public boolean hasRows() {
        requireOpen();
        return data.hasRows();
    }

    /**
     * Reads all rows in order.
     *
     * @param consumer called once per row; must not keep the array
     * @throws DataException when the records cannot be read
     */
    public void forEachRow(RowSource.RowConsumer consumer) {
        requireOpen();
        data.source().forEachRow(consumer);
    }

    /**
     * Reads all rows in order, each with its user.
     *
     * @param consumer called once per row; must not keep the array
     * @throws DataException when the records cannot be read, or the source knows no users
     */
    public void forEachPersonRow(RowSource.PersonRowConsumer consumer) {
        requireOpen();
        data.source().forEachPersonRow(consumer);
    }

    /**
     * {@return whether what was computed from an earlier view is still of the records that this one opens, as both are
     * views of one {@link SiteData}}
     *
     * @param earlier a view, open or closed
     */
    public boolean isOfSameData(DataView earlier) {
        requireOpen();
        return data == earlier.data;
    }

    /**
     * {@return the sum of all rows, added up where they are if the source can}
     *
     * @param <S> what is summed
     * @param empty nothing was added to it yet; not to be used afterwards
     * @throws DataException when the records cannot be read
     */
    public <S extends RowSource.UnitSum<S>> S sumOfRows(S empty) {
        requireOpen();
        return data.source().sumOfRows(empty);
    }

    /**
     * {@return the sum of all users, added up where their rows are if the source can}
     *
     * @param <S> what is summed
     * @param empty nothing was added to it yet; not to be used afterwards
     * @throws DataException when the records cannot be read, or the source knows no users
     */
    public <S extends RowSource.UnitSum<S>> S sumOfPersons(S empty) {
        requireOpen();
        return data.source().sumOfPersons(empty);
    }

    @Override
    public void close() {
        closed.set(true);
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("this view of " + data.identity().value() + " is closed: reserve again");
        }
    }
}
