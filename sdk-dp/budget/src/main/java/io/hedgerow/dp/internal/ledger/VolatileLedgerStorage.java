// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.ledger;

import java.io.ByteArrayOutputStream;

/** Stores a ledger in memory until the process ends. */
public final class VolatileLedgerStorage implements LedgerStorage {

    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    @Override
    public String where() {
        return "in memory";
    }

    @Override
    public byte[] load() {
        return content.toByteArray();
    }

    @Override
    public void create(byte[] header) {
        content.writeBytes(header);
    }

    @Override
    public void requireUntouched(long length) {
        // No other object can reach it.
    }

    @Override
    public void write(long position, byte[] line) {
        content.writeBytes(line);
    }

    @Override
    public void sync() {
        // There is nothing below memory.
    }

    @Override
    public void cut(long length) {
        throw new IllegalStateException("memory has no incomplete records");
    }

    @Override
    public void remember(String head) {
        // Nothing is loaded later.
    }

    @Override
    public void close() {
        // The garbage collector does it.
    }
}
