// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

/** Writes records as bytes and reads them back exactly. A record builds upon the one before, so order matters. */
interface JournalCodec<R> {

    /** The bytes of a record. Changes nothing: the record may still fail to be written. */
    byte[] encode(R record);

    /**
     * Reads a record and takes note of it.
     *
     * @throws IllegalArgumentException when no record is written so
     */
    R decode(byte[] bytes);

    default void written(R record) {}
}
