// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.JournalException;
import java.util.Optional;
import java.util.function.Supplier;

/** A disk with space for some records. */
public final class FullJournal<R> implements Journal<R> {
    private final Journal<R> disk;
    private int left;
    private final Supplier<JournalException> failure;

    public FullJournal(Journal<R> disk, int left, Supplier<JournalException> failure) {
        this.disk = disk;
        this.left = left;
        this.failure = failure;
    }

    @Override
    public Optional<R> next() {
        return disk.next();
    }

    @Override
    public void append(R record) {
        if (left-- <= 0) {
            throw failure.get();
        }
        disk.append(record);
    }

    public static JournalException broken() {
        return new JournalException("the journal cannot be written");
    }
}
