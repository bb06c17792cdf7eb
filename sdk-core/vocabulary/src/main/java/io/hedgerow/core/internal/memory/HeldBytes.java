// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A memory budget that the rows of several openings share: bytes that one takes are unavailable to the others until it
 * gives them back.
 */
public final class HeldBytes {

    /** Shared by all openings, because they share the memory of the process: an eighth of it is for rows. */
    private static final HeldBytes OF_PROCESS =
            new HeldBytes(Runtime.getRuntime().maxMemory() / 8);

    private final AtomicLong left;

    public static HeldBytes ofProcess() {
        return OF_PROCESS;
    }

    /** Of so many bytes. */
    public HeldBytes(long most) {
        left = new AtomicLong(most);
    }

    /** Takes all of it or nothing; false when there is not so much left. */
    public boolean take(long bytes) {
        long there = left.get();
        while (there >= bytes) {
            if (left.compareAndSet(there, there - bytes)) {
                return true;
            }
            there = left.get();
        }
        return false;
    }

    public void giveBack(long bytes) {
        left.addAndGet(bytes);
    }
}
