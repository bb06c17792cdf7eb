// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.ledger;

import java.io.Closeable;
import java.io.IOException;

/** Stores a ledger's bytes; tests replace it to make disks fail. For one thread at a time. */
public interface LedgerStorage extends Closeable {

    /** The name of the place in messages. */
    String where();

    /** Everything that is kept; empty when the ledger is new. */
    byte[] load() throws IOException;

    /** Makes a new ledger of one line. Durable and complete, or not there at all. */
    void create(byte[] header) throws IOException;

    /** Makes sure that the ledger is as it was left: as long, unmoved, and locked. Changes nothing. */
    void requireUntouched(long length) throws IOException;

    /** Writes after the given length, which is everything that was acknowledged. Not durable yet. */
    void write(long position, byte[] line) throws IOException;

    /** Makes everything written durable. When this fails, nothing is known about what was written. */
    void sync() throws IOException;

    /** Shortens to a length, durably. */
    void cut(long length) throws IOException;

    /** Keeps the hash of a durable record: a ledger loaded later must hold it. */
    void remember(String head) throws IOException;
}
