// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.Journal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A disk that outlives the objects that write to it. A process may be killed before and after every record. */
public final class MemoryJournal<R> {

    private final List<R> records = new ArrayList<>();
    private final CrashPoints points;

    public MemoryJournal(CrashPoints points) {
        this.points = points;
    }

    /** As a process that starts opens it. */
    public Journal<R> open() {
        return new Journal<>() {
            private int at;

            @Override
            public Optional<R> next() {
                return at < records.size() ? Optional.of(records.get(at++)) : Optional.empty();
            }

            @Override
            public void append(R record) {
                if (at != records.size()) {
                    throw new IllegalStateException("the history must be read to its end first");
                }
                String name = record.getClass().getSimpleName();
                points.reach("before " + name);
                records.add(record);
                at++;
                points.reach("after " + name);
            }
        };
    }

    public List<R> records() {
        return records;
    }
}
