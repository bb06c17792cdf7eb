// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import java.util.Optional;

/**
 * A durable, append-only log from which a site or a coordinator recovers its state. First the history is read to its
 * end, record by record; then records are added. When {@link #append} returns, the record survives any failure, as far
 * as the implementation promises durability. One writer; not thread-safe. Extension point.
 *
 * @param <R> the records: {@link io.hedgerow.core.federation.CoordinatorRecord} or
 *     {@link io.hedgerow.core.internal.protocol.SiteRecord}
 */
public interface Journal<R> {

    /**
     * {@return the next record of the history, or empty at its end}
     *
     * @throws io.hedgerow.core.federation.JournalException when the history is damaged or cannot be read
     */
    Optional<R> next();

    /**
     * Adds a record after all others.
     *
     * @param record a transition that happened, or is about to
     * @throws io.hedgerow.core.federation.JournalException when it could not be made durable; the caller must stop
     * @throws IllegalStateException when the history was not read to its end
     */
    void append(R record);

    /**
     * {@return a journal without history that takes every record and keeps none, for simulations, and wherever a study
     * is lost with its process}
     *
     * @param <R> the records
     */
    static <R> Journal<R> none() {
        return new Journal<>() {
            @Override
            public Optional<R> next() {
                return Optional.empty();
            }

            @Override
            public void append(R record) {
                // nothing outlives the process
            }
        };
    }
}
