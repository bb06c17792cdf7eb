// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.ledger;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** A disk on which the step of a given number fails, or after which the power is lost; counts steps. */
public final class FaultyStorage implements LedgerStorage {

    /** What happens at the step. */
    public enum Fault {
        /** Half of what is written arrives, then an error. */
        WRITE_FAILS,
        /** Everything arrives, then an error. */
        SYNC_FAILS,
        /** Half of what is written arrives, an error, and nothing can be taken back. */
        WRITE_FAILS_FOR_GOOD,
    }

    private final Fault fault;
    private final int failing;
    private int step;
    private byte[] content = new byte[0];

    public FaultyStorage(Fault fault, int failing) {
        this.fault = fault;
        this.failing = failing;
    }

    private boolean failsNow() {
        return step == failing;
    }

    @Override
    public String where() {
        return "faulty";
    }

    @Override
    public byte[] load() {
        return content.clone();
    }

    @Override
    public void create(byte[] header) {
        content = header.clone();
    }

    @Override
    public void requireUntouched(long length) throws IOException {
        if (content.length != length) {
            throw new IOException("not as it was left");
        }
    }

    @Override
    public void write(long position, byte[] line) throws IOException {
        step++;
        boolean half = failsNow() && fault != Fault.SYNC_FAILS;
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(content, 0, (int) position);
        joined.write(line, 0, half ? line.length / 2 : line.length);
        content = joined.toByteArray();
        if (half) {
            throw new IOException("No space left on device");
        }
    }

    @Override
    public void sync() throws IOException {
        if (failsNow() && fault == Fault.SYNC_FAILS) {
            throw new IOException("Input/output error");
        }
    }

    @Override
    public void cut(long length) throws IOException {
        if (failsNow() && fault == Fault.WRITE_FAILS_FOR_GOOD) {
            throw new IOException("Input/output error");
        }
        content = Arrays.copyOf(content, (int) length);
    }

    @Override
    public void remember(String head) {
        // what is left is decided by the test
    }

    @Override
    public void close() {
        step = Integer.MIN_VALUE; // healthy from now on
    }
}
