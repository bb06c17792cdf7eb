// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** A journal in memory, which can be read again. */
final class ListJournal implements Journal<CoordinatorRecord> {

    final List<CoordinatorRecord> records = new ArrayList<>();
    private final Deque<CoordinatorRecord> history;

    ListJournal(CoordinatorRecord... history) {
        records.addAll(List.of(history));
        this.history = new ArrayDeque<>(records);
    }

    @Override
    public Optional<CoordinatorRecord> next() {
        return Optional.ofNullable(history.poll());
    }

    @Override
    public void append(CoordinatorRecord record) {
        records.add(record);
    }
}
