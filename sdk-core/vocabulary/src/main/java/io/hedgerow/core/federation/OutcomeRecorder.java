// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A journal that remembers how the study ended, also before a restart. Not thread-safe. */
public final class OutcomeRecorder implements Journal<CoordinatorRecord> {

    private final Journal<CoordinatorRecord> journal;
    private CoordinatorRecord.@Nullable Ended end;

    /**
     * Wraps a journal and remembers the end among its records.
     *
     * @param journal of a coordinator
     */
    public OutcomeRecorder(Journal<CoordinatorRecord> journal) {
        this.journal = journal;
    }

    /** {@return the last end of the study that was read or written; empty without one} */
    public Optional<CoordinatorRecord.Ended> end() {
        return Optional.ofNullable(end);
    }

    @Override
    public Optional<CoordinatorRecord> next() {
        Optional<CoordinatorRecord> record = journal.next();
        record.ifPresent(this::look);
        return record;
    }

    @Override
    public void append(CoordinatorRecord record) {
        journal.append(record);
        look(record);
    }

    private void look(CoordinatorRecord record) {
        if (record instanceof CoordinatorRecord.Ended ended) {
            end = ended;
        }
    }
}
