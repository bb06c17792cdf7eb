// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.util.List;

/**
 * Rows as they are, each of which is shown to some watches before it is handed on. Reads what its source reads, no
 * more. Not thread-safe.
 */
public final class WatchedRows implements RowSource {

    /** Sees rows, and what they tell stays at the site: it is as sensitive as the records. */
    public interface Watch {
        /** A reading begins; what was seen before counts no more. */
        void begin();

        /**
         * Sees a row, and leaves it as it is.
         *
         * @param row one number for each variable
         */
        void see(double[] row);
    }

    private final RowSource rows;
    private final List<Watch> watches;

    /**
     * Shows rows to watches.
     *
     * @param rows closed
     * @param watches in the order in which they see a row
     */
    public WatchedRows(RowSource rows, Watch... watches) {
        this.rows = rows;
        this.watches = List.of(watches);
    }

    @Override
    public VariableSchema schema() {
        return rows.schema();
    }

    @Override
    public String description() {
        return rows.description();
    }

    @Override
    public String keyText(double key) {
        return rows.keyText(key);
    }

    @Override
    public boolean knowsPersons() {
        return rows.knowsPersons();
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        watches.forEach(Watch::begin);
        rows.forEachRow(row -> {
            watches.forEach(watch -> watch.see(row));
            consumer.accept(row);
        });
    }

    @Override
    public void forEachPersonRow(PersonRowConsumer consumer) {
        watches.forEach(Watch::begin);
        rows.forEachPersonRow((person, row) -> {
            watches.forEach(watch -> watch.see(row));
            consumer.accept(person, row);
        });
    }
}
