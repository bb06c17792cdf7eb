// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records opened with a permit. Reads until it is closed. A solver may keep what it computed, such as second moments,
 * and must ask the next view before it uses that again.
 *
 * <p>Whatever is computed from a view is as sensitive as the records. Not thread-safe except for {@link #close}.
 */
public final class DataView implements AutoCloseable {

    private final SiteData data;
    private final OpenedRows rows;
    private final boolean hidesNumberOfUnits;
    private final AtomicBoolean closed = new AtomicBoolean();

    DataView(SiteData data, OpenedRows rows, boolean hidesNumberOfUnits) {
        this.data = data;
        this.rows = rows;
        this.hidesNumberOfUnits = hidesNumberOfUnits;
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
        if (data.hasStatistics()) {
            rows.begin();
        }
        return data.statistics(rows);
    }

    /**
     * Reads all rows, of which cells may be missing.
     *
     * @return the number of rows, and mean and variance of each column's cells that are seen; the mean is NaN where
     *     none is, and covariances of two columns are 0
     * @throws DataException when the records cannot be read, are fewer than two, or a column has no finite variance
     */
    public SufficientStatistics seenCells() {
        requireOpen();
        return SufficientStatistics.ofSeenCells(rows);
    }

    /**
     * Returns estimates of the correlations of the normal variables behind normal scores, corrected for ties. Ties
     * weaken the correlations of normal scores; the shares of tied values tell how much.
     *
     * @return [d, d] row by row, positive definite; empty of rows that are no normal scores, and without ties
     * @throws DataException when the records cannot be read
     */
    public Optional<double[]> correlationsBehindTies() {
        requireOpen();
        rows.begin();
        return data.behindTies();
    }

    /**
     * Returns how much more {@link #correlationsBehindTies} vary by chance than correlations of columns without ties.
     *
     * @param behind those correlations
     * @return [d], of each column the mean over its pairs of n Var ρ − (1 − ρ²)², at least 0; zeros of rows that are no
     *     normal scores
     * @throws DataException when the records cannot be read
     */
    public double[] spreadOfTies(double[] behind) {
        requireOpen();
        rows.begin();
        return data.spreadOfTies(behind);
    }

    /** {@return whether there are rows to read; false for data that are known by their moments only} */
    public boolean hasRows() {
        requireOpen();
        return data.hasRows();
    }

    /**
     * {@return whether the ledger that paid for this view keeps the number of units secret} Then no refusal, failure or
     * message that leaves the site may depend on that number.
     */
    public boolean hidesNumberOfUnits() {
        return hidesNumberOfUnits;
    }

    /**
     * Reads all rows in order.
     *
     * @param consumer called once per row; must not keep the array
     * @throws DataException when the records cannot be read
     */
    public void forEachRow(RowSource.RowConsumer consumer) {
        requireOpen();
        rows.forEachRow(consumer);
    }

    /**
     * Reads all rows in order, each with its user.
     *
     * @param consumer called once per row; must not keep the array
     * @throws DataException when the records cannot be read, or the source knows no users
     */
    public void forEachUserRow(RowSource.UserRowConsumer consumer) {
        requireOpen();
        rows.forEachUserRow(consumer);
    }

    /**
     * {@return whether an earlier view is of the same {@link SiteData}, so that what was computed from it holds for
     * this one}
     *
     * @param earlier a view, open or closed
     */
    public boolean isOfSameData(DataView earlier) {
        requireOpen();
        boolean same = data == earlier.data;
        if (same) {
            rows.begin(); // what was kept of the rows may be used now
        }
        return same;
    }

    /**
     * {@return whether the source of the rows caused this failure, such as a database that cannot be reached, so that
     * another reading may succeed; for records that were paid for, true only before any of them was handed on}
     *
     * @param failure thrown by a method of this view
     */
    public boolean failedInSource(RuntimeException failure) {
        return rows.isOfSource(failure);
    }

    /**
     * {@return the sum of all rows, added up where they are if the source can}
     *
     * @param <S> the kind of sum
     * @param empty a sum without units; not to be used afterwards
     * @throws DataException when the records cannot be read
     */
    public <S extends RowSource.UnitSum<S>> S sumOfRows(S empty) {
        requireOpen();
        return rows.sumOfRows(empty);
    }

    /**
     * {@return the sum of all users, added up where their rows are if the source can}
     *
     * @param <S> the kind of sum
     * @param empty a sum without units; not to be used afterwards
     * @throws DataException when the records cannot be read, or the source knows no users
     */
    public <S extends RowSource.UnitSum<S>> S sumOfUsers(S empty) {
        requireOpen();
        return rows.sumOfUsers(empty);
    }

    @Override
    public void close() {
        closed.set(true);
        rows.release();
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("this view of " + data.identity().value() + " is closed: reserve again");
        }
    }

    /**
     * The rows of one opening, which record whether a reading failed in their source or in its consumer: a source that
     * fails can be read again.
     */
    static class OpenedRows extends WrappedRows {

        private @Nullable RuntimeException failure;

        OpenedRows(RowSource source) {
            super(source);
        }

        /** Carries an exception of a consumer through a source. */
        private static final class OfConsumer extends RuntimeException {
            private static final long serialVersionUID = 1L;
            private final RuntimeException thrown;

            OfConsumer(RuntimeException thrown) {
                super(thrown);
                this.thrown = thrown;
            }
        }

        /** Is called before anything that was kept of earlier readings is used, instead of a reading. */
        void begin() {}

        /** Is called when the view is closed; from any thread. */
        void release() {}

        /** Whether the source ended a reading with this failure, and another reading may do better. */
        boolean isOfSource(RuntimeException thrown) {
            return thrown == failure;
        }

        /** Runs what calls the source; its own failures are remembered. */
        final void noting(Runnable reading) {
            try {
                reading.run();
            } catch (OfConsumer of) {
                throw of.thrown;
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }

        private static void passing(Runnable consuming) {
            try {
                consuming.run();
            } catch (RuntimeException e) {
                throw new OfConsumer(e);
            }
        }

        @Override
        public String keyText(double key) {
            return source.keyText(key);
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            noting(() -> source.forEachRow(row -> passing(() -> consumer.accept(row))));
        }

        @Override
        public void forEachUserRow(UserRowConsumer consumer) {
            noting(() -> source.forEachUserRow((user, row) -> passing(() -> consumer.accept(user, row))));
        }

        @Override
        public <S extends UnitSum<S>> S sumOfRows(S empty) {
            return sumsWhereRowsAre() ? noted(() -> source.sumOfRows(empty)) : super.sumOfRows(empty);
        }

        @Override
        public <S extends UnitSum<S>> S sumOfUsers(S empty) {
            return sumsWhereRowsAre() ? noted(() -> source.sumOfUsers(empty)) : super.sumOfUsers(empty);
        }

        final <S> S noted(Supplier<S> reading) {
            try {
                return reading.get();
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }
    }
}
