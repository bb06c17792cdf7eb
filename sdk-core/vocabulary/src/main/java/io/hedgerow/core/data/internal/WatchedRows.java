// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.internal;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.WrappedRows;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that are shown to some observers before they are passed on unchanged. Reads what its source reads, no more. Not
 * thread-safe.
 */
public final class WatchedRows extends WrappedRows {

    /** Observes rows at the site, where its results stay: they are as sensitive as the records. */
    public interface Watch extends UnitSum<Watch> {
        /** Begins a reading, and forgets earlier counts. */
        void begin();
    }

    private final List<Watch> watches;

    /**
     * Shows rows to watches.
     *
     * @param rows closed
     * @param watches in the order in which they see a row
     */
    public WatchedRows(RowSource rows, Watch... watches) {
        super(rows);
        this.watches = List.of(watches);
    }

    @Override
    public String keyText(double key) {
        return source.keyText(key);
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        watches.forEach(Watch::begin);
        source.forEachRow(row -> {
            watches.forEach(watch -> watch.add(row));
            consumer.accept(row);
        });
    }

    @Override
    public void forEachUserRow(UserRowConsumer consumer) {
        watches.forEach(Watch::begin);
        source.forEachUserRow((user, row) -> {
            watches.forEach(watch -> watch.add(row));
            consumer.accept(user, row);
        });
    }

    @Override
    public <S extends UnitSum<S>> S sumOfRows(S empty) {
        watches.forEach(Watch::begin);
        return taken(source.sumOfRows(new WatchedSum<>(empty, watches)));
    }

    @Override
    public <S extends UnitSum<S>> S sumOfUsers(S empty) {
        watches.forEach(Watch::begin);
        return taken(source.sumOfUsers(new WatchedSum<>(empty, watches)));
    }

    /** Hands to the watches what their copies saw elsewhere. */
    private <S extends UnitSum<S>> S taken(WatchedSum<S> watched) {
        for (int k = 0; k < watches.size(); k++) {
            if (watches.get(k) != watched.watches.get(k)) {
                watches.get(k).merge(watched.watches.get(k));
            }
        }
        return watched.sum;
    }

    /** A sum and the observers beside it, wherever the rows are. */
    private static final class WatchedSum<S extends UnitSum<S>> implements UnitSum<WatchedSum<S>> {
        private final S sum;
        private final ArrayList<Watch> watches;

        WatchedSum(S sum, List<Watch> watches) {
            this.sum = sum;
            this.watches = new ArrayList<>(watches);
        }

        @Override
        public void add(double[] row) {
            watches.forEach(watch -> watch.add(row));
            sum.add(row);
        }

        @Override
        public void addUser(List<double[]> user) {
            watches.forEach(watch -> watch.addUser(user));
            sum.addUser(user);
        }

        @Override
        public void merge(WatchedSum<S> other) {
            for (int k = 0; k < watches.size(); k++) {
                watches.get(k).merge(other.watches.get(k));
            }
            sum.merge(other.sum);
        }
    }
}
